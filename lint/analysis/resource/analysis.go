package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// The limits of one analysis and of all of a unit.
const (
	maxStates  = 150       // of one block
	maxPartial = 40        // of one block, once some had too many
	maxPoints  = 12_000    // of one function
	maxSteps   = 1_000_000 // of a unit and a kind; about a second, see work
	maxOfSite  = maxSteps / 3
	maxDepth   = 5 // of calls
)

// An analysis follows one handle through one function.
type analysis struct {
	unit *unit
	f    *function
	// origin is the call that acquires or, to find what is used after its end,
	// releases the handle; 0 where it comes in as a parameter.
	origin ir.ID
	from   *outward // what the call acquires, nil for a function of the kind
	depth  int

	points map[*cfg.Block]map[stateKey]*point
	queue  []*point
	count  int

	now    *point // being evaluated
	thrown []thrown

	madeIn  []*cfg.Block        // where the origin has acquired
	endedIn map[*cfg.Block]bool // where the handle was released or went out of sight
	events  []event
	exits   []exit
	// escaped is set where the handle went out of sight on some path, consumed
	// where it was released as one of several.
	escaped, consumed bool
	// partial is set where paths were left out, giveUp where there are to be no
	// more. The paths that were followed are still paths.
	partial, giveUp bool
	least           int // of the unit's budget: what is below is for others
	// judges is set where a function out of sight is asked whether the acquisition
	// worked; inverse reads its result as true where it did not.
	judges, inverse bool
	other           *analysis // the other reading, if neither is better
	forgetful       bool      // a call may give another result each time, whatever it calls
	plan            *plan     // releases that are not in the source; nil without
}

// A point is a block entered in a state.
type point struct {
	block *cfg.Block
	st    *state
	from  *point
	via   *cfg.Edge
}

type thrown struct {
	st *state
	by ir.ID
}

// An event is something wrong on a path.
type event struct {
	kind   eventKind
	node   ast.Node // where it happens
	by     ir.ID
	at     *point
	unseen bool
	place  string
}

type eventKind uint8

const (
	overwritten eventKind = iota // by another acquisition or value
	dropped                      // the result of a helper is not used
	again                        // released twice
	used                         // after its release
)

// An exit is a path that ends.
type exit struct {
	how  cfg.EdgeKind
	node ast.Node // what ends it: return, throw or call; not valid for the end of the body
	at   *point
	st   *state
}

func newAnalysis(u *unit, f *function, origin ir.ID) *analysis {
	return &analysis{unit: u, f: f, origin: origin, points: map[*cfg.Block]map[stateKey]*point{}, endedIn: map[*cfg.Block]bool{}}
}

// step counts the work of evaluating an expression and reports whether there is to
// be no more.
func (a *analysis) step() bool { return a.work(1) }

// work counts steps: what takes about as long as evaluating so many expressions.
// It reports whether there is to be no more.
func (a *analysis) work(steps int) bool {
	u := a.unit
	before := u.budget
	u.budget -= steps
	if u.budget < a.least || u.budget/1024 != before/1024 && u.opts.Over != nil && u.opts.Over() {
		a.giveUp, a.partial = true, true
	}
	return a.giveUp
}

// run follows the paths from the entry; false if those were too many, and some
// were left out.
func (a *analysis) run(start *state) bool {
	a.least = max(0, a.unit.budget-maxOfSite)
	a.enter(a.f.graph.Entry, start, nil, nil)
	for len(a.queue) > 0 && !a.giveUp {
		p := a.queue[0]
		a.queue = a.queue[1:]
		a.visit(p)
	}
	return !a.partial
}

// enter adds a point unless the block has been entered in that state.
func (a *analysis) enter(b *cfg.Block, st *state, from *point, via *cfg.Edge) {
	a.prune(st, a.f.live[b])
	key := st.key()
	if a.points[b] == nil {
		a.points[b] = map[stateKey]*point{}
	}
	if a.points[b][key] != nil {
		return
	}
	most := maxStates
	if a.partial {
		most = maxPartial // to come to the end of some paths at least
	}
	if a.count++; len(a.points[b]) >= most || a.count > maxPoints {
		a.partial = true
		return
	}
	p := &point{block: b, st: st, from: from, via: via}
	a.points[b][key] = p
	a.queue = append(a.queue, p)
}

// visit runs the operations of a block and follows its edges.
func (a *analysis) visit(p *point) {
	a.now, a.thrown = p, nil
	b := p.block
	states := []*state{p.st.clone()}
	for i, id := range b.Ops {
		if i == 0 || a.f.statement(id) != a.f.statement(b.Ops[i-1]) {
			if i > 0 {
				states = a.settleAll(states, b, i-1)
			}
			a.planned(b, i, states)
		}
		var next []*state
		for _, s := range states {
			for _, r := range a.exec(id, s) {
				if r.status == away {
					a.losePath(a.f.statement(id))
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
	states = a.settleAll(states, b, len(b.Ops)-1)
	for _, s := range states {
		a.leave(p, s)
	}
	a.raise(p)
}

// settleAll ends a full expression with operation i of a block: values that nothing needs
// any more are dropped.
func (a *analysis) settleAll(states []*state, b *cfg.Block, i int) []*state {
	var kept []*state
	for _, s := range states {
		if a.settle(s, b, i) {
			kept = append(kept, s)
		}
	}
	return a.joinStates(kept)
}

// settle drops what no operation behind operation i of a block needs: values, and the
// temporary objects that they have led to. It reports whether the path is of interest.
func (a *analysis) settle(st *state, b *cfg.Block, i int) bool {
	a.work(st.size() / 4)
	for id := range st.values {
		if !a.f.needed(id, b, i) {
			delete(st.values, id)
		}
	}
	dead := func(place string) bool {
		return a.temporary(place) && !st.names(root(place)) && !a.neededRoot(place, b, i)
	}
	for k := range st.facts {
		if hasTemporary(k) && !st.names(k) {
			delete(st.facts, k)
		}
	}
	for k := range st.points {
		if dead(k) {
			delete(st.points, k)
		}
	}
	if len(st.places) > 0 {
		var kept []string
		for _, p := range st.places {
			if !dead(p) {
				kept = append(kept, p)
			}
		}
		switch {
		case kept == nil && st.ret == nil:
			if st.status == live {
				a.event(dropped, b.Ops[max(min(i, len(b.Ops)-1), 0)], st, st.places[0])
			}
			st.leave()
		case kept != nil:
			st.places = kept
		}
	}
	if st.status == away {
		a.losePath(a.statementOf(b, i))
		return false
	}
	return true
}

// statementOf returns the statement of operation i of a block.
func (a *analysis) statementOf(b *cfg.Block, i int) ast.Node {
	if len(b.Ops) == 0 {
		return b.Condition
	}
	return a.f.statement(b.Ops[max(min(i, len(b.Ops)-1), 0)])
}

// temporary reports whether a place is in the result of a call, or in an object without a
// name.
func (a *analysis) temporary(place string) bool {
	if place[0] == 'r' {
		return true
	}
	v := a.f.variableAt(place)
	return v != nil && a.op(v.id).Flags.Has(ir.Temporary)
}

// neededRoot reports whether an object without a name is used behind operation i of a
// block.
func (a *analysis) neededRoot(place string, b *cfg.Block, i int) bool {
	v := a.f.variableAt(place)
	return v != nil && a.f.needed(v.id, b, i)
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

func (a *analysis) event(kind eventKind, by ir.ID, st *state, place string) {
	a.events = append(a.events, event{kind, a.source(by), by, a.now, st.unseen, place})
}
