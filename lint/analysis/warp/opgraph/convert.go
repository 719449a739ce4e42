package warp

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// classOf returns the class of a machine type.
func classOf(t lanes.Type) NumberClass {
	switch {
	case t.Float && t.Bits <= 16:
		return Half
	case t.Float && t.Bits <= 32:
		return Single
	case t.Float:
		return Double
	case t.Bits == 1:
		return Predicate
	case t.Bits <= 32:
		return Int32
	}
	return Int64
}

// convert returns the node of a conversion.
func (g *graph) convert(r ref, from, to lanes.Type) ref {
	if from == to || r == 0 {
		return r
	}
	cls, was := classOf(to), classOf(from)
	if x, ok := g.constant(r); ok {
		if to.Float {
			return g.constFloat(cls, float64(x))
		}
		return g.constInt(cls, to.Wrap(x))
	}
	if x, ok := g.floating(r); ok {
		if to.Float {
			return g.constFloat(cls, x)
		}
		if math.Abs(x) < 1<<60 {
			return g.constInt(cls, to.Wrap(int64(x)))
		}
	}
	switch {
	case cls == Predicate && was >= Half:
		return g.compare(relNotEqual, was, false, r, g.constFloat(was, 0))
	case cls == Predicate:
		return g.compare(relNotEqual, was, false, r, g.constInt(was, 0))
	case was == Predicate && to.Float:
		return g.pure(node{op: opSelect, cls: cls, a: r, b: g.constFloat(cls, 1), c: g.constFloat(cls, 0)})
	case was == Predicate:
		return g.pure(node{op: opSelect, cls: cls, a: r, b: g.constInt(cls, 1), c: g.constInt(cls, 0), flags: flagNonNegative})
	case to.Float || from.Float:
		n := node{op: opConvert, cls: cls, from: was, a: r}
		if cls == was {
			return r
		}
		if !from.Signed || !to.Signed {
			n.sub = 1
		}
		return g.pure(n)
	case cls == Int64 && was == Int32:
		n := node{op: opWiden, cls: cls, from: was, a: r, flags: g.nodes[r].flags & flagNonNegative}
		if !from.Signed {
			n.sub, n.flags = 1, n.flags|flagNonNegative
		}
		return g.pure(n)
	case to.Bits < from.Bits && to.Bits < 32:
		n := node{op: opNarrow, cls: cls, from: was, imm: int64(to.Bits), a: r}
		if !to.Signed {
			n.sub, n.flags = 1, n.flags|flagNonNegative
		}
		return g.pure(n)
	}
	return r
}

// opcodes of the operators of C++.
func opcodeOf(op ast.Op) (opcode, bool) {
	switch op {
	case ast.Add:
		return opAdd, true
	case ast.Sub:
		return opSub, true
	case ast.Mul:
		return opMul, true
	case ast.Div:
		return opDiv, true
	case ast.Rem:
		return opRem, true
	case ast.And:
		return opAnd, true
	case ast.Or:
		return opOr, true
	case ast.Xor:
		return opXor, true
	case ast.Shl:
		return opShl, true
	case ast.Shr:
		return opShr, true
	}
	return 0, false
}

func (g *graph) relation(op ast.Op, cls NumberClass, unsigned bool, x, y ref) ref {
	if x == 0 || y == 0 {
		return g.opaque(Predicate)
	}
	switch op {
	case ast.Equal:
		return g.compare(relEqual, cls, unsigned, x, y)
	case ast.NotEqual:
		return g.compare(relNotEqual, cls, unsigned, x, y)
	case ast.Less:
		return g.compare(relLess, cls, unsigned, x, y)
	case ast.LessEqual:
		return g.compare(relLessEqual, cls, unsigned, x, y)
	case ast.Greater:
		return g.compare(relLess, cls, unsigned, y, x)
	case ast.GreaterEqual:
		return g.compare(relLessEqual, cls, unsigned, y, x)
	}
	return g.opaque(Predicate)
}

// negated returns the node of !v, which is free.
func (g *graph) negated(r ref) ref {
	if g == nil || r == 0 {
		return 0
	}
	if c, ok := g.constant(r); ok {
		return g.constInt(Predicate, 1-min(c, 1))
	}
	if n := g.nodes[r]; n.op == opCompare {
		unsigned := n.sub&1 != 0
		switch n.sub >> 1 {
		case relEqual:
			return g.compare(relNotEqual, n.cls, unsigned, n.a, n.b)
		case relNotEqual:
			return g.compare(relEqual, n.cls, unsigned, n.a, n.b)
		}
		if n.cls < Half {
			if n.sub>>1 == relLess {
				return g.compare(relLessEqual, n.cls, unsigned, n.b, n.a)
			}
			return g.compare(relLess, n.cls, unsigned, n.b, n.a)
		}
	}
	return g.pure(node{op: opLogic, cls: Predicate, a: r})
}

// bothOf returns the node of a logical operation of two predicates.
func (g *graph) bothOf(and bool, a, b ref) ref {
	if g == nil {
		return 0
	}
	for range 2 {
		if c, ok := g.constant(a); ok {
			if (c != 0) == and {
				return b
			}
			return a
		}
		a, b = b, a
	}
	if b == 0 {
		return a
	}
	n := node{op: opLogic, cls: Predicate, a: a, b: b}
	if and {
		n.sub = 1
	}
	return g.pure(n)
}

// lastTest returns the node of what truthy was asked last.
func (g *graph) lastTest() ref {
	if g == nil {
		return 0
	}
	return g.last
}
