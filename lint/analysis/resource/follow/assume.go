package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// assume returns the states in which a value is true, or is not. It takes the state
// over.
func (a *Analysis) assume(id ir.ID, st *state.State, truth bool) []*state.State {
	if a.step() || id == 0 {
		return nil
	}
	r := st
	if v, ok := st.Values[id]; ok {
		r = a.refine(st, v, state.NotEqual, state.Constant(state.Zero), truth)
	} else {
		o := a.Op(id)
		switch {
		case o.Code == ir.OpTruth, o.Code == ir.OpConvert:
			return a.assume(o.A, st, truth)
		case o.Code == ir.OpUnary && o.Operator == ast.Not:
			return a.assume(o.A, st, !truth)
		case o.Code == ir.OpBinary && state.ComparisonOf(o.Operator) != state.NoComparison:
			r = a.refine(st, a.value(st, o.A), state.ComparisonOf(o.Operator), a.value(st, o.B), truth)
		default:
			r = a.refine(st, a.value(st, id), state.NotEqual, state.Constant(state.Zero), truth)
		}
	}
	if r == nil {
		return nil
	}
	return []*state.State{r}
}

// refine adds that a comparison has a truth value; nil where it cannot.
func (a *Analysis) refine(st *state.State, l state.Value, op state.Comparison, r state.Value, truth bool) *state.State {
	lb, rb := a.know(st, l), a.know(st, r)
	if _, ok := rb.Exact(); !ok {
		if _, ok := lb.Exact(); ok {
			l, r, lb, rb, op = r, l, rb, lb, op.Swapped()
		}
	}
	if k, ok := rb.Exact(); ok {
		b, ok := lb.Intersect(state.Compared(op, k, truth))
		if !ok {
			return nil
		}
		if l.Key != "" && l.Bounds == nil {
			st.Facts[l.Key] = b
		}
		return st
	}
	// Two unknown values: both orders of the operands share one key.
	if rb.IsNonzero() && r.Bounds != nil && (op == state.Equal || op == state.NotEqual) {
		if (op == state.Equal) == truth { // equal to some error
			b, ok := lb.Intersect(state.Nonzero)
			if !ok {
				return nil
			}
			if l.Key != "" {
				st.Facts[l.Key] = b
			}
		}
		if l.Key != "" {
			return st
		}
	}
	if (op == state.Equal || op == state.NotEqual) && l.Place != "" && r.Place != "" && st.Holds(l.Place) && st.Holds(r.Place) {
		if (op == state.Equal) != truth {
			return nil // two copies of one handle
		}
		return st
	}
	if (op == state.Equal || op == state.NotEqual) && a.Origin != 0 && st.Holds(l.Place) != st.Holds(r.Place) && l.Place != "" && r.Place != "" && st.Status == state.Live {
		if (op == state.Equal) == truth {
			return nil // a new handle equals nothing that was not made from it
		}
		return st
	}
	lk, rk := l.Key, r.Key
	if lk == "" || rk == "" || len(lk)+len(rk) > 400 {
		return st
	}
	switch op {
	case state.NotEqual:
		op, truth = state.Equal, !truth
	case state.Greater:
		op, lk, rk = state.Less, rk, lk
	case state.LessEqual:
		op, lk, rk, truth = state.Less, rk, lk, !truth
	case state.GreaterEqual:
		op, truth = state.Less, !truth
	}
	if op == state.Equal && lk > rk {
		lk, rk = rk, lk
	}
	key := lk + "<" + rk
	if op == state.Equal {
		key = lk + "==" + rk
	}
	want := state.Zero
	if truth {
		want = state.One
	}
	if have, ok := st.Facts[key]; ok && have.Lo != want.Lo {
		return nil
	}
	st.Facts[key] = want
	return st
}

// joinStates drops states that equal others.
func (a *Analysis) joinStates(states []*state.State) []*state.State {
	if len(states) < 2 {
		return states
	}
	seen := map[state.Key]bool{}
	out := states[:0:0]
	for _, s := range states {
		a.work(1 + s.Size())
		if k := s.Key(); !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	if len(out) > maxResults {
		a.Partial = true
		return out[:maxResults]
	}
	return out
}
