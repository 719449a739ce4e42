package follow

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// write stores a value in a place.
func (a *Analysis) write(st *state.State, place string, v state.Value, by ir.ID) {
	if place == "" {
		if a.reaches(st, v) {
			a.escape(st)
		}
		return
	}
	rests, known := st.StepsToHandle(v.Place), a.know(st, v)
	copied := map[string]state.Pointer{}
	if v.Place != "" {
		for k, p := range st.Points {
			if rest, ok := state.Covers(v.Place, k); ok && rest != "" {
				copied[place+rest] = p
			}
		}
	}
	// The new value may be part of the old one: p = p->next.
	st.VariableChanged(place)
	lost := a.remove(st, place)
	st.Forget(place)
	for _, rest := range rests {
		st.AddPlace(place + rest)
	}
	if v.Pointer != nil {
		st.Points[place] = state.Pointer{To: v.Pointer.To, Array: v.Pointer.Array}
	}
	for k, p := range copied {
		st.Points[k] = p
	}
	if !known.Unknown() && !state.Ambiguous(place) {
		st.Facts[place] = known
	}
	if lost != "" && len(st.Places) == 0 {
		if st.Status == state.Live {
			a.event(Overwritten, by, st, lost)
			st.Ignore()
		} else {
			st.Done()
		}
	}
}

// remove takes the handle out of a place that gets another value, and returns
// where it was, "" for nowhere.
func (a *Analysis) remove(st *state.State, place string) (lost string) {
	var remaining []string
	for _, p := range st.Places {
		if _, ok := state.Covers(place, p); ok && !state.Ambiguous(p) {
			lost = p
		} else {
			remaining = append(remaining, p)
		}
	}
	if lost != "" {
		st.Places = remaining
	}
	return lost
}

// ways returns how a value leads to the handle.
func (a *Analysis) ways(st *state.State, v state.Value) []state.Way {
	if st.Status != state.Live && st.Status != state.Released {
		return nil
	}
	var out []state.Way
	for _, p := range st.Places {
		if rest, by, ok := v.LeadsTo(p); ok {
			out = append(out, state.Way{Rest: rest, Pointer: by, Place: p})
		}
	}
	if len(out) > 0 {
		return out
	}
	// Pointers inside of what is passed: void *args[] = {&tex}, captures of a lambda.
	for k, target := range st.Points {
		inner, by, inside := v.LeadsTo(k)
		if !inside || k == v.Place {
			continue
		}
		for _, p := range st.Places {
			if rest, ok := state.Covers(target.To, p); ok {
				out = append(out, state.Way{Rest: inner + "^" + rest, Pointer: by, Place: p, Inner: true})
			}
		}
	}
	return out
}

func (a *Analysis) reaches(st *state.State, v state.Value) bool { return len(a.ways(st, v)) > 0 }

// escape stops following the handle on this path.
func (a *Analysis) escape(st *state.State) {
	if st.Status == state.Live {
		a.escaped = true
		a.ended()
	}
	st.Ignore()
}

// ended records that the handle was released, or left sight, in the current block.
func (a *Analysis) ended() {
	if a.now != nil {
		a.EndedIn[a.now.Block] = true
	}
}

// takes reports whether a variable initialised with a handle is a plain copy of it, and not an
// object that may own it.
func (a *Analysis) takes(d *body.Variable, v state.Value, st *state.State) bool {
	ways := a.ways(st, v)
	if len(ways) == 0 || !a.owns(d) {
		return true
	}
	for _, w := range ways {
		if w.Rest == "" {
			return false
		}
	}
	return true
}

// owns reports whether a variable may be an object that owns the handle it is initialised with.
func (a *Analysis) owns(d *body.Variable) bool {
	if d.Typ == nil || strings.Contains(d.Declared, "auto") {
		return false
	}
	switch d.Typ.Object().Kind {
	case sema.RecordKind, sema.UnknownType, sema.Builtin, sema.Dependent:
	default:
		if !d.Deduced { // the declaration names a type out of sight
			return false
		}
	}
	return !slices.Contains(a.Unit.Kind.Types, body.LastPart(d.Declared)) && !handle.PlainType(d.Declared)
}

// hand passes a value to code out of sight.
func (a *Analysis) hand(st *state.State, v state.Value) {
	if a.reaches(st, v) {
		a.escape(st)
	}
	if v.Pointer == nil {
		return
	}
	a.watch(st, v.Pointer.To)
	for k, p := range st.Points { // what a lambda captures
		if _, ok := state.Covers(v.Pointer.To, k); ok {
			a.watch(st, p.To)
		}
	}
	st.Forget(v.Pointer.To)
}

// watch records that code out of sight has the address of a place and may release its contents
// later: a guard, or a list that an object is added to.
func (a *Analysis) watch(st *state.State, place string) {
	if st.Status != state.Idle || place == "" || a.OutsideFunction(place) {
		return
	}
	// Descriptors are passed to many functions, none of which stores what is in them.
	if v := a.Function.VariableAt(place); v == nil || !handle.PlainType(v.Declared) || slices.Contains(a.Unit.Kind.Types, v.Declared) {
		st.Points[state.UnknownPlace+place] = state.Pointer{To: place}
	}
}
