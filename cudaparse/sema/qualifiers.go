package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// macroQualifiers returns the qualifiers in the expansions of the macros among the words of
// a declaration: `#define KERNEL __global__ static`. The tree does not have such macros, as
// the parser leaves them out.
func (u *Unit) macroQualifiers(n ast.Node, words *decl.DeclarationWords) (q ast.Qualifiers) {
	if u == nil || u.macros == nil {
		return 0
	}
	of := func(word string) {
		if m := u.MacroAt(word, n); m != nil && !m.FunctionLike {
			q |= u.qualifiersOf(m, n)
		}
	}
	for _, word := range words.Before {
		if !u.macros.Known(word) {
			break
		}
		of(word)
	}
	for _, word := range words.Inside {
		if u.macros.Known(word) {
			of(word)
		}
	}
	return q
}

// qualifiersOf returns the qualifiers in what a macro without parameters expands to at a
// node. Most have no other macros in their text.
func (u *Unit) qualifiersOf(m *Macro, n ast.Node) (q ast.Qualifiers) {
	for _, t := range m.Tokens() {
		if t.Is("##") || t.Kind == preproc.Word && u.macros.Known(t.Text) {
			full, _ := u.expandText(m.Body, n)
			return qualifiersIn(full)
		}
		q |= ast.QualifierOf(t.Text)
	}
	return q
}
