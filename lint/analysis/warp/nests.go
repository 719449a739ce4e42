package warp

import "github.com/cudalint/cudalint/cudaparse/ast"

// Outside is the index of a nest that no analysis knows.
const Outside = -1

// A NestTree finds the nests of a kernel by their loops.
type NestTree struct {
	Nests    []Nest
	children map[nestKey]int
}

type nestKey struct {
	parent int
	loop   ast.Node
}

// TreeOf returns the tree of nests, which may be nil.
func TreeOf(nests []Nest) *NestTree {
	t := &NestTree{nests, map[nestKey]int{}}
	for i, n := range nests {
		if n.Parent >= 0 {
			t.children[nestKey{n.Parent, n.Loop}] = i
		}
	}
	return t
}

// Root returns the nest of the code outside of all loops, Outside where there are no nests.
func (t *NestTree) Root() int {
	if len(t.Nests) == 0 {
		return Outside
	}
	return 0
}

// Enter returns the nest of a loop inside another nest, Outside where the kernel does not come to it.
func (t *NestTree) Enter(nest int, loop ast.Node) int {
	if i, ok := t.children[nestKey{nest, loop.Origin()}]; ok && nest != Outside {
		return i
	}
	return Outside
}

// Runs returns how often a warp runs the code of a nest per run of the kernel.
func (t *NestTree) Runs(nest int) float64 {
	switch {
	case nest == Outside:
		return 0
	case t.Nests[nest].Parent < 0:
		return 1
	}
	return t.Nests[nest].Runs
}
