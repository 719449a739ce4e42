package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
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
		for b := range l.blocks {
			for _, id := range b.Ops {
				f.noteWrites(l, f.code.Op(id))
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

// noteWrites notes the names that an operation writes or hands to a call that may
// release what they hold.
func (f *function) noteWrites(l *loop, o *ir.Op) {
	switch o.Code {
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget, ir.OpAddress, ir.OpBind:
		f.names(l.written, o.A)
		return
	case ir.OpVar:
		l.written[o.X.Name] = true
		return
	case ir.OpCall, ir.OpExternal:
	default:
		return
	}
	if !f.unit.mayRelease(f.callee(o)) {
		return
	}
	for v := range o.Operands {
		f.names(l.released, v)
		if picked(o.Node) {
			f.names(l.timed, v)
		}
	}
}

// picked reports whether a call stands under a condition that compares the counter
// of the loop around it for equality.
func picked(call ast.Node) bool {
	call = call.Origin()
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

// note adds the names under a node to a set.
func note(set map[string]bool, top ast.Node) {
	for n := range top.Descendants() {
		if n.Is(ast.Identifier, ast.FieldIdentifier) {
			set[n.Text()] = true
		}
	}
}

// declaratorName returns the name in a declarator.
func declaratorName(n ast.Node) ast.Node {
	for d := range n.Descendants() {
		if d.Is(ast.Identifier) {
			return d
		}
	}
	return ast.Node{}
}
