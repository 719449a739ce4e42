package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
)

// A loop is the blocks of a natural loop and what is named in it.
type loop struct {
	blocks map[*cfg.Block]bool
	// written are names that the loop assigns or hands out; released those in
	// arguments of calls that may release.
	written, released map[string]bool
	// timed are names that are released in one iteration of the loop, which a
	// comparison with a counter picks.
	timed map[string]bool
}

// analyzeLoops finds the loops by their headers.
func (f *function) analyzeLoops() {
	f.loops = map[*cfg.Block]*loop{}
	for _, b := range f.graph.ReversePostorder() {
		for _, e := range b.Succs {
			if e.Back {
				f.addLoop(e.To, b)
			}
		}
	}
	for header, l := range f.loops {
		if header.Condition.Is(ast.ForRangeLoop) {
			note(l.written, header.Condition.Child(ast.FieldDeclarator))
		}
		for b := range l.blocks {
			for _, n := range b.Nodes {
				if n.Is(ast.ForRangeLoop, ast.CatchClause) {
					continue
				}
				f.noteWrites(l, n)
			}
		}
		if header.Condition.Is(ast.ForRangeLoop) && len(l.released) > 0 {
			note(l.released, header.Condition.Child(ast.FieldRight))
		}
	}
}

func (f *function) addLoop(header, tail *cfg.Block) {
	l := f.loops[header]
	if l == nil {
		l = &loop{blocks: map[*cfg.Block]bool{header: true}, written: map[string]bool{}, released: map[string]bool{}, timed: map[string]bool{}}
		f.loops[header] = l
	}
	for work := []*cfg.Block{tail}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if l.blocks[b] {
			continue
		}
		l.blocks[b] = true
		for _, e := range b.Preds {
			work = append(work, e.From)
		}
	}
}

// noteWrites notes the names that a node writes or hands to a call that may
// release what they hold.
func (f *function) noteWrites(l *loop, top ast.Node) {
	for n := range top.Descendants() {
		switch n.Kind() {
		case ast.AssignmentExpression:
			note(l.written, n.Child(ast.FieldLeft))
		case ast.UpdateExpression:
			note(l.written, n)
		case ast.Declaration:
			for c := range n.ChildrenWith(ast.FieldDeclarator) {
				if c.Is(ast.InitDeclarator) {
					c = c.Child(ast.FieldDeclarator)
				}
				note(l.written, c)
			}
		case ast.PointerExpression:
			if n.Op() == ast.And {
				note(l.written, n)
			}
		case ast.CallExpression:
			if x, ok := f.unit.expand(n); ok {
				f.noteWrites(l, x)
			} else if name := calleeName(n); !n.ChildOf(ast.KernelCallSyntax).Valid() && f.unit.mayRelease(name) {
				noteArguments(l.released, n)
				if picked(n) {
					noteArguments(l.timed, n)
				}
			}
		}
	}
}

// picked reports whether a call stands under a condition that compares the counter
// of the loop around it for equality.
func picked(call ast.Node) bool {
	loop := call.Enclosing(ast.ForStatement)
	counter := declaratorName(loop.Child(ast.FieldInitializer)).Text()
	if counter == "" {
		return false
	}
	for n := call.Enclosing(ast.IfStatement, ast.ForStatement); n.Is(ast.IfStatement); n = n.Enclosing(ast.IfStatement, ast.ForStatement) {
		for c := range n.Child(ast.FieldCondition).Descendants() {
			if !c.Is(ast.BinaryExpression) || c.Op() != ast.Equal {
				continue
			}
			for m := range c.Descendants() {
				if m.Is(ast.Identifier) && m.Text() == counter {
					return true
				}
			}
		}
	}
	return false
}

// noteArguments adds the names that a call is given, not those that calls among
// its arguments are.
func noteArguments(set map[string]bool, call ast.Node) {
	end := 0
	for n := range call.Descendants() {
		switch {
		case n.Index() < end:
		case n.Is(ast.CallExpression) && n != call:
			end = n.End()
		case n.Is(ast.Identifier, ast.FieldIdentifier):
			set[n.Text()] = true
		}
	}
}

// note adds the names under a node to a set.
func note(set map[string]bool, top ast.Node) {
	for n := range top.Descendants() {
		if n.Is(ast.Identifier, ast.FieldIdentifier) {
			set[n.Text()] = true
		}
	}
}
