package warp

import (
	"math"
	"math/bits"
)

// arithmetic returns the node of an operation of two numbers of a class, as compilers
// simplify it.
func (g *graph) arithmetic(op opcode, cls NumberClass, unsigned bool, a, b ref) ref {
	if a == 0 || b == 0 {
		return g.pinned(node{op: op, cls: cls, a: a, b: b})
	}
	if cls >= Half {
		return g.floatArithmetic(op, cls, a, b)
	}
	x, constA := g.constant(a)
	y, constB := g.constant(b)
	if constA && constB {
		if z, ok := fold(op, cls, unsigned, x, y); ok {
			return g.constInt(cls, z)
		}
	}
	if constA && (op == opAdd || op == opMul || op == opAnd || op == opOr || op == opXor) {
		a, b, y, constB = b, a, x, true
	}
	if constB {
		if r, ok := g.withConstant(op, cls, unsigned, a, y); ok {
			return r
		}
	}
	if op == opAdd {
		// Constants go outermost, where an address takes them in.
		if r, c, ok := g.addend(a); ok {
			return g.withOffset(cls, unsigned, g.arithmetic(opAdd, cls, unsigned, r, b), c)
		}
		if r, c, ok := g.addend(b); ok {
			return g.withOffset(cls, unsigned, g.arithmetic(opAdd, cls, unsigned, a, r), c)
		}
	}
	if op == opSub && a == b {
		return g.constInt(cls, 0)
	}
	n := node{op: op, cls: cls, a: a, b: b}
	both := g.nodes[a].flags & g.nodes[b].flags & flagNonNegative
	switch op {
	case opDiv, opRem, opShr, opMin, opMax:
		if unsigned || both != 0 {
			n.flags |= flagUnsigned
			n.sub = 1
		}
		n.flags |= both
	case opAdd, opMul:
		// Signed arithmetic does not overflow.
		if !unsigned {
			n.flags |= both
		}
		if a > b {
			n.a, n.b = b, a
		}
	case opAnd:
		n.flags |= (g.nodes[a].flags | g.nodes[b].flags) & flagNonNegative
	case opOr, opXor:
		n.flags |= both
	}
	if op == opRem {
		n.c = g.arithmetic(opDiv, cls, unsigned, a, b)
	}
	return g.pure(n)
}

// addend takes x + constant apart.
func (g *graph) addend(r ref) (x ref, c int64, ok bool) {
	if n := g.nodes[r]; n.op == opAdd && n.cls <= Int64 {
		if c, ok := g.constant(n.b); ok {
			return n.a, c, true
		}
	}
	return 0, 0, false
}

// withOffset returns r + c.
func (g *graph) withOffset(cls NumberClass, unsigned bool, r ref, c int64) ref {
	if x, d, ok := g.addend(r); ok {
		r, c = x, c+d
	}
	if c == 0 {
		return r
	}
	if x, ok := g.constant(r); ok {
		return g.constInt(cls, x+c)
	}
	n := node{op: opAdd, cls: cls, a: r, b: g.constInt(cls, c)}
	if c > 0 && !unsigned {
		n.flags |= g.nodes[r].flags & flagNonNegative
	}
	return g.pure(n)
}

// withConstant simplifies an integer operation whose second operand is a constant.
func (g *graph) withConstant(op opcode, cls NumberClass, unsigned bool, a ref, y int64) (ref, bool) {
	power := y > 0 && y&(y-1) == 0
	positive := unsigned || g.nodes[a].flags&flagNonNegative != 0
	switch op {
	case opAdd:
		return g.withOffset(cls, unsigned, a, y), true
	case opSub:
		return g.withOffset(cls, unsigned, a, -y), true
	case opMul:
		switch {
		case y == 0:
			return g.constInt(cls, 0), true
		case y == 1:
			return a, true
		case power:
			return g.arithmetic(opShl, cls, unsigned, a, g.constInt(Int32, int64(bits.TrailingZeros64(uint64(y))))), true
		}
		// (x + c) * y is x * y plus a constant.
		if x, c, ok := g.addend(a); ok && !unsigned {
			return g.withOffset(cls, unsigned, g.arithmetic(opMul, cls, unsigned, x, g.constInt(cls, y)), c*y), true
		}
	case opDiv:
		switch {
		case y == 1:
			return a, true
		case power && positive:
			return g.arithmetic(opShr, cls, true, a, g.constInt(Int32, int64(bits.TrailingZeros64(uint64(y))))), true
		}
	case opRem:
		switch {
		case y == 1:
			return g.constInt(cls, 0), true
		case power && positive:
			return g.arithmetic(opAnd, cls, true, a, g.constInt(cls, y-1)), true
		case power:
			return g.pure(node{op: opRem, cls: cls, a: a, b: g.constInt(cls, y)}), true
		}
	case opShl, opShr, opOr, opXor:
		if y == 0 {
			return a, true
		}
		if op == opShl && g.is(a, opShl) {
			if c, ok := g.constant(g.nodes[a].b); ok {
				return g.arithmetic(opShl, cls, unsigned, g.nodes[a].a, g.constInt(Int32, c+y)), true
			}
		}
		if g.is(a, opShr) && op == opShr && (unsigned || g.nodes[a].flags&flagUnsigned == 0) {
			c, ok := g.constant(g.nodes[a].b)
			if bits := int64(32) << (cls - Int32); ok && cls <= Int64 && c+y < bits {
				return g.arithmetic(opShr, cls, unsigned, g.nodes[a].a, g.constInt(Int32, c+y)), true
			}
		}
		if x, c, ok := g.addend(a); ok && op == opShl && !unsigned && y > 0 && y < 63 {
			return g.withOffset(cls, unsigned, g.arithmetic(opShl, cls, unsigned, x, g.constInt(Int32, y)), c<<y), true
		}
	case opAnd:
		if y == 0 {
			return g.constInt(cls, 0), true
		}
		if cls == Int64 && y > 0 && y < 1<<32 {
			return g.extract(a, y), true
		}
	}
	return 0, false
}

// extract returns the node of some of the low 32 bits of a 64-bit number, which may
// have been shifted: one half of it is enough, and a byte is one instruction.
func (g *graph) extract(a ref, mask int64) ref {
	if n := g.nodes[a]; n.op == opShr {
		if by, ok := g.constant(n.b); ok {
			if by%8 == 0 && mask == 0xff {
				return g.pure(node{op: opNarrow, cls: Int32, from: Int64, a: n.a, imm: byteOf | by, flags: flagNonNegative})
			}
			a = g.pure(node{op: opShr, cls: Int32, sub: 1, flags: flagUnsigned, a: n.a, b: n.b})
		}
	}
	return g.pure(node{op: opAnd, cls: Int32, a: a, b: g.constInt(Int32, mask), flags: flagNonNegative})
}

// byteOf marks an opNarrow that is a byte of a number, from the bit below it on.
const byteOf = 1 << 8

// fold returns what an operation of two integer constants gives.
func fold(op opcode, cls NumberClass, unsigned bool, x, y int64) (int64, bool) {
	var z int64
	switch op {
	case opAdd:
		z = x + y
	case opSub:
		z = x - y
	case opMul:
		z = x * y
	case opDiv, opRem:
		if y == 0 || y == -1 {
			return 0, false
		}
		if unsigned && cls == Int64 {
			z = int64(uint64(x) / uint64(y))
			if op == opRem {
				z = int64(uint64(x) % uint64(y))
			}
		} else if op == opDiv {
			z = x / y
		} else {
			z = x % y
		}
	case opAnd:
		z = x & y
	case opOr:
		z = x | y
	case opXor:
		z = x ^ y
	case opShl:
		z = x << (uint64(y) & 63)
	case opShr:
		z = x >> (uint64(y) & 63)
	case opMin:
		z = min(x, y)
	case opMax:
		z = max(x, y)
	default:
		return 0, false
	}
	switch {
	case cls != Int64 && unsigned:
		z = int64(uint32(z))
	case cls != Int64:
		z = int64(int32(z))
	}
	return z, true
}

func (g *graph) floatArithmetic(op opcode, cls NumberClass, a, b ref) ref {
	x, constA := g.floating(a)
	y, constB := g.floating(b)
	if constA && constB {
		z, ok := 0.0, true
		switch op {
		case opAdd:
			z = x + y
		case opSub:
			z = x - y
		case opMul:
			z = x * y
		case opDiv:
			z = x / y
		case opMin:
			z = math.Min(x, y)
		case opMax:
			z = math.Max(x, y)
		default:
			ok = false
		}
		if ok {
			return g.constFloat(cls, z)
		}
	}
	switch {
	case op == opMul && constB && y == 1:
		return a
	case op == opMul && constA && x == 1:
		return b
	case op == opDiv && constB && y != 0:
		// Division by a power of two is a multiplication.
		if f, _ := math.Frexp(math.Abs(y)); f == 0.5 {
			return g.floatArithmetic(opMul, cls, a, g.constFloat(cls, 1/y))
		}
	}
	if (op == opAdd || op == opMul || op == opMin || op == opMax) && a > b {
		a, b = b, a
	}
	return g.pure(node{op: op, cls: cls, a: a, b: b})
}

// choice returns the node of cond ? a : b.
func (g *graph) choice(cond, a, b ref, cls NumberClass) ref {
	if a == b {
		return a
	}
	if x, ok := g.constant(cond); ok {
		if x != 0 {
			return a
		}
		return b
	}
	if g.is(cond, opCompare) {
		c := g.nodes[cond]
		less := c.sub>>1 == relLess || c.sub>>1 == relLessEqual
		if less && c.a == a && c.b == b {
			return g.arithmetic(opMin, c.cls, c.sub&1 != 0, a, b)
		}
		if less && c.a == b && c.b == a {
			return g.arithmetic(opMax, c.cls, c.sub&1 != 0, a, b)
		}
	}
	return g.pure(node{op: opSelect, cls: cls, a: cond, b: a, c: b})
}

// Relations; those the other way round have their operands exchanged.
const (
	relEqual uint8 = iota
	relNotEqual
	relLess
	relLessEqual
)

// compare returns the node of a comparison.
func (g *graph) compare(rel uint8, cls NumberClass, unsigned bool, a, b ref) ref {
	x, constA := g.constant(a)
	y, constB := g.constant(b)
	if constA && constB {
		truth := false
		switch rel {
		case relEqual:
			truth = x == y
		case relNotEqual:
			truth = x != y
		case relLess:
			truth = x < y
		case relLessEqual:
			truth = x <= y
		}
		return g.constInt(Predicate, boolean(truth))
	}
	if cls >= Half {
		if u, ok := g.floating(a); ok {
			if v, ok := g.floating(b); ok {
				truth := rel == relEqual && u == v || rel == relNotEqual && u != v || rel == relLess && u < v || rel == relLessEqual && u <= v
				return g.constInt(Predicate, boolean(truth))
			}
		}
	}
	if unsigned && constB && y == 0 && (rel == relLess) {
		return g.constInt(Predicate, 0)
	}
	sub := rel << 1
	if unsigned {
		sub |= 1
	}
	return g.pure(node{op: opCompare, cls: cls, sub: sub, a: a, b: b})
}

// address returns the node of base + index * scale bytes, of elements aligned to
// 1 << align bytes.
func (g *graph) address(base, index ref, scale int64, cls NumberClass, align uint8) ref {
	if base == 0 || index == 0 {
		return g.opaque(cls)
	}
	if g.is(base, opOffset) {
		b := g.nodes[base]
		return g.offset(g.address(b.a, index, scale, cls, align), b.imm)
	}
	if g.is(index, opWiden) {
		index = g.nodes[index].a
	}
	if c, ok := g.constant(index); ok {
		return g.offset(base, c*scale)
	}
	if x, c, ok := g.addend(index); ok {
		return g.offset(g.address(base, x, scale, cls, align), c*scale)
	}
	return g.pure(node{op: opAddress, cls: cls, sub: align, a: base, b: index, imm: scale})
}

// offset returns the node of base + bytes.
func (g *graph) offset(base ref, bytes int64) ref {
	if base == 0 {
		return 0
	}
	if g.is(base, opOffset) {
		bytes += g.nodes[base].imm
		base = g.nodes[base].a
	}
	if bytes == 0 {
		return base
	}
	return g.pure(node{op: opOffset, cls: g.nodes[base].cls, a: base, imm: bytes})
}

func boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
