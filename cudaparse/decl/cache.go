package decl

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A shelf is a cache of values for nodes of one file. get computes a value on first use.
// The shelf belongs to the file, so all translation units that include it share the values.
// After close it is safe for concurrent use.
type nodeCache[T any] struct {
	nodes  []uint32 // their indexes, in order
	values []atomic.Pointer[T]
}

// add declares a node that values will be kept for. Nodes are added in source order.
func (s *nodeCache[T]) add(n ast.Node) { s.nodes = append(s.nodes, uint32(n.Index())) }

// close ends the adding of nodes.
func (s *nodeCache[T]) close() {
	s.nodes = slices.Clip(s.nodes)
	s.values = make([]atomic.Pointer[T], len(s.nodes))
}

// get returns the value for a node, computing it on first use. For a node that was not
// added the value is computed each time.
func (s *nodeCache[T]) get(n ast.Node, make func(ast.Node) *T) *T {
	i, found := slices.BinarySearch(s.nodes, uint32(n.Index()))
	if !found {
		return make(n)
	}
	if t := s.values[i].Load(); t != nil {
		return t
	}
	s.values[i].CompareAndSwap(nil, make(n))
	return s.values[i].Load()
}

// written caches what the declarations of a file say, for all translation units that
// include it. The values depend on the syntax tree of the file only and must not be
// changed.
type fileDeclarations struct {
	functions nodeCache[Prototype]    // by declarator
	templates nodeCache[TemplateHead] // by template_declaration
	classes   nodeCache[[]Member]     // by class specifier
	sketches  nodeCache[ClassSummary] // by class specifier
	names     sync.Map                // names of template parameters -> *paramNames
}

type declarationsKey struct{}

// writtenIn returns the cache for the file of a node.
func declarationsIn(n ast.Node) *fileDeclarations {
	return ast.Derive(n.File(), declarationsKey{}, newFileDeclarations)
}

func newFileDeclarations(file *ast.File) *fileDeclarations {
	w := &fileDeclarations{}
	for i := range file.Len() {
		switch n := file.At(i); n.Kind() {
		case ast.FunctionDeclarator, ast.OperatorCast:
			w.functions.add(n)
		case ast.TemplateDeclaration:
			w.templates.add(n)
		case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier:
			w.classes.add(n)
			w.sketches.add(n)
		}
	}
	w.functions.close()
	w.templates.close()
	w.classes.close()
	w.sketches.close()
	return w
}
