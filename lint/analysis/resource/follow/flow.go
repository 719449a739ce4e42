package follow

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// leave follows the edges out of a block.
func (a *Analysis) leave(p *Point, st *state.State) {
	b := p.Block
	for _, e := range b.Succs {
		if e.Kind == cfg.Throw && !e.Label.Valid() {
			continue // see raise
		}
		if e.Kind == cfg.Throw && e.To == a.Function.Graph.Exit && a.caught(b, e) {
			continue
		}
		if a.work(4 + 2*st.Size()) {
			return
		}
		for _, s := range a.taken(b, e, st.Clone()) {
			if !a.dropUnneeded(s, b, len(b.Ops)) {
				continue
			}
			if a.releasedByLoop(e, s) {
				a.losePath(b.Condition)
				continue
			}
			a.plannedEdge(e, s)
			a.follow(p, e, s)
		}
	}
}

// taken returns the states in which an edge is taken.
func (a *Analysis) taken(b *cfg.Block, e *cfg.Edge, st *state.State) []*state.State {
	switch {
	case e.Kind == cfg.Arm:
		return a.arm(b.Condition, e, st)
	case b.Test != 0 && (e.Kind == cfg.True || e.Kind == cfg.False):
		return a.joinStates(a.assume(b.Test, st, e.Kind == cfg.True))
	case b.Test != 0 && (e.Kind == cfg.Case || e.Kind == cfg.Default || e.Kind == cfg.NoCase):
		return a.choose(b, e, st)
	case e.Yields != 0:
		return a.yield(e, st)
	}
	return []*state.State{st}
}

// yield sets the value of &&, || or ?: where one of its operands ends.
func (a *Analysis) yield(e *cfg.Edge, st *state.State) []*state.State {
	o := a.Op(e.Yields)
	switch {
	case o.Code == ir.OpLogical && e.Value == o.A: // which has decided
		st.Values[e.Yields] = state.Constant(state.One)
		if o.Operator == ast.LogicalAnd {
			st.Values[e.Yields] = state.Constant(state.Zero)
		}
	case o.Code == ir.OpLogical || a.Function.Values.Deciding[e.Value]:
		return a.outcomes(e.Yields, e.Value, st)
	default:
		if v := a.value(st, e.Value); v != (state.Value{}) {
			st.Values[e.Yields] = v
		}
	}
	return []*state.State{st}
}

func (a *Analysis) follow(p *Point, e *cfg.Edge, st *state.State) {
	if e.To == a.Function.Graph.Exit {
		if e.Kind != cfg.Terminate {
			a.Exits = append(a.Exits, Exit{e.Kind, e.Label, p, st})
		}
		return
	}
	if e.Back {
		if l := a.Function.Loops[e.To]; l != nil && st.Status == state.Released {
			for _, p := range st.Places {
				if l.Timed[a.Function.FirstName(p)] {
					a.losePath(ast.Node{})
					return // the one iteration that releases is the last that uses
				}
			}
		}
		a.forgetCondition(e.To, st)
		if a.nextOfMacro(e.To, st); st.Status == state.Ignored {
			a.losePath(ast.Node{})
			return
		}
	}
	a.enter(e.To, st, p, e)
}

// caught reports whether a handler around a throw catches what it throws. It compares the spelling
// only: a handler of a number does not catch an exception of a class, and the other way round.
func (a *Analysis) caught(b *cfg.Block, thrown *cfg.Edge) bool {
	value := thrown.Label.FirstChild()
	for _, e := range b.Succs {
		if e.Kind != cfg.Throw || e.Label != thrown.Label || e.To == thrown.To || !e.To.Handler.Valid() {
			continue
		}
		handler := e.To.Handler.Child(ast.FieldParameters).FirstChild().Child(ast.FieldType)
		simple := handler.Is(ast.PrimitiveType, ast.SizedTypeSpecifier)
		number := value.Is(ast.NumberLiteral, ast.CharLiteral, ast.True, ast.False)
		if t := a.typeThrown(b); t != nil && t.Object().Arithmetic() {
			number = true
		}
		if !value.Valid() || simple == number && (simple || !value.Is(ast.StringLiteral)) {
			return true
		}
	}
	return false
}

// typeThrown returns the type of what a block throws at its end, nil where it is not known.
func (a *Analysis) typeThrown(b *cfg.Block) *sema.Type {
	if len(b.Ops) == 0 {
		return nil
	}
	return a.Op(a.Op(b.Ops[len(b.Ops)-1]).A).Type
}

// nextOfMacro begins the next iteration of a loop whose head is a macro. The loop's counter is
// among the arguments of the macro.
func (a *Analysis) nextOfMacro(header *cfg.Block, st *state.State) {
	loop := header.Condition.Enclosing(ast.WhileStatement)
	if !loop.Valid() || strings.HasPrefix(loop.Text(), "while") {
		return
	}
	for n := range loop.Child(ast.FieldCondition).Descendants() {
		if !n.Is(ast.Identifier) {
			continue
		}
		place := "g:" + n.Text() + "'"
		st.VariableChanged(place)
		for _, p := range st.Places {
			if state.Root(p) == place {
				st.Ignore()
				return
			}
		}
	}
}

// forgetCondition drops the facts about a loop's condition before the next iteration, if nothing
// in sight changes the condition in the loop. Something must change it, or the loop would not end.
func (a *Analysis) forgetCondition(header *cfg.Block, st *state.State) {
	l := a.Function.Loops[header]
	if l == nil || header.Test == 0 || header.Condition.Is(ast.ForRangeLoop) {
		return
	}
	names := map[string]bool{}
	a.Function.Names(names, header.Test)
	for name := range names {
		if l.Written[name] {
			return
		}
	}
	for k := range st.Facts {
		for _, name := range a.Function.NamesIn(k) {
			if names[name] {
				delete(st.Facts, k)
				break
			}
		}
	}
}

// releasedByLoop assumes that a loop that releases elements releases all of them, because the
// number of its iterations is unknown.
func (a *Analysis) releasedByLoop(e *cfg.Edge, st *state.State) bool {
	if st.Status != state.Live || e.Kind != cfg.True && e.Kind != cfg.False {
		return false
	}
	for header, l := range a.Function.Loops {
		if len(l.Released) == 0 || !l.Blocks[e.From] || l.Blocks[e.To] || header != e.From && !header.Condition.Is(ast.ForRangeLoop) && !l.Blocks[header] {
			continue
		}
		for _, p := range st.Places {
			if l.Timed[a.Function.FirstName(p)] {
				a.consumed = true
				a.EndedIn[e.From] = true
				return true
			}
		}
		for k, target := range st.Points {
			for _, p := range st.Places { // for (auto* t : {&a, &b}), for (t = all; t != all + n; t++)
				if _, inside := state.Covers(target.To, p); inside && l.Released[a.Function.FirstName(k)] && (target.Array || strings.Contains(k, "[")) {
					a.consumed = true
					a.EndedIn[e.From] = true
					return true
				}
			}
		}
		for _, p := range st.Places {
			for i := range len(p) {
				if p[i] == '[' || p[0] == '?' {
					for _, name := range a.Function.NamesIn(p) {
						if l.Released[name] {
							a.consumed = true
							a.EndedIn[e.From] = true
							return true
						}
					}
					break
				}
			}
		}
	}
	return false
}

// raise follows the paths on which a call has thrown.
func (a *Analysis) raise(p *Point) {
	for _, t := range a.thrown {
		caught := false
		for _, e := range p.Block.Succs {
			if e.Kind == cfg.Throw && !e.Label.Valid() {
				caught = true
				s := t.State.Clone()
				if a.dropUnneeded(s, p.Block, len(p.Block.Ops)) {
					a.follow(p, e, s)
				}
			}
		}
		if !caught {
			a.Exits = append(a.Exits, Exit{cfg.Throw, a.source(t.by), p, t.State})
		}
	}
}

// arm decides an #if: equal conditions have the same outcome.
func (a *Analysis) arm(n ast.Node, e *cfg.Edge, st *state.State) []*state.State {
	want := state.Zero
	if (e == a.firstArm(e)) != body.ArmNegated(n) {
		want = state.One
	}
	key := body.ArmName(n)
	if have, ok := st.Facts[key]; ok {
		if have.Lo != want.Lo {
			return nil
		}
		return []*state.State{st}
	}
	st.Facts[key] = want
	return []*state.State{st}
}

// firstArm returns the edge into the arm of the #if itself.
func (a *Analysis) firstArm(e *cfg.Edge) *cfg.Edge {
	for _, s := range e.From.Succs {
		if s.Kind == cfg.Arm {
			return s
		}
	}
	return nil
}

// choose refines the value of a switch along an edge.
func (a *Analysis) choose(b *cfg.Block, e *cfg.Edge, st *state.State) []*state.State {
	v := a.value(st, b.Test)
	if e.Kind == cfg.Case {
		if k := a.label(st, e.Case); k.Bounds != nil {
			st = a.refine(st, v, state.Equal, k, true)
		}
	} else {
		for _, other := range b.Succs {
			if other.Kind == cfg.Case && st != nil {
				if k := a.label(st, other.Case); k.Bounds != nil {
					st = a.refine(st, v, state.NotEqual, k, true)
				}
			}
		}
	}
	if st == nil {
		return nil
	}
	return []*state.State{st}
}

// label returns the value of a case label.
func (a *Analysis) label(st *state.State, c *ir.Case) state.Value {
	o := a.Op(c.Value)
	for o.Code == ir.OpConvert {
		o = a.Op(o.A)
	}
	if o.Code == ir.OpUnknown {
		b, ok := named[o.Node.Text()]
		if !ok {
			return state.Value{}
		}
		return state.Constant(b)
	}
	return a.value(st, c.Value)
}
