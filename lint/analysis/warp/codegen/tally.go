package codegen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// roughCall returns about how many instructions a call of an intrinsic or a library function is.
func roughCall(name string) float64 {
	switch {
	case strings.HasPrefix(name, "__"):
		return 1
	case name == "sqrtf" || name == "sqrt":
		return 20 // with the way to the slow path
	}
	return 8
}

// overloads are the functions of <cmath> that take floats as well, where they are those with the
// suffix f.
var overloads = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`sqrt rsqrt exp exp2 exp10 log log2 log10 log1p pow sin cos sincos tan tanh sinh cosh atan atan2
		asin acos erf erfc cbrt hypot fmod lgamma floor ceil trunc rint nearbyint round copysign`) {
		m[name] = true
	}
	return m
}()

// overload returns the name of the function that a call with a result of a class means.
func overload(name string, class warp.NumberClass) string {
	if class == warp.Single && overloads[name] {
		return name + "f"
	}
	return name
}

// count adds up the operations: for the sizes of loop bodies, which decide how often they are
// unrolled, or finally.
func (c *counter) count(final bool) {
	clear(c.strides)
	for r := 1; r < len(c.Nodes); r++ {
		if n := &c.Nodes[r]; c.live[r] && n.Count > 0 && (c.uses[r] == 0 || c.taken[r] < c.uses[r]) {
			c.countNode(opgraph.Ref(r), n, final)
		}
	}
}

// tally adds executions of an operation in the nest of a node.
func (c *counter) tally(n *opgraph.Node, final bool, op warp.Operation, cls, from warp.NumberClass, times float64) {
	if times == 0 {
		return
	}
	if !final {
		if runs := c.Nests[n.Nest].Runs; runs > 0 {
			c.sizes[n.Nest] += times * n.Count / runs
		}
		return
	}
	uniform := n.Flags&opgraph.FlagUniform != 0
	list := c.counts[n.Nest]
	for i := range list {
		if l := &list[i]; l.Operation == op && l.Type == cls && l.From == from && l.Uniform == uniform {
			l.Count += times * n.Count
			return
		}
	}
	c.counts[n.Nest] = append(list, warp.OperationCount{Operation: op, Type: cls, From: from, Uniform: uniform, Count: times * n.Count})
}

// countNode adds the operations of one node.
func (c *counter) countNode(r opgraph.Ref, n *opgraph.Node, final bool) {
	if n.Nest > 0 && c.Nests[n.Nest].Unroll == 0 && c.literal(r, 0) {
		return
	}
	one := func(op warp.Operation) { c.tally(n, final, op, n.Class, n.Class, 1) }
	switch n.Op {
	case opgraph.OpParam:
		one(warp.ReadParameter)
	case opgraph.OpSpecial:
		one(warp.ReadSpecial)
	case opgraph.OpSymbol:
		if n.Imm >= 0 {
			one(warp.ReadParameter)
		}
	case opgraph.OpAdd, opgraph.OpSub:
		c.countSum(r, n, final)
	case opgraph.OpMul:
		one(warp.Multiply)
	case opgraph.OpFMA:
		one(warp.MultiplyAdd)
	case opgraph.OpDiv:
		one(c.division(n))
	case opgraph.OpRem:
		if n.C == 0 {
			one(warp.RemainderPower)
		} else {
			one(warp.MultiplyAdd)
		}
	case opgraph.OpNeg, opgraph.OpAbs:
		if n.Class < warp.Half {
			one(warp.Add)
		}
	case opgraph.OpShl, opgraph.OpShr:
		one(warp.Shift)
	case opgraph.OpAnd, opgraph.OpXor, opgraph.OpNot:
		one(warp.Logic)
	case opgraph.OpOr:
		if c.isRotation(n) {
			one(warp.Shift)
		} else {
			one(warp.Logic)
		}
	case opgraph.OpMin, opgraph.OpMax:
		one(warp.MinMax)
	case opgraph.OpCompare:
		c.tally(n, final, warp.Compare, n.Class, n.Class, c.perIteration(r, n))
	case opgraph.OpSelect:
		one(warp.Select)
	case opgraph.OpWiden:
		if n.Sub == 0 && n.Flags&opgraph.FlagNonNegative == 0 {
			c.tally(n, final, warp.Shift, warp.Int32, warp.Int32, 1)
		}
	case opgraph.OpNarrow:
		one(warp.Logic)
	case opgraph.OpConvert:
		c.tally(n, final, warp.Convert, n.Class, n.From, 1)
	case opgraph.OpAddress:
		c.countAddress(r, n, final)
	case opgraph.OpOffset:
		if c.advances(r) {
			c.tally(n, final, warp.Step, n.Class, n.Class, c.perIteration(r, n))
		}
	case opgraph.OpCall:
		if final {
			s := &c.Nests[n.Nest]
			if s.Calls == nil {
				s.Calls = map[string]float64{}
			}
			s.Calls[overload(c.Called[n.Imm], n.Class)] += n.Count
		} else {
			c.tally(n, final, warp.Divide, n.Class, n.Class, roughCall(c.Called[n.Imm]))
		}
	case opgraph.OpBranch:
		c.countBranch(n, final)
	case opgraph.OpBarrier:
		if final {
			c.Nests[n.Nest].Barriers += n.Count
		}
	}
}

func (c *counter) countSum(r opgraph.Ref, n *opgraph.Node, final bool) {
	product := false
	if c.fused[r] {
		for _, x := range [...]opgraph.Ref{n.A, n.B} {
			product = product || c.Nodes[x].Op == opgraph.OpMul && c.taken[x] > 0
		}
	}
	op := warp.Add
	if product {
		op = warp.MultiplyAdd
	}
	times := c.perIteration(r, n)
	if n.Class == warp.Int32 && !c.fused[r] && times == 1 && c.Nests[n.Nest].Unroll != 1 && c.accumulates(r) {
		times = 0.5 // one instruction adds what two copies of the body add
	}
	c.tally(n, final, op, n.Class, n.Class, times)
}

// accumulates reports whether a sum is only part of the same sum in the next iteration.
func (c *counter) accumulates(r opgraph.Ref) bool {
	n := &c.Nodes[r]
	for _, x := range [...]opgraph.Ref{n.A, n.B} {
		if p := &c.Nodes[x]; x != 0 && p.Op == opgraph.OpPhi && c.Phis[p.Imm].Next == r && c.forms[p.Imm] == free {
			return c.uses[r] == 1 && n.Nest == p.Nest
		}
	}
	return false
}

// perIteration returns how often an operation is executed per iteration: once, or less if it
// is the counter of a loop or its test, of which an unrolled body has one for all copies.
func (c *counter) perIteration(r opgraph.Ref, n *opgraph.Node) float64 {
	s := &c.Nests[n.Nest]
	if s.Unroll == 1 || n.Nest == 0 {
		return 1
	}
	part := c.part(s)
	switch n.Op {
	case opgraph.OpCompare:
		a, b := c.formIn(n.A, n.Nest, 0), c.formIn(n.B, n.Nest, 0)
		if a <= regular && b <= regular {
			return part
		}
	case opgraph.OpAdd, opgraph.OpSub, opgraph.OpOffset:
		if c.advances(r) {
			return part
		}
	}
	return 1
}

// part is the share of one copy of a loop's body in what is done for all copies.
func (c *counter) part(s *opgraph.NestState) float64 {
	if s.Unroll == 0 {
		return 0
	}
	return 1 / float64(s.Unroll)
}

// advances reports whether a node is the next value of a loop's counter or pointer, and nothing
// else uses that value.
func (c *counter) advances(r opgraph.Ref) bool {
	n := &c.Nodes[r]
	for _, x := range [...]opgraph.Ref{n.A, n.B} {
		if c.Nodes[x].Op == opgraph.OpPhi && x != 0 && c.Phis[c.Nodes[x].Imm].Next == r && c.forms[c.Nodes[x].Imm] == regular && c.data[x] == 0 && c.data[r] == 0 {
			return true
		}
	}
	return false
}

func (c *counter) division(n *opgraph.Node) warp.Operation {
	y, ok := c.Constant(n.B)
	switch {
	case n.Class >= warp.Half:
		return warp.Divide
	case !ok && n.Flags&opgraph.FlagUnsigned != 0:
		return warp.DivideUnsigned
	case !ok:
		return warp.Divide
	case y > 0 && y&(y-1) == 0:
		return warp.DividePower
	}
	return warp.DivideConstant
}

func (c *counter) isRotation(n *opgraph.Node) bool {
	a, b := &c.Nodes[n.A], &c.Nodes[n.B]
	return (a.Op == opgraph.OpShl && b.Op == opgraph.OpShr || a.Op == opgraph.OpShr && b.Op == opgraph.OpShl) && a.A == b.A && c.taken[n.A] > 0 && c.taken[n.B] > 0
}

func (c *counter) countAddress(r opgraph.Ref, n *opgraph.Node, final bool) {
	s := &c.Nests[n.Nest]
	if n.Class == warp.Int32 && c.literalAddress(r, 0) {
		return
	}
	if c.reduced[r] == regular && s.Unroll != 1 {
		c.tally(n, final, warp.Step, n.Class, n.Class, c.part(s))
		return
	}
	if c.reduced[r] == regular && !final {
		return // no part of the body, as far as its size goes
	}
	if c.reduced[r] == strided && n.Class == warp.Int64 {
		if last := c.strides[n.Nest]; last != 0 && last != n.B {
			// The compiler keeps one index in step, and adds the distance of the others.
			c.tally(n, final, warp.Add, warp.Int32, warp.Int32, 1)
		}
		c.strides[n.Nest] = n.B
	}
	if n.Class == warp.Int32 && (n.Imm == 1 || n.Imm == -1) && c.Nodes[n.A].Op == opgraph.OpSymbol {
		return // the index is the address
	}
	if n.Class == warp.Int64 && c.reduced[r] == free && n.Nest > 0 && n.Flags&opgraph.FlagUniform != 0 {
		c.tally(n, final, warp.Move, warp.Int32, warp.Int32, 1) // from uniform registers
	}
	if n.Class == warp.Int64 && n.Imm > 1 && c.reduced[r] == free && c.masked(n.B) {
		// The compiler shifts before it masks, and adds what is left to the pointer.
		if !c.aligned(n.B) {
			c.tally(n, final, warp.Shift, warp.Int32, warp.Int32, 1)
		}
		c.tally(n, final, warp.Add, warp.Int64, warp.Int64, 1)
		return
	}
	c.tally(n, final, warp.Address, n.Class, n.Class, 1)
}

// masked reports whether an index is a bit field of a number.
func (c *counter) masked(r opgraph.Ref) bool {
	n := &c.Nodes[r]
	if n.Op != opgraph.OpAnd && (n.Op != opgraph.OpShr || n.Flags&opgraph.FlagUnsigned == 0) {
		return false
	}
	_, a := c.Constant(n.A)
	_, b := c.Constant(n.B)
	return b || a && n.Op == opgraph.OpAnd
}

func (c *counter) countBranch(n *opgraph.Node, final bool) {
	s := &c.Nests[n.Nest]
	times := 1.0
	switch {
	case n.Sub == opgraph.BranchLoop:
		times = c.part(s)
	case n.Sub == opgraph.BranchIf && n.Row == 0:
		return
	}
	c.tally(n, final, warp.Branch, warp.Predicate, warp.Predicate, times)
}

// loopControl returns what a loop does to count its iterations.
func (c *counter) loopControl(times float64) []warp.OperationCount {
	return []warp.OperationCount{
		{Operation: warp.Step, Type: warp.Int32, From: warp.Int32, Count: times},
		{Operation: warp.Compare, Type: warp.Int32, From: warp.Int32, Count: times},
		{Operation: warp.Branch, Count: times},
	}
}

// nestsDone returns the nests with their counts.
func (c *counter) nestsDone() []warp.Nest {
	out := make([]warp.Nest, len(c.Nests))
	for i := range c.Nests {
		out[i] = c.Nests[i].Nest
		if s := &c.Nests[i]; i > 0 && s.Constant && !s.Rolled && s.Unroll > 0 && s.Runs > 0 {
			// The counter, which was a constant in every iteration.
			c.counts[i] = append(c.counts[i], c.loopControl(s.Runs/float64(s.Unroll))...)
		}
		out[i].Operations = c.counts[i]
		slices.SortFunc(out[i].Operations, func(a, b warp.OperationCount) int {
			return cmp.Or(cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Type, b.Type), cmp.Compare(a.From, b.From))
		})
		if i > 0 && out[i].Entries > 0 {
			out[i].Trips = out[i].Runs / out[i].Entries
		}
	}
	return out
}
