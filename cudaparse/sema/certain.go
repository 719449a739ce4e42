package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// Bounds of what a settler looks at in one unit.
const (
	maxSettledNames = 5000
	maxSettledDepth = 60
	maxSettledText  = 4000 // bytes of one declaration
)

// A settler tells whether declarations rest on macros that could be otherwise:
// those defined in an arm of conditional compilation that is not decided. All
// names in a declaration's text count, and those in the text of what they mean in
// turn, in whatever scope they are declared.
type settler struct {
	u    *Unit
	seen map[string]bool // whether a name is settled; true while that is being found out
}

// declaration reports whether the declaration of a name is settled.
func (s *settler) declaration(name ast.Node) bool {
	n := name.Origin()
	if n.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration) {
		return s.text(n, 0)
	}
	n = n.Enclosing(ast.Declaration, ast.FieldDeclaration, ast.ParameterDeclaration, ast.OptionalParameterDeclaration)
	return !n.Valid() || s.text(n, 0)
}

// text looks at the start of a node's text: the methods of a class come after its
// name, the elements of a table after its type.
func (s *settler) text(n ast.Node, depth int) bool {
	text := n.Text()
	return s.names(text[:min(len(text), maxSettledText)], depth)
}

func (s *settler) names(text string, depth int) bool {
	for _, t := range preproc.Spell(text) {
		if t.Kind == preproc.Word && !s.name(t.Text, depth) {
			return false
		}
	}
	return true
}

func (s *settler) name(name string, depth int) bool {
	if settled, known := s.seen[name]; known {
		return settled
	}
	if depth > maxSettledDepth || len(s.seen) > maxSettledNames {
		return false
	}
	s.seen[name] = true
	s.seen[name] = s.macro(name, depth+1) && s.meaning(name, depth+1)
	return s.seen[name]
}

func (s *settler) macro(name string, depth int) bool {
	for _, ev := range s.u.macros.Events(name) {
		if m := ev.Macro; m != nil && (ev.Unsure || !s.names(m.Body, depth)) {
			return false
		}
	}
	return true
}

// meaning looks at the values of constants and at the declarations of types.
func (s *settler) meaning(name string, depth int) bool {
	for _, sp := range s.u.spaces {
		if v := sp.variables[name]; v != nil && (!v.certain || v.Init.Valid() && !s.text(v.Init, depth)) {
			return false
		}
		if d := sp.types[name]; d != nil && (d.unsure || !s.text(d.node, depth)) {
			return false
		}
		if en := sp.enumerators[name]; en != nil && !s.text(en.decl.node, depth) {
			return false
		}
	}
	return true
}

// Settled reports whether what the declaration of a name says rests on no macro
// that could be otherwise: one defined, or not, as macros out of sight have it.
func (u *Unit) Settled(name ast.Node) bool {
	s := &settler{u: u, seen: map[string]bool{}}
	return s.declaration(name)
}
