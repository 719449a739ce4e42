package repair

import "github.com/cudalint/cudalint/cudaparse/ast"

// operatorNames turns the name of an operator function into an identifier where the grammar
// does not accept it: in calls, as a value, and before template arguments.
func (v *View) operatorNames() {
	for i := range v.tokens {
		if v.word(i) != "operator" || !v.is(i, word) {
			continue
		}
		last, symbol := v.operatorEnd(i)
		if last < 0 {
			continue
		}
		next := v.word(last + 1)
		if v.is(last+1, word) && symbol {
			v.operatorSpecifiers(last + 1)
			continue
		}
		switch prev := v.word(i - 1); {
		case prev == "." || prev == "->":
			v.asName(i, last, ast.TokenRepair)
		case !symbol:
		case prev == "::" && next == "." && v.word(last+2) == ".":
			// using Bases::operator()...;
			v.asName(i, last, ast.TokenRepair)
			v.blankTokens(last+1, last+3, ast.TokenRepair, 0)
		case v.word(i+1) == "(" && v.tokens[i+1].End() < v.tokens[last].Start():
			v.replace(v.tokens[i+1].Start(), v.tokens[last].End(), "()", ast.TokenRepair, 0)
		case next == "<" && v.word(last) != "<" && v.word(v.angles(last+1)+1) == "(":
			// A member template by its name: f.operator()<T>(x), R C::operator()<T>(int).
			v.asName(i, last, ast.TokenRepair)
		case (next == ")" || next == "," || next == ";") && (prev == "(" || prev == "," || prev == "="):
			v.asName(i, last, ast.TokenRepair) // as a value
		case next == "(" && v.scopes[i] == codeScope && v.closing(last+1) > 0 && v.startsOperand(i):
			if after := v.word(v.closing(last+1) + 1); after != "{" && after != "const" {
				v.asName(i, last, ast.TokenRepair) // a call of a member of this
			}
		}
	}
}

// startsOperand reports whether an expression may begin at token i.
func (v *View) startsOperand(i int) bool {
	if v.atStatement(i) {
		return true
	}
	switch v.word(i - 1) {
	case "return", "(", ",", "=", "!", "?", ":", "+", "-", "/", "|":
		return true
	}
	return false
}

// operatorSpecifiers blanks the specifiers between the name of an operator and its
// parameters.
func (v *View) operatorSpecifiers(first int) {
	last, q := first-1, ast.Qualifiers(0)
	for v.is(last+1, word) && v.word(last+1) != "requires" {
		more, is := v.qualifierMacro(v.word(last + 1))
		if !is && !cudaWords[v.word(last+1)] {
			break
		}
		last++
		q |= more | ast.QualifierOf(v.word(last))
	}
	if last >= first && v.word(last+1) == "(" {
		v.blankTokens(first, last, ast.AttributeRepair, q)
	}
}

// operatorEnd returns the last token of the name of an operator function that begins at token
// i, or -1; symbol is set unless it is a conversion, new or delete.
func (v *View) operatorEnd(i int) (last int, symbol bool) {
	k := i + 1
	switch w := v.word(k); {
	case w == "(" && v.word(k+1) == ")", w == "[" && v.word(k+1) == "]":
		return k + 1, true
	case v.is(k, word) || w == "::":
		for ; k < i+40; k++ {
			switch v.word(k) {
			case "(":
				return k - 1, false
			case ";", "{", "}", ")", "":
				return -1, false
			}
		}
		return -1, false
	case !v.is(k, mark):
		return -1, false
	}
	for ; k < i+5 && operatorMarks[v.word(k)]; k++ {
		// The characters of one operator touch.
		if k > i+1 && (v.tokens[k].Start() != v.tokens[k-1].End() || v.word(k) == ",") {
			break
		}
	}
	return k - 1, k > i+1
}

// operatorMarks are the tokens of operators.
var operatorMarks = set("+", "-", "*", "/", "%", "<", ">", "=", "!", "&", "|", "^", "->", "~", ",", "<<<", ">>>")

// lessNear turns operator< near errors into an identifier: the grammar may take the text up to
// the next > for template arguments.
func (v *View) lessNear() {
	for i := range v.nearby() {
		if v.word(i) != "operator" || v.word(i+1) != "<" {
			continue
		}
		if last, _ := v.operatorEnd(i); last > 0 && v.word(last+1) == "(" {
			v.asName(i, last, ast.TokenRepair)
		}
	}
}
