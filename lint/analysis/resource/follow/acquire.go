package follow

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// acquire is a call that acquires a handle into a place: the handle that is followed, or another
// one that may overwrite it.
func (c *callSite) acquire(st *state.State, target string, when condition, tracked bool) []*state.State {
	temporary := state.Temporary(c.id)
	tracked = c.Plan.tracks(c.id, target) || tracked
	if c.op.Code == ir.OpExternal {
		for _, arg := range c.args[min(1, len(c.args)):] {
			c.use(st, arg, c.id)
		}
	}
	if target == "" {
		return []*state.State{st}
	}
	if !tracked && !st.HoldsIn(target) {
		st.Forget(target)
		return []*state.State{st}
	}
	if st.Status == state.Released {
		// The old value is gone, whether the acquisition works or not.
		if st.Remove(target); len(st.Places) == 0 {
			st.Done()
		}
	}
	if !tracked && st.Status == state.Idle {
		return []*state.State{st}
	}
	failed := st.Clone()
	var other *state.State // goes on with a handle that an earlier call has left elsewhere
	lost := st.Remove(target)
	switch {
	case lost != "" && len(st.Places) == 0:
		if st.Status == state.Live {
			c.event(Overwritten, c.id, st, lost)
		}
		if !tracked && st.Status == state.Live {
			st.Ignore()
		} else {
			st.Done()
		}
	case tracked && (st.Status == state.Live || st.Status == state.Released):
		other = st.Clone()
		other.Forget(target)
		other.Facts[temporary] = when.resultBounds()
	}
	st.Forget(target)
	if tracked {
		c.found.AcquiredIn = append(c.found.AcquiredIn, c.at.Block)
		st.Status, st.Failed, st.Unseen, st.Places = state.Live, false, false, nil
		st.AddPlace(target)
		if failed.Status == state.Idle {
			failed.Failed = true
		}
	}
	if !state.Ambiguous(target) && target != temporary {
		st.Facts[target] = state.Nonzero
	}
	if when == whenJudged {
		c.found.judges = true
		when = whenNonzero
		if c.Inverse {
			when = whenZero
		}
	}
	switch when {
	case whenZero:
		st.Facts[temporary], failed.Facts[temporary] = state.Zero, state.Nonzero
	case whenNonzero:
		st.Facts[temporary], failed.Facts[temporary] = state.Nonzero, state.Zero
	default:
		failed = nil
	}
	if tracked && failed != nil {
		st.Facts[state.LastError], failed.Facts[state.LastError] = state.Zero, state.Nonzero
	}
	out := slices.DeleteFunc([]*state.State{st, failed, other}, func(s *state.State) bool { return s == nil })
	for _, s := range out {
		if state.Root(target) == temporary {
			c.result(s, state.Value{Key: temporary, Place: temporary})
		}
	}
	return out
}

// resultBounds returns the bounds of a call's result if it has acquired the handle.
func (c condition) resultBounds() state.Bounds {
	switch c {
	case whenZero:
		return state.Zero
	case whenNonzero:
		return state.Nonzero
	}
	return state.Anything
}

// release is a call that releases what its first argument holds.
func (c *callSite) release(st *state.State) {
	v := c.args[0]
	held := v.Place != "" && st.Holds(v.Place)
	switch {
	case (c.Origin == c.id || c.Plan != nil && c.Plan.Place == v.Place) && (st.Status == state.Idle || st.Status == state.Released && !held):
		if v.Place != "" && !state.Ambiguous(v.Place) && state.Root(v.Place)[0] != 'r' {
			st.Status, st.Places = state.Released, []string{v.Place}
		}
	case st.Status == state.Live && held:
		st.Status = state.Released
		c.ended()
		for _, p := range st.Places {
			if state.Ambiguous(p) {
				c.found.consumed = true
				st.Ignore()
				break
			}
		}
	case st.Status == state.Released && held:
		if !state.Ambiguous(v.Place) {
			c.event(ReleasedAgain, c.id, st, v.Place)
			st.Ignore()
		}
	case st.Status == state.Live:
		maybe := v.Place == "" && c.mayName(st, c.op.X.Args[0])
		for _, p := range st.Places {
			maybe = maybe || v.Place != "" && state.MayBe(p, v.Place)
		}
		if maybe {
			c.found.consumed = true
			c.ended()
			st.Ignore()
		}
	}
}

// mayName reports whether a value is computed from variables that lead to the handle.
func (e evaluator) mayName(st *state.State, id ir.ID) bool {
	found := false
	e.Function.Walk(id, 0, func(o *ir.Op) {
		for v := range o.Operands {
			found = found || st.Reaches(e.value(st, v)) || st.Reaches(state.Value{Place: e.objectAt(st, v)})
		}
	})
	return found
}
