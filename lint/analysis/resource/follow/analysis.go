// Package follow follows one handle through one function: through the lowered form and the
// control-flow graph, with a bounded set of states per block. Functions whose bodies are in
// sight are followed, too; a handle that any other function gets is no longer followed.
package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// The limits of one analysis, and of all analyses of a unit.
const (
	maxStates  = 150       // of one block
	maxPartial = 40        // of one block, once some block had too many
	maxPoints  = 12_000    // of one function
	MaxSteps   = 1_000_000 // for a unit and a kind: about a second, see work
	maxOfSite  = MaxSteps / 3
	MaxDepth   = 5 // of calls
)

// An Analysis follows one handle through one function.
type Analysis struct {
	Unit     *Unit
	Function *body.Function
	// Origin is the call at which the analysis starts. To find leaks that is the call that
	// acquires the handle; to find uses after release, the call that releases it. Origin is 0
	// if the handle is a parameter.
	Origin ir.ID
	From   *Output // which output of Origin is followed; nil if Origin is a function of the kind
	depth  int

	points map[*cfg.Block]map[state.Key]*Point
	queue  []*Point
	count  int

	now    *Point // the one that is being evaluated
	thrown []thrown

	AcquiredIn []*cfg.Block        // the blocks in which Origin has acquired
	EndedIn    map[*cfg.Block]bool // the blocks in which the handle was released or escaped
	Events     []Event
	Exits      []Exit
	// escaped is set if some path passes the handle to code that is not in sight, consumed if some
	// path releases it together with other handles.
	escaped, consumed bool
	// Partial is set if paths were left out, giveUp if no further path is to be followed. Events
	// on the paths before remain valid.
	Partial, giveUp bool
	least           int // the part of the unit's budget that is for other analyses
	// judges is set if a function that is not in sight gets the status of the acquisition and
	// its result decides a condition. Inverse takes a true result to mean failure.
	judges, Inverse bool
	Other           *Analysis // the analysis with the other meaning, if neither is more likely
	Forgetful       bool      // whether any call may return something else each time
	Plan            *Plan     // releases that are not in the source; nil for none
}

// A Point is a block that is entered in a state, from another point by an edge.
type Point struct {
	Block *cfg.Block
	State *state.State
	From  *Point
	Via   *cfg.Edge
}

// thrown is a state in which an operation throws.
type thrown struct {
	State *state.State
	by    ir.ID
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

// NewAnalysis returns an analysis of a function that has not run. See Analysis for origin.
func NewAnalysis(u *Unit, f *body.Function, origin ir.ID) *Analysis {
	return &Analysis{Unit: u, Function: f, Origin: origin, points: map[*cfg.Block]map[state.Key]*Point{}, EndedIn: map[*cfg.Block]bool{}}
}

// step counts one step of work. It reports whether the budget is used up.
func (a *Analysis) step() bool { return a.work(1) }

// work counts steps of work: one takes about as long as the evaluation of an expression. It
// reports whether the budget is used up.
func (a *Analysis) work(steps int) bool {
	u := a.Unit
	before := u.Budget
	u.Budget -= steps
	if u.Budget < a.least || u.Budget/1024 != before/1024 && u.Opts.Over != nil && u.Opts.Over() {
		a.giveUp, a.Partial = true, true
	}
	return a.giveUp
}

// Run follows the paths from the entry. It returns false if paths were left out.
func (a *Analysis) Run(start *state.State) bool {
	a.least = max(0, a.Unit.Budget-maxOfSite)
	a.enter(a.Function.Graph.Entry, start, nil, nil)
	for len(a.queue) > 0 && !a.giveUp {
		p := a.queue[0]
		a.queue = a.queue[1:]
		a.visit(p)
	}
	return !a.Partial
}

// enter adds a point unless the block has been entered in that state.
func (a *Analysis) enter(b *cfg.Block, st *state.State, from *Point, via *cfg.Edge) {
	a.prune(st, a.Function.Live[b])
	key := st.Key()
	if a.points[b] == nil {
		a.points[b] = map[state.Key]*Point{}
	}
	if a.points[b][key] != nil {
		return
	}
	most := maxStates
	if a.Partial {
		most = maxPartial // to come to the end of some paths at least
	}
	if a.count++; len(a.points[b]) >= most || a.count > maxPoints {
		a.Partial = true
		return
	}
	p := &Point{Block: b, State: st, From: from, Via: via}
	a.points[b][key] = p
	a.queue = append(a.queue, p)
}

// visit applies the operations of a block to the state at its start, and passes the resulting
// states on to the blocks that may run next.
func (a *Analysis) visit(p *Point) {
	a.now, a.thrown = p, nil
	b := p.Block
	states := []*state.State{p.State.Clone()}
	for i, id := range b.Ops {
		if i == 0 || a.Function.Statement(id) != a.Function.Statement(b.Ops[i-1]) {
			if i > 0 {
				states = a.dropUnneededAll(states, b, i-1)
			}
			a.planned(b, i, states)
		}
		var next []*state.State
		for _, s := range states {
			for _, r := range a.exec(id, s) {
				if r.Status == state.Ignored {
					a.losePath(a.Function.Statement(id))
				} else {
					next = append(next, r)
				}
			}
		}
		if len(states) != len(next) {
			next = a.joinStates(next)
		}
		states = next
	}
	states = a.dropUnneededAll(states, b, len(b.Ops)-1)
	for _, s := range states {
		a.leave(p, s)
	}
	a.raise(p)
}

// dropUnneededAll calls dropUnneeded for each state and returns those that are still of interest.
func (a *Analysis) dropUnneededAll(states []*state.State, b *cfg.Block, i int) []*state.State {
	var interesting []*state.State
	for _, s := range states {
		if a.dropUnneeded(s, b, i) {
			interesting = append(interesting, s)
		}
	}
	return a.joinStates(interesting)
}

// dropUnneeded drops what no operation behind operation i of a block needs: values, and the
// temporary objects that they led to. It reports whether the path is still of interest.
func (a *Analysis) dropUnneeded(st *state.State, b *cfg.Block, i int) bool {
	a.work(st.Size() / 4)
	for id := range st.Values {
		if !a.Function.Needed(id, b, i) {
			delete(st.Values, id)
		}
	}
	dead := func(place string) bool {
		return a.temporary(place) && !st.Mentions(state.Root(place)) && !a.neededRoot(place, b, i)
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
				a.event(Dropped, b.Ops[max(min(i, len(b.Ops)-1), 0)], st, st.Places[0])
			}
			st.Ignore()
		case remaining != nil:
			st.Places = remaining
		}
	}
	if st.Status == state.Ignored {
		a.losePath(a.statementOf(b, i))
		return false
	}
	return true
}

// statementOf returns the statement of operation i of a block.
func (a *Analysis) statementOf(b *cfg.Block, i int) ast.Node {
	if len(b.Ops) == 0 {
		return b.Condition
	}
	return a.Function.Statement(b.Ops[max(min(i, len(b.Ops)-1), 0)])
}

// temporary reports whether a place is in the result of a call, or in an object without a
// name.
func (a *Analysis) temporary(place string) bool {
	if place[0] == 'r' {
		return true
	}
	v := a.Function.VariableAt(place)
	return v != nil && a.Op(v.Id).Flags.Has(ir.Temporary)
}

// neededRoot reports whether an object without a name is used behind operation i of a
// block.
func (a *Analysis) neededRoot(place string, b *cfg.Block, i int) bool {
	v := a.Function.VariableAt(place)
	return v != nil && a.Function.Needed(v.Id, b, i)
}

// hasTemporary reports whether a key is about the result of a call.
func hasTemporary(key string) bool {
	for i := 0; i < len(key); i++ {
		if key[i] == 'r' && (i == 0 || !source.WordByte(key[i-1])) {
			j := i + 1
			for j < len(key) && '0' <= key[j] && key[j] <= '9' {
				j++
			}
			if j > i+1 && j < len(key) && key[j] == '\'' {
				return true
			}
		}
	}
	return false
}

func (a *Analysis) event(kind EventKind, by ir.ID, st *state.State, place string) {
	a.Events = append(a.Events, Event{kind, a.source(by), by, a.now, st.Unseen, place})
}
