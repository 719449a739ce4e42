package opgraph

import (
	"math"
	"math/bits"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Arithmetic returns the node of an operation of two numbers of a class, as compilers
// simplify it.
func (g *Graph) Arithmetic(op Opcode, cls warp.NumberClass, unsigned bool, a, b Ref) Ref {
	if a == 0 || b == 0 {
		return g.pinned(Node{Op: op, Class: cls, A: a, B: b})
	}
	if cls >= warp.Half {
		return g.floatArithmetic(op, cls, a, b)
	}
	x, constA := g.Constant(a)
	y, constB := g.Constant(b)
	if constA && constB {
		if z, ok := fold(op, cls, unsigned, x, y); ok {
			return g.ConstInt(cls, z)
		}
	}
	if constA && (op == OpAdd || op == OpMul || op == OpAnd || op == OpOr || op == OpXor) {
		a, b, y, constB = b, a, x, true
	}
	if constB {
		if r, ok := g.withConstant(op, cls, unsigned, a, y); ok {
			return r
		}
	}
	if op == OpAdd {
		// Constants go outermost, where an address takes them in.
		if r, c, ok := g.addend(a); ok {
			return g.withOffset(cls, unsigned, g.Arithmetic(OpAdd, cls, unsigned, r, b), c)
		}
		if r, c, ok := g.addend(b); ok {
			return g.withOffset(cls, unsigned, g.Arithmetic(OpAdd, cls, unsigned, a, r), c)
		}
	}
	if op == OpSub && a == b {
		return g.ConstInt(cls, 0)
	}
	n := Node{Op: op, Class: cls, A: a, B: b}
	both := g.Nodes[a].Flags & g.Nodes[b].Flags & FlagNonNegative
	switch op {
	case OpDiv, OpRem, OpShr, OpMin, OpMax:
		if unsigned || both != 0 {
			n.Flags |= FlagUnsigned
			n.Sub = 1
		}
		n.Flags |= both
	case OpAdd, OpMul:
		// Signed arithmetic does not overflow.
		if !unsigned {
			n.Flags |= both
		}
		if a > b {
			n.A, n.B = b, a
		}
	case OpAnd:
		n.Flags |= (g.Nodes[a].Flags | g.Nodes[b].Flags) & FlagNonNegative
	case OpOr, OpXor:
		n.Flags |= both
	}
	if op == OpRem {
		n.C = g.Arithmetic(OpDiv, cls, unsigned, a, b)
	}
	return g.Pure(n)
}

// addend splits x + constant.
func (g *Graph) addend(r Ref) (x Ref, c int64, ok bool) {
	if n := g.Nodes[r]; n.Op == OpAdd && n.Class <= warp.Int64 {
		if c, ok := g.Constant(n.B); ok {
			return n.A, c, true
		}
	}
	return 0, 0, false
}

// withOffset returns r + c.
func (g *Graph) withOffset(cls warp.NumberClass, unsigned bool, r Ref, c int64) Ref {
	if x, d, ok := g.addend(r); ok {
		r, c = x, c+d
	}
	if c == 0 {
		return r
	}
	if x, ok := g.Constant(r); ok {
		return g.ConstInt(cls, x+c)
	}
	n := Node{Op: OpAdd, Class: cls, A: r, B: g.ConstInt(cls, c)}
	if c > 0 && !unsigned {
		n.Flags |= g.Nodes[r].Flags & FlagNonNegative
	}
	return g.Pure(n)
}

// withConstant simplifies an integer operation whose second operand is a constant.
func (g *Graph) withConstant(op Opcode, cls warp.NumberClass, unsigned bool, a Ref, y int64) (Ref, bool) {
	power := y > 0 && y&(y-1) == 0
	positive := unsigned || g.Nodes[a].Flags&FlagNonNegative != 0
	switch op {
	case OpAdd:
		return g.withOffset(cls, unsigned, a, y), true
	case OpSub:
		return g.withOffset(cls, unsigned, a, -y), true
	case OpMul:
		switch {
		case y == 0:
			return g.ConstInt(cls, 0), true
		case y == 1:
			return a, true
		case power:
			return g.Arithmetic(OpShl, cls, unsigned, a, g.ConstInt(warp.Int32, int64(bits.TrailingZeros64(uint64(y))))), true
		}
		// (x + c) * y is x * y plus a constant.
		if x, c, ok := g.addend(a); ok && !unsigned {
			return g.withOffset(cls, unsigned, g.Arithmetic(OpMul, cls, unsigned, x, g.ConstInt(cls, y)), c*y), true
		}
	case OpDiv:
		switch {
		case y == 1:
			return a, true
		case power && positive:
			return g.Arithmetic(OpShr, cls, true, a, g.ConstInt(warp.Int32, int64(bits.TrailingZeros64(uint64(y))))), true
		}
	case OpRem:
		switch {
		case y == 1:
			return g.ConstInt(cls, 0), true
		case power && positive:
			return g.Arithmetic(OpAnd, cls, true, a, g.ConstInt(cls, y-1)), true
		case power:
			return g.Pure(Node{Op: OpRem, Class: cls, A: a, B: g.ConstInt(cls, y)}), true
		}
	case OpShl, OpShr, OpOr, OpXor:
		if y == 0 {
			return a, true
		}
		if op == OpShl && g.Is(a, OpShl) {
			if c, ok := g.Constant(g.Nodes[a].B); ok {
				return g.Arithmetic(OpShl, cls, unsigned, g.Nodes[a].A, g.ConstInt(warp.Int32, c+y)), true
			}
		}
		if g.Is(a, OpShr) && op == OpShr && (unsigned || g.Nodes[a].Flags&FlagUnsigned == 0) {
			c, ok := g.Constant(g.Nodes[a].B)
			if bits := int64(32) << (cls - warp.Int32); ok && cls <= warp.Int64 && c+y < bits {
				return g.Arithmetic(OpShr, cls, unsigned, g.Nodes[a].A, g.ConstInt(warp.Int32, c+y)), true
			}
		}
		if x, c, ok := g.addend(a); ok && op == OpShl && !unsigned && y > 0 && y < 63 {
			return g.withOffset(cls, unsigned, g.Arithmetic(OpShl, cls, unsigned, x, g.ConstInt(warp.Int32, y)), c<<y), true
		}
	case OpAnd:
		if y == 0 {
			return g.ConstInt(cls, 0), true
		}
		if cls == warp.Int64 && y > 0 && y < 1<<32 {
			return g.extract(a, y), true
		}
	}
	return 0, false
}

// extract returns the node of some of the low 32 bits of a 64-bit number, which may
// have been shifted: one half of it is enough, and a byte is one instruction.
func (g *Graph) extract(a Ref, mask int64) Ref {
	if n := g.Nodes[a]; n.Op == OpShr {
		if by, ok := g.Constant(n.B); ok {
			if by%8 == 0 && mask == 0xff {
				return g.Pure(Node{Op: OpNarrow, Class: warp.Int32, From: warp.Int64, A: n.A, Imm: byteOf | by, Flags: FlagNonNegative})
			}
			a = g.Pure(Node{Op: OpShr, Class: warp.Int32, Sub: 1, Flags: FlagUnsigned, A: n.A, B: n.B})
		}
	}
	return g.Pure(Node{Op: OpAnd, Class: warp.Int32, A: a, B: g.ConstInt(warp.Int32, mask), Flags: FlagNonNegative})
}

// byteOf marks an OpNarrow that is a byte of a number, from the bit below it on.
const byteOf = 1 << 8

// fold returns what an operation of two integer constants gives.
func fold(op Opcode, cls warp.NumberClass, unsigned bool, x, y int64) (int64, bool) {
	var z int64
	switch op {
	case OpAdd:
		z = x + y
	case OpSub:
		z = x - y
	case OpMul:
		z = x * y
	case OpDiv, OpRem:
		if y == 0 || y == -1 {
			return 0, false
		}
		if unsigned && cls == warp.Int64 {
			z = int64(uint64(x) / uint64(y))
			if op == OpRem {
				z = int64(uint64(x) % uint64(y))
			}
		} else if op == OpDiv {
			z = x / y
		} else {
			z = x % y
		}
	case OpAnd:
		z = x & y
	case OpOr:
		z = x | y
	case OpXor:
		z = x ^ y
	case OpShl:
		z = x << (uint64(y) & 63)
	case OpShr:
		z = x >> (uint64(y) & 63)
	case OpMin:
		z = min(x, y)
	case OpMax:
		z = max(x, y)
	default:
		return 0, false
	}
	switch {
	case cls != warp.Int64 && unsigned:
		z = int64(uint32(z))
	case cls != warp.Int64:
		z = int64(int32(z))
	}
	return z, true
}

func (g *Graph) floatArithmetic(op Opcode, cls warp.NumberClass, a, b Ref) Ref {
	x, constA := g.Floating(a)
	y, constB := g.Floating(b)
	if constA && constB {
		z, ok := 0.0, true
		switch op {
		case OpAdd:
			z = x + y
		case OpSub:
			z = x - y
		case OpMul:
			z = x * y
		case OpDiv:
			z = x / y
		case OpMin:
			z = math.Min(x, y)
		case OpMax:
			z = math.Max(x, y)
		default:
			ok = false
		}
		if ok {
			return g.ConstFloat(cls, z)
		}
	}
	switch {
	case op == OpMul && constB && y == 1:
		return a
	case op == OpMul && constA && x == 1:
		return b
	case op == OpDiv && constB && y != 0:
		// Division by a power of two is a multiplication.
		if f, _ := math.Frexp(math.Abs(y)); f == 0.5 {
			return g.floatArithmetic(OpMul, cls, a, g.ConstFloat(cls, 1/y))
		}
	}
	if (op == OpAdd || op == OpMul || op == OpMin || op == OpMax) && a > b {
		a, b = b, a
	}
	return g.Pure(Node{Op: op, Class: cls, A: a, B: b})
}

// Choice returns the node of cond ? a : b.
func (g *Graph) Choice(cond, a, b Ref, cls warp.NumberClass) Ref {
	if a == b {
		return a
	}
	if x, ok := g.Constant(cond); ok {
		if x != 0 {
			return a
		}
		return b
	}
	if g.Is(cond, OpCompare) {
		c := g.Nodes[cond]
		less := c.Sub>>1 == relLess || c.Sub>>1 == relLessEqual
		if less && c.A == a && c.B == b {
			return g.Arithmetic(OpMin, c.Class, c.Sub&1 != 0, a, b)
		}
		if less && c.A == b && c.B == a {
			return g.Arithmetic(OpMax, c.Class, c.Sub&1 != 0, a, b)
		}
	}
	return g.Pure(Node{Op: OpSelect, Class: cls, A: cond, B: a, C: b})
}

// Relations; those the other way round have their operands exchanged.
const (
	relEqual uint8 = iota
	RelNotEqual
	relLess
	relLessEqual
)

// Compare returns the node of a comparison.
func (g *Graph) Compare(rel uint8, cls warp.NumberClass, unsigned bool, a, b Ref) Ref {
	x, constA := g.Constant(a)
	y, constB := g.Constant(b)
	if constA && constB {
		truth := false
		switch rel {
		case relEqual:
			truth = x == y
		case RelNotEqual:
			truth = x != y
		case relLess:
			truth = x < y
		case relLessEqual:
			truth = x <= y
		}
		return g.ConstInt(warp.Predicate, Boolean(truth))
	}
	if cls >= warp.Half {
		if u, ok := g.Floating(a); ok {
			if v, ok := g.Floating(b); ok {
				truth := rel == relEqual && u == v || rel == RelNotEqual && u != v || rel == relLess && u < v || rel == relLessEqual && u <= v
				return g.ConstInt(warp.Predicate, Boolean(truth))
			}
		}
	}
	if cls == warp.Double {
		if u, v := g.widened(a, 0), g.widened(b, 0); u != 0 && v != 0 {
			a, b, cls = u, v, warp.Single
		}
	}
	if unsigned && constB && y == 0 && (rel == relLess) {
		return g.ConstInt(warp.Predicate, 0)
	}
	sub := rel << 1
	if unsigned {
		sub |= 1
	}
	return g.Pure(Node{Op: OpCompare, Class: cls, Sub: sub, A: a, B: b})
}

// Address returns the node of base + index * scale bytes, of elements aligned to
// 1 << align bytes.
func (g *Graph) Address(base, index Ref, scale int64, cls warp.NumberClass, align uint8) Ref {
	if base == 0 || index == 0 {
		return g.Opaque(cls)
	}
	if g.Is(base, OpOffset) {
		b := g.Nodes[base]
		return g.Offset(g.Address(b.A, index, scale, cls, align), b.Imm)
	}
	if g.Is(index, OpWiden) {
		index = g.Nodes[index].A
	}
	if c, ok := g.Constant(index); ok {
		return g.Offset(base, c*scale)
	}
	if x, c, ok := g.addend(index); ok {
		return g.Offset(g.Address(base, x, scale, cls, align), c*scale)
	}
	return g.Pure(Node{Op: OpAddress, Class: cls, Sub: align, A: base, B: index, Imm: scale})
}

// Offset returns the node of base + bytes.
func (g *Graph) Offset(base Ref, bytes int64) Ref {
	if base == 0 {
		return 0
	}
	if g.Is(base, OpOffset) {
		bytes += g.Nodes[base].Imm
		base = g.Nodes[base].A
	}
	if bytes == 0 {
		return base
	}
	return g.Pure(Node{Op: OpOffset, Class: g.Nodes[base].Class, A: base, Imm: bytes})
}

// Boolean returns 1 for true and 0 for false.
func Boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
