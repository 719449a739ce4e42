package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// assume returns the states in which a value is true, or is not. It takes the state
// over.
func (a *analysis) assume(id ir.ID, st *state, truth bool) []*state {
	if a.step() || id == 0 {
		return nil
	}
	r := st
	if v, ok := st.values[id]; ok {
		r = a.refine(st, v, notEqual, constant(zero), truth)
	} else {
		o := a.op(id)
		switch {
		case o.Code == ir.OpTruth, o.Code == ir.OpConvert:
			return a.assume(o.A, st, truth)
		case o.Code == ir.OpUnary && o.Operator == ast.Not:
			return a.assume(o.A, st, !truth)
		case o.Code == ir.OpBinary && comparisonOf(o.Operator) != noComparison:
			r = a.refine(st, a.value(st, o.A), comparisonOf(o.Operator), a.value(st, o.B), truth)
		default:
			r = a.refine(st, a.value(st, id), notEqual, constant(zero), truth)
		}
	}
	if r == nil {
		return nil
	}
	return []*state{r}
}

// refine adds that a comparison has a truth value; nil where it cannot.
func (a *analysis) refine(st *state, l value, op comparison, r value, truth bool) *state {
	lb, rb := a.know(st, l), a.know(st, r)
	if _, ok := rb.exact(); !ok {
		if _, ok := lb.exact(); ok {
			l, r, lb, rb, op = r, l, rb, lb, op.swapped()
		}
	}
	if k, ok := rb.exact(); ok {
		b, ok := lb.and(compared(op, k, truth))
		if !ok {
			return nil
		}
		if l.key != "" && l.con == nil {
			st.facts[l.key] = b
		}
		return st
	}
	// Two unknown values: one key for the question however it is put.
	if rb.isNonzero() && r.con != nil && (op == equal || op == notEqual) {
		if (op == equal) == truth { // equal to some error
			b, ok := lb.and(nonzero)
			if !ok {
				return nil
			}
			if l.key != "" {
				st.facts[l.key] = b
			}
		}
		if l.key != "" {
			return st
		}
	}
	if (op == equal || op == notEqual) && l.place != "" && r.place != "" && st.holds(l.place) && st.holds(r.place) {
		if (op == equal) != truth {
			return nil // two copies of one handle
		}
		return st
	}
	if (op == equal || op == notEqual) && a.origin != 0 && st.holds(l.place) != st.holds(r.place) && l.place != "" && r.place != "" && st.status == live {
		if (op == equal) == truth {
			return nil // a new handle equals nothing that was not made from it
		}
		return st
	}
	lk, rk := l.key, r.key
	if lk == "" || rk == "" || len(lk)+len(rk) > 400 {
		return st
	}
	switch op {
	case notEqual:
		op, truth = equal, !truth
	case greater:
		op, lk, rk = less, rk, lk
	case lessEqual:
		op, lk, rk, truth = less, rk, lk, !truth
	case greaterEqual:
		op, truth = less, !truth
	}
	if op == equal && lk > rk {
		lk, rk = rk, lk
	}
	key := lk + "<" + rk
	if op == equal {
		key = lk + "==" + rk
	}
	want := zero
	if truth {
		want = one
	}
	if have, ok := st.facts[key]; ok && have.lo != want.lo {
		return nil
	}
	st.facts[key] = want
	return st
}

// joinStates drops states that equal others.
func (a *analysis) joinStates(states []*state) []*state {
	if len(states) < 2 {
		return states
	}
	seen := map[stateKey]bool{}
	out := states[:0:0]
	for _, s := range states {
		a.work(1 + s.size())
		if k := s.key(); !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	if len(out) > maxResults {
		a.partial = true
		return out[:maxResults]
	}
	return out
}
