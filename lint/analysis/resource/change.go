package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// write stores a value in a place.
func (a *analysis) write(st *state, place string, v value, by ir.ID) {
	if place == "" {
		if a.reaches(st, v) {
			a.escape(st)
		}
		return
	}
	rests, known := st.within(v.place), a.know(st, v)
	copied := map[string]pointer{}
	if v.place != "" {
		for k, p := range st.points {
			if rest, ok := covers(v.place, k); ok && rest != "" {
				copied[place+rest] = p
			}
		}
	}
	// An element of the old value may be what is stored: p = p->next.
	st.moved(place)
	lost := a.remove(st, place)
	st.forget(place)
	for _, rest := range rests {
		st.hold(place + rest)
	}
	if v.pointer != nil {
		st.points[place] = pointer{to: v.pointer.to, array: v.pointer.array}
	}
	for k, p := range copied {
		st.points[k] = p
	}
	if !known.unknown() && !weak(place) {
		st.facts[place] = known
	}
	if lost != "" && len(st.places) == 0 {
		if st.status == live {
			a.event(overwritten, by, st, lost)
			st.leave()
		} else {
			st.done()
		}
	}
}

// remove takes the handle out of a place that gets another value, and returns
// where it was, "" for nowhere.
func (a *analysis) remove(st *state, place string) (lost string) {
	var kept []string
	for _, p := range st.places {
		if _, ok := covers(place, p); ok && !weak(p) {
			lost = p
		} else {
			kept = append(kept, p)
		}
	}
	if lost != "" {
		st.places = kept
	}
	return lost
}

// ways returns how a value leads to the handle.
func (a *analysis) ways(st *state, v value) []way {
	if st.status != live && st.status != gone {
		return nil
	}
	var out []way
	for _, p := range st.places {
		if rest, by, ok := v.leadsTo(p); ok {
			out = append(out, way{rest: rest, pointer: by, place: p})
		}
	}
	if len(out) > 0 {
		return out
	}
	// Pointers inside of what is passed: void *args[] = {&tex}, captures of a lambda.
	for k, target := range st.points {
		inner, by, inside := v.leadsTo(k)
		if !inside || k == v.place {
			continue
		}
		for _, p := range st.places {
			if rest, ok := covers(target.to, p); ok {
				out = append(out, way{inner + "^" + rest, by, p, true})
			}
		}
	}
	return out
}

func (a *analysis) reaches(st *state, v value) bool { return len(a.ways(st, v)) > 0 }

// escape leaves the handle alone from here on.
func (a *analysis) escape(st *state) {
	if st.status == live {
		a.escaped = true
		a.ended()
	}
	st.leave()
}

// ended notes that the handle's life has ended well, or out of sight, in the block
// that is being visited.
func (a *analysis) ended() {
	if a.now != nil {
		a.endedIn[a.now.block] = true
	}
}

// takes reports whether a variable that gets a handle is a plain copy of it,
// rather than an object that is made from it and may own it.
func (a *analysis) takes(d *variable, v value, st *state) bool {
	ways := a.ways(st, v)
	if len(ways) == 0 || !a.owns(d) {
		return true
	}
	for _, w := range ways {
		if w.rest == "" {
			return false
		}
	}
	return true
}

// owns reports whether a variable may be an object that owns a handle that it is made
// from.
func (a *analysis) owns(d *variable) bool {
	if d.typ == nil || strings.Contains(d.declared, "auto") {
		return false
	}
	switch d.typ.Object().Kind {
	case sema.RecordKind, sema.UnknownType, sema.Builtin, sema.Dependent:
	default:
		if !d.deduced { // the declaration names a type out of sight
			return false
		}
	}
	return !slices.Contains(a.unit.kind.Types, lastPart(d.declared)) && !plainType(d.declared)
}

// hand gives a value to code out of sight.
func (a *analysis) hand(st *state, v value) {
	if a.reaches(st, v) {
		a.escape(st)
	}
	if v.pointer == nil {
		return
	}
	a.watch(st, v.pointer.to)
	for k, p := range st.points { // what a lambda captures
		if _, ok := covers(v.pointer.to, k); ok {
			a.watch(st, p.to)
		}
	}
	st.forget(v.pointer.to)
}

// watch notes that code out of sight knows a place from here on, and may release
// what it will hold: a guard, or a list that an object is entered into.
func (a *analysis) watch(st *state, place string) {
	if st.status != idle || place == "" || a.external(place) {
		return
	}
	// Descriptors go through many hands, none of which keeps what is in them.
	if v := a.f.variableAt(place); v == nil || !plainType(v.declared) || slices.Contains(a.unit.kind.Types, v.declared) {
		st.points[unknownPlace+place] = pointer{to: place}
	}
}
