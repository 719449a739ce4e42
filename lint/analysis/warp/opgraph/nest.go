package opgraph

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// OpenNest enters the nest of a loop inside the present one.
func (g *Graph) OpenNest(l *ir.Op, calls int) int32 {
	origin := l.Node.Origin()
	parent := g.current()
	key := nestKey{parent: parent, file: origin.File(), start: origin.Span().Start, end: origin.Span().End}
	i, ok := g.byKey[key]
	if !ok {
		i = int32(len(g.Nests))
		g.byKey[key] = i
		g.Nests = append(g.Nests, NestState{Nest: warp.Nest{Loop: origin, Parent: int(parent), Constant: true, TripsKnown: true, Unroll: 1},
			depth: g.Nests[parent].depth + 1, Pragma: int(l.Int)})
	}
	s := &g.Nests[i]
	outside := g.executions(parent)
	s.Entries += outside
	s.open = true
	s.epoch++
	g.levels = append(g.levels, level{nest: i, outside: outside, weight: g.Weight, calls: calls})
	g.newBlock()
	return i
}

// CloseNest leaves the innermost nest. rolled is set unless the compiler knows in every
// iteration whether there is another one, constant where it knows how many there are.
func (g *Graph) CloseNest(nest int32, rolled, constant bool) {
	s := &g.Nests[nest]
	s.Rolled = s.Rolled || rolled
	s.Constant = s.Constant && constant
	s.open = false
	g.levels = g.levels[:len(g.levels)-1]
	g.newBlock()
}

// Depth returns in how many loops a nest is, its own included.
func (g *Graph) Depth(nest int32) int32 { return g.Nests[nest].depth }

// NextIteration begins another iteration of a nest: what is computed in it counts again.
func (g *Graph) NextIteration(nest int32) { g.Nests[nest].epoch++ }

// TestLoop adds the branch that ends a loop or begins its next iteration. Call it right after
// the condition of the loop is evaluated.
func (g *Graph) TestLoop() {
	g.pinned(Node{Op: OpBranch, A: g.Test, Sub: BranchLoop, Flags: FlagRoot})
}

// RunBody counts an execution of the body of a loop.
func (g *Graph) RunBody(nest int32) { g.Nests[nest].Runs += g.executions(nest) }

// Repeat makes the present code of a nest stand for so many iterations; known is set where
// that follows from the source.
func (g *Graph) Repeat(nest int32, times float64, known bool) {
	s := &g.Nests[nest]
	s.TripsKnown = s.TripsKnown && known
	g.Weight *= times
}

// Growing notes that a phi only grows: it is not negative if it starts so.
func (g *Graph) Growing(phi Ref) {
	if g.Nodes[g.Phis[g.Nodes[phi].Imm].Start].Flags&FlagNonNegative != 0 {
		g.Nodes[phi].Flags |= FlagNonNegative
	}
}

// LeaveNests notes that threads leave loops from inside.
func (g *Graph) LeaveNests(kind Exit, inSwitch bool, calls int) {
	if g == nil {
		return
	}
	g.leaveApart(kind, calls)
	if kind == ExitContinue || kind == ExitBreak && inSwitch {
		return
	}
	// A return leaves the loops of its function, a break the innermost one.
	for i := len(g.levels) - 1; i > 0 && g.levels[i].calls == calls; i-- {
		g.Nests[g.levels[i].nest].Exits = true
		if kind == ExitBreak {
			return
		}
	}
}

// leaveApart notes which loops lanes leave, and in which they skip the rest of an
// iteration, without the others of their warp.
func (g *Graph) leaveApart(kind Exit, calls int) {
	last := len(g.levels) - 1
	if g.divergentNest == 0 || last == 0 {
		return
	}
	if kind == ExitContinue || g.levels[last].calls != calls {
		g.Nests[g.levels[last].nest].DivergentSkip = true // or the rest of a function called in it
		return
	}
	for i := last; i > 0 && g.levels[i].calls == calls; i-- {
		g.Nests[g.levels[i].nest].DivergentExit = true
		if kind == ExitBreak {
			return
		}
	}
}

// Kinds of branches.
const (
	BranchIf uint8 = iota
	BranchLoop
)

// An Exit is how threads leave the path they are on.
type Exit uint8

const (
	ExitReturn Exit = iota
	ExitBreak
	ExitContinue
)
