package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// macroQualifiers returns the qualifiers that macros written before a declarator
// stand for: `#define KERNEL __global__ static`. The parser leaves such macros
// out of the tree, so they are read from the text, from a little before the
// declaration on.
func (u *Unit) macroQualifiers(n, declarator ast.Node) ast.Qualifiers {
	if u == nil || u.macros == nil {
		return 0
	}
	text := n.File().Source.Text
	start, end := n.Span().Start, declarator.Span().Start
	if end > len(text) || end-start > 1000 {
		return 0
	}
	start -= len(u.macrosBefore(n))
	var q ast.Qualifiers
	for i := start; i < end; {
		j := i
		for j < end && isIdentRune(rune(text[j])) {
			j++
		}
		if j == i {
			i++
			continue
		}
		if u.macros.Known(string(text[i:j])) {
			if m := u.MacroAt(string(text[i:j]), n); m != nil && !m.FunctionLike {
				q |= u.qualifiersOf(m, n)
			}
		}
		i = j
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

// macrosBefore returns the text before a node as far back as it is words that are macros,
// on the lines before, too; a few at most.
func (u *Unit) macrosBefore(n ast.Node) []byte {
	text := n.File().Source.Text
	start, end := n.Span().Start, n.Span().Start
	for range 4 {
		i := start
		for i > 0 && (text[i-1] == ' ' || text[i-1] == '\t' || text[i-1] == '\n' || text[i-1] == '\r') {
			i--
		}
		j := i
		for j > 0 && isIdentRune(rune(text[j-1])) {
			j--
		}
		if j == i || !u.macros.Known(string(text[j:i])) {
			break
		}
		start = j
	}
	return text[start:end]
}
