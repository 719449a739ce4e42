package state

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// This file turns what the machine evaluates into nodes of the graph. Nothing is
// counted, and every node is 0, while m.work is nil.

// NodeOf returns the node that computed a value.
func (e *evaluator) NodeOf(v Value) opgraph.Ref {
	g := e.Graph
	switch {
	case g == nil || v.Node != 0:
		return v.Node
	case v.Num == nil:
		if v.Ptr != nil && len(v.Ptr) == 0 {
			return g.ConstInt(warp.Int64, 0)
		}
		return g.Opaque(warp.Int64)
	}
	if x, ok := v.Num.Constant(); ok {
		return g.ConstInt(opgraph.ClassOf(v.Num.Type), x)
	}
	if v.Num.Known() && v.Num.Type.Float && v.Num.IsUniform() {
		x, _ := v.Num.FloatAt(0)
		return g.ConstFloat(opgraph.ClassOf(v.Num.Type), x)
	}
	return g.Opaque(opgraph.ClassOf(v.Num.Type))
}

// constNode returns the node of a constant.
func (e *evaluator) constNode(t lanes.Type, x int64, f float64) opgraph.Ref {
	switch {
	case e.Graph == nil:
		return 0
	case t.Float:
		return e.Graph.ConstFloat(opgraph.ClassOf(t), f)
	}
	return e.Graph.ConstInt(opgraph.ClassOf(t), x)
}

// Converted returns the node of a value converted to a machine type.
func (e *evaluator) Converted(v Value, to lanes.Type) opgraph.Ref {
	switch {
	case e.Graph == nil || v.Num == nil:
		return 0
	case ir.Opaque(v.Type):
		return e.NodeOf(v) // its class is not known
	}
	return e.Graph.Convert(e.NodeOf(v), v.Num.Type, to)
}

// operation returns the node of a binary operation on values converted to a type.
func (e *evaluator) operation(op ast.Op, num lanes.Type, a, b Value) opgraph.Ref {
	g := e.Graph
	switch {
	case g == nil:
		return 0
	case ir.Opaque(a.Type) || ir.Opaque(b.Type):
		return e.unknownNode(op, a, b)
	}
	cls := opgraph.ClassOf(num)
	x := e.Converted(a, num)
	if op == ast.Shl || op == ast.Shr {
		y := e.Converted(b, lanes.Int32)
		o, _ := opgraph.OpcodeOf(op)
		return g.Arithmetic(o, cls, !num.Signed, x, y)
	}
	y := e.Converted(b, num)
	if o, ok := opgraph.OpcodeOf(op); ok {
		return g.Arithmetic(o, cls, !num.Signed, x, y)
	}
	return e.Graph.Relation(op, cls, !num.Signed, x, y)
}

// UnaryNode returns the node of an operation of one value.
func (e *evaluator) UnaryNode(op opgraph.Opcode, num lanes.Type, v Value) opgraph.Ref {
	g := e.Graph
	switch {
	case g == nil:
		return 0
	case ir.Opaque(v.Type):
		return v.Node
	}
	x := e.Converted(v, num)
	if c, ok := g.Constant(x); ok && (op == opgraph.OpNeg || op == opgraph.OpNot) {
		if op == opgraph.OpNot {
			return g.ConstInt(opgraph.ClassOf(num), num.Wrap(^c))
		}
		return g.ConstInt(opgraph.ClassOf(num), num.Wrap(-c))
	}
	if c, ok := g.Floating(x); ok && op == opgraph.OpNeg {
		return g.ConstFloat(opgraph.ClassOf(num), -c)
	}
	return g.Pure(opgraph.Node{Op: op, Class: opgraph.ClassOf(num), A: x})
}

// TruthNode returns the node of a value used as a condition.
func (e *evaluator) TruthNode(v Value) opgraph.Ref {
	if e.Graph == nil {
		return 0
	}
	if v.Num != nil {
		return e.Converted(v, lanes.Bool)
	}
	return e.Graph.Compare(opgraph.RelNotEqual, warp.Int64, true, e.NodeOf(v), e.Graph.ConstInt(warp.Int64, 0))
}

// merged returns the node of what a branch or a loop leaves of two values.
func (e *evaluator) merged(a, b Value) opgraph.Ref {
	g := e.Graph
	switch g.Pick {
	case 1:
		return e.NodeOf(a)
	case 2:
		return e.NodeOf(b)
	}
	x, y := e.NodeOf(a), e.NodeOf(b)
	cls := warp.Int64
	if a.Num != nil {
		cls = opgraph.ClassOf(a.Num.Type)
	}
	// What an arm computes is computed under a predicate, into the same register.
	inArm := func(r opgraph.Ref) bool { return r >= g.Before && g.Nodes[r].Op != opgraph.OpConst }
	if g.Cond != 0 && (g.Before == 0 || !inArm(x) && !inArm(y)) {
		return g.Choice(g.Cond, x, y, cls)
	}
	if x == y {
		return x
	}
	return g.Pure(opgraph.Node{Op: opgraph.OpMerge, Class: cls, B: x, C: y, Imm: int64(g.Cond)})
}

// pointerNode returns the node of a comparison or difference of two pointers.
func (e *evaluator) pointerNode(op ast.Op, a, b Value) opgraph.Ref {
	g := e.Graph
	switch {
	case g == nil:
		return 0
	case Compares(op):
		return e.Graph.Relation(op, warp.Int64, true, e.NodeOf(a), e.NodeOf(b))
	}
	diff := g.Arithmetic(opgraph.OpSub, warp.Int64, false, e.NodeOf(a), e.NodeOf(b))
	return g.Arithmetic(opgraph.OpDiv, warp.Int64, false, diff, g.ConstInt(warp.Int64, ctype.SizeOf(ctype.ElemOf(a.Type))))
}

// moved returns the node of a pointer plus or minus an index.
func (e *evaluator) moved(op ast.Op, p, index Value) opgraph.Ref {
	if e.Graph == nil {
		return 0
	}
	scale := ctype.SizeOf(ctype.ElemOf(p.Type))
	if ir.IsKind(p.Type, sema.Array) {
		scale = ctype.SizeOf(ir.Strip(p.Type).Elem)
	}
	if op == ast.Sub {
		scale = -scale
	}
	return e.indexed(p.Node, index, scale, p.Ptr, ctype.ElemOf(p.Type))
}

// unknownNode returns the node of an operation on values of types that are not known:
// of the type of the other operand, else single precision.
func (e *evaluator) unknownNode(op ast.Op, a, b Value) opgraph.Ref {
	g := e.Graph
	if g == nil {
		return 0
	}
	cls := warp.Single
	if n, ok := ctype.Numeric(ir.Arithmetic(a.Type, b.Type)); ok {
		cls = opgraph.ClassOf(n)
	} else if ctype.Halves(a.Type) || ctype.Halves(b.Type) {
		cls = warp.Half
	}
	x, y := e.NodeOf(a), e.NodeOf(b)
	if Compares(op) {
		return e.Graph.Relation(op, cls, false, x, y)
	}
	o, ok := opgraph.OpcodeOf(op)
	if !ok || x == 0 || y == 0 {
		return g.Opaque(cls)
	}
	return g.Pure(opgraph.Node{Op: o, Class: cls, A: x, B: y})
}
