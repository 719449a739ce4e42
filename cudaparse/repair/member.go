package repair

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// members replaces what the grammar lacks in members of classes and declarations of a file.
func (v *View) members() {
	for i := range v.tokens {
		switch v.word(i) {
		case "enum":
			v.unnamedEnum(i)
		case "using":
			if v.is(i, word) && v.word(i+1) != "namespace" {
				v.usingList(i)
			}
		case "static_assert":
			if end := v.closing(i + 1); end > 0 && v.word(i+1) == "(" && v.word(end+1) != ";" && v.atStatement(i) {
				v.terminate(end)
			}
		case ":":
			if v.scopes[i] == classScope {
				v.bitField(i)
				v.accessMacro(i)
			}
		case "public", "protected", "private":
			// A macro alone in its line.
			if v.scopes[i] == classScope && v.name(i-1) && v.lineBreak(i-1) && v.atStatement(i-1) {
				v.terminate(i - 1)
			}
		case "*", "&":
			v.pack(i)
		case "if":
			// A macro for constexpr.
			if v.name(i+1) && v.word(i+2) == "(" && v.is(i, word) {
				v.blankTokens(i+1, i+1, ast.AttributeMacro, 0)
			}
		case "(":
			v.functionBody(i)
			v.memberMacro(i)
		}
	}
}

// unnamedEnum gives enum : T {...} a name.
func (v *View) unnamedEnum(i int) {
	if v.word(i+1) != ":" || !v.is(i+2, word) {
		return
	}
	start, end := v.tokens[i].End(), v.tokens[i+2].Start()
	if end-start >= len(" _:") && preproc.IsBlank(v.text[start]) {
		v.replace(start, end, " _:", ast.TokenRepair, 0)
	}
}

// pack turns T *... x, a pack of pointers, into T... x.
func (v *View) pack(i int) {
	if v.word(i+1) == "." && v.word(i+2) == "." && v.word(i+3) == "." && v.name(i+4) && v.scopes[i] == listScope && v.word(i) == "*" &&
		(v.name(i-1) || v.word(i-1) == ">" || typeWords[v.word(i-1)] || v.word(i-1) == "const") {
		v.blankTokens(i, i, ast.TypeRepair, 0)
	}
}

// usingList removes all names but the first from using a::b, c::d;
func (v *View) usingList(i int) {
	end := v.qualifiedEnd(i + 1)
	if v.word(end) != "," {
		return
	}
	last := end
	for last < i+100 && v.word(last) != ";" && v.word(last) != "{" && v.word(last) != "" {
		last++
	}
	if v.word(last) == ";" {
		v.blankTokens(end, last-1, ast.TokenRepair, 0)
	}
}

// bitField gives a bit field without a name one, and blanks the initial value of a bit field.
func (v *View) bitField(i int) {
	if v.word(i-1) == "," && v.is(i+1, number) && v.tokens[i-1].End() < v.tokens[i].Start() {
		v.replace(v.tokens[i-1].End(), v.tokens[i].Start(), "_", ast.TokenRepair, 0)
	}
	start, next := v.tokens[i].Start(), v.tokens[i].End()
	if typeWords[v.word(i-1)] && v.is(i+1, number) && preproc.IsBlank(v.text[start-1]) && preproc.IsBlank(v.text[next]) {
		v.replace(start-1, next+1, " _:", ast.TokenRepair, 0) // the first in a list
	}
	if v.name(i-1) && v.is(i+1, number) && v.word(i+2) == "=" && v.word(i+4) == ";" {
		v.blankTokens(i+2, i+3, ast.TokenRepair, 0)
	}
}

// accessMacro turns a macro for an access specifier into public, and blanks a macro after one.
func (v *View) accessMacro(i int) {
	if !v.name(i-1) || !v.lineBreak(i) || v.is(i+1, number) {
		return
	}
	switch v.word(i - 2) {
	case "public", "protected", "private":
		v.blankTokens(i-1, i-1, ast.TokenRepair, 0)
		return
	}
	if v.atStatement(i-1) && v.tokens[i-1].End()-v.tokens[i-1].Start() >= len("public") {
		v.replace(v.tokens[i-1].Start(), v.tokens[i-1].End(), "public", ast.TokenRepair, 0)
	}
}

// functionBody turns f(...) MACRO(x), a macro for a function body that returns x, into
// f(...) {return x;}.
func (v *View) functionBody(open int) {
	i, end := open-1, v.closing(open)
	if end < 0 || !v.name(i) || !isCapital(v.word(i)) || v.scopes[i] == codeScope || v.scopes[i] == listScope || !v.endsParameters(i-1) {
		return
	}
	if _, attribute := v.attributes(v.word(i)); attribute {
		return
	}
	switch v.word(end + 1) {
	case "{", ":", "=", "->", ";":
		return
	}
	start, after := v.tokens[i].Start(), v.tokens[end].End()
	if v.tokens[i].End()-start < len("{return") || after >= len(v.text) || !preproc.IsBlank(v.text[after]) && v.text[after] != '\n' {
		return
	}
	v.replace(start, v.tokens[open].End(), "{return", ast.TokenRepair, 0)
	v.edits = append(v.edits, Edit{Start: after - 1, Text: []byte(";}"), Cause: ast.TokenRepair})
}

// memberMacro turns a macro call among the members of a class into a static assertion if its
// arguments are a condition and perhaps a message. It blanks other calls, unless their
// arguments are names: no code that runs is there.
func (v *View) memberMacro(open int) {
	i, end := open-1, v.closing(open)
	if end < 0 || !v.name(i) || !isCapital(v.word(i)) || v.scopes[i] != classScope || !v.atStatement(i) || v.word(end+1) != ";" {
		return
	}
	arguments, simple, message := 0, true, false
	v.eachArgument(open, func(first, last int) {
		arguments++
		message = first == last && v.isString(first)
		simple = simple && first == last && v.name(first)
	})
	start := v.tokens[i].Start()
	switch fits := v.tokens[i].End()-start >= len("static_assert"); {
	case simple:
	case fits && (arguments == 1 && !message || arguments == 2 && message):
		v.replace(start, v.tokens[i].End(), "static_assert", ast.TokenRepair, 0)
	default:
		v.blankTokens(i, end, ast.TokenRepair, 0)
	}
}

// namesByMacro blanks a macro near errors between the name and the arguments of a call:
// ns::min MACRO (a, b).
func (v *View) namesByMacro() {
	for i := range v.nearby() {
		if next := v.word(i + 1); !v.name(i) || !isCapital(v.word(i)) || !v.name(i-1) || next != "(" && next != "<" {
			continue
		}
		first := i - 1
		for v.word(first-1) == "::" {
			first--
			if v.name(first - 1) {
				first--
			}
		}
		if first < i-1 || v.startsOperand(first) || v.word(first-1) == "." || v.word(first-1) == "->" {
			v.blankTokens(i, i, ast.AttributeMacro, 0)
		}
	}
}
