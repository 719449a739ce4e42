package resource

import (
	"fmt"
)

// acquire is a call that acquires a handle into a place: the one that is
// followed, or another, which may take the place of the first.
func (a *analysis) acquire(c callSite, st *state, target string, when condition, tracked bool) []result {
	temporary := fmt.Sprintf("r%d'", a.f.number(c.node))
	v := value{key: temporary, place: temporary}
	tracked = a.tracks(c.node, target) || tracked
	for _, arg := range c.args[min(1, len(c.args)):] {
		a.use(st, arg, c.node)
	}
	if target == "" {
		return []result{{st, v}}
	}
	if !tracked && !a.held(st, target) {
		st.forget(target)
		return []result{{st, v}}
	}
	if st.status == gone {
		// Whether the new one was made or not: the old value has had its time.
		if a.remove(st, target); len(st.places) == 0 {
			st.done()
		}
	}
	if !tracked && st.status == idle {
		return []result{{st, v}}
	}
	failed := st.clone()
	var other *state // goes on with a handle that an earlier call has left elsewhere
	lost := a.remove(st, target)
	switch {
	case lost != "" && len(st.places) == 0:
		if st.status == live {
			a.event(overwritten, c.node, st, lost)
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
	out := []result{{st, v}}
	for _, more := range []*state{failed, other} {
		if more != nil {
			out = append(out, result{more, v})
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
func (a *analysis) release(c callSite, st *state) []result {
	v := c.args[0]
	out := []result{{st, value{key: fmt.Sprintf("r%d'", a.f.number(c.node))}}}
	held := v.place != "" && st.holds(v.place)
	switch {
	case (a.origin == c.node || a.plan != nil && a.plan.place == v.place) && (st.status == idle || st.status == gone && !held):
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
			a.event(again, c.node, st, v.place)
			st.leave()
		}
	case st.status == live:
		maybe := v.place == "" && a.names(st, c.nodes[0])
		for _, p := range st.places {
			maybe = maybe || v.place != "" && mayBe(p, v.place)
		}
		if maybe {
			a.consumed = true
			a.ended()
			st.leave()
		}
	}
	return out
}
