package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// A plan is where a handle is to be released so that it does not leak. An analysis
// that is given one runs as if the releases were there, and notes in which states
// the paths come to each: what is left wrong in such a run, the plan does not mend.
type plan struct {
	// place is where the handle is. Every call that acquires into it is followed.
	place string
	// scope is the block at whose end the handle is released, and in front of each
	// statement that leaves it.
	scope ast.Node
	// overwrites are nodes of the graph in front of which it is released, as they
	// would overwrite it.
	overwrites map[ast.Node]bool
	// keep leaves the handle as it is: the states are noted only.
	keep bool
	// ends is set where the end of the function releases everything.
	ends bool

	tallies map[spot]*tally
	order   []spot
	made    map[ir.ID]bool // calls that acquire into the place
	lost    []lostAt
}

// A spot is where a handle is to be released: in front of a statement or, of a
// block, at its end.
type spot struct {
	node ast.Node
	end  bool
}

// A tally counts the states in which paths come to a spot.
type tally struct {
	live   int // it has to be released
	zero   int // not made: the handle is known to be zero
	unset  int // not made: it has some other value
	failed int // the call that makes it has failed; its value is not known
	gone   int // released before, and not set to zero
	other  int // live, but somewhere else too, or given to the caller
	at     []arrival
}

// An arrival is the last block of a path to a spot, and the edge that it is left by
// if the spot is behind it.
type arrival struct {
	*point
	by *cfg.Edge
}

// lostAt is where a path is followed no more although it goes on.
type lostAt struct {
	block *cfg.Block
	node  ast.Node
}

// tracks reports whether a call is one of those that are followed.
func (a *analysis) tracks(call ir.ID, target string) bool {
	if a.plan == nil || target == "" || target != a.plan.place {
		return false
	}
	a.plan.made[call] = true
	return true
}

// losePath notes that a path is not followed any more.
func (a *analysis) losePath(n ast.Node) {
	if a.plan != nil && a.now != nil {
		a.plan.lost = append(a.plan.lost, lostAt{a.now.block, n})
	}
}

// inside reports whether a node of the graph stands in the scope.
func (p *plan) inside(n ast.Node) bool {
	n = n.Origin()
	return n.Valid() && n.File() == p.scope.File() && p.scope.Index() < n.Index() && n.Index() < p.scope.End()
}

// first and last return the statements of the first and the last operation of a block.
func (a *analysis) first(b *cfg.Block) ast.Node { return a.statementOf(b, 0) }
func (a *analysis) last(b *cfg.Block) ast.Node  { return a.statementOf(b, len(b.Ops)) }

// staysInside reports whether a block stands in the scope.
func (a *analysis) staysInside(b *cfg.Block) bool {
	for range 8 {
		if n := a.first(b); n.Valid() || len(b.Succs) == 0 {
			return a.plan.inside(n)
		}
		b = b.Succs[0].To
	}
	return false
}

// planned runs what is planned in front of the statement that begins with operation i of
// a block, on states that come to it.
func (a *analysis) planned(b *cfg.Block, i int, states []*state) {
	p := a.plan
	if p == nil {
		return
	}
	n := a.f.statement(b.Ops[i])
	if i > 0 && p.inside(a.f.statement(b.Ops[i-1])) && !p.inside(n) {
		a.releaseAt(spot{p.scope, true}, nil, states...)
	}
	if p.overwrites[n] && a.begins(b.Ops[i], n) {
		a.releaseAt(spot{n, false}, nil, states...)
	}
	if p.inside(n) && a.leavesScope(b, n) {
		a.releaseAt(spot{n, false}, nil, states...)
	}
}

// begins reports whether a statement begins with an operation.
func (a *analysis) begins(id ir.ID, statement ast.Node) bool {
	for i := ir.ID(1); i < id; i++ {
		if a.f.statement(i) == statement && a.f.graph.BlockOf(i) != nil {
			return false
		}
	}
	return true
}

// leavesScope reports whether a statement of a block is a jump out of the scope, so
// that its end is not run through.
func (a *analysis) leavesScope(b *cfg.Block, jump ast.Node) bool {
	scope := a.plan.scope
	var target ast.Node
	switch jump.Kind() {
	case ast.BreakStatement:
		target = jump.Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement, ast.SwitchStatement)
	case ast.ContinueStatement:
		target = jump.Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement)
	case ast.GotoStatement:
		label := jump.Child(ast.FieldLabel).Text()
		for n := range scope.Descendants() {
			if n.Is(ast.LabeledStatement) && n.Child(ast.FieldLabel).Text() == label {
				return false
			}
		}
		return true
	case ast.ThrowStatement:
		for _, e := range b.Succs {
			if e.Label == jump && a.staysInside(e.To) {
				return false
			}
		}
		return true
	default:
		return false
	}
	// In a macro, a loop of its own or the one around it.
	if jump.Origin() != jump && target.Valid() {
		return false
	}
	if !target.Valid() {
		target = jump.Origin().Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement, ast.SwitchStatement)
	}
	return !a.plan.inside(target)
}

// plannedEdge runs what is planned where a path leaves a block by an edge.
func (a *analysis) plannedEdge(e *cfg.Edge, st *state) {
	p := a.plan
	if p == nil || !p.inside(a.last(e.From)) || a.staysInside(e.To) {
		return
	}
	switch e.Kind {
	case cfg.Terminate, cfg.Throw:
	case cfg.Break, cfg.Continue, cfg.Goto:
		if !a.leavesScope(e.From, e.Label) {
			a.releaseAt(spot{p.scope, true}, e, st)
		}
	case cfg.Return:
		if !p.ends {
			a.releaseAt(spot{e.Label, false}, e, st)
		}
	default:
		if !p.ends || e.To != a.f.graph.Exit {
			a.releaseAt(spot{p.scope, true}, e, st)
		}
	}
}

// releaseAt releases the handle on the paths that come to a spot, by an edge if
// there is one.
func (a *analysis) releaseAt(at spot, by *cfg.Edge, states ...*state) {
	p := a.plan
	t := p.tallies[at]
	if t == nil {
		t = &tally{}
		p.tallies[at] = t
		p.order = append(p.order, at)
	}
	for _, st := range states {
		known := st.facts[p.place]
		switch {
		case st.status == live && (!st.holds(p.place) || a.outlives(st) || st.ret != nil && len(st.ret.holds) > 0):
			t.other++
		case st.status == live:
			t.live++
			t.at = append(t.at, arrival{a.now, by})
			if !p.keep {
				st.status = gone
			}
		case st.status == gone && st.holds(p.place):
			t.gone++
		case known.isZero() && st.factKnown(p.place):
			t.zero++
		case st.failed:
			t.failed++
		default:
			t.unset++
		}
	}
}

// prune drops what is known and can decide nothing any more; what is known of the
// place of a plan stays.
func (a *analysis) prune(st *state, live nameSet) {
	if a.plan == nil {
		a.f.prune(st, live)
		return
	}
	known, ok := st.facts[a.plan.place]
	a.f.prune(st, live)
	if ok {
		st.facts[a.plan.place] = known
	}
}

// lostBefore reports whether a path that was given up may come to a spot: what
// becomes of the handle on it is not known.
func (a *analysis) lostBefore(t *tally) bool {
	if len(a.plan.lost) == 0 {
		return false
	}
	reached := map[*cfg.Block]bool{}
	var work []*cfg.Block
	add := func(b *cfg.Block) {
		for _, e := range b.Succs {
			if e.Kind != cfg.Terminate && !reached[e.To] {
				reached[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	for _, l := range a.plan.lost {
		add(l.block)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		add(b)
	}
	for _, p := range t.at {
		if reached[p.block] {
			return true
		}
		for _, l := range a.plan.lost {
			// In the block itself: unless it is the return that takes the handle away.
			if l.block == p.block && !l.node.Is(ast.ReturnStatement) {
				return true
			}
		}
	}
	return false
}

// line returns the line that a spot is on.
func (s spot) line() int {
	if s.end {
		return lastLine(s.node)
	}
	return line(s.node)
}
