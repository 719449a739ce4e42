package warp

// single reports whether an operand is used by this user only, and computed in its
// nest.
func (c *counter) single(x, user ref) bool {
	return x != 0 && c.live[x] && c.uses[x] == 1 && c.nodes[x].nest == c.nodes[user].nest && c.nodes[x].flags&flagRoot == 0
}

// fuse finds the operations that one instruction does together: products with sums,
// sums and bit operations of three numbers, shifts with sums, rotations.
func (c *counter) fuse() {
	for i := 1; i < len(c.nodes); i++ {
		r := ref(i)
		if !c.live[r] {
			continue
		}
		n := &c.nodes[r]
		switch n.op {
		case opAdd, opSub:
			if n.cls >= Half {
				c.fuseProduct(r)
			} else if n.op == opAdd && c.rotation(r) {
				continue
			} else {
				c.fuseSum(r)
			}
		case opOr, opXor, opAnd:
			if n.op == opAnd || !c.rotation(r) {
				c.fuseLogic(r)
			}
		case opCompare:
			if y, ok := c.constant(n.b); ok && y == 0 && n.sub>>1 <= relNotEqual && c.single(n.a, r) && c.logic(n.a) {
				c.taken[n.a]++
				c.fuseTest(n.a)
			}
		}
	}
}

// fuseTest takes the shift out of a test of bits: the compiler shifts the mask.
func (c *counter) fuseTest(and ref) {
	n := &c.nodes[and]
	if n.op != opAnd || c.nodes[n.b].op != opConst && c.nodes[n.a].op != opConst {
		return
	}
	for _, x := range [...]ref{n.a, n.b} {
		if c.nodes[x].op == opShr && c.nodes[c.nodes[x].b].op == opConst && c.single(x, and) {
			c.taken[x]++
		}
	}
}

func (c *counter) logic(r ref) bool {
	op := c.nodes[r].op
	return op == opAnd || op == opOr || op == opXor
}

func (c *counter) fuseProduct(r ref) {
	n := &c.nodes[r]
	for _, x := range [...]ref{n.a, n.b} {
		if c.nodes[x].op == opMul && c.live[x] && c.other[x] == 0 && c.nodes[x].flags&flagRoot == 0 {
			c.taken[x]++
			c.fused[r] = true
			return
		}
	}
}

func (c *counter) fuseSum(r ref) {
	n := &c.nodes[r]
	for _, want := range [...]opcode{opMul, opShl, opAdd, opSub, opNeg} {
		for _, x := range [...]ref{n.a, n.b} {
			if c.nodes[x].op != want || !c.single(x, r) || c.nodes[x].cls != n.cls {
				continue
			}
			switch want {
			case opMul:
				if n.op == opSub && x == n.a {
					continue
				}
			case opShl:
				if _, ok := c.constant(c.nodes[x].b); !ok || n.op == opSub && x == n.b {
					continue
				}
			case opAdd, opSub:
				if c.fused[x] || n.cls == Int64 {
					continue
				}
			}
			c.taken[x]++
			c.fused[r] = true
			return
		}
	}
}

func (c *counter) fuseLogic(r ref) {
	n := &c.nodes[r]
	for _, x := range [...]ref{n.a, n.b} {
		if c.nodes[x].op == opNot && c.live[x] {
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
func (c *counter) rotation(r ref) bool {
	n := &c.nodes[r]
	a, b := n.a, n.b
	if c.nodes[a].op == opShr {
		a, b = b, a
	}
	x, y := &c.nodes[a], &c.nodes[b]
	if x.op != opShl || y.op != opShr || x.a != y.a || !c.single(a, r) || !c.single(b, r) {
		return false
	}
	c.taken[a]++
	c.taken[b]++
	c.fused[r] = true
	return true
}
