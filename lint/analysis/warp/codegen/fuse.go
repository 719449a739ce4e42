package codegen

import (
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// single reports whether an operand is used by this user only, and computed in its
// nest.
func (c *counter) single(x, user opgraph.Ref) bool {
	return x != 0 && c.live[x] && c.uses[x] == 1 && c.Nodes[x].Nest == c.Nodes[user].Nest && c.Nodes[x].Flags&opgraph.FlagRoot == 0
}

// fuse finds the operations that one instruction does together: products with sums,
// sums and bit operations of three numbers, shifts with sums, rotations.
func (c *counter) fuse() {
	for i := 1; i < len(c.Nodes); i++ {
		r := opgraph.Ref(i)
		if !c.live[r] {
			continue
		}
		n := &c.Nodes[r]
		switch n.Op {
		case opgraph.OpAdd, opgraph.OpSub:
			if n.Class >= warp.Half {
				c.fuseProduct(r)
			} else if n.Op == opgraph.OpAdd && c.rotation(r) {
				continue
			} else {
				c.fuseSum(r)
			}
		case opgraph.OpOr, opgraph.OpXor, opgraph.OpAnd:
			if n.Op == opgraph.OpAnd || !c.rotation(r) {
				c.fuseLogic(r)
			}
		case opgraph.OpCompare:
			if y, ok := c.Constant(n.B); ok && y == 0 && n.Sub>>1 <= opgraph.RelNotEqual && c.single(n.A, r) && c.logic(n.A) {
				c.taken[n.A]++
				c.fuseTest(n.A)
			}
		}
	}
}

// fuseTest takes the shift out of a test of bits: the compiler shifts the mask.
func (c *counter) fuseTest(and opgraph.Ref) {
	n := &c.Nodes[and]
	if n.Op != opgraph.OpAnd || c.Nodes[n.B].Op != opgraph.OpConst && c.Nodes[n.A].Op != opgraph.OpConst {
		return
	}
	for _, x := range [...]opgraph.Ref{n.A, n.B} {
		if c.Nodes[x].Op == opgraph.OpShr && c.Nodes[c.Nodes[x].B].Op == opgraph.OpConst && c.single(x, and) {
			c.taken[x]++
		}
	}
}

func (c *counter) logic(r opgraph.Ref) bool {
	op := c.Nodes[r].Op
	return op == opgraph.OpAnd || op == opgraph.OpOr || op == opgraph.OpXor
}

func (c *counter) fuseProduct(r opgraph.Ref) {
	n := &c.Nodes[r]
	for _, x := range [...]opgraph.Ref{n.A, n.B} {
		if c.Nodes[x].Op == opgraph.OpMul && c.live[x] && c.other[x] == 0 && c.Nodes[x].Flags&opgraph.FlagRoot == 0 {
			c.taken[x]++
			c.fused[r] = true
			return
		}
	}
}

func (c *counter) fuseSum(r opgraph.Ref) {
	n := &c.Nodes[r]
	for _, want := range [...]opgraph.Opcode{opgraph.OpMul, opgraph.OpShl, opgraph.OpAdd, opgraph.OpSub, opgraph.OpNeg} {
		for _, x := range [...]opgraph.Ref{n.A, n.B} {
			if c.Nodes[x].Op != want || !c.single(x, r) || c.Nodes[x].Class != n.Class {
				continue
			}
			switch want {
			case opgraph.OpMul:
				if n.Op == opgraph.OpSub && x == n.A {
					continue
				}
			case opgraph.OpShl:
				if _, ok := c.Constant(c.Nodes[x].B); !ok || n.Op == opgraph.OpSub && x == n.B {
					continue
				}
			case opgraph.OpAdd, opgraph.OpSub:
				if c.fused[x] || n.Class == warp.Int64 {
					continue
				}
			}
			c.taken[x]++
			c.fused[r] = true
			return
		}
	}
}

func (c *counter) fuseLogic(r opgraph.Ref) {
	n := &c.Nodes[r]
	for _, x := range [...]opgraph.Ref{n.A, n.B} {
		if c.Nodes[x].Op == opgraph.OpNot && c.live[x] {
			c.taken[x]++
			continue
		}
		if c.logic(x) && c.single(x, r) && !c.fused[x] {
			c.taken[x]++
			c.fused[r] = true
			return
		}
	}
}

// rotation takes in the two shifts of a rotation.
func (c *counter) rotation(r opgraph.Ref) bool {
	n := &c.Nodes[r]
	a, b := n.A, n.B
	if c.Nodes[a].Op == opgraph.OpShr {
		a, b = b, a
	}
	x, y := &c.Nodes[a], &c.Nodes[b]
	if x.Op != opgraph.OpShl || y.Op != opgraph.OpShr || x.A != y.A || !c.single(a, r) || !c.single(b, r) {
		return false
	}
	c.taken[a]++
	c.taken[b]++
	c.fused[r] = true
	return true
}
