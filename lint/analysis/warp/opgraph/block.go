package opgraph

import "strings"

// The compiler joins reads within a basic block only. One ends at branches, barriers, and calls
// of functions that are assembly or that other threads depend on. Nodes have its number.

// newBlock begins a basic block.
func (g *Graph) newBlock() {
	g.blocks++
	g.block = g.blocks
}

// EndBlock ends the basic block at something that no read is moved across.
func (g *Graph) EndBlock() {
	if g != nil {
		g.newBlock()
		g.ended = g.block
	}
}

// Ordered reports whether the compiler moves no read across a call of a function that CUDA
// provides (nvcc 13.0 for sm_90).
func Ordered(name string) bool {
	switch name {
	case "__activemask", "clock", "clock64", "printf", "assert", "__assert_fail", "__trap", "__nanosleep":
		return true
	}
	return strings.HasSuffix(name, "_sync") || strings.HasPrefix(name, "__sync") ||
		strings.HasPrefix(name, "__threadfence") || strings.HasPrefix(name, "cooperative_groups::")
}

// The most operations in both arms of a branch for which the compiler executes both and selects
// a value. A function that returns early has a comparison, a branch and a selection more.
const (
	selectedArms     = 4
	selectedFunction = selectedArms + 3
)

// A Region is the nodes that a branch or a function adds: it has where they begin.
type Region struct {
	first        Ref
	block, ended int32
}

// Region begins a region here.
func (g *Graph) Region() Region {
	return Region{first: Ref(len(g.Nodes)), block: g.block, ended: g.ended}
}

// selected reports whether the compiler executes the operations of a region without a branch:
// they are few, and have no effect.
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

// RejoinBlock continues the basic block before a function whose values are selected without a
// branch.
func (g *Graph) RejoinBlock(r Region) {
	if g != nil && g.selected(r, selectedFunction) {
		g.block = r.block
	}
}
