package decl

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A nodeCache caches values for some nodes of one file. All translation units that include the
// file share it. After close it is safe for concurrent use.
type nodeCache[T any] struct {
	nodes  []uint32 // their indexes, in order
	values []atomic.Pointer[T]
}

// add adds a node that can have a value. Nodes are added in source order.
func (s *nodeCache[T]) add(n ast.Node) { s.nodes = append(s.nodes, uint32(n.Index())) }

// close ends the adding of nodes.
func (s *nodeCache[T]) close() {
	s.nodes = slices.Clip(s.nodes)
	s.values = make([]atomic.Pointer[T], len(s.nodes))
}

// get returns the value of a node, which it computes on first use. It computes the value of a
// node that was not added each time.
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

// fileDeclarations caches what the declarations of a file say. The values must not be changed.
type fileDeclarations struct {
	functions nodeCache[Prototype]    // by declarator
	templates nodeCache[TemplateHead] // by template_declaration
	classes   nodeCache[[]Member]     // by class specifier
	summaries nodeCache[ClassSummary] // by class specifier
	names     sync.Map                // names of template parameters -> *paramNames
}

type declarationsKey struct{}

// declarationsIn returns the cache for the file of a node.
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
			w.summaries.add(n)
		}
	}
	w.functions.close()
	w.templates.close()
	w.classes.close()
	w.summaries.close()
	return w
}
