package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// loopStores are what a loop does besides an access.
type loopStores struct {
	any    bool  // it stores through something that may be what is read
	params []int // the parameters without __restrict__ it stores through
	// changed are the names that it declares or assigns to.
	changed map[string]bool
	// before are the names that are declared before it.
	before map[string]bool
}

// storesIn returns what a loop stores to, and which names it changes.
func (e *Effects) storesIn(loop ast.Node) *loopStores {
	if s := e.loops[loop]; s != nil {
		return s
	}
	s := &loopStores{changed: map[string]bool{}}
	for _, a := range e.Accesses {
		if a.Kind == Load || a.Loop != loop {
			continue
		}
		s.any = true
		for _, p := range a.Params {
			if !slices.Contains(s.params, p) && (!e.Params[p].Restrict || a.NotInlined) {
				s.params = append(s.params, p)
			}
		}
	}
	if s.any {
		s.before = e.before(loop)
		for n := range loop.Descendants() {
			switch n.Kind() {
			case ast.AssignmentExpression:
				s.change(n.Child(ast.FieldLeft))
			case ast.UpdateExpression:
				s.change(n.Child(ast.FieldArgument))
			case ast.PointerExpression:
				if n.Op() == ast.And {
					s.change(n.Child(ast.FieldArgument))
				}
			case ast.Declaration:
				for d := range n.ChildrenWith(ast.FieldDeclarator) {
					s.change(nameOf(d))
				}
			case ast.ForRangeLoop:
				for d := range n.ChildrenWith(ast.FieldDeclarator) {
					s.change(nameOf(d))
				}
			}
		}
	}
	if e.loops == nil {
		e.loops = map[ast.Node]*loopStores{}
	}
	e.loops[loop] = s
	return s
}

// change notes the name at the root of what is written.
func (s *loopStores) change(n ast.Node) {
	for range 50 {
		switch n.Kind() {
		case ast.Identifier:
			s.changed[n.Text()] = true
			return
		case ast.SubscriptExpression, ast.FieldExpression, ast.PointerExpression:
			n = n.Child(ast.FieldArgument)
		case ast.ParenthesizedExpression:
			n = n.FirstChild()
		default:
			return
		}
	}
}

// repeats reports whether a load in a loop reads the same address in every round:
// nothing it is written with changes in the loop.
func (s *loopStores) repeats(a Access, e *Effects) bool {
	if a.In != e.Function || !a.Loop.Valid() || a.Node.File() != a.Loop.File() || a.Node.Index() < a.Loop.Index() || a.Node.Index() >= a.Loop.End() {
		return false
	}
	for d := range a.Node.Descendants() {
		if d == a.Node {
			continue
		}
		switch d.Kind() {
		case ast.CallExpression, ast.UpdateExpression, ast.AssignmentExpression:
			return false
		case ast.SubscriptExpression, ast.PointerExpression:
			return false // an index that is loaded may have changed
		case ast.Identifier:
			if name := d.Text(); s.changed[name] || !indexes[name] && !s.before[name] {
				return false
			}
		}
	}
	return !a.Node.Is(ast.CallExpression, ast.Identifier)
}

// indexes are the variables of a thread that never change.
var indexes = map[string]bool{"threadIdx": true, "blockIdx": true, "blockDim": true, "gridDim": true}

// before returns the names of the parameters, and of the locals that are declared
// before a loop: others may come from the macro that heads the loop.
func (e *Effects) before(loop ast.Node) map[string]bool {
	out := map[string]bool{}
	for _, p := range e.Function.Params {
		out[p.Name] = true
	}
	for n := range e.Function.Body.Descendants() {
		if n.Index() >= loop.Index() {
			break
		}
		if n.Kind() != ast.Declaration {
			continue
		}
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			out[nameOf(d).Text()] = true
		}
	}
	return out
}
