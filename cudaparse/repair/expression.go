package repair

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// expressions replaces what the grammar lacks in expressions and default arguments.
func (v *View) expressions() {
	for i := range v.tokens {
		switch v.word(i) {
		case "typename":
			if v.is(i, word) && v.inExpression(i) && v.createsObject(i+1) {
				v.blankTokens(i, i, ast.TokenRepair, 0)
			}
		case "decltype":
			v.deducedType(i)
		case "unsigned", "signed", "long", "short":
			v.castByKeyword(i)
		case "=":
			if v.word(i+1) == "{" && v.scopes[i] == listScope {
				v.listDefault(i, false)
			}
		case "::":
			v.memberPointer(i)
		case "<":
			v.splitLaunch(i)
		case "->":
			if v.touches(i, "*") {
				v.blankTokens(i+1, i+1, ast.TokenRepair, 0) // through a pointer to member
			}
		case "throw":
			if p := v.word(i - 1); (p == ":" || p == "?") && v.scopes[i] != classScope && !v.atStatement(i) {
				v.blankTokens(i, i, ast.TokenRepair, 0)
			}
		}
	}
}

// deducedType turns decltype(x) into a name before constructor arguments, and if x has a comma.
func (v *View) deducedType(i int) {
	end := v.closing(i + 1)
	if !v.is(i, word) || v.word(i+1) != "(" || end < 0 {
		return
	}
	arguments := 0
	v.eachAngled(i+1, end, func(first, last int) { arguments++ })
	if next := v.word(end + 1); arguments > 1 || (next == "{" || next == "(") && v.inExpression(i) {
		v.asName(i, end, ast.TypeRepair)
	}
}

// castByKeyword replaces the keyword of a functional cast in parentheses, (unsigned(x) ...),
// by a name: the grammar takes it for a C cast.
func (v *View) castByKeyword(i int) {
	end := v.closing(i + 1)
	if v.word(i+1) != "(" || end < 0 || !operatorMarks[v.word(end+1)] {
		return
	}
	switch v.word(i - 1) {
	case "(", "{", "<", ",", "&", "|":
		spelling := "int"
		if v.word(i) == "unsigned" {
			spelling = "uint32_t"
		}
		v.replace(v.tokens[i].Start(), v.tokens[i].End(), spelling, ast.TypeRepair, 0)
	}
}

// inExpression reports whether an operand may begin at token i.
func (v *View) inExpression(i int) bool {
	switch p := v.word(i - 1); p {
	case "(", ",", "=", "?", ":", "{", "!", "+", "-", "/", "|", "%", "^", "<", "*", "&", "return", "co_return", "case", "and", "or", "not", "else":
		return true
	case ";", "}", ")":
		return v.atStatement(i)
	}
	return false
}

// createsObject reports whether a type with constructor arguments, T::X{...} or T::X(...),
// begins at token k.
func (v *View) createsObject(k int) bool {
	end := v.qualifiedEnd(k)
	if end == k {
		return false
	}
	switch v.word(end) {
	case "{":
		return true
	case "(":
		w := v.word(end + 1)
		return w != "*" && w != "&" && v.closing(end) > 0
	}
	return false
}

// memberPointer turns T C::*, a pointer to member, into T *; token i is the ::.
func (v *View) memberPointer(i int) {
	if v.word(i+1) != "*" || !v.name(i-1) && v.word(i-1) != ">" {
		return
	}
	first := i - 1
	if v.word(first) == ">" {
		for first > 0 && first > i-maxAngles && v.spend() && !(v.word(first) == "<" && v.angles(first) == i-1) {
			first--
		}
		first--
	}
	for v.name(first) && v.word(first-1) == "::" && v.name(first-2) {
		first -= 2
	}
	if v.name(first) {
		v.blankTokens(first, i, ast.TypeRepair, 0)
	}
}

// splitLaunch turns < <<, which formatters write for <<<, into <<<.
func (v *View) splitLaunch(i int) {
	if v.word(i+1) != "<" || v.word(i+2) != "<" || !v.touches(i+1, "<") || v.touches(i, "<") {
		return
	}
	for k := i + 3; k < len(v.tokens) && k < i+maxAngles && v.spend(); k++ {
		if c := v.closing(k); c > 0 {
			k = c
			continue
		}
		switch v.word(k) {
		case ";", "}", ")", "{":
			return
		case ">>>":
			if v.word(k+1) == "(" {
				start, end := v.tokens[i].Start(), v.tokens[i+2].End()
				b := blanked(v.text[start:end])
				copy(b[len(b)-3:], "<<<")
				v.edits = append(v.edits, Edit{Start: start, Text: b, Cause: ast.TokenRepair})
				return
			}
		}
	}
}

// listDefaultsNear is listDefault near errors for parameters without a name, which look like
// assignments.
func (v *View) listDefaultsNear() {
	for i := range v.nearby() {
		if v.word(i) == "=" && v.word(i+1) == "{" && v.scopes[i] == listScope {
			v.listDefault(i, true)
		}
	}
}

// listDefault adds a type to the list in a parameter T x = {...}, because the grammar needs
// one there. With unnamed, T = {...} counts as a parameter, too.
func (v *View) listDefault(i int, unnamed bool) {
	end := v.closing(i + 1)
	if next := v.word(end + 1); end < 0 || next != "," && next != ")" {
		return
	}
	// An assignment as an argument has no type in front.
	switch prev, before := v.word(i-1), v.word(i-2); {
	case prev == "*" || prev == "&" || prev == ">":
	case v.is(i-1, word) && before != "(" && before != "," && (v.is(i-2, word) || before == "*" || before == "&" || before == ">"):
	default:
		if !unnamed || !v.name(i-1) {
			return
		}
	}
	before, equal, open := v.tokens[i-1].End(), v.tokens[i].Start(), v.tokens[i+1].Start()
	switch {
	case open > equal+1:
		v.replace(open-1, open, "_", ast.TypeRepair, 0)
	case equal > before && preproc.IsBlank(v.text[equal-1]):
		v.replace(equal-1, equal+1, "=_", ast.TypeRepair, 0)
	case end == i+2:
		v.asName(i+1, end, ast.TypeRepair)
	}
}

// objects replaces the parentheses of T &x(a ? b : c); and T &x(a->b); near errors by braces:
// the grammar takes them for the parameters of a function.
func (v *View) objects() {
	for i := range v.nearby() {
		end := v.closing(i)
		if v.word(i) != "(" || end < 0 || v.scopes[i] != codeScope || v.word(end+1) != ";" && v.word(end+1) != "," {
			continue
		}
		if p := v.word(i - 2); !v.refersToArray(i-1) && (!v.name(i-1) || p != "&" && p != "*" && !typeWords[p]) {
			continue
		}
		if v.holdsOperator(i, end) {
			v.replace(v.tokens[i].Start(), v.tokens[i].End(), "{", ast.TokenRepair, 0)
			v.replace(v.tokens[end].Start(), v.tokens[end].End(), "}", ast.TokenRepair, 0)
		}
	}
}

// refersToArray reports whether token i ends the declarator (&x)[n].
func (v *View) refersToArray(i int) bool {
	for v.word(i) == "]" && v.match[i] > 0 {
		i = int(v.match[i]) - 1
	}
	return v.word(i) == ")" && v.word(i+1) == "[" && v.word(i-2) == "&" && v.word(i-3) == "("
}

// holdsOperator reports whether an operator that no parameter has stands between two brackets.
func (v *View) holdsOperator(open, end int) bool {
	for k := open + 1; k < end; k++ {
		if c := v.closing(k); c > 0 {
			k = c
			continue
		}
		switch v.word(k) {
		case "?", "->":
			return true
		}
	}
	return false
}
