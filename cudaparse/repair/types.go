package repair

import "github.com/cudalint/cudalint/cudaparse/ast"

// newPointers turns the type of new T *[n], which the grammar lacks, into a name.
func (v *View) newPointers() {
	for i := range v.tokens {
		if v.word(i) != "new" || !v.is(i, word) {
			continue
		}
		k := i + 1
		for v.is(k, word) || v.word(k) == "::" {
			k++
		}
		if v.word(k) == "<" {
			k = v.templateEnd(k) + 1
		}
		first := k
		for v.word(k) == "*" || v.word(k) == "const" {
			k++
		}
		if k == first || k == 0 || v.word(k) != "[" {
			continue
		}
		if v.word(first-1) == ">" {
			v.blankTokens(first, k-1, ast.TypeRepair, 0)
		} else {
			v.asName(i+1, k-1, ast.TypeRepair)
		}
	}
}

// templateEnd returns the token that closes the template arguments opened by token i, or i if
// none of the next 100 tokens does.
func (v *View) templateEnd(i int) int {
	level := 0
	for k := i; k < len(v.tokens) && k < i+100; k++ {
		switch w := v.word(k); w {
		case "<":
			level++
		case ">":
			level--
		case ">>>":
			level -= 3
		case "(", "[":
			if c := v.closing(k); c > 0 {
				k = c
			}
		case ";", "{", "}", ")", "]":
			return i
		}
		if level <= 0 {
			return k
		}
	}
	return i
}

// typeArguments turns arguments of calls that are types with a keyword, or operators, into
// names.
func (v *View) typeArguments() { v.arguments(false) }

// typeArgumentsNear does the same near errors for arguments that may be a type: name *.
func (v *View) typeArgumentsNear() { v.arguments(true) }

func (v *View) arguments(near bool) {
	tokens := v.all()
	if near {
		tokens = v.nearby()
	}
	for i := range tokens {
		if v.word(i) != "(" || v.closing(i) < 0 {
			continue
		}
		w := v.word(i - 1)
		if !v.is(i-1, word) || !(v.name(i-1) || w == "typeid") {
			continue
		}
		if v.declaresFunction(i) {
			continue
		}
		v.eachArgument(i, func(first, last int) {
			if v.isOperatorArgument(first, last) || v.isTypeArgument(first, last, near) {
				v.asName(first, last, ast.ArgumentRepair)
			}
		})
	}
}

// eachArgument calls visit with the first and last token of each argument of the
// parentheses opened by token i.
func (v *View) eachArgument(i int, visit func(first, last int)) {
	end := v.closing(i)
	first := i + 1
	for k := i + 1; k <= end; k++ {
		if c := v.closing(k); c > 0 {
			k = c
			continue
		}
		if v.word(k) == "," || k == end {
			if first < k {
				visit(first, k-1)
			}
			first = k + 1
		}
	}
}

// declaresFunction reports whether the parentheses opened by token i belong to the declaration
// of a function or an object, rather than to a call.
func (v *View) declaresFunction(i int) bool {
	k := i - 1
	for k >= 2 && v.word(k-1) == "::" {
		k -= 2
		if v.word(k) == ">" {
			return true // a member of a template's instance
		}
	}
	end := v.closing(i)
	next := v.word(end + 1)
	if next == "{" || next == "const" || next == "noexcept" || next == "override" || next == ":" && v.scopes[i-1] != codeScope {
		// A body follows; macros for the head of a statement rarely have types as arguments.
		return v.word(i-1) != "typeid"
	}
	p := v.word(k - 1)
	switch v.scopes[i-1] {
	case fileScope, classScope:
		// A declaration, unless it is a macro call alone.
		if k == 0 || p == ";" || p == "}" || p == "{" || v.is(k-1, directive) {
			return v.scopes[i-1] == classScope && !isCapital(v.word(k))
		}
		return p != "=" && !isCapital(v.word(k)) || typeWords[p]
	case codeScope, listScope:
		// Type name(...) declares.
		if typeWords[p] || p == "*" && v.scopes[i-1] == codeScope && typeWords[v.word(k-2)] || specifierWords[p] {
			return true
		}
		return v.is(k-1, word) && v.name(k-1) && !v.lineBreak(k-1)
	}
	return false
}

func (v *View) isOperatorArgument(first, last int) bool {
	if !v.is(first, mark) || last-first > 2 {
		return false
	}
	for k := first; k <= last; k++ {
		switch v.word(k) {
		case "+", "-", "*", "/", "%", "<", ">", "=", "!", "&", "|", "^", "->", ".", "~":
		default:
			return false
		}
	}
	return true
}

// isTypeArgument reports whether the tokens are a type with a keyword; with guess, also name *
// and name &.
func (v *View) isTypeArgument(first, last int, guess bool) bool {
	keyword, pointer, names := false, false, 0
	for k := first; k <= last; k++ {
		w := v.word(k)
		switch {
		case typeHeads[w] && v.is(k, word), w == "const", w == "volatile", w == "unsigned", w == "signed":
			keyword = true
		case typeWords[w]:
			keyword = true
		case w == "*" || w == "&":
			if k == first {
				return false
			}
			pointer = true
		case v.name(k) && !pointer:
			if names++; names > 1 && !keyword {
				return false
			}
		case w == "::":
			names--
		case w == "<" && k > first && v.name(k-1):
			end := v.templateEnd(k)
			if end == k || end > last {
				return false
			}
			if end == last && !keyword {
				return guess
			}
			k = end
		case w == "(" && keyword && (v.word(k+1) == "*" || v.word(k+1) == ")"):
			return true // a pointer to function or array
		default:
			return false
		}
	}
	if keyword {
		return true // int(x) does not get here
	}
	return guess && pointer && (v.word(last) == "*" || v.word(last) == "&")
}

// blockArguments turns a macro call near errors whose last argument is a block into a function:
// NAME(a, b, { ... }) becomes NAME(a, b) { ... }. In a function it becomes if(a, b) { ... }.
func (v *View) blockArguments() {
	for i := range v.nearby() {
		if v.word(i) != "{" || v.word(i-1) != "," || v.closing(i) < 0 {
			continue
		}
		end := v.closing(i)
		if v.word(end+1) != ")" {
			continue
		}
		open := int(v.match[end+1])
		if open < 1 || !v.name(open-1) {
			continue
		}
		if name := v.tokens[open-1]; v.scopes[open] == codeScope {
			if !v.atStatement(open-1) || v.word(end+2) != ";" || !isCapital(v.word(open-1)) {
				continue
			}
			v.replace(name.Start(), name.End(), "if", ast.LoopMacro, 0)
		}
		v.replace(v.tokens[i-1].Start(), v.tokens[i-1].End(), ")", ast.ArgumentRepair, 0)
		v.blankTokens(end+1, end+1, ast.ArgumentRepair, 0)
	}
}
