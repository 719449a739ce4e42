package opgraph

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// ClassOf returns the class of a machine type.
func ClassOf(t lanes.Type) warp.NumberClass {
	switch {
	case t.Float && t.Bits <= 16:
		return warp.Half
	case t.Float && t.Bits <= 32:
		return warp.Single
	case t.Float:
		return warp.Double
	case t.Bits == 1:
		return warp.Predicate
	case t.Bits <= 32:
		return warp.Int32
	}
	return warp.Int64
}

// Convert returns the node of a conversion.
func (g *Graph) Convert(r Ref, from, to lanes.Type) Ref {
	if from == to || r == 0 {
		return r
	}
	cls, was := ClassOf(to), ClassOf(from)
	if x, ok := g.Constant(r); ok {
		if to.Float {
			return g.ConstFloat(cls, float64(x))
		}
		return g.ConstInt(cls, to.Wrap(x))
	}
	if x, ok := g.Floating(r); ok {
		if to.Float {
			return g.ConstFloat(cls, x)
		}
		if math.Abs(x) < 1<<60 {
			return g.ConstInt(cls, to.Wrap(int64(x)))
		}
	}
	if cls == warp.Single && was == warp.Double {
		if x := g.narrowed(r, 0); x != 0 {
			return x
		}
	}
	switch {
	case cls == warp.Predicate && was >= warp.Half:
		return g.Compare(RelNotEqual, was, false, r, g.ConstFloat(was, 0))
	case cls == warp.Predicate:
		return g.Compare(RelNotEqual, was, false, r, g.ConstInt(was, 0))
	case was == warp.Predicate && to.Float:
		return g.Pure(Node{Op: OpSelect, Class: cls, A: r, B: g.ConstFloat(cls, 1), C: g.ConstFloat(cls, 0)})
	case was == warp.Predicate:
		return g.Pure(Node{Op: OpSelect, Class: cls, A: r, B: g.ConstInt(cls, 1), C: g.ConstInt(cls, 0), Flags: FlagNonNegative})
	case to.Float || from.Float:
		n := Node{Op: OpConvert, Class: cls, From: was, A: r}
		if cls == was {
			return r
		}
		if !from.Signed || !to.Signed {
			n.Sub = 1
		}
		return g.Pure(n)
	case cls == warp.Int64 && was == warp.Int32:
		n := Node{Op: OpWiden, Class: cls, From: was, A: r, Flags: g.Nodes[r].Flags & FlagNonNegative}
		if !from.Signed {
			n.Sub, n.Flags = 1, n.Flags|FlagNonNegative
		}
		return g.Pure(n)
	case to.Bits < from.Bits && to.Bits < 32:
		n := Node{Op: OpNarrow, Class: cls, From: was, Imm: int64(to.Bits), A: r}
		if !to.Signed {
			n.Sub, n.Flags = 1, n.Flags|FlagNonNegative
		}
		return g.Pure(n)
	}
	return r
}

// opcodes of the operators of C++.
func OpcodeOf(op ast.Op) (Opcode, bool) {
	switch op {
	case ast.Add:
		return OpAdd, true
	case ast.Sub:
		return OpSub, true
	case ast.Mul:
		return OpMul, true
	case ast.Div:
		return OpDiv, true
	case ast.Rem:
		return OpRem, true
	case ast.And:
		return OpAnd, true
	case ast.Or:
		return OpOr, true
	case ast.Xor:
		return OpXor, true
	case ast.Shl:
		return OpShl, true
	case ast.Shr:
		return OpShr, true
	}
	return 0, false
}

// Relation returns the node of a comparison by an operator of C++.
func (g *Graph) Relation(op ast.Op, cls warp.NumberClass, unsigned bool, x, y Ref) Ref {
	if x == 0 || y == 0 {
		return g.Opaque(warp.Predicate)
	}
	switch op {
	case ast.Equal:
		return g.Compare(relEqual, cls, unsigned, x, y)
	case ast.NotEqual:
		return g.Compare(RelNotEqual, cls, unsigned, x, y)
	case ast.Less:
		return g.Compare(relLess, cls, unsigned, x, y)
	case ast.LessEqual:
		return g.Compare(relLessEqual, cls, unsigned, x, y)
	case ast.Greater:
		return g.Compare(relLess, cls, unsigned, y, x)
	case ast.GreaterEqual:
		return g.Compare(relLessEqual, cls, unsigned, y, x)
	}
	return g.Opaque(warp.Predicate)
}

// Negated returns the node of !v, which is free.
func (g *Graph) Negated(r Ref) Ref {
	if g == nil || r == 0 {
		return 0
	}
	if c, ok := g.Constant(r); ok {
		return g.ConstInt(warp.Predicate, 1-min(c, 1))
	}
	if n := g.Nodes[r]; n.Op == OpCompare {
		unsigned := n.Sub&1 != 0
		switch n.Sub >> 1 {
		case relEqual:
			return g.Compare(RelNotEqual, n.Class, unsigned, n.A, n.B)
		case RelNotEqual:
			return g.Compare(relEqual, n.Class, unsigned, n.A, n.B)
		}
		if n.Class < warp.Half {
			if n.Sub>>1 == relLess {
				return g.Compare(relLessEqual, n.Class, unsigned, n.B, n.A)
			}
			return g.Compare(relLess, n.Class, unsigned, n.B, n.A)
		}
	}
	return g.Pure(Node{Op: OpLogic, Class: warp.Predicate, A: r})
}

// BothOf returns the node of a logical operation of two predicates.
func (g *Graph) BothOf(and bool, a, b Ref) Ref {
	if g == nil {
		return 0
	}
	for range 2 {
		if c, ok := g.Constant(a); ok {
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
	n := Node{Op: OpLogic, Class: warp.Predicate, A: a, B: b}
	if and {
		n.Sub = 1
	}
	return g.Pure(n)
}

// LastTest returns the node of what truthy was asked last.
func (g *Graph) LastTest() Ref {
	if g == nil {
		return 0
	}
	return g.Test
}
