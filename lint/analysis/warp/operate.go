package warp

import (
	"math"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// This file turns what the machine evaluates into nodes of the graph. Nothing is
// counted, and every node is 0, while m.work is nil.

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

// nodeOf returns the node that computed a value.
func (m *machine) nodeOf(v value) ref {
	g := m.work
	switch {
	case g == nil || v.op != 0:
		return v.op
	case v.num == nil:
		if v.ptr != nil && len(v.ptr) == 0 {
			return g.constInt(Int64, 0)
		}
		return g.opaque(Int64)
	}
	if x, ok := v.num.Constant(); ok {
		return g.constInt(classOf(v.num.Type), x)
	}
	if v.num.Known() && v.num.Type.Float && v.num.IsUniform() {
		x, _ := v.num.FloatAt(0)
		return g.constFloat(classOf(v.num.Type), x)
	}
	return g.opaque(classOf(v.num.Type))
}

// constNode returns the node of a constant.
func (m *machine) constNode(t lanes.Type, x int64, f float64) ref {
	switch {
	case m.work == nil:
		return 0
	case t.Float:
		return m.work.constFloat(classOf(t), f)
	}
	return m.work.constInt(classOf(t), x)
}

// converted returns the node of a value converted to a machine type.
func (m *machine) converted(v value, to lanes.Type) ref {
	switch {
	case m.work == nil || v.num == nil:
		return 0
	case ir.Opaque(v.typ):
		return m.nodeOf(v) // its class is not known
	}
	return m.work.convert(m.nodeOf(v), v.num.Type, to)
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

// operation returns the node of a binary operation on values converted to a type.
func (m *machine) operation(op ast.Op, num lanes.Type, a, b value) ref {
	g := m.work
	switch {
	case g == nil:
		return 0
	case ir.Opaque(a.typ) || ir.Opaque(b.typ):
		return m.unknownNode(op, a, b)
	}
	cls := classOf(num)
	x := m.converted(a, num)
	if op == ast.Shl || op == ast.Shr {
		y := m.converted(b, lanes.Int32)
		o, _ := opcodeOf(op)
		return g.arithmetic(o, cls, !num.Signed, x, y)
	}
	y := m.converted(b, num)
	if o, ok := opcodeOf(op); ok {
		return g.arithmetic(o, cls, !num.Signed, x, y)
	}
	return m.work.relation(op, cls, !num.Signed, x, y)
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

// unaryNode returns the node of an operation of one value.
func (m *machine) unaryNode(op opcode, num lanes.Type, v value) ref {
	g := m.work
	switch {
	case g == nil:
		return 0
	case ir.Opaque(v.typ):
		return v.op
	}
	x := m.converted(v, num)
	if c, ok := g.constant(x); ok && (op == opNeg || op == opNot) {
		if op == opNot {
			return g.constInt(classOf(num), num.Wrap(^c))
		}
		return g.constInt(classOf(num), num.Wrap(-c))
	}
	if c, ok := g.floating(x); ok && op == opNeg {
		return g.constFloat(classOf(num), -c)
	}
	return g.pure(node{op: op, cls: classOf(num), a: x})
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

// truthNode returns the node of a value used as a condition.
func (m *machine) truthNode(v value) ref {
	if m.work == nil {
		return 0
	}
	if v.num != nil {
		return m.converted(v, lanes.Bool)
	}
	return m.work.compare(relNotEqual, Int64, true, m.nodeOf(v), m.work.constInt(Int64, 0))
}

// merged returns the node of what a branch or a loop leaves of two values.
func (m *machine) merged(a, b value) ref {
	g := m.work
	switch g.pick {
	case 1:
		return m.nodeOf(a)
	case 2:
		return m.nodeOf(b)
	}
	x, y := m.nodeOf(a), m.nodeOf(b)
	cls := Int64
	if a.num != nil {
		cls = classOf(a.num.Type)
	}
	// What an arm computes is computed under a predicate, into the same register.
	inArm := func(r ref) bool { return r >= g.before && g.nodes[r].op != opConst }
	if g.cond != 0 && (g.before == 0 || !inArm(x) && !inArm(y)) {
		return g.choice(g.cond, x, y, cls)
	}
	if x == y {
		return x
	}
	return g.pure(node{op: opMerge, cls: cls, b: x, c: y, imm: int64(g.cond)})
}

// pointerNode returns the node of a comparison or difference of two pointers.
func (m *machine) pointerNode(op ast.Op, a, b value) ref {
	g := m.work
	switch {
	case g == nil:
		return 0
	case compares(op):
		return m.work.relation(op, Int64, true, m.nodeOf(a), m.nodeOf(b))
	}
	diff := g.arithmetic(opSub, Int64, false, m.nodeOf(a), m.nodeOf(b))
	return g.arithmetic(opDiv, Int64, false, diff, g.constInt(Int64, sizeOf(elemOf(a.typ))))
}

// moved returns the node of a pointer plus or minus an index.
func (m *machine) moved(op ast.Op, p, index value) ref {
	if m.work == nil {
		return 0
	}
	scale := sizeOf(elemOf(p.typ))
	if ir.IsKind(p.typ, sema.Array) {
		scale = sizeOf(ir.Strip(p.typ).Elem)
	}
	if op == ast.Sub {
		scale = -scale
	}
	return m.indexed(p.op, index, scale, p.ptr, elemOf(p.typ))
}

// lastTest returns the node of what truthy was asked last.
func (g *graph) lastTest() ref {
	if g == nil {
		return 0
	}
	return g.last
}

// halves reports whether a type is a pair of numbers of half precision.
func halves(t *sema.Type) bool {
	t = ir.Strip(t)
	return t != nil && (strings.HasSuffix(t.Name, "half2") || strings.HasSuffix(t.Name, "bfloat162"))
}

// unknownNode returns the node of an operation on values of types that are not known:
// of the type of the other operand, else single precision.
func (m *machine) unknownNode(op ast.Op, a, b value) ref {
	g := m.work
	if g == nil {
		return 0
	}
	cls := Single
	if n, ok := numeric(ir.Arithmetic(a.typ, b.typ)); ok {
		cls = classOf(n)
	} else if halves(a.typ) || halves(b.typ) {
		cls = Half
	}
	x, y := m.nodeOf(a), m.nodeOf(b)
	if compares(op) {
		return m.work.relation(op, cls, false, x, y)
	}
	o, ok := opcodeOf(op)
	if !ok || x == 0 || y == 0 {
		return g.opaque(cls)
	}
	return g.pure(node{op: o, cls: cls, a: x, b: y})
}
