package sema

import (
	"slices"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A shelf keeps something for each of some nodes of one file: made when it is first asked
// for, and kept as long as the file, for all units that have the file. It is safe for
// concurrent use once it is closed.
type shelf[T any] struct {
	nodes []uint32 // their indexes, in order
	made  []atomic.Pointer[T]
}

// add makes room for a node of the file, after those before it.
func (s *shelf[T]) add(n ast.Node) { s.nodes = append(s.nodes, uint32(n.Index())) }

// close ends add.
func (s *shelf[T]) close() {
	s.nodes = slices.Clip(s.nodes)
	s.made = make([]atomic.Pointer[T], len(s.nodes))
}

// get returns what is kept for a node, which it makes if it is the first to ask. Nothing is
// kept for nodes that it has no room for.
func (s *shelf[T]) get(n ast.Node, make func(ast.Node) *T) *T {
	i, found := slices.BinarySearch(s.nodes, uint32(n.Index()))
	if !found {
		return make(n)
	}
	if t := s.made[i].Load(); t != nil {
		return t
	}
	s.made[i].CompareAndSwap(nil, make(n))
	return s.made[i].Load()
}

// written is what is read once of the declarations that a file spells, for all units. It
// depends on nothing but the tree of the file, and must not be changed.
type written struct {
	functions shelf[prototype]       // by declarator
	templates shelf[[]TemplateParam] // by template_declaration
	classes   shelf[[]memberItem]    // by class specifier
}

type writtenKey struct{}

// writtenIn returns what is read of the declarations in the file of a node.
func writtenIn(n ast.Node) *written { return ast.Derive(n.File(), writtenKey{}, newWritten) }

func newWritten(file *ast.File) *written {
	w := &written{}
	for i := range file.Len() {
		switch n := file.At(i); n.Kind() {
		case ast.FunctionDeclarator, ast.OperatorCast:
			w.functions.add(n)
		case ast.TemplateDeclaration:
			w.templates.add(n)
		case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier:
			w.classes.add(n)
		}
	}
	w.functions.close()
	w.templates.close()
	w.classes.close()
	return w
}
