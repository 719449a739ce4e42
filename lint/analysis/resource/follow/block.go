package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A blockRun executes the operations of one block, and adds what it finds to the result.
type blockRun struct {
	*Task
	decider
	found  *Result
	at     *Point
	thrown []thrown
}

// thrown is a state in which an operation throws.
type thrown struct {
	state *state.State
	by    ir.ID
}

// run applies the operations of the block to the state at its start. It returns the states at its
// end.
func (r *blockRun) run() []*state.State {
	b := r.at.Block
	states := []*state.State{r.at.State.Clone()}
	for i, id := range b.Ops {
		if i == 0 || r.Function.Statement(id) != r.Function.Statement(b.Ops[i-1]) {
			if i > 0 {
				states = r.dropUnneededAll(states, i-1)
			}
			r.Plan.beforeStatement(r.at, i, states)
		}
		var next []*state.State
		for _, s := range states {
			for _, t := range r.exec(id, s) {
				if t.Status == state.Ignored {
					r.Plan.lose(r.at, r.Function.Statement(id))
				} else {
					next = append(next, t)
				}
			}
		}
		if len(states) != len(next) {
			next = r.joinStates(next)
		}
		states = next
	}
	return r.dropUnneededAll(states, len(b.Ops)-1)
}

// dropUnneededAll calls dropUnneeded for each state and returns those that are still of interest.
func (r *blockRun) dropUnneededAll(states []*state.State, i int) []*state.State {
	var interesting []*state.State
	for _, s := range states {
		if r.dropUnneeded(s, i) {
			interesting = append(interesting, s)
		}
	}
	return r.joinStates(interesting)
}

// dropUnneeded drops what no operation behind operation i of the block needs: values, and the
// temporary objects that they led to. It reports whether the path is still of interest.
func (r *blockRun) dropUnneeded(st *state.State, i int) bool {
	b := r.at.Block
	r.work(st.Size() / 4)
	for id := range st.Values {
		if !r.Function.Needed(id, b, i) {
			delete(st.Values, id)
		}
	}
	dead := func(place string) bool {
		return r.temporary(place) && !st.Mentions(state.Root(place)) && !r.neededRoot(place, b, i)
	}
	for k := range st.Facts {
		if hasTemporary(k) && !st.Mentions(k) {
			delete(st.Facts, k)
		}
	}
	for k := range st.Points {
		if dead(k) {
			delete(st.Points, k)
		}
	}
	if len(st.Places) > 0 {
		var remaining []string
		for _, p := range st.Places {
			if !dead(p) {
				remaining = append(remaining, p)
			}
		}
		switch {
		case remaining == nil && st.Ret == nil:
			if st.Status == state.Live {
				r.event(Dropped, b.Ops[max(min(i, len(b.Ops)-1), 0)], st, st.Places[0])
			}
			st.Ignore()
		case remaining != nil:
			st.Places = remaining
		}
	}
	if st.Status == state.Ignored {
		r.Plan.lose(r.at, r.Function.StatementAt(b, i))
		return false
	}
	return true
}

// event records that something is wrong at an operation.
func (r *blockRun) event(kind EventKind, by ir.ID, st *state.State, place string) {
	r.found.Events = append(r.found.Events, Event{kind, changing(r.Function, by), by, r.at, st.Unseen, place})
}
