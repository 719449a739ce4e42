// Package codegen predicts what the compiler makes of a graph of operations: which loops it
// unrolls, which operations one instruction does together, which reads become one wide read,
// literal operands or uniform loads. It gets a graph of package opgraph and gives the operations
// and the executions of accesses in each loop nest. Its rules were found by compiling kernels
// with nvcc 13.0.
package codegen

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// A counter counts the operations of a graph by nest. It finds the nodes whose values are
// used, those that are fused into one instruction, and the addresses that a loop advances
// instead of computing them anew (induction variables).
type counter struct {
	*opgraph.Graph
	live []bool
	uses []int32
	// other counts the uses of a product that cannot be fused with it: those that are no sum.
	other []int32
	// data counts the uses of a loop counter other than in addresses, in the test of the loop
	// and in the next counter.
	data []int32
	// taken counts the uses by an instruction that computes the node, too; fused is set where
	// the instruction of a node computes one of its operands.
	taken []int32
	fused []bool
	// form is the affine form of a phi in its nest.
	forms []form
	// reduced marks addresses that the loop advances.
	reduced []form
	width   []int8        // how many reads of neighbours one instruction does, this among them
	tests   []opgraph.Ref // the condition of each nest
	strides []opgraph.Ref // the index of the last strided address, by nest
	sizes   []float64     // instructions per iteration of a nest, roughly
	counts  [][]warp.OperationCount
}

// A form is how a number changes from one iteration of a nest to the next.
type form uint8

const (
	fixed   form = iota // not at all
	regular             // by a constant
	strided             // by a number that the loop does not change
	free                // in any other way
)

// A Site is one access in the source, whose executions are counted.
type Site struct {
	// Object is what the access reads or writes, constant is set where that is in constant
	// or parameter memory.
	Object   int
	Constant bool
	Function *sema.Function // that the access is written in
	// Parameters are the addresses in kernel parameters that the access reads, partial is set
	// where these are not all.
	Parameters []opgraph.Ref
	Partial    bool
}

// A Usage is what the compiler makes of one site: see the fields of warp.Access.
type Usage struct {
	Nest                        int
	Executions, Repeats, Vector float64
	Immediate, UniformPath      bool
}

// A siteCount is a site while its instructions are counted.
type siteCount struct {
	Site
	Usage
	// instructions are the executions, reads that are done together counted once; placed is
	// how often what computes the address is executed.
	instructions, placed float64
	varying              bool // the compiler does not know some address
}

// CountOperations returns the loop nests of a graph with their operations, and how the sites are
// executed, in code for an architecture. Both are nil where the graph is incomplete, as the
// kernel is too large.
func CountOperations(g *opgraph.Graph, sites []Site, arch int) ([]warp.Nest, []Usage) {
	if g.TooLarge {
		return nil, nil
	}
	rows := make([]siteCount, len(sites))
	for i, s := range sites {
		rows[i].Site = s
	}
	n := len(g.Nodes)
	c := &counter{Graph: g, live: make([]bool, n), uses: make([]int32, n), other: make([]int32, n), data: make([]int32, n), taken: make([]int32, n),
		fused: make([]bool, n), forms: make([]form, len(g.Phis)), reduced: make([]form, n),
		tests: make([]opgraph.Ref, len(g.Nests)), strides: make([]opgraph.Ref, len(g.Nests)), sizes: make([]float64, len(g.Nests)), counts: make([][]warp.OperationCount, len(g.Nests))}
	for r := 1; r < n; r++ {
		switch x := &g.Nodes[r]; {
		case x.Op == opgraph.OpPhi:
			c.forms[x.Imm] = c.phiForm(opgraph.Ref(r))
		case x.Op == opgraph.OpBranch && x.Sub == opgraph.BranchLoop:
			c.tests[x.Nest] = x.A
		}
	}
	for r := n - 1; r > 0; r-- {
		if g.Nodes[r].Flags&opgraph.FlagRoot != 0 || g.Nodes[r].Op == opgraph.OpLoad {
			c.mark(opgraph.Ref(r))
		}
	}
	c.countUses()
	c.fuse()
	c.countSites(rows)
	c.count(false)
	c.unroll()
	c.findImmediate(rows)
	c.findUniformPaths(rows, arch)
	c.count(true)
	usages := make([]Usage, len(rows))
	for i := range rows {
		usages[i] = rows[i].Usage
	}
	return c.nestsDone(), usages
}

// operands calls f with the operands that a node needs: of an address that a loop advances,
// what the loop does not change.
func (c *counter) operands(r opgraph.Ref, f func(opgraph.Ref)) {
	n := &c.Nodes[r]
	if n.Op == opgraph.OpAddress && c.reduced[r] != free {
		f(n.A)
		c.outside(n.B, n.Nest, f, 0)
		return
	}
	for _, x := range [...]opgraph.Ref{n.A, n.B, n.C} {
		if x != 0 && c.Nodes[x].Op != opgraph.OpMemory && !(n.Op == opgraph.OpMemory) && !(x == n.C && n.Op == opgraph.OpLoad) {
			f(x)
		}
	}
	if n.Op == opgraph.OpBarrier {
		return
	}
	if n.Op == opgraph.OpPhi {
		p := c.Phis[n.Imm]
		for _, x := range [...]opgraph.Ref{p.Start, p.Next} {
			if x != 0 && c.Nodes[x].Op != opgraph.OpMemory {
				f(x)
			}
		}
	}
}

// outside calls f with the parts of an affine index that are computed outside of the nest.
func (c *counter) outside(r opgraph.Ref, nest int32, f func(opgraph.Ref), depth int) {
	n := &c.Nodes[r]
	switch {
	case r == 0 || depth > opgraph.MaxForm:
	case n.Nest != nest:
		f(r)
	case n.Op == opgraph.OpPhi:
		f(r)
	default:
		c.outside(n.A, nest, f, depth+1)
		c.outside(n.B, nest, f, depth+1)
	}
}

// mark makes a node and what it needs live.
func (c *counter) mark(r opgraph.Ref) {
	stack := []opgraph.Ref{r}
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r == 0 || c.live[r] {
			continue
		}
		c.live[r] = true
		if c.Nodes[r].Op == opgraph.OpAddress {
			c.reduced[r] = c.reduction(r)
		}
		c.operands(r, func(x opgraph.Ref) { stack = append(stack, x) })
	}
}

// reduction returns the form in which a loop advances an address, free where it is
// computed from its index.
func (c *counter) reduction(r opgraph.Ref) form {
	n := &c.Nodes[r]
	if n.Nest == 0 || !c.Nests[n.Nest].Rolled {
		return free
	}
	index, base := c.formIn(n.B, n.Nest, 0), c.formIn(n.A, n.Nest, 0)
	if base != fixed || index == fixed {
		return free
	}
	return index
}

// formIn returns how a number changes in the iterations of a nest.
func (c *counter) formIn(r opgraph.Ref, nest int32, depth int) form {
	if r == 0 || depth > opgraph.MaxForm {
		return free
	}
	n := &c.Nodes[r]
	if n.Nest != nest {
		for k := nest; k > 0; k = int32(c.Nests[k].Parent) {
			if k == n.Nest {
				return fixed
			}
		}
		if n.Nest == 0 {
			return fixed
		}
		return free
	}
	switch n.Op {
	case opgraph.OpPhi:
		return c.forms[n.Imm]
	case opgraph.OpAdd, opgraph.OpSub:
		return max(c.formIn(n.A, nest, depth+1), c.formIn(n.B, nest, depth+1))
	case opgraph.OpWiden, opgraph.OpOffset:
		return c.formIn(n.A, nest, depth+1)
	case opgraph.OpMul, opgraph.OpShl, opgraph.OpAddress:
		a, b := c.formIn(n.A, nest, depth+1), c.formIn(n.B, nest, depth+1)
		if n.Op == opgraph.OpAddress {
			return max(a, b)
		}
		if a > b {
			a, b = b, a
			if n.Op == opgraph.OpShl && a != fixed {
				return free
			}
		}
		switch {
		case b == free || a != fixed:
			return free
		case c.Nodes[n.A].Op == opgraph.OpConst || c.Nodes[n.B].Op == opgraph.OpConst:
			return b
		}
		return strided
	}
	return free
}

// phiForm returns how a phi changes.
func (c *counter) phiForm(r opgraph.Ref) form {
	p := c.Phis[c.Nodes[r].Imm]
	if p.Next == 0 || p.Next == r {
		return free
	}
	n := &c.Nodes[p.Next]
	nest := c.Nodes[r].Nest
	switch {
	case n.Op == opgraph.OpOffset && n.A == r:
		return regular
	case (n.Op == opgraph.OpAdd || n.Op == opgraph.OpSub) && n.Class <= warp.Int64 && (n.A == r || n.B == r && n.Op == opgraph.OpAdd):
		step := n.B
		if n.B == r {
			step = n.A
		}
		if c.Nodes[step].Op == opgraph.OpConst {
			return regular
		}
		if c.Nodes[step].Nest != nest && c.formIn(step, nest, 0) == fixed {
			return strided
		}
	case n.Op == opgraph.OpAddress && n.A == r && c.Nodes[n.B].Nest != nest && c.formIn(n.B, nest, 0) == fixed:
		return strided
	}
	return free
}

// aligned reports whether a number consists of some bits of a counter that starts at a
// constant. In the copies of an unrolled body its low bits are constants.
func (c *counter) aligned(r opgraph.Ref) bool {
	n := &c.Nodes[r]
	if n.Op != opgraph.OpAnd || n.Class > warp.Int64 {
		return false
	}
	for _, x := range [...]opgraph.Ref{n.A, n.B} {
		if p := &c.Nodes[x]; p.Op == opgraph.OpPhi && c.forms[p.Imm] == regular && c.Nodes[c.Phis[p.Imm].Start].Op == opgraph.OpConst {
			return true
		}
	}
	return false
}

func (c *counter) countUses() {
	for r := 1; r < len(c.Nodes); r++ {
		if !c.live[r] {
			continue
		}
		n := &c.Nodes[r]
		// A sum of the counter and what does not change is a counter of its own.
		counting := n.Op == opgraph.OpCompare || c.aligned(opgraph.Ref(r)) || (n.Op == opgraph.OpAdd || n.Op == opgraph.OpSub) && n.Class <= warp.Int64 && c.formIn(opgraph.Ref(r), n.Nest, 0) == regular || n.Op == opgraph.OpPhi || n.Op == opgraph.OpAddress && c.reduced[r] != free
		sum := (n.Op == opgraph.OpAdd || n.Op == opgraph.OpSub) && n.Class >= warp.Half
		c.operands(opgraph.Ref(r), func(x opgraph.Ref) {
			c.uses[x]++
			if !counting && !(c.Nodes[x].Op == opgraph.OpPhi && c.Phis[c.Nodes[x].Imm].Next == opgraph.Ref(r)) {
				c.data[x]++
			}
			if !sum || c.Nodes[x].Op != opgraph.OpMul || c.Nodes[x].Nest != n.Nest || n.A == n.B {
				c.other[x]++
			}
		})
	}
}

// countSites counts how often the sites are executed, and in which nest.
func (c *counter) countSites(rows []siteCount) {
	c.vectorize()
	most := make([]float64, len(rows))
	inNest := map[[2]int32]float64{} // executions by row and nest
	addresses := map[[2]int32]bool{} // by row and node
	for r := 1; r < len(c.Nodes); r++ {
		n := &c.Nodes[r]
		if n.Row == 0 || n.Op != opgraph.OpLoad && n.Op != opgraph.OpStore && n.Op != opgraph.OpAtomic {
			continue
		}
		x := &rows[n.Row-1]
		x.Executions += n.Count
		x.instructions += n.Count / float64(c.width[r])
		at := [2]int32{n.Row, n.Nest}
		inNest[at] += n.Count
		if inNest[at] > most[n.Row-1] {
			most[n.Row-1] = inNest[at]
			x.Nest = int(n.Nest)
		}
		switch address := [2]int32{n.Row, int32(n.A)}; {
		case n.Op == opgraph.OpLoad && c.Nodes[n.C].Nest != n.Nest:
			x.placed += n.Count // no store keeps it there
		case !addresses[address]:
			addresses[address] = true
			x.placed += c.Nodes[n.A].Count
		}
		if runs := c.Nests[n.Nest].Runs; runs > 0 {
			c.sizes[n.Nest] += n.Count / runs / float64(c.width[r])
		}
	}
	for i := range rows {
		x := &rows[i]
		x.Repeats = 1
		if x.placed > 0 {
			x.Repeats = max(1, x.Executions/x.placed)
		}
		x.Vector = 1
		if x.instructions > 0 {
			x.Vector = x.Executions / x.instructions
		}
	}
}
