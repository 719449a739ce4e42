package migrate

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A macro is one #define of a file of the program.
type macro struct {
	name   string
	params []string
	unit   *sema.Unit
	file   *ast.File
	node   ast.Node
	view   *view // of its text
}

// findMacros reads the macros of all files, in whatever arm of conditional
// compilation they are defined.
func (p *program) findMacros() {
	p.macros = map[string][]*macro{}
	seen := map[place]bool{}
	for _, u := range p.units {
		for _, f := range u.Files {
			for i := range f.Len() {
				n := f.At(i)
				if !n.Is(ast.PreprocDef, ast.PreprocFunctionDef) || seen[placeOf(f, n.Span().Start)] {
					continue
				}
				seen[placeOf(f, n.Span().Start)] = true
				m := &macro{name: n.Child(ast.FieldName).Text(), unit: u, file: f, node: n}
				for a := range n.Child(ast.FieldParameters).Children() {
					m.params = append(m.params, a.Text())
				}
				value := n.Child(ast.FieldValue)
				m.view = newView(f.Source.Text, value.Span().Start, value.Span().End, false)
				if value.Valid() {
					p.macros[m.name] = append(p.macros[m.name], m)
				}
			}
		}
	}
}

// allMacros returns the macros in a fixed order.
func (p *program) allMacros() []*macro {
	var names []string
	for n := range p.macros {
		names = append(names, n)
	}
	slices.Sort(names)
	var out []*macro
	for _, n := range names {
		out = append(out, p.macros[n]...)
	}
	return out
}
