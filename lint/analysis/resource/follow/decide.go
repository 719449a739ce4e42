package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A decider says which way conditions go in a state.
type decider struct {
	evaluator
	*limits
	fresh bool // the handle is made in the function: it equals nothing that was there before
}

// assume returns the states in which a value is true, or is not. It takes the state
// over.
func (d *decider) assume(id ir.ID, st *state.State, truth bool) []*state.State {
	if d.step() || id == 0 {
		return nil
	}
	var l state.Value
	op, r := state.NotEqual, state.Constant(state.Zero)
	if v, ok := st.Values[id]; ok {
		l = v
	} else {
		o := d.op(id)
		switch {
		case o.Code == ir.OpTruth, o.Code == ir.OpConvert:
			return d.assume(o.A, st, truth)
		case o.Code == ir.OpUnary && o.Operator == ast.Not:
			return d.assume(o.A, st, !truth)
		case o.Code == ir.OpBinary && state.ComparisonOf(o.Operator) != state.NoComparison:
			l, op, r = d.value(st, o.A), state.ComparisonOf(o.Operator), d.value(st, o.B)
		default:
			l = d.value(st, id)
		}
	}
	if !st.Refine(l, op, r, truth, d.fresh) {
		return nil
	}
	return []*state.State{st}
}

// decide evaluates a comparison as a value. It returns a state for each outcome where the states
// differ. A comparison that only a branch uses is evaluated at the branch.
func (d *decider) decide(id ir.ID, st *state.State) []*state.State {
	if d.Function.Values.Deciding[id] {
		return []*state.State{st}
	}
	return d.outcomes(id, id, st)
}

// outcomes sets the value of an operation to the truth of another one: it returns the states in
// which that is true and those in which it is false.
func (d *decider) outcomes(id, of ir.ID, st *state.State) []*state.State {
	yes := d.assume(of, st.Clone(), true)
	no := d.assume(of, st, false)
	if len(yes) == 1 && len(no) == 1 && yes[0].Key() == no[0].Key() {
		return yes
	}
	for _, s := range yes {
		s.Values[id] = state.Constant(state.One)
	}
	for _, s := range no {
		s.Values[id] = state.Constant(state.Zero)
	}
	return append(yes, no...)
}

// taken returns the states in which an edge is taken.
func (d *decider) taken(b *cfg.Block, e *cfg.Edge, st *state.State) []*state.State {
	switch {
	case e.Kind == cfg.Arm:
		return d.arm(b.Condition, e, st)
	case b.Test != 0 && (e.Kind == cfg.True || e.Kind == cfg.False):
		return d.joinStates(d.assume(b.Test, st, e.Kind == cfg.True))
	case b.Test != 0 && (e.Kind == cfg.Case || e.Kind == cfg.Default || e.Kind == cfg.NoCase):
		return d.choose(b, e, st)
	case e.Yields != 0:
		return d.yield(e, st)
	}
	return []*state.State{st}
}

// yield sets the value of &&, || or ?: where one of its operands ends.
func (d *decider) yield(e *cfg.Edge, st *state.State) []*state.State {
	o := d.op(e.Yields)
	switch {
	case o.Code == ir.OpLogical && e.Value == o.A: // which has decided
		st.Values[e.Yields] = state.Constant(state.One)
		if o.Operator == ast.LogicalAnd {
			st.Values[e.Yields] = state.Constant(state.Zero)
		}
	case o.Code == ir.OpLogical || d.Function.Values.Deciding[e.Value]:
		return d.outcomes(e.Yields, e.Value, st)
	default:
		if v := d.value(st, e.Value); v != (state.Value{}) {
			st.Values[e.Yields] = v
		}
	}
	return []*state.State{st}
}

// arm decides an #if: equal conditions have the same outcome.
func (d *decider) arm(n ast.Node, e *cfg.Edge, st *state.State) []*state.State {
	want := state.Zero
	if (e == firstArm(e)) != body.ArmNegated(n) {
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
func firstArm(e *cfg.Edge) *cfg.Edge {
	for _, s := range e.From.Succs {
		if s.Kind == cfg.Arm {
			return s
		}
	}
	return nil
}

// choose refines the value of a switch along an edge.
func (d *decider) choose(b *cfg.Block, e *cfg.Edge, st *state.State) []*state.State {
	v := d.value(st, b.Test)
	matches := func(c *ir.Case, op state.Comparison) bool {
		k := d.label(st, c)
		return k.Bounds == nil || st.Refine(v, op, k, true, d.fresh)
	}
	if e.Kind == cfg.Case {
		if !matches(e.Case, state.Equal) {
			return nil
		}
		return []*state.State{st}
	}
	for _, other := range b.Succs {
		if other.Kind == cfg.Case && !matches(other.Case, state.NotEqual) {
			return nil
		}
	}
	return []*state.State{st}
}

// joinStates drops states that equal others.
func (d *decider) joinStates(states []*state.State) []*state.State {
	if len(states) < 2 {
		return states
	}
	seen := map[state.Key]bool{}
	out := states[:0:0]
	for _, s := range states {
		d.work(1 + s.Size())
		if k := s.Key(); !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	if len(out) > maxResults {
		d.Partial = true
		return out[:maxResults]
	}
	return out
}
