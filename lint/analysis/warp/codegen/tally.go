package warp

import (
	"cmp"
	"slices"
	"strings"
)

// roughCall is the size of a call, roughly: an intrinsic, or a library function.
func roughCall(name string) float64 {
	switch {
	case strings.HasPrefix(name, "__"):
		return 1
	case name == "sqrtf" || name == "sqrt":
		return 20 // with the way to the slow path
	}
	return 8
}

// count adds up the operations: roughly, for the sizes of loops, or finally.
func (c *counter) count(final bool) {
	clear(c.strides)
	for r := 1; r < len(c.nodes); r++ {
		if n := &c.nodes[r]; c.live[r] && n.count > 0 && (c.uses[r] == 0 || c.taken[r] < c.uses[r]) {
			c.countNode(ref(r), n, final)
		}
	}
}

// tally adds executions of an operation in the nest of a node.
func (c *counter) tally(n *node, final bool, op Operation, cls, from NumberClass, times float64) {
	if times == 0 {
		return
	}
	if !final {
		if runs := c.nests[n.nest].Runs; runs > 0 {
			c.sizes[n.nest] += times * n.count / runs
		}
		return
	}
	uniform := n.flags&flagUniform != 0
	list := c.counts[n.nest]
	for i := range list {
		if l := &list[i]; l.Operation == op && l.Type == cls && l.From == from && l.Uniform == uniform {
			l.Count += times * n.count
			return
		}
	}
	c.counts[n.nest] = append(list, OperationCount{Operation: op, Type: cls, From: from, Uniform: uniform, Count: times * n.count})
}

// countNode adds the operations of one node.
func (c *counter) countNode(r ref, n *node, final bool) {
	if n.nest > 0 && c.nests[n.nest].Unroll == 0 && c.literal(r, 0) {
		return
	}
	one := func(op Operation) { c.tally(n, final, op, n.cls, n.cls, 1) }
	switch n.op {
	case opParam:
		one(ReadParameter)
	case opSpecial:
		one(ReadSpecial)
	case opSymbol:
		if n.imm >= 0 {
			one(ReadParameter)
		}
	case opAdd, opSub:
		c.countSum(r, n, final)
	case opMul:
		one(Multiply)
	case opFMA:
		one(MultiplyAdd)
	case opDiv:
		one(c.division(n))
	case opRem:
		if n.c == 0 {
			one(RemainderPower)
		} else {
			one(MultiplyAdd)
		}
	case opNeg, opAbs:
		if n.cls < Half {
			one(Add)
		}
	case opShl, opShr:
		one(Shift)
	case opAnd, opXor, opNot:
		one(Logic)
	case opOr:
		if c.isRotation(n) {
			one(Shift)
		} else {
			one(Logic)
		}
	case opMin, opMax:
		one(MinMax)
	case opCompare:
		c.tally(n, final, Compare, n.cls, n.cls, c.perIteration(r, n))
	case opSelect:
		one(Select)
	case opWiden:
		if n.sub == 0 && n.flags&flagNonNegative == 0 {
			c.tally(n, final, Shift, Int32, Int32, 1)
		}
	case opNarrow:
		one(Logic)
	case opConvert:
		c.tally(n, final, Convert, n.cls, n.from, 1)
	case opAddress:
		c.countAddress(r, n, final)
	case opOffset:
		if c.advances(r) {
			c.tally(n, final, Step, n.cls, n.cls, c.perIteration(r, n))
		}
	case opCall:
		if final {
			s := &c.nests[n.nest]
			if s.Calls == nil {
				s.Calls = map[string]float64{}
			}
			s.Calls[c.called[n.imm]] += n.count
		} else {
			c.tally(n, final, Divide, n.cls, n.cls, roughCall(c.called[n.imm]))
		}
	case opBranch:
		c.countBranch(n, final)
	case opBarrier:
		if final {
			c.nests[n.nest].Barriers += n.count
		}
	}
}

func (c *counter) countSum(r ref, n *node, final bool) {
	product := false
	if c.fused[r] {
		for _, x := range [...]ref{n.a, n.b} {
			product = product || c.nodes[x].op == opMul && c.taken[x] > 0
		}
	}
	op := Add
	if product {
		op = MultiplyAdd
	}
	times := c.perIteration(r, n)
	if n.cls == Int32 && !c.fused[r] && times == 1 && c.nests[n.nest].Unroll != 1 && c.accumulates(r) {
		times = 0.5 // one instruction adds what two copies of the body add
	}
	c.tally(n, final, op, n.cls, n.cls, times)
}

// accumulates reports whether a sum is only part of the same sum in the next iteration.
func (c *counter) accumulates(r ref) bool {
	n := &c.nodes[r]
	for _, x := range [...]ref{n.a, n.b} {
		if p := &c.nodes[x]; x != 0 && p.op == opPhi && c.phis[p.imm].next == r && c.forms[p.imm] == free {
			return c.uses[r] == 1 && n.nest == p.nest
		}
	}
	return false
}

// perIteration is 1, or less for the counter of a loop and its test, which the copies
// of an unrolled body share.
func (c *counter) perIteration(r ref, n *node) float64 {
	s := &c.nests[n.nest]
	if s.Unroll == 1 || n.nest == 0 {
		return 1
	}
	part := c.part(s)
	switch n.op {
	case opCompare:
		a, b := c.formIn(n.a, n.nest, 0), c.formIn(n.b, n.nest, 0)
		if a <= regular && b <= regular {
			return part
		}
	case opAdd, opSub, opOffset:
		if c.advances(r) {
			return part
		}
	}
	return 1
}

// part is the share of one copy of a loop's body in what is done for all copies.
func (c *counter) part(s *nestState) float64 {
	if s.Unroll == 0 {
		return 0
	}
	return 1 / float64(s.Unroll)
}

// advances reports whether a node is a counter, or a pointer, of the next iteration
// that nothing else needs in each.
func (c *counter) advances(r ref) bool {
	n := &c.nodes[r]
	for _, x := range [...]ref{n.a, n.b} {
		if c.nodes[x].op == opPhi && x != 0 && c.phis[c.nodes[x].imm].next == r && c.forms[c.nodes[x].imm] == regular && c.data[x] == 0 && c.data[r] == 0 {
			return true
		}
	}
	return false
}

func (c *counter) division(n *node) Operation {
	y, ok := c.constant(n.b)
	switch {
	case n.cls >= Half:
		return Divide
	case !ok && n.flags&flagUnsigned != 0:
		return DivideUnsigned
	case !ok:
		return Divide
	case y > 0 && y&(y-1) == 0:
		return DividePower
	}
	return DivideConstant
}

func (c *counter) isRotation(n *node) bool {
	a, b := &c.nodes[n.a], &c.nodes[n.b]
	return (a.op == opShl && b.op == opShr || a.op == opShr && b.op == opShl) && a.a == b.a && c.taken[n.a] > 0 && c.taken[n.b] > 0
}

func (c *counter) countAddress(r ref, n *node, final bool) {
	s := &c.nests[n.nest]
	if n.cls == Int32 && c.literalAddress(r, 0) {
		return
	}
	if c.reduced[r] == regular && s.Unroll != 1 {
		c.tally(n, final, Step, n.cls, n.cls, c.part(s))
		return
	}
	if c.reduced[r] == regular && !final {
		return // no part of the body, as far as its size goes
	}
	if c.reduced[r] == strided && n.cls == Int64 {
		if last := c.strides[n.nest]; last != 0 && last != n.b {
			// The compiler keeps one index in step, and adds the distance of the others.
			c.tally(n, final, Add, Int32, Int32, 1)
		}
		c.strides[n.nest] = n.b
	}
	if n.cls == Int32 && (n.imm == 1 || n.imm == -1) && c.nodes[n.a].op == opSymbol {
		return // the index is the address
	}
	if n.cls == Int64 && c.reduced[r] == free && n.nest > 0 && n.flags&flagUniform != 0 {
		c.tally(n, final, Move, Int32, Int32, 1) // from uniform registers
	}
	if n.cls == Int64 && n.imm > 1 && c.reduced[r] == free && c.masked(n.b) {
		// The compiler shifts before it masks, and adds what is left to the pointer.
		if !c.aligned(n.b) {
			c.tally(n, final, Shift, Int32, Int32, 1)
		}
		c.tally(n, final, Add, Int64, Int64, 1)
		return
	}
	c.tally(n, final, Address, n.cls, n.cls, 1)
}

// masked reports whether an index is made of some bits of a number.
func (c *counter) masked(r ref) bool {
	n := &c.nodes[r]
	if n.op != opAnd && (n.op != opShr || n.flags&flagUnsigned == 0) {
		return false
	}
	_, a := c.constant(n.a)
	_, b := c.constant(n.b)
	return b || a && n.op == opAnd
}

func (c *counter) countBranch(n *node, final bool) {
	s := &c.nests[n.nest]
	times := 1.0
	switch {
	case n.sub == branchLoop:
		times = c.part(s)
	case n.sub == branchIf && n.row == 0:
		return
	}
	c.tally(n, final, Branch, Predicate, Predicate, times)
}

// loopControl returns what a loop does to count its iterations.
func (c *counter) loopControl(times float64) []OperationCount {
	return []OperationCount{
		{Operation: Step, Type: Int32, From: Int32, Count: times},
		{Operation: Compare, Type: Int32, From: Int32, Count: times},
		{Operation: Branch, Count: times},
	}
}

// nestsDone returns the nests with their counts.
func (c *counter) nestsDone() []Nest {
	out := make([]Nest, len(c.nests))
	for i := range c.nests {
		out[i] = c.nests[i].Nest
		if s := &c.nests[i]; i > 0 && s.Constant && !s.rolled && s.Unroll > 0 && s.Runs > 0 {
			// The counter, which was a constant in every iteration.
			c.counts[i] = append(c.counts[i], c.loopControl(s.Runs/float64(s.Unroll))...)
		}
		out[i].Operations = c.counts[i]
		slices.SortFunc(out[i].Operations, func(a, b OperationCount) int {
			return cmp.Or(cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Type, b.Type), cmp.Compare(a.From, b.From))
		})
		if i > 0 && out[i].Entries > 0 {
			out[i].Trips = out[i].Runs / out[i].Entries
		}
	}
	return out
}
