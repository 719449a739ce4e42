package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A Result is what an analysis has found in a function.
type Result struct {
	function *body.Function

	AcquiredIn []*cfg.Block        // the blocks in which Origin has acquired
	EndedIn    map[*cfg.Block]bool // the blocks in which the handle was released or escaped
	Events     []Event
	Exits      []Exit
	// escaped is set if some path passes the handle to code that is not in sight, consumed if some
	// path releases it together with other handles.
	escaped, consumed bool
	// judges is set if a function that is not in sight gets the status of the acquisition and
	// its result decides a condition.
	judges bool
	Other  *Result // with the other meaning of that function's result, if neither is more likely
}

// An Event is something wrong on a path.
type Event struct {
	Kind   EventKind
	Node   ast.Node // where it happens
	By     ir.ID
	At     *Point
	Unseen bool
	Place  string
}

// An EventKind is what is wrong.
type EventKind uint8

// The kinds of events.
const (
	Overwritten   EventKind = iota // another handle or value takes the place of the live handle
	Dropped                        // the result of a call, which is the handle, is not used
	ReleasedAgain                  // the handle is released twice
	UsedAfterRelease
)

// An Exit is a path that ends.
type Exit struct {
	How   cfg.EdgeKind
	Node  ast.Node // what ends it: return, throw or call; not valid for the end of the body
	At    *Point
	State *state.State
}

// effectOf summarises the exits of a function for a handle that was in a place at its entry.
func (r *Result) effectOf(place string, byValue bool) Effect {
	e := Effect{Stored: r.escaped, Released: r.consumed, Cleared: true}
	for _, ev := range r.Events {
		if ev.Kind == Overwritten && !byValue {
			e.Lost = true
		}
	}
	if byValue && len(r.Events) > 0 && !r.consumed {
		e.Kept = true // the copy is overwritten, not the caller's handle
	}
	for _, x := range r.Exits {
		if x.How == cfg.Throw {
			continue
		}
		switch x.State.Status {
		case state.Released:
			e.Released = true
			if x.State.Holds(place) {
				e.Cleared = false
			}
		case state.Live:
			if x.State.Ret != nil && len(x.State.Ret.Holds) > 0 {
				e.Stored = true
			}
			e.Kept = true
			for _, p := range x.State.Places {
				if p != place && r.function.Outlives(p) {
					e.Stored = true
				}
			}
		case state.Idle: // released and cleared
			e.Released = true
		}
	}
	if byValue || r.consumed {
		e.Cleared = false
	}
	return e
}
