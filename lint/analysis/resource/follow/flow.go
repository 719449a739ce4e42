package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// leave follows the edges out of a block.
func (a *Analysis) leave(r *blockRun, st *state.State) {
	b := r.at.Block
	for _, e := range b.Succs {
		if e.Kind == cfg.Throw && !e.Label.Valid() {
			continue // see raise
		}
		if e.Kind == cfg.Throw && e.To == a.Function.Graph.Exit && caught(a.Function, b, e) {
			continue
		}
		if a.work(4 + 2*st.Size()) {
			return
		}
		for _, s := range a.taken(b, e, st.Clone()) {
			if !r.dropUnneeded(s, len(b.Ops)) {
				continue
			}
			if a.releasedByLoop(e, s) {
				a.Plan.lose(r.at, b.Condition)
				continue
			}
			a.Plan.onEdge(r.at, e, s)
			a.follow(r.at, e, s)
		}
	}
}

// follow takes an edge: to another block, or to the end of the function.
func (a *Analysis) follow(p *Point, e *cfg.Edge, st *state.State) {
	if e.To == a.Function.Graph.Exit {
		if e.Kind != cfg.Terminate {
			a.Exits = append(a.Exits, Exit{e.Kind, e.Label, p, st})
		}
		return
	}
	if e.Back {
		if l := a.Function.Loops[e.To]; l != nil && st.Status == state.Released {
			for _, place := range st.Places {
				if l.Timed[a.Function.FirstName(place)] {
					a.Plan.lose(p, ast.Node{})
					return // the one iteration that releases is the last that uses
				}
			}
		}
		forgetCondition(a.Function, e.To, st)
		if nextOfMacro(e.To, st); st.Status == state.Ignored {
			a.Plan.lose(p, ast.Node{})
			return
		}
	}
	a.enter(e.To, st, p, e)
}

// caught reports whether a handler around a throw catches what it throws. It compares the spelling
// only: a handler of a number does not catch an exception of a class, and the other way round.
func caught(f *body.Function, b *cfg.Block, thrown *cfg.Edge) bool {
	value := thrown.Label.FirstChild()
	for _, e := range b.Succs {
		if e.Kind != cfg.Throw || e.Label != thrown.Label || e.To == thrown.To || !e.To.Handler.Valid() {
			continue
		}
		handler := e.To.Handler.Child(ast.FieldParameters).FirstChild().Child(ast.FieldType)
		simple := handler.Is(ast.PrimitiveType, ast.SizedTypeSpecifier)
		number := value.Is(ast.NumberLiteral, ast.CharLiteral, ast.True, ast.False)
		if t := typeThrown(f, b); t != nil && t.Object().Arithmetic() {
			number = true
		}
		if !value.Valid() || simple == number && (simple || !value.Is(ast.StringLiteral)) {
			return true
		}
	}
	return false
}

// typeThrown returns the type of what a block throws at its end, nil where it is not known.
func typeThrown(f *body.Function, b *cfg.Block) *sema.Type {
	if len(b.Ops) == 0 {
		return nil
	}
	return f.Code.Op(f.Code.Op(b.Ops[len(b.Ops)-1]).A).Type
}

// raise follows the paths on which a call has thrown.
func (a *Analysis) raise(r *blockRun) {
	for _, t := range r.thrown {
		caught := false
		for _, e := range r.at.Block.Succs {
			if e.Kind == cfg.Throw && !e.Label.Valid() {
				caught = true
				s := t.state.Clone()
				if r.dropUnneeded(s, len(r.at.Block.Ops)) {
					a.follow(r.at, e, s)
				}
			}
		}
		if !caught {
			a.Exits = append(a.Exits, Exit{cfg.Throw, changing(a.Function, t.by), r.at, t.state})
		}
	}
}
