package opgraph

import "strings"

// A basic block ends where the compiler joins no reads across: at branches, barriers, and
// functions that are assembly or speak to other threads. Its number is kept in the nodes.

// newBlock begins a basic block.
func (g *Graph) newBlock() {
	g.blocks++
	g.block = g.blocks
}

// endBlock ends the basic block at what reads stay on their side of.
func (g *Graph) EndBlock() {
	if g != nil {
		g.newBlock()
		g.ended = g.block
	}
}

// ordered reports whether reads stay on their side of a call of a function that CUDA
// provides (nvcc 13.0 for sm_90).
func Ordered(name string) bool {
	switch name {
	case "__activemask", "clock", "clock64", "printf", "assert", "__assert_fail", "__trap", "__nanosleep":
		return true
	}
	return strings.HasSuffix(name, "_sync") || strings.HasPrefix(name, "__sync") ||
		strings.HasPrefix(name, "__threadfence") || strings.HasPrefix(name, "cooperative_groups::")
}

// How many operations the compiler does for both arms of a branch to select between their
// values; a function that returns early has the comparison, branch and selection besides.
const (
	selectedArms     = 4
	selectedFunction = selectedArms + 3
)

// A region is where a branch or a function begins.
type Region struct {
	first        Ref
	block, ended int32
}

func (g *Graph) Region() Region {
	return Region{first: Ref(len(g.Nodes)), block: g.block, ended: g.ended}
}

// selected reports whether the operations of a region are so few, and without effect, that
// the compiler does them all instead of branching.
func (g *Graph) selected(r Region, most int) bool {
	if g.ended != r.ended {
		return false
	}
	for i := range g.Nodes[r.first:] {
		switch n := &g.Nodes[int(r.first)+i]; {
		case n.Op == OpLoad || n.Op == OpCall:
			return false
		case n.Op == OpFMA:
			most -= 2 // the product and the sum
		case n.Op == OpBranch && n.Sub == BranchIf:
			most--
		case n.Flags&FlagRoot != 0:
			return false
		case n.Op > OpMemory:
			most--
		}
	}
	return most >= 0
}

// rejoinBlock goes on in the basic block before a function where the compiler selects
// between the values that it returns.
func (g *Graph) RejoinBlock(r Region) {
	if g != nil && g.selected(r, selectedFunction) {
		g.block = r.block
	}
}
