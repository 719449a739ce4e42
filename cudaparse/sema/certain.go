package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// Bounds of one certainty.
const (
	maxCertainNames = 5000
	maxCertainDepth = 60
	maxCertainText  = 4000 // bytes of one declaration
)

// A certainty answers whether declarations depend on undecided macros: macros that are defined in
// an arm of conditional compilation that may or may not be compiled. It looks at all names in a
// declaration's text, and at the declarations of these names, in any scope.
type certainty struct {
	u     *Unit
	known map[string]bool // whether a name depends on no undecided macro; true while that is being found out
}

// certain reports whether the declaration of a name depends on no undecided macro.
func (s *certainty) certain(name ast.Node) bool {
	n := name.Origin()
	if n.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration) {
		return s.text(n, 0)
	}
	n = n.Enclosing(ast.Declaration, ast.FieldDeclaration, ast.ParameterDeclaration, ast.OptionalParameterDeclaration)
	return !n.Valid() || s.text(n, 0)
}

// text looks at the start of a node's text only: the methods of a class and the elements of a
// table come late in it.
func (s *certainty) text(n ast.Node, depth int) bool {
	text := n.Text()
	return s.names(text[:min(len(text), maxCertainText)], depth)
}

func (s *certainty) names(text string, depth int) bool {
	for _, t := range preproc.Spell(text) {
		if t.Kind == preproc.Word && !s.name(t.Text, depth) {
			return false
		}
	}
	return true
}

func (s *certainty) name(name string, depth int) bool {
	if is, known := s.known[name]; known {
		return is
	}
	if depth > maxCertainDepth || len(s.known) > maxCertainNames {
		return false
	}
	s.known[name] = true
	s.known[name] = s.macro(name, depth+1) && s.meaning(name, depth+1)
	return s.known[name]
}

func (s *certainty) macro(name string, depth int) bool {
	for _, ev := range s.u.Macros.Table().Events(name) {
		if m := ev.Macro; m != nil && (ev.Unsure || !s.names(m.Body, depth)) {
			return false
		}
	}
	return true
}

// meaning looks at the declarations of constants and types with a name.
func (s *certainty) meaning(name string, depth int) bool {
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

// Certain reports whether the declaration of a name depends on no undecided macro: one whose
// definition depends on macros that no source in sight defines.
func (u *Unit) Certain(name ast.Node) bool {
	s := &certainty{u: u, known: map[string]bool{}}
	return s.certain(name)
}
