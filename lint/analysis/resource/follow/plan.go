package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A Plan lists where to release a handle so that it does not leak. An analysis with a plan runs as
// if these releases were in the source, and records the states in which paths reach each of them.
// The plan does not repair the problems that such a run still finds.
type Plan struct {
	Function *body.Function
	// Place is where the handle is. Every call that acquires into it is followed.
	Place string
	// Scope is the block at whose end the handle is released, and in front of each
	// statement that leaves it.
	Scope ast.Node
	// Overwrites are nodes of the graph that would overwrite the handle. It is released in front
	// of them.
	Overwrites map[ast.Node]bool
	// Keep leaves the handle as it is: the analysis only records the states.
	Keep bool
	// Ends is set where the end of the function releases everything.
	Ends bool

	Tallies      map[Spot]*Tally
	Order        []Spot
	Acquisitions map[ir.ID]bool // calls that acquire into the place
	Lost         []lostAt
}

// A Spot is where a handle is to be released: in front of a statement, or at the end of a block.
type Spot struct {
	Node ast.Node
	End  bool
}

// A Tally counts the states in which paths reach a spot.
type Tally struct {
	Live   int // it has to be released
	Zero   int // not made: the handle is known to be zero
	Unset  int // not made: it has some other value
	Failed int // the call that makes it has failed; its value is not known
	Gone   int // released before, and not set to zero
	Other  int // live, but somewhere else too, or given to the caller
	At     []arrival
}

// An arrival is the last block of a path to a spot, and the edge out of it if the spot is behind
// that block.
type arrival struct {
	*Point
	By *cfg.Edge
}

// lostAt is where the analysis stopped following a path before its end.
type lostAt struct {
	block *cfg.Block
	node  ast.Node
}

// tracks reports whether a call is one of those that are followed.
func (p *Plan) tracks(call ir.ID, target string) bool {
	if p == nil || target == "" || target != p.Place {
		return false
	}
	p.Acquisitions[call] = true
	return true
}

// lose records that the analysis stops following a path at a node of a point.
func (p *Plan) lose(at *Point, n ast.Node) {
	if p != nil {
		p.Lost = append(p.Lost, lostAt{at.Block, n})
	}
}

// Inside reports whether a node of the graph stands in the scope.
func (p *Plan) Inside(n ast.Node) bool {
	n = n.Origin()
	return n.Valid() && n.File() == p.Scope.File() && p.Scope.Index() < n.Index() && n.Index() < p.Scope.End()
}

// StaysInside reports whether a block stands in the scope.
func (p *Plan) StaysInside(b *cfg.Block) bool {
	for range 8 {
		if n := p.Function.StatementAt(b, 0); n.Valid() || len(b.Succs) == 0 {
			return p.Inside(n)
		}
		b = b.Succs[0].To
	}
	return false
}

// beforeStatement applies the plan in front of the statement that begins with operation i of a
// point's block, to the states that reach it.
func (p *Plan) beforeStatement(at *Point, i int, states []*state.State) {
	if p == nil {
		return
	}
	b := at.Block
	n := p.Function.Statement(b.Ops[i])
	if i > 0 && p.Inside(p.Function.Statement(b.Ops[i-1])) && !p.Inside(n) {
		p.releaseAt(Spot{p.Scope, true}, arrival{Point: at}, states...)
	}
	if p.Overwrites[n] && p.begins(b.Ops[i], n) {
		p.releaseAt(Spot{n, false}, arrival{Point: at}, states...)
	}
	if p.Inside(n) && p.LeavesScope(b, n) {
		p.releaseAt(Spot{n, false}, arrival{Point: at}, states...)
	}
}

// begins reports whether a statement begins with an operation.
func (p *Plan) begins(id ir.ID, statement ast.Node) bool {
	for i := ir.ID(1); i < id; i++ {
		if p.Function.Statement(i) == statement && p.Function.Graph.BlockOf(i) != nil {
			return false
		}
	}
	return true
}

// LeavesScope reports whether a statement of a block jumps out of the scope, past the end of the
// scope.
func (p *Plan) LeavesScope(b *cfg.Block, jump ast.Node) bool {
	scope := p.Scope
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
			if e.Label == jump && p.StaysInside(e.To) {
				return false
			}
		}
		return true
	default:
		return false
	}
	// In a macro, the jump may leave a loop of the macro or the loop around it.
	if jump.Origin() != jump && target.Valid() {
		return false
	}
	if !target.Valid() {
		target = jump.Origin().Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement, ast.SwitchStatement)
	}
	return !p.Inside(target)
}

// Leaves reports whether a path that takes an edge leaves the scope.
func (p *Plan) Leaves(e *cfg.Edge) bool {
	return p.Inside(p.Function.StatementAt(e.From, len(e.From.Ops))) && !p.StaysInside(e.To)
}

// onEdge applies the plan where a path leaves a point's block by an edge.
func (p *Plan) onEdge(at *Point, e *cfg.Edge, st *state.State) {
	if p == nil || !p.Leaves(e) {
		return
	}
	switch e.Kind {
	case cfg.Terminate, cfg.Throw:
	case cfg.Break, cfg.Continue, cfg.Goto:
		if !p.LeavesScope(e.From, e.Label) {
			p.releaseAt(Spot{p.Scope, true}, arrival{at, e}, st)
		}
	case cfg.Return:
		if !p.Ends {
			p.releaseAt(Spot{e.Label, false}, arrival{at, e}, st)
		}
	default:
		if !p.Ends || e.To != p.Function.Graph.Exit {
			p.releaseAt(Spot{p.Scope, true}, arrival{at, e}, st)
		}
	}
}

// releaseAt releases the handle in the states in which paths reach a spot.
func (p *Plan) releaseAt(at Spot, by arrival, states ...*state.State) {
	t := p.Tallies[at]
	if t == nil {
		t = &Tally{}
		p.Tallies[at] = t
		p.Order = append(p.Order, at)
	}
	for _, st := range states {
		known := st.Facts[p.Place]
		switch {
		case st.Status == state.Live && (!st.Holds(p.Place) || p.Function.HandleOutlives(st) || st.Ret != nil && len(st.Ret.Holds) > 0):
			t.Other++
		case st.Status == state.Live:
			t.Live++
			t.At = append(t.At, by)
			if !p.Keep {
				st.Status = state.Released
			}
		case st.Status == state.Released && st.Holds(p.Place):
			t.Gone++
		case known.IsZero() && st.FactKnown(p.Place):
			t.Zero++
		case st.Failed:
			t.Failed++
		default:
			t.Unset++
		}
	}
}

// prune drops facts that no later condition depends on. Facts about the place of a plan stay.
func (p *Plan) prune(f *body.Function, st *state.State, live body.NameSet) {
	if p == nil {
		f.Prune(st, live)
		return
	}
	known, ok := st.Facts[p.Place]
	f.Prune(st, live)
	if ok {
		st.Facts[p.Place] = known
	}
}

// LostBefore reports whether a path that the analysis stopped following may reach a spot. The
// state of the handle on it is unknown.
func (p *Plan) LostBefore(t *Tally) bool {
	if len(p.Lost) == 0 {
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
	for _, l := range p.Lost {
		add(l.block)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		add(b)
	}
	for _, at := range t.At {
		if reached[at.Block] {
			return true
		}
		for _, l := range p.Lost {
			// In the block itself: unless it is the return that takes the handle away.
			if l.block == at.Block && !l.node.Is(ast.ReturnStatement) {
				return true
			}
		}
	}
	return false
}

// Line returns the line that a spot is on.
func (s Spot) Line() int {
	if s.End {
		return body.LastLine(s.Node)
	}
	return body.Line(s.Node)
}
