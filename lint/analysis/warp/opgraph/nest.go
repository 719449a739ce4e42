package warp

import "github.com/cudalint/cudalint/cudaparse/ir"

// openNest enters the nest of a loop inside the present one.
func (g *graph) openNest(l *ir.Op, calls int) int32 {
	origin := l.Node.Origin()
	parent := g.current()
	key := nestKey{parent: parent, file: origin.File(), start: origin.Span().Start, end: origin.Span().End}
	i, ok := g.byKey[key]
	if !ok {
		i = int32(len(g.nests))
		g.byKey[key] = i
		g.nests = append(g.nests, nestState{Nest: Nest{Loop: origin, Parent: int(parent), Constant: true, TripsKnown: true, Unroll: 1},
			depth: g.nests[parent].depth + 1, pragma: int(l.Int)})
	}
	s := &g.nests[i]
	outside := g.executions(parent)
	s.Entries += outside
	s.open = true
	s.epoch++
	g.levels = append(g.levels, level{nest: i, outside: outside, weight: g.weight, calls: calls})
	g.newBlock()
	return i
}

// closeNest leaves the innermost nest. rolled is set unless the compiler knows in every
// iteration whether there is another one, constant where it knows how many there are.
func (g *graph) closeNest(nest int32, rolled, constant bool) {
	s := &g.nests[nest]
	s.rolled = s.rolled || rolled
	s.Constant = s.Constant && constant
	s.open = false
	g.levels = g.levels[:len(g.levels)-1]
	g.newBlock()
}

// depth returns in how many loops a nest is, its own included.
func (g *graph) depth(nest int32) int32 { return g.nests[nest].depth }

// nextIteration begins another iteration of a nest: what is computed in it counts again.
func (g *graph) nextIteration(nest int32) { g.nests[nest].epoch++ }

// testLoop notes the branch at the condition of a loop, which was evaluated last.
func (g *graph) testLoop() {
	g.pinned(node{op: opBranch, a: g.last, sub: branchLoop, flags: flagRoot})
}

// runBody counts an execution of the body of a loop.
func (g *graph) runBody(nest int32) { g.nests[nest].Runs += g.executions(nest) }

// repeat makes the present code of a nest stand for so many iterations; known is set where
// that follows from the source.
func (g *graph) repeat(nest int32, times float64, known bool) {
	s := &g.nests[nest]
	s.TripsKnown = s.TripsKnown && known
	g.weight *= times
}

// growing notes that a phi only grows: it is not negative if it starts so.
func (g *graph) growing(phi ref) {
	if g.nodes[g.phis[g.nodes[phi].imm].start].flags&flagNonNegative != 0 {
		g.nodes[phi].flags |= flagNonNegative
	}
}

// leaveNests notes that threads leave loops from inside.
func (g *graph) leaveNests(kind exitKind, inSwitch bool, calls int) {
	if g == nil {
		return
	}
	g.leaveApart(kind, calls)
	if kind == exitContinue || kind == exitBreak && inSwitch {
		return
	}
	// A return leaves the loops of its function, a break the innermost one.
	for i := len(g.levels) - 1; i > 0 && g.levels[i].calls == calls; i-- {
		g.nests[g.levels[i].nest].exits = true
		if kind == exitBreak {
			return
		}
	}
}

// leaveApart notes which loops lanes leave, and in which they skip the rest of an
// iteration, without the others of their warp.
func (g *graph) leaveApart(kind exitKind, calls int) {
	last := len(g.levels) - 1
	if g.apart == 0 || last == 0 {
		return
	}
	if kind == exitContinue || g.levels[last].calls != calls {
		g.nests[g.levels[last].nest].skipped = true // or the rest of a function called in it
		return
	}
	for i := last; i > 0 && g.levels[i].calls == calls; i-- {
		g.nests[g.levels[i].nest].uneven = true
		if kind == exitBreak {
			return
		}
	}
}

// Kinds of branches.
const (
	branchIf uint8 = iota
	branchLoop
	branchReturn
)

// An exitKind is how threads leave the path they are on.
type exitKind uint8

const (
	exitReturn exitKind = iota
	exitBreak
	exitContinue
)
