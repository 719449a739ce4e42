package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A counter turns a graph into counts per nest: what is needed, what is fused, and
// what the compiler keeps in step with a loop's counter instead of computing it.
type counter struct {
	*graph
	live []bool
	uses []int32
	// other counts the uses of a product that are no sum it can be fused with.
	other []int32
	// data counts the uses of a loop's counter for more than addresses, its test and
	// the next counter.
	data []int32
	// taken counts the uses that are part of the user's instruction; fused is set
	// where a node has taken in an operand.
	taken []int32
	fused []bool
	// form is the affine form of a phi in its nest.
	forms []form
	// reduced marks addresses that the loop advances.
	reduced []form
	width   []int8    // how many reads of neighbours one instruction does, this among them
	tests   []ref     // the condition of each nest
	strides []ref     // the index of the last strided address, by nest
	sizes   []float64 // instructions per iteration of a nest, roughly
	counts  [][]OperationCount
}

// A form says how a number changes from iteration to iteration of a nest.
type form uint8

const (
	fixed   form = iota // not at all
	regular             // by a constant
	strided             // by a number that the loop does not change
	free                // otherwise
)

// A site is what is counted of one access in the source: see row.
type site struct {
	// object is what the access reads or writes, constant is set where that is in constant
	// or parameter memory.
	object   int
	constant bool
	function *sema.Function // that the access is written in
	// parameters are the addresses in kernel parameters that the access reads, partial is set
	// where these are not all.
	parameters []ref
	partial    bool
}

// A usage is what the compiler makes of one site: see Access.
type usage struct {
	nest                        int
	executions, repeats, vector float64
	immediate, uniformPath      bool
}

// A siteCount is a site while its instructions are counted.
type siteCount struct {
	site
	usage
	// instructions are the executions, reads that are done together counted once; placed is
	// how often what computes the address is executed.
	instructions, placed float64
	varying              bool // the compiler does not know some address
}

// countOperations returns the nests, and what becomes of the sites in code for an architecture; nil
// where the kernel was too large to count.
func countOperations(g *graph, sites []site, arch int) ([]Nest, []usage) {
	if g.dropped {
		return nil, nil
	}
	rows := make([]siteCount, len(sites))
	for i, s := range sites {
		rows[i].site = s
	}
	n := len(g.nodes)
	c := &counter{graph: g, live: make([]bool, n), uses: make([]int32, n), other: make([]int32, n), data: make([]int32, n), taken: make([]int32, n),
		fused: make([]bool, n), forms: make([]form, len(g.phis)), reduced: make([]form, n),
		tests: make([]ref, len(g.nests)), strides: make([]ref, len(g.nests)), sizes: make([]float64, len(g.nests)), counts: make([][]OperationCount, len(g.nests))}
	for r := 1; r < n; r++ {
		switch x := &g.nodes[r]; {
		case x.op == opPhi:
			c.forms[x.imm] = c.phiForm(ref(r))
		case x.op == opBranch && x.sub == branchLoop:
			c.tests[x.nest] = x.a
		}
	}
	for r := n - 1; r > 0; r-- {
		if g.nodes[r].flags&flagRoot != 0 || g.nodes[r].op == opLoad {
			c.mark(ref(r))
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
	usages := make([]usage, len(rows))
	for i := range rows {
		usages[i] = rows[i].usage
	}
	return c.nestsDone(), usages
}

// operands calls f with the operands a node needs; see reduce.
func (c *counter) operands(r ref, f func(ref)) {
	n := &c.nodes[r]
	if n.op == opAddress && c.reduced[r] != free {
		f(n.a)
		c.outside(n.b, n.nest, f, 0)
		return
	}
	for _, x := range [...]ref{n.a, n.b, n.c} {
		if x != 0 && c.nodes[x].op != opMemory && !(n.op == opMemory) && !(x == n.c && n.op == opLoad) {
			f(x)
		}
	}
	if n.op == opBarrier {
		return
	}
	if n.op == opPhi {
		p := c.phis[n.imm]
		for _, x := range [...]ref{p.start, p.next} {
			if x != 0 && c.nodes[x].op != opMemory {
				f(x)
			}
		}
	}
}

// outside calls f with the parts of an affine index that the nest does not change.
func (c *counter) outside(r ref, nest int32, f func(ref), depth int) {
	n := &c.nodes[r]
	switch {
	case r == 0 || depth > maxForm:
	case n.nest != nest:
		f(r)
	case n.op == opPhi:
		f(r)
	default:
		c.outside(n.a, nest, f, depth+1)
		c.outside(n.b, nest, f, depth+1)
	}
}

// mark makes a node and what it needs live.
func (c *counter) mark(r ref) {
	stack := []ref{r}
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r == 0 || c.live[r] {
			continue
		}
		c.live[r] = true
		if c.nodes[r].op == opAddress {
			c.reduced[r] = c.reduction(r)
		}
		c.operands(r, func(x ref) { stack = append(stack, x) })
	}
}

// reduction returns the form in which a loop advances an address, free where it is
// computed from its index.
func (c *counter) reduction(r ref) form {
	n := &c.nodes[r]
	if n.nest == 0 || !c.nests[n.nest].rolled {
		return free
	}
	index, base := c.formIn(n.b, n.nest, 0), c.formIn(n.a, n.nest, 0)
	if base != fixed || index == fixed {
		return free
	}
	return index
}

// formIn returns how a number changes in the iterations of a nest.
func (c *counter) formIn(r ref, nest int32, depth int) form {
	if r == 0 || depth > maxForm {
		return free
	}
	n := &c.nodes[r]
	if n.nest != nest {
		for k := nest; k > 0; k = int32(c.nests[k].Parent) {
			if k == n.nest {
				return fixed
			}
		}
		if n.nest == 0 {
			return fixed
		}
		return free
	}
	switch n.op {
	case opPhi:
		return c.forms[n.imm]
	case opAdd, opSub:
		return max(c.formIn(n.a, nest, depth+1), c.formIn(n.b, nest, depth+1))
	case opWiden, opOffset:
		return c.formIn(n.a, nest, depth+1)
	case opMul, opShl, opAddress:
		a, b := c.formIn(n.a, nest, depth+1), c.formIn(n.b, nest, depth+1)
		if n.op == opAddress {
			return max(a, b)
		}
		if a > b {
			a, b = b, a
			if n.op == opShl && a != fixed {
				return free
			}
		}
		switch {
		case b == free || a != fixed:
			return free
		case c.nodes[n.a].op == opConst || c.nodes[n.b].op == opConst:
			return b
		}
		return strided
	}
	return free
}

// phiForm returns how a phi changes.
func (c *counter) phiForm(r ref) form {
	p := c.phis[c.nodes[r].imm]
	if p.next == 0 || p.next == r {
		return free
	}
	n := &c.nodes[p.next]
	nest := c.nodes[r].nest
	switch {
	case n.op == opOffset && n.a == r:
		return regular
	case (n.op == opAdd || n.op == opSub) && n.cls <= Int64 && (n.a == r || n.b == r && n.op == opAdd):
		step := n.b
		if n.b == r {
			step = n.a
		}
		if c.nodes[step].op == opConst {
			return regular
		}
		if c.nodes[step].nest != nest && c.formIn(step, nest, 0) == fixed {
			return strided
		}
	case n.op == opAddress && n.a == r && c.nodes[n.b].nest != nest && c.formIn(n.b, nest, 0) == fixed:
		return strided
	}
	return free
}

// aligned reports whether a number is some bits of a counter that starts at a constant:
// the copies of an unrolled body know its low bits.
func (c *counter) aligned(r ref) bool {
	n := &c.nodes[r]
	if n.op != opAnd || n.cls > Int64 {
		return false
	}
	for _, x := range [...]ref{n.a, n.b} {
		if p := &c.nodes[x]; p.op == opPhi && c.forms[p.imm] == regular && c.nodes[c.phis[p.imm].start].op == opConst {
			return true
		}
	}
	return false
}

func (c *counter) countUses() {
	for r := 1; r < len(c.nodes); r++ {
		if !c.live[r] {
			continue
		}
		n := &c.nodes[r]
		// A sum of the counter and what does not change is a counter of its own.
		counting := n.op == opCompare || c.aligned(ref(r)) || (n.op == opAdd || n.op == opSub) && n.cls <= Int64 && c.formIn(ref(r), n.nest, 0) == regular || n.op == opPhi || n.op == opAddress && c.reduced[r] != free
		sum := (n.op == opAdd || n.op == opSub) && n.cls >= Half
		c.operands(ref(r), func(x ref) {
			c.uses[x]++
			if !counting && !(c.nodes[x].op == opPhi && c.phis[c.nodes[x].imm].next == ref(r)) {
				c.data[x]++
			}
			if !sum || c.nodes[x].op != opMul || c.nodes[x].nest != n.nest || n.a == n.b {
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
	for r := 1; r < len(c.nodes); r++ {
		n := &c.nodes[r]
		if n.row == 0 || n.op != opLoad && n.op != opStore && n.op != opAtomic {
			continue
		}
		x := &rows[n.row-1]
		x.executions += n.count
		x.instructions += n.count / float64(c.width[r])
		at := [2]int32{n.row, n.nest}
		inNest[at] += n.count
		if inNest[at] > most[n.row-1] {
			most[n.row-1] = inNest[at]
			x.nest = int(n.nest)
		}
		switch address := [2]int32{n.row, int32(n.a)}; {
		case n.op == opLoad && c.nodes[n.c].nest != n.nest:
			x.placed += n.count // no store keeps it there
		case !addresses[address]:
			addresses[address] = true
			x.placed += c.nodes[n.a].count
		}
		if runs := c.nests[n.nest].Runs; runs > 0 {
			c.sizes[n.nest] += n.count / runs / float64(c.width[r])
		}
	}
	for i := range rows {
		x := &rows[i]
		x.repeats = 1
		if x.placed > 0 {
			x.repeats = max(1, x.executions/x.placed)
		}
		x.vector = 1
		if x.instructions > 0 {
			x.vector = x.executions / x.instructions
		}
	}
}

// findImmediate finds the reads of constant memory whose address the compiler knows.
func (c *counter) findImmediate(rows []siteCount) {
	for r := 1; r < len(c.nodes); r++ {
		n := &c.nodes[r]
		if n.row == 0 || n.op != opLoad {
			continue
		}
		x := &rows[n.row-1]
		known := c.literalAddress(n.a, 0)
		for k := n.written; k > 0; k = int32(c.nests[k].Parent) {
			// The counter of a loop that is not unrolled fully is no constant.
			known = known && (!c.nests[k].Constant || c.nests[k].Unroll == 0)
		}
		x.varying = x.varying || !known
		x.immediate = !x.varying && x.constant
	}
	for i := range rows {
		if x := &rows[i]; len(x.parameters) > 0 {
			x.immediate = !x.varying && !x.partial && !slices.ContainsFunc(x.parameters, func(r ref) bool { return !c.literalAddress(r, 0) })
		}
	}
}

// literal reports whether the compiler knows a number in every iteration, once it has
// unrolled the loops that it unrolls fully.
func (c *counter) literal(r ref, depth int) bool {
	n := &c.nodes[r]
	switch {
	case depth > maxForm:
	case n.op == opConst:
		return true
	case n.op == opPhi:
		s, p := &c.nests[n.nest], c.phis[n.imm]
		return s.Constant && s.Unroll == 0 && c.forms[n.imm] == regular && c.nodes[p.start].op == opConst
	case n.op == opWiden:
		return c.literal(n.a, depth+1)
	case n.op == opAdd, n.op == opSub, n.op == opMul, n.op == opShl:
		return n.cls <= Int64 && c.literal(n.a, depth+1) && c.literal(n.b, depth+1)
	}
	return false
}

// literalAddress is literal for an address.
func (c *counter) literalAddress(r ref, depth int) bool {
	n := &c.nodes[r]
	switch {
	case n.op == opOffset && depth < maxForm:
		return c.literalAddress(n.a, depth+1)
	case n.op == opAddress && depth < maxForm:
		return c.literalAddress(n.a, depth+1) && c.literal(n.b, 0)
	}
	return n.op == opSymbol
}

// immediate reports whether an address is known to the compiler.
func (c *counter) immediate(r ref) bool {
	if c.nodes[r].op == opOffset {
		r = c.nodes[r].a
	}
	return c.nodes[r].op == opSymbol
}
