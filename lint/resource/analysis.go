package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// The limits of one analysis and of all of a unit.
const (
	maxStates  = 150       // of one block
	maxPartial = 40        // of one block, once some had too many
	maxPoints  = 12_000    // of one function
	fewStates  = 3         // that are kept as they are inside of a block
	maxSteps   = 1_000_000 // of a unit and a kind; about a second, see work
	maxOfSite  = maxSteps / 3
	maxDepth   = 5 // of calls
)

// An analysis follows one handle through one function.
type analysis struct {
	f *function
	// origin is the call that acquires or, to find what is used after its end,
	// releases the handle; not valid where it comes in as a parameter.
	origin ast.Node
	from   *outward // what the call acquires, nil for a function of the kind
	depth  int

	points map[*cfg.Block]map[stateKey]*point
	queue  []*point
	count  int

	now    *point   // being evaluated
	node   ast.Node // the statement being evaluated
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
	by ast.Node
}

// An event is something wrong on a path.
type event struct {
	kind   eventKind
	node   ast.Node // where it happens
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

func newAnalysis(f *function, origin ast.Node) *analysis {
	return &analysis{f: f, origin: origin, points: map[*cfg.Block]map[stateKey]*point{}, endedIn: map[*cfg.Block]bool{}}
}

// step counts the work of evaluating an expression and reports whether there is to
// be no more.
func (a *analysis) step() bool { return a.work(1) }

// work counts steps: what takes about as long as evaluating so many expressions.
// It reports whether there is to be no more.
func (a *analysis) work(steps int) bool {
	u := a.f.unit
	before := u.budget
	u.budget -= steps
	if u.budget < a.least || u.budget/1024 != before/1024 && u.over != nil && u.over() {
		a.giveUp, a.partial = true, true
	}
	return a.giveUp
}

// run follows the paths from the entry; false if those were too many, and some
// were left out.
func (a *analysis) run(start *state) bool {
	a.least = max(0, a.f.unit.budget-maxOfSite)
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

// visit runs the nodes of a block and follows its edges.
func (a *analysis) visit(p *point) {
	a.now, a.thrown = p, nil
	b := p.block
	nodes := b.Nodes
	condition := b.Condition.Valid() && len(nodes) > 0 && nodes[len(nodes)-1] == b.Condition && !b.Condition.Is(ast.ForRangeLoop)
	if condition {
		nodes = nodes[:len(nodes)-1]
	}
	states := []*state{p.st.clone()}
	for i, n := range nodes {
		a.node = n
		a.planned(b, i, states)
		var next []*state
		for _, s := range states {
			for _, r := range a.exec(n, s) {
				if a.settle(r.st, n) {
					next = append(next, r.st)
				}
			}
		}
		if len(next) > fewStates {
			live := a.f.liveAfter(b, i)
			for _, s := range next {
				a.prune(s, live)
			}
		}
		states = a.joinStates(next)
	}
	if condition {
		a.planned(b, len(nodes), states)
	}
	for _, s := range states {
		a.leave(p, s, condition)
	}
	a.raise(p)
}

// settle ends a full expression: temporaries die. It reports whether the path is
// of interest.
func (a *analysis) settle(st *state, n ast.Node) bool {
	a.work(st.size() / 4)
	for k := range st.facts {
		if hasTemporary(k) {
			delete(st.facts, k)
		}
	}
	if len(st.places) > 0 {
		var kept []string
		for _, p := range st.places {
			if p[0] != 'r' {
				kept = append(kept, p)
			}
		}
		if len(kept) == 0 && st.ret == nil {
			if st.status == live {
				a.event(dropped, n, st, st.places[0])
			}
			st.leave()
		} else if kept != nil {
			st.places = kept
		}
	}
	if st.status == away {
		a.losePath(n)
		return false
	}
	return true
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

func (a *analysis) event(kind eventKind, n ast.Node, st *state, place string) {
	a.events = append(a.events, event{kind, n, a.now, st.unseen, place})
}

// exec runs a node of a block.
func (a *analysis) exec(n ast.Node, st *state) []result {
	switch n.Kind() {
	case ast.ReturnStatement, ast.CoReturnStatement:
		results := a.eval(n.FirstChild(), st)
		for _, r := range results {
			ret := &returned{known: a.know(r.st, r.v)}
			if r.v.place != "" {
				ret.holds = r.st.within(r.v.place)
			}
			if len(ret.holds) == 0 && a.reaches(r.st, r.v) {
				a.escape(r.st)
			}
			r.st.ret = ret
		}
		return results
	case ast.ForRangeLoop:
		return a.bind(n, st)
	case ast.CatchClause, ast.GotoStatement, ast.BreakStatement, ast.ContinueStatement, ast.Error:
		return []result{{st, value{}}}
	}
	return a.eval(n, st)
}

// bind gives the variable of a range-based for the next element.
func (a *analysis) bind(n ast.Node, st *state) []result {
	var out []result
	for _, r := range a.eval(n.Child(ast.FieldRight), st) {
		for _, d := range a.f.sema.Scope.Declarators(n) {
			v := a.f.variable(d.Name, d.Node)
			if v == nil {
				continue
			}
			r.st.moved(v.place())
			element := value{}
			if r.v.place != "" {
				element.place = r.v.place + "[*]"
			}
			if v.reference() && element.place != "" {
				r.st.points[v.place()] = pointer{to: element.place, ref: true}
			} else {
				a.write(r.st, v.place(), element, n)
			}
		}
		out = append(out, result{r.st, value{}})
	}
	return out
}
