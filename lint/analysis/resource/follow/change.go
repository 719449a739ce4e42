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
func (r *blockRun) write(st *state.State, place string, v state.Value, by ir.ID) {
	if place == "" {
		if st.Reaches(v) {
			r.escape(st)
		}
		return
	}
	rests, known := st.StepsToHandle(v.Place), st.Know(v)
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
	lost := st.Remove(place)
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
			r.event(Overwritten, by, st, lost)
			st.Ignore()
		} else {
			st.Done()
		}
	}
}

// escape stops following the handle on this path.
func (r *blockRun) escape(st *state.State) {
	if st.Status == state.Live {
		r.found.escaped = true
		r.ended()
	}
	st.Ignore()
}

// ended records that the handle was released, or left sight, in the current block.
func (r *blockRun) ended() {
	r.found.EndedIn[r.at.Block] = true
}

// takes reports whether a variable initialised with a handle is a plain copy of it, and not an
// object that may own it.
func (r *blockRun) takes(d *body.Variable, v state.Value, st *state.State) bool {
	ways := st.Ways(v)
	if len(ways) == 0 || !r.owns(d) {
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
func (r *blockRun) owns(d *body.Variable) bool {
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
	return !slices.Contains(r.Unit.Kind.Types, body.LastPart(d.Declared)) && !handle.PlainType(d.Declared)
}

// hand passes a value to code out of sight.
func (r *blockRun) hand(st *state.State, v state.Value) {
	if st.Reaches(v) {
		r.escape(st)
	}
	if v.Pointer == nil {
		return
	}
	r.watch(st, v.Pointer.To)
	for k, p := range st.Points { // what a lambda captures
		if _, ok := state.Covers(v.Pointer.To, k); ok {
			r.watch(st, p.To)
		}
	}
	st.Forget(v.Pointer.To)
}

// watch records that code out of sight has the address of a place and may release its contents
// later: a guard, or a list that an object is added to.
func (r *blockRun) watch(st *state.State, place string) {
	if st.Status != state.Idle || place == "" || r.Function.Outlives(place) {
		return
	}
	// Descriptors are passed to many functions, none of which stores what is in them.
	if v := r.Function.VariableAt(place); v == nil || !handle.PlainType(v.Declared) || slices.Contains(r.Unit.Kind.Types, v.Declared) {
		st.Points[state.UnknownPlace+place] = state.Pointer{To: place}
	}
}
