package repair

import "github.com/cudalint/cudalint/cudaparse/ast"

// macroCalls replaces arguments that only macros can have: names that begin with a digit,
// empty arguments, declarations and statements.
func (v *View) macroCalls() {
	for i := range v.tokens {
		end := v.closing(i + 1)
		if v.word(i+1) != "(" || end < 0 || !v.name(i) {
			continue
		}
		if v.scopes[i] == fileScope && v.word(end+1) == "{" && v.atStatement(i) {
			v.headArguments(i+1, end)
			continue
		}
		if m, known := v.macro(v.word(i)); known && !m.FunctionLike || !known && !isCapital(v.word(i)) {
			continue
		}
		v.typeMacro(i, end)
		v.operandArguments(i+1, end)
		v.emptyArguments(i+1, end)
		v.wordArguments(i)
		v.keywordArguments(i)
		if v.scopes[i] == codeScope || v.scopes[i] == listScope {
			v.statementArguments(i, end)
		}
	}
}

// headArguments handles the arguments of a macro for the head of a function, as test
// frameworks have them: numbers become names, or all are blanked if one cannot be a parameter.
func (v *View) headArguments(open, end int) {
	names, parameters := true, true
	v.eachArgument(open, func(first, last int) {
		names = names && first == last && (v.name(first) || v.is(first, number))
		parameters = parameters && v.is(first, word)
	})
	switch {
	case names:
		for k := open + 1; k < end; k++ {
			if v.is(k, number) {
				v.asName(k, k, ast.ArgumentRepair)
			}
		}
	case !parameters && isCapital(v.word(open-1)):
		v.blankTokens(open+1, end-1, ast.ArgumentRepair, 0)
	}
}

// typeMacro turns a macro call into a name where it can only be a type.
func (v *View) typeMacro(i, end int) {
	if _, attributes := v.attributes(v.word(i)); attributes || v.lineBreak(end) {
		return
	}
	next, after := v.word(end+1), v.word(end+2)
	switch {
	case v.scopes[i] == listScope:
		// A parameter.
		if prev := v.word(i - 1); prev != "(" && prev != "," && prev != "const" {
			return
		}
		if (next == "&" || next == "*") && v.name(end+2) {
			if w := v.word(end + 3); v.word(i-1) == "const" && (w == "," || w == ")") {
				v.asName(i, end, ast.TypeRepair)
			}
		} else if v.name(end+1) && (after == "," || after == ")") {
			v.asName(i, end, ast.TypeRepair)
		}
	case next == "operator":
		v.asName(i, end, ast.TypeRepair)
	case v.name(end+1) && (after == ";" || after == "=" && v.word(end+3) != "=" || after == "," || after == "["):
		if v.atStatement(i) || specifierWords[v.word(i-1)] {
			v.asName(i, end, ast.TypeRepair)
		}
	}
}

// wordArguments turns an argument of several words into a name.
func (v *View) wordArguments(i int) {
	if v.declaresFunction(i + 1) {
		return
	}
	v.eachArgument(i+1, func(first, last int) {
		for k := first; k <= last; k++ {
			if !v.name(k) && !v.is(k, number) && !(k > first && v.is(k, word)) {
				return
			}
		}
		if last > first {
			v.asName(first, last, ast.ArgumentRepair)
		}
	})
}

// keywordArguments turns an argument that is an operator spelled as a word, such as and, into a
// name.
func (v *View) keywordArguments(i int) {
	v.eachArgument(i+1, func(first, last int) {
		if first == last && wordOperators[v.word(first)] {
			v.asName(first, last, ast.ArgumentRepair)
		}
	})
}

// wordOperators are the operators that are spelled as words.
var wordOperators = set("and", "and_eq", "bitand", "bitor", "compl", "not", "not_eq", "or", "or_eq", "xor", "xor_eq", "new", "delete")

// typeMacrosNear is typeMacro near errors for names that are not spelled as macros usually are.
func (v *View) typeMacrosNear() {
	for i := range v.nearby() {
		if end := v.closing(i + 1); v.name(i) && v.word(i+1) == "(" && end > 0 && v.scopes[i] != codeScope {
			v.typeMacro(i, end)
		}
	}
}

// operandArguments replaces the colons between the operands of asm, in the arguments of a
// macro for it, by commas.
func (v *View) operandArguments(open, end int) {
	for k := open + 1; k < end; k++ {
		if c := v.closing(k); c > 0 {
			k = c
			continue
		}
		switch p, next := v.word(k-1), v.word(k+1); v.word(k) {
		case "?":
			return
		case ":", "::":
			switch {
			case !v.is(k-1, text) && !v.is(k+1, text) && (p != ")" || v.match[k-1] < 1 || !v.is(int(v.match[k-1])-1, text)):
			case p == "," || p == "(" || p == ":" || next == "," || next == ")" || next == ":":
				v.blankTokens(k, k, ast.ArgumentRepair, 0)
			default:
				v.replace(v.tokens[k].Start(), v.tokens[k].End(), ",", ast.ArgumentRepair, 0)
			}
		}
	}
}

// emptyArguments blanks the commas next to empty arguments.
func (v *View) emptyArguments(open, end int) {
	for k := open + 1; k < end; k++ {
		if c := v.closing(k); c > 0 {
			k = c
			continue
		}
		if p := v.word(k - 1); v.word(k) == "," && (k+1 == end || p == "(" && k-1 == open || p == ",") && v.word(open+2) != ")" {
			v.blankTokens(k, k, ast.ArgumentRepair, 0)
		}
	}
}

// statementArguments handles arguments that are statements: M(a, (b;)) becomes if (a) {b;},
// M(b;) becomes M(b), and M(T x = f()) an assignment.
func (v *View) statementArguments(i, end int) {
	if v.blocksInParentheses(i, end) || v.jumpArgument(i, end) {
		return
	}
	semicolons, last := 0, -1
	v.eachArgument(i+1, func(first, final int) {
		if v.startsVariable(first, final) {
			v.asName(first, v.variableName(first, final), ast.ArgumentRepair)
		}
	})
	for k := i + 2; k < end; k++ {
		if c := v.closing(k); c > 0 {
			k = c
		} else if v.word(k) == ";" {
			semicolons, last = semicolons+1, k
		}
	}
	if semicolons == 1 && last == end-1 {
		v.blankTokens(last, last, ast.ArgumentRepair, 0)
	}
}

// variableName returns the token of the name in T x = value, first to last, or -1.
func (v *View) variableName(first, last int) int {
	if !v.is(first, word) && v.word(first) != "::" {
		return -1
	}
	for k := first + 1; k < last; k++ {
		switch v.word(k) {
		case "(", "[", "{", ")":
			return -1
		case "=":
			if v.name(k-1) && v.word(k+1) != "=" && k-1 > first {
				return k - 1
			}
			return -1
		}
	}
	return -1
}

// startsVariable reports whether tokens first to last are T x = value.
func (v *View) startsVariable(first, last int) bool {
	name := v.variableName(first, last)
	if name < 0 {
		return false
	}
	p := v.word(name - 1)
	return typeWords[p] || p == ">" || p == "&" || p == "*" || v.name(name-1)
}

// jumpArgument turns M(a, return b); into if(a) return b; and reports whether it did.
func (v *View) jumpArgument(i, end int) bool {
	if !v.atStatement(i) || v.word(end+1) != ";" || v.tokens[i].End()-v.tokens[i].Start() < len("if") {
		return false
	}
	jump, last := -1, -1
	v.eachArgument(i+1, func(first, final int) {
		if jump = -1; v.word(first-1) == "," && final == end-1 {
			switch v.word(first) {
			case "return", "break", "continue", "goto", "throw":
				jump, last = first, end
			}
		}
	})
	if jump < 0 {
		return false
	}
	v.replace(v.tokens[i].Start(), v.tokens[i].End(), "if", ast.LoopMacro, 0)
	v.replace(v.tokens[jump-1].Start(), v.tokens[jump-1].End(), ")", ast.ArgumentRepair, 0)
	v.blankTokens(last, last, ast.ArgumentRepair, 0)
	return true
}

// blocksInParentheses turns M(a, (b;), (c;)) into if (a) {b;} {c;} and reports whether it did.
func (v *View) blocksInParentheses(i, end int) bool {
	if !v.atStatement(i) || v.word(end+1) != ";" {
		return false
	}
	var blocks [][2]int
	v.eachArgument(i+1, func(first, last int) {
		if v.word(first) == "(" && v.closing(first) == last {
			blocks = append(blocks, [2]int{first, last})
		}
	})
	statements := false
	for n, b := range blocks {
		statements = statements || v.word(b[1]-1) == ";" || v.word(b[1]-1) == "}"
		// Another condition may be between the blocks.
		if n > 0 && b[0] != blocks[n-1][1]+2 && !(b[0] == blocks[n-1][1]+4 && v.name(b[0]-2)) {
			return false
		}
	}
	if !statements || blocks[len(blocks)-1][1] != end-1 || blocks[0][0] == i+3 {
		return false
	}
	start, condition := v.tokens[i].Start(), blocks[0][0] > i+2
	head := "if(_)"
	if condition {
		head = "if"
	}
	if v.tokens[i].End()-start < len(head) {
		return false
	}
	v.replace(start, v.tokens[i].End(), head, ast.LoopMacro, 0)
	for n, b := range blocks {
		comma := ""
		if n == 0 && condition {
			comma = ")"
		}
		if n > 0 {
			v.blankTokens(blocks[n-1][1]+1, b[0]-1, ast.ArgumentRepair, 0)
		} else {
			v.replace(v.tokens[b[0]-1].Start(), v.tokens[b[0]-1].End(), comma, ast.ArgumentRepair, 0)
		}
		v.replace(v.tokens[b[0]].Start(), v.tokens[b[0]].End(), "{", ast.ArgumentRepair, 0)
		v.replace(v.tokens[b[1]].Start(), v.tokens[b[1]].End(), "}", ast.ArgumentRepair, 0)
	}
	v.blankTokens(end, end, ast.ArgumentRepair, 0)
	return true
}
