package body

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A loop is the blocks of a natural loop and what is named in it.
type loop struct {
	Blocks map[*cfg.Block]bool
	// Written holds the names that the loop assigns or passes to calls; Released those in
	// arguments of calls that may release.
	Written, Released map[string]bool
	// Timed holds the names that only one iteration of the loop releases: the one that a
	// comparison with the counter selects.
	Timed map[string]bool
}

// analyzeLoops finds the loops by their headers.
func (f *Function) analyzeLoops() {
	f.Loops = map[*cfg.Block]*loop{}
	for _, b := range f.Graph.ReversePostorder() {
		for _, e := range b.Succs {
			if e.Back {
				f.addLoop(e.To, b)
			}
		}
	}
	for header, l := range f.Loops {
		for b := range l.Blocks {
			for _, id := range b.Ops {
				f.noteWrites(l, f.Code.Op(id))
			}
		}
		if header.Condition.Is(ast.ForRangeLoop) && len(l.Released) > 0 {
			note(l.Released, header.Condition.Child(ast.FieldRight))
		}
	}
}

func (f *Function) addLoop(header, tail *cfg.Block) {
	l := f.Loops[header]
	if l == nil {
		l = &loop{Blocks: map[*cfg.Block]bool{header: true}, Written: map[string]bool{}, Released: map[string]bool{}, Timed: map[string]bool{}}
		f.Loops[header] = l
	}
	for work := []*cfg.Block{tail}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if l.Blocks[b] {
			continue
		}
		l.Blocks[b] = true
		for _, e := range b.Preds {
			work = append(work, e.From)
		}
	}
}

// noteWrites adds the names that an operation writes, or passes to a call that may release their
// values.
func (f *Function) noteWrites(l *loop, o *ir.Op) {
	switch o.Code {
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget, ir.OpAddress, ir.OpBind:
		f.Names(l.Written, o.A)
		return
	case ir.OpVar:
		l.Written[o.X.Name] = true
		return
	case ir.OpCall, ir.OpExternal:
	default:
		return
	}
	if !f.Unit.mayRelease(f.Callee(o)) {
		return
	}
	for v := range o.Operands {
		f.Names(l.Released, v)
		if picked(o.Node) {
			f.Names(l.Timed, v)
		}
	}
}

// picked reports whether a call stands under a condition that compares the counter
// of the loop around it for equality.
func picked(call ast.Node) bool {
	call = call.Origin()
	loop := call.Enclosing(ast.ForStatement)
	counter := DeclaratorName(loop.Child(ast.FieldInitializer)).Text()
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

// DeclaratorName returns the name in a declarator.
func DeclaratorName(n ast.Node) ast.Node {
	for d := range n.Descendants() {
		if d.Is(ast.Identifier) {
			return d
		}
	}
	return ast.Node{}
}

// ReleasedBy reports whether a loop releases the handle in one of its iterations.
func (f *Function) ReleasedBy(l *loop, st *state.State) bool {
	for _, p := range st.Places {
		if l.Timed[f.FirstName(p)] {
			return true
		}
		// An element by its index.
		if (p[0] == '?' || strings.Contains(p, "[")) && slices.ContainsFunc(f.NamesIn(p), func(name string) bool { return l.Released[name] }) {
			return true
		}
		for k, target := range st.Points { // for (auto* t : {&a, &b}), for (t = all; t != all + n; t++)
			if _, inside := state.Covers(target.To, p); inside && l.Released[f.FirstName(k)] && (target.Array || strings.Contains(k, "[")) {
				return true
			}
		}
	}
	return false
}
