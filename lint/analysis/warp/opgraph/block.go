package warp

import "strings"

// A basic block ends where the compiler joins no reads across: at branches, barriers, and
// functions that are assembly or speak to other threads. Its number is kept in the nodes.

// newBlock begins a basic block.
func (g *graph) newBlock() {
	g.blocks++
	g.block = g.blocks
}

// endBlock ends the basic block at what reads stay on their side of.
func (g *graph) endBlock() {
	if g != nil {
		g.newBlock()
		g.ended = g.block
	}
}

// ordered reports whether reads stay on their side of a call of a function that CUDA
// provides (nvcc 13.0 for sm_90).
func ordered(name string) bool {
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
type region struct {
	first        ref
	block, ended int32
}

func (g *graph) region() region {
	return region{first: ref(len(g.nodes)), block: g.block, ended: g.ended}
}

// selected reports whether the operations of a region are so few, and without effect, that
// the compiler does them all instead of branching.
func (g *graph) selected(r region, most int) bool {
	if g.ended != r.ended {
		return false
	}
	for i := range g.nodes[r.first:] {
		switch n := &g.nodes[int(r.first)+i]; {
		case n.op == opLoad || n.op == opCall:
			return false
		case n.op == opFMA:
			most -= 2 // the product and the sum
		case n.op == opBranch && n.sub == branchIf:
			most--
		case n.flags&flagRoot != 0:
			return false
		case n.op > opMemory:
			most--
		}
	}
	return most >= 0
}

// rejoinBlock goes on in the basic block before a function where the compiler selects
// between the values that it returns.
func (g *graph) rejoinBlock(r region) {
	if g != nil && g.selected(r, selectedFunction) {
		g.block = r.block
	}
}
