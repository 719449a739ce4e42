package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// This file turns what the machine evaluates into nodes of the graph. Nothing is
// counted, and every node is 0, while m.work is nil.

// nodeOf returns the node that computed a value.
func (e *evaluator) nodeOf(v value) ref {
	g := e.work
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
func (e *evaluator) constNode(t lanes.Type, x int64, f float64) ref {
	switch {
	case e.work == nil:
		return 0
	case t.Float:
		return e.work.constFloat(classOf(t), f)
	}
	return e.work.constInt(classOf(t), x)
}

// converted returns the node of a value converted to a machine type.
func (e *evaluator) converted(v value, to lanes.Type) ref {
	switch {
	case e.work == nil || v.num == nil:
		return 0
	case ir.Opaque(v.typ):
		return e.nodeOf(v) // its class is not known
	}
	return e.work.convert(e.nodeOf(v), v.num.Type, to)
}

// operation returns the node of a binary operation on values converted to a type.
func (e *evaluator) operation(op ast.Op, num lanes.Type, a, b value) ref {
	g := e.work
	switch {
	case g == nil:
		return 0
	case ir.Opaque(a.typ) || ir.Opaque(b.typ):
		return e.unknownNode(op, a, b)
	}
	cls := classOf(num)
	x := e.converted(a, num)
	if op == ast.Shl || op == ast.Shr {
		y := e.converted(b, lanes.Int32)
		o, _ := opcodeOf(op)
		return g.arithmetic(o, cls, !num.Signed, x, y)
	}
	y := e.converted(b, num)
	if o, ok := opcodeOf(op); ok {
		return g.arithmetic(o, cls, !num.Signed, x, y)
	}
	return e.work.relation(op, cls, !num.Signed, x, y)
}

// unaryNode returns the node of an operation of one value.
func (e *evaluator) unaryNode(op opcode, num lanes.Type, v value) ref {
	g := e.work
	switch {
	case g == nil:
		return 0
	case ir.Opaque(v.typ):
		return v.op
	}
	x := e.converted(v, num)
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

// truthNode returns the node of a value used as a condition.
func (e *evaluator) truthNode(v value) ref {
	if e.work == nil {
		return 0
	}
	if v.num != nil {
		return e.converted(v, lanes.Bool)
	}
	return e.work.compare(relNotEqual, Int64, true, e.nodeOf(v), e.work.constInt(Int64, 0))
}

// merged returns the node of what a branch or a loop leaves of two values.
func (e *evaluator) merged(a, b value) ref {
	g := e.work
	switch g.pick {
	case 1:
		return e.nodeOf(a)
	case 2:
		return e.nodeOf(b)
	}
	x, y := e.nodeOf(a), e.nodeOf(b)
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
func (e *evaluator) pointerNode(op ast.Op, a, b value) ref {
	g := e.work
	switch {
	case g == nil:
		return 0
	case compares(op):
		return e.work.relation(op, Int64, true, e.nodeOf(a), e.nodeOf(b))
	}
	diff := g.arithmetic(opSub, Int64, false, e.nodeOf(a), e.nodeOf(b))
	return g.arithmetic(opDiv, Int64, false, diff, g.constInt(Int64, sizeOf(elemOf(a.typ))))
}

// moved returns the node of a pointer plus or minus an index.
func (e *evaluator) moved(op ast.Op, p, index value) ref {
	if e.work == nil {
		return 0
	}
	scale := sizeOf(elemOf(p.typ))
	if ir.IsKind(p.typ, sema.Array) {
		scale = sizeOf(ir.Strip(p.typ).Elem)
	}
	if op == ast.Sub {
		scale = -scale
	}
	return e.indexed(p.op, index, scale, p.ptr, elemOf(p.typ))
}

// unknownNode returns the node of an operation on values of types that are not known:
// of the type of the other operand, else single precision.
func (e *evaluator) unknownNode(op ast.Op, a, b value) ref {
	g := e.work
	if g == nil {
		return 0
	}
	cls := Single
	if n, ok := numeric(ir.Arithmetic(a.typ, b.typ)); ok {
		cls = classOf(n)
	} else if halves(a.typ) || halves(b.typ) {
		cls = Half
	}
	x, y := e.nodeOf(a), e.nodeOf(b)
	if compares(op) {
		return e.work.relation(op, cls, false, x, y)
	}
	o, ok := opcodeOf(op)
	if !ok || x == 0 || y == 0 {
		return g.opaque(cls)
	}
	return g.pure(node{op: o, cls: cls, a: x, b: y})
}
