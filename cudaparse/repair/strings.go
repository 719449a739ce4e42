package repair

import "github.com/cudalint/cudalint/cudaparse/ast"

// stringMacros turns a macro next to a string literal, with or without
// arguments, into an empty string literal.
func (v *View) stringMacros() {
	for i := range v.tokens {
		if !v.name(i) || v.glued(i) {
			continue
		}
		last := v.withArguments(i)
		if v.isString(i-1) || v.isString(last+1) && !v.atStatement(i) && (last == i || isCapital(v.word(i))) {
			v.emptyString(i, last)
		}
	}
}

// gluedStrings blanks a word near errors that directly follows a literal: a macro, or the
// suffix of a user-defined literal.
func (v *View) gluedStrings() {
	for i := range v.nearby() {
		if v.is(i, word) && v.glued(i) {
			v.blankTokens(i, v.withArguments(i), ast.StringRepair, 0)
		}
	}
}

// emptyString replaces tokens first to last by "".
func (v *View) emptyString(first, last int) {
	v.replace(v.tokens[first].Start(), v.tokens[last].End(), `""`, ast.StringRepair, 0)
}

// withArguments returns the last token of the macro invocation that begins at token i.
func (v *View) withArguments(i int) int {
	if v.word(i+1) == "(" && v.closing(i+1) > 0 {
		return v.closing(i + 1)
	}
	return i
}

// isString reports whether token i is a string literal.
func (v *View) isString(i int) bool {
	return v.is(i, text) && v.text[v.tokens[i].End()-1] == '"'
}

// glued reports whether token i directly follows a string literal.
func (v *View) glued(i int) bool {
	return v.isString(i-1) && v.tokens[i-1].End() == v.tokens[i].Start()
}
