package repair

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// templates replaces what the grammar lacks in templates: parameters, arguments and explicit
// instantiations.
func (v *View) templates() {
	for i := range v.tokens {
		switch v.word(i) {
		case "template":
			switch {
			case !v.is(i, word):
			case v.word(i+1) == "<":
				if end := v.angles(i + 1); end > i+1 {
					v.eachAngled(i+1, end, v.templateParameter)
				}
			case v.word(i-1) == "." || v.word(i-1) == "->":
				if v.name(i+1) && v.word(i+2) != "<" || v.word(i+1) == "~" {
					v.blankTokens(i, i, ast.TokenRepair, 0)
				}
			default:
				v.instantiation(i)
			}
		case "<":
			if v.name(i-1) || v.word(i-1) == "operator" {
				if end := v.angles(i); end > i && v.word(end) == ">" {
					v.eachAngled(i, end, v.templateArgument)
				}
			}
		case "~":
			v.destructor(i)
		case "typename":
			if v.word(i-1) == "using" {
				v.blankTokens(i, i, ast.TokenRepair, 0)
			}
		case "->":
			v.deductionGuide(i)
		case "(":
			v.templateMacro(i)
		}
	}
}

// destructor blanks the template arguments of A<T>::~A<T>() and a.~A<T>(); token i is the ~.
func (v *View) destructor(i int) {
	switch v.word(i - 1) {
	case "::", ".", "->", "template":
		if end := v.angles(i + 2); v.name(i+1) && end > i+2 && v.word(end+1) == "(" {
			v.blankTokens(i+2, end, ast.TokenRepair, 0)
		}
	}
}

// templateParameter gives the parameter T * = value, tokens first to last, a name, and turns a
// macro that is a parameter into a type.
func (v *View) templateParameter(first, last int) {
	if v.name(first) && v.word(first+1) == "(" {
		if end := v.closing(first + 1); end == last || end > 0 && v.word(end+1) == "=" {
			v.asName(first, end, ast.TypeRepair)
			return
		}
	}
	for k := first + 1; k < last; k++ {
		if c := v.closing(k); c > 0 {
			k = c
			continue
		}
		if v.word(k) == "<" && v.name(k-1) {
			k = v.angles(k)
			continue
		}
		if v.word(k) == "=" {
			if v.word(first) == "typename" || v.word(first) == "class" {
				v.defaultType(k+1, last)
			} else {
				v.templateArgument(k+1, last)
			}
			return
		}
		if w := v.word(k); (w == "*" || w == "&") && v.word(k+1) == "=" {
			v.nameless(k)
		}
	}
}

// defaultType turns tokens first to last, the default of a template parameter,
// into a name where it is a pointer or reference.
func (v *View) defaultType(first, last int) {
	pointer := false
	for k := first; k <= last; k++ {
		switch w := v.word(k); {
		case w == "<" && v.angles(k) > k:
			k = v.angles(k)
		case w == "auto" && v.word(k+1) == "(":
			pointer = true // or a function with a trailing return type
		case w == "(" && v.closing(k) > 0:
			pointer = pointer || v.word(k+1) == "*" && v.word(k+2) == ")"
			k = v.closing(k)
		case w == "*" || w == "&" || w == "const" && (k > first || v.name(k+1)):
			pointer = true
		}
	}
	if pointer {
		v.asName(first, last, ast.TypeRepair)
	}
}

// nameless gives a parameter with a default, whose type ends with token k, a name in the place
// of a space next to the token. If there is none, it blanks the token.
func (v *View) nameless(k int) {
	start, end := v.tokens[k].Start(), v.tokens[k].End()
	switch before, after := v.tokens[k-1].End(), v.tokens[k+1].Start(); {
	case after > end:
		v.replace(end, after, "_", ast.TokenRepair, 0)
	case start > before && preproc.IsBlank(v.text[start-1]):
		v.replace(start-1, end, v.word(k)+"_", ast.TokenRepair, 0)
	default:
		v.blankTokens(k, k, ast.TokenRepair, 0)
	}
}

// templateArgument turns an argument with >=, tokens first to last, into a name.
func (v *View) templateArgument(first, last int) {
	for k := first; k < last; k++ {
		switch w := v.word(k); {
		case w == ">" && v.touches(k, "=") && k > first && (v.word(k-1) == ")" || v.name(k-1) || v.is(k-1, number)):
			v.asName(first, last, ast.TypeRepair)
			return
		}
	}
}

// instantiation removes extern from an explicit instantiation, and turns that of a class into
// a declaration of the class.
func (v *View) instantiation(i int) {
	if v.word(i-1) == "extern" {
		v.blankTokens(i-1, i-1, ast.TokenRepair, 0)
	} else if !v.atStatement(i) {
		return
	}
	k := i + 1
	if _, is := v.qualifierMacro(v.word(k)); is && v.name(k) && typeHeads[v.word(k+1)] {
		k++
	}
	if w := v.word(k); typeHeads[w] && w != "typename" && w != "enum" {
		end := v.qualifiedEnd(k + 1)
		if v.name(end) {
			end = v.qualifiedEnd(end) // after a macro
		}
		if v.word(end) == ";" {
			v.blankTokens(i, k-1, ast.TokenRepair, 0)
		}
	}
}

// deductionGuide removes the result of X(int) -> X<int>; the grammar has only guides with a
// template head.
func (v *View) deductionGuide(i int) {
	open := -1
	if v.word(i-1) == ")" {
		open = int(v.match[i-1])
	}
	if open < 1 || !v.name(open-1) || v.word(open-1) != v.word(i+1) || v.scopes[i] != fileScope || !v.atStatement(open-1) {
		return
	}
	if end := v.qualifiedEnd(i + 1); v.word(end) == ";" {
		v.blankTokens(i, end-1, ast.TokenRepair, 0)
	}
}

// templateMacro turns an unknown macro before parenthesis open, whose arguments are template
// parameters, into template<...>. A macro after it, with the constraints, is blanked.
func (v *View) templateMacro(open int) {
	i, end := open-1, v.closing(open)
	if end < 0 || !v.name(i) || !isCapital(v.word(i)) || v.scopes[i] == codeScope || v.scopes[i] == listScope || !v.atStatement(i) {
		return
	}
	if _, known := v.macro(v.word(i)); known {
		return
	}
	heads, others := 0, false
	v.eachAngled(open, end, func(first, last int) {
		switch w := v.word(first); {
		case (w == "class" || w == "typename") && (v.name(first+1) || v.word(first+1) == "."):
			heads++
		case first == last || !v.is(first, word):
			others = true
		}
	})
	if heads == 0 || others || !v.is(end+1, word) {
		return
	}
	last := end
	if k := end + 1; v.name(k) && isCapital(v.word(k)) && v.word(k+1) == "(" && v.closing(k+1) > 0 && v.is(v.closing(k+1)+1, word) {
		last = v.closing(k + 1)
	}
	const keyword = "template<"
	if v.typeFollows(last+1) && v.tokens[open].End()-v.tokens[i].Start() >= len(keyword) {
		v.replace(v.tokens[i].Start(), v.tokens[open].End(), keyword, ast.TokenRepair, 0)
		v.replace(v.tokens[end].Start(), v.tokens[end].End(), ">", ast.TokenRepair, 0)
		if last > end {
			v.blankTokens(end+1, last, ast.AttributeMacro, 0)
		}
	}
}
