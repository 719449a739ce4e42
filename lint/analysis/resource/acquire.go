package resource

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// acquire is a call that acquires a handle into a place: the one that is
// followed, or another, which may take the place of the first.
func (a *analysis) acquire(c callSite, st *state, target string, when condition, tracked bool) []*state {
	temporary := temporary(c.id)
	tracked = a.tracks(c.id, target) || tracked
	if c.op.Code == ir.OpExternal {
		for _, arg := range c.args[min(1, len(c.args)):] {
			a.use(st, arg, c.id)
		}
	}
	if target == "" {
		return []*state{st}
	}
	if !tracked && !a.held(st, target) {
		st.forget(target)
		return []*state{st}
	}
	if st.status == gone {
		// Whether the new one was made or not: the old value has had its time.
		if a.remove(st, target); len(st.places) == 0 {
			st.done()
		}
	}
	if !tracked && st.status == idle {
		return []*state{st}
	}
	failed := st.clone()
	var other *state // goes on with a handle that an earlier call has left elsewhere
	lost := a.remove(st, target)
	switch {
	case lost != "" && len(st.places) == 0:
		if st.status == live {
			a.event(overwritten, c.id, st, lost)
		}
		if !tracked && st.status == live {
			st.leave()
		} else {
			st.done()
		}
	case tracked && (st.status == live || st.status == gone):
		other = st.clone()
		other.forget(target)
		other.facts[temporary] = a.successValue(when)
	}
	st.forget(target)
	if tracked {
		a.madeIn = append(a.madeIn, a.now.block)
		st.status, st.failed, st.unseen, st.places = live, false, false, nil
		st.hold(target)
		if failed.status == idle {
			failed.failed = true
		}
	}
	if !weak(target) && target != temporary {
		st.facts[target] = nonzero
	}
	if when == whenJudged {
		a.judges = true
		when = whenNonzero
		if a.inverse {
			when = whenZero
		}
	}
	switch when {
	case whenZero:
		st.facts[temporary], failed.facts[temporary] = zero, nonzero
	case whenNonzero:
		st.facts[temporary], failed.facts[temporary] = nonzero, zero
	default:
		failed = nil
	}
	if tracked && failed != nil {
		st.facts[lastError], failed.facts[lastError] = zero, nonzero
	}
	out := slices.DeleteFunc([]*state{st, failed, other}, func(s *state) bool { return s == nil })
	for _, s := range out {
		if root(target) == temporary {
			a.result(s, c, value{key: temporary, place: temporary})
		}
	}
	return out
}

// successValue is what is known of a call's result if it has acquired.
func (a *analysis) successValue(when condition) bounds {
	switch when {
	case whenZero:
		return zero
	case whenNonzero:
		return nonzero
	}
	return anything
}

// held reports whether the handle is in a place or inside of it.
func (a *analysis) held(st *state, place string) bool {
	for _, p := range st.places {
		if _, ok := covers(place, p); ok {
			return true
		}
	}
	return false
}

// release is a call that releases what its first argument holds.
func (a *analysis) release(c callSite, st *state) {
	v := c.args[0]
	held := v.place != "" && st.holds(v.place)
	switch {
	case (a.origin == c.id || a.plan != nil && a.plan.place == v.place) && (st.status == idle || st.status == gone && !held):
		if v.place != "" && !weak(v.place) && root(v.place)[0] != 'r' {
			st.status, st.places = gone, []string{v.place}
		}
	case st.status == live && held:
		st.status = gone
		a.ended()
		for _, p := range st.places {
			if weak(p) {
				a.consumed = true
				st.leave()
				break
			}
		}
	case st.status == gone && held:
		if !weak(v.place) {
			a.event(again, c.id, st, v.place)
			st.leave()
		}
	case st.status == live:
		maybe := v.place == "" && a.mayName(st, c.op.X.Args[0])
		for _, p := range st.places {
			maybe = maybe || v.place != "" && mayBe(p, v.place)
		}
		if maybe {
			a.consumed = true
			a.ended()
			st.leave()
		}
	}
}

// mayName reports whether a value is computed from variables that lead to the handle.
func (a *analysis) mayName(st *state, id ir.ID) bool {
	found := false
	a.f.walk(id, 0, func(o *ir.Op) {
		for v := range o.Operands {
			found = found || a.reaches(st, a.value(st, v)) || a.reaches(st, value{place: a.objectAt(st, v)})
		}
	})
	return found
}
