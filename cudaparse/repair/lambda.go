package repair

import "github.com/cudalint/cudalint/cudaparse/ast"

// lambdaSpecifiers blanks the CUDA specifiers of a lambda, and macros for them, before or after
// its parameters. They become qualifiers of the lambda's node.
func (v *View) lambdaSpecifiers() {
	for i := range v.tokens {
		if v.word(i) != "[" || v.closing(i) < 0 || !v.startsLambda(i) {
			continue
		}
		k := v.closing(i) + 1
		if v.word(k) == "<" {
			k = v.angles(k) + 1
		}
		k = v.headOfLambda(k, false)
		if v.word(k) == "(" && v.closing(k) > 0 {
			v.headOfLambda(v.closing(k)+1, true)
		}
	}
}

// startsLambda reports whether bracket i may open the captures of a lambda. It looks at the
// token before: after an operand it is a subscript.
func (v *View) startsLambda(i int) bool {
	if v.word(i+1) == "[" {
		return false // an attribute
	}
	switch w := v.word(i - 1); w {
	case ")", "]", ">", "*", "[", "~", "...":
		return false
	case "return", "co_return", "co_yield", "case", "else", "do", "and", "or", "not":
		return true
	default:
		return !v.is(i-1, word) && !v.is(i-1, text) && !v.is(i-1, number)
	}
}

// headOfLambda blanks the specifiers that begin at token k and returns the token after them.
// behind is set for the specifiers after the parameters.
func (v *View) headOfLambda(k int, behind bool) int {
	first, q := k, ast.Qualifiers(0)
	for {
		w := v.word(k)
		if cudaWords[w] {
			q |= ast.QualifierOf(w)
			k++
			continue
		}
		last, more, ok := v.lambdaMacro(k)
		if !ok {
			break
		}
		q |= more
		k = last + 1
	}
	switch w := v.word(k); w {
	case "(":
		if behind {
			return k
		}
	case "{", "->", "noexcept", "constexpr":
	case "mutable":
		if !behind && v.word(k+1) == "{" {
			k++ // the grammar accepts it only after parameters
		}
	default:
		return k
	}
	if k > first {
		v.blankTokens(first, k-1, ast.AttributeRepair, q)
	}
	return k
}

// lambdaMacro returns the last token of a macro for specifiers that begins at token k in the
// head of a lambda, where no other name is possible.
func (v *View) lambdaMacro(k int) (last int, q ast.Qualifiers, ok bool) {
	if !v.name(k) {
		return 0, 0, false
	}
	last = k
	m, known := v.macro(v.word(k))
	if end := v.closing(k + 1); v.word(k+1) == "(" && end > 0 && (known && m.FunctionLike || v.word(end+1) == "(") {
		last = end
	}
	if known {
		q, ok = v.attributes(v.word(k))
		return last, q, ok
	}
	return last, wellKnownQualifiers[v.word(k)], true
}
