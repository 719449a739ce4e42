package state

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// An evaluator computes operations on values, and adds the nodes of what computes them to
// the graph.
type evaluator struct {
	Lanes *lanes.Domain
	Block warp.Block
	Graph *opgraph.Graph // nil during trials and where nothing is counted
	// Pointers has the pointer types that were made, by what they point to.
	Pointers map[*sema.Type]*sema.Type
}

// Binary applies an operator to two values.
func (e *evaluator) Binary(op ast.Op, a, b Value) Value {
	if a.Ptr != nil || b.Ptr != nil || ir.IsKind(a.Type, sema.Pointer) || ir.IsKind(b.Type, sema.Pointer) {
		return e.PointerArithmetic(op, a, b)
	}
	if a.Num == nil || b.Num == nil {
		node := e.unknownNode(op, a, b)
		if Compares(op) {
			return Value{Type: ctype.TypeBool, Num: e.Lanes.Unknown(lanes.Bool), Node: node}
		}
		v := e.Unknown(ctype.OrOther(ir.Arithmetic(a.Type, b.Type)))
		if IsRead(a) || IsRead(b) {
			v = e.UnknownRead(v.Type)
		}
		v.Node = node
		return v
	}
	if op == ast.Shl || op == ast.Shr {
		t := ir.Promote(a.Type)
		num, _ := ctype.MachineType(t)
		shifted := e.arithmetic(op, num, e.Lanes.Convert(num, a.Num), b.Num)
		if _, constant := b.Num.Constant(); constant && op == ast.Shl {
			shifted = shifted.Multiplied()
		}
		return Value{Type: t, Num: shifted, Node: e.operation(op, num, a, b)}
	}
	t := ir.Arithmetic(a.Type, b.Type)
	num, ok := ctype.MachineType(t)
	if !ok {
		return Value{Type: ctype.TypeOther}
	}
	x, y := e.Lanes.Convert(num, a.Num), e.Lanes.Convert(num, b.Num)
	if Compares(op) {
		return Value{Type: ctype.TypeBool, Num: e.compare(op, num, x, y), Node: e.operation(op, num, a, b)}
	}
	result := e.arithmetic(op, num, x, y)
	if op == ast.Mul {
		result = e.multiplied(e.multiplied(result, x), y)
	}
	return Value{Type: t, Num: result, Node: e.operation(op, num, a, b)}
}

// multiplied returns a product, noted as written in the source where the factor is a
// constant: not one that may be the size of a block which is only assumed.
func (e *evaluator) multiplied(product, factor *lanes.Value) *lanes.Value {
	c, ok := factor.Constant()
	if !ok || e.Block.Source >= warp.FromLaunchBounds && slices.Contains(e.Block.Dim[:], int(c)) {
		return product
	}
	return product.Multiplied()
}

// Compares reports whether an operator compares.
func Compares(op ast.Op) bool { return op >= ast.Equal && op <= ast.GreaterEqual }

func (e *evaluator) compare(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	switch op {
	case ast.Equal:
		return e.Lanes.Equal(t, x, y)
	case ast.NotEqual:
		return e.Lanes.Not(e.Lanes.Equal(t, x, y))
	case ast.Less:
		return e.Lanes.Less(t, x, y)
	case ast.LessEqual:
		return e.Lanes.LessEqual(t, x, y)
	case ast.Greater:
		return e.Lanes.Less(t, y, x)
	}
	return e.Lanes.LessEqual(t, y, x)
}

func (e *evaluator) arithmetic(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	if t.Float {
		return e.floatArithmetic(op, t, x, y)
	}
	switch op {
	case ast.Add:
		return e.Lanes.Add(t, x, y)
	case ast.Sub:
		return e.Lanes.Sub(t, x, y)
	case ast.Mul:
		return e.Lanes.Mul(t, x, y)
	case ast.Div:
		return e.Lanes.Div(t, x, y)
	case ast.Rem:
		return e.Lanes.Rem(t, x, y)
	case ast.And:
		return e.Lanes.And(t, x, y)
	case ast.Or:
		return e.Lanes.Or(t, x, y)
	case ast.Xor:
		return e.Lanes.Xor(t, x, y)
	case ast.Shl:
		return e.Lanes.Shl(t, x, y)
	case ast.Shr:
		return e.Lanes.Shr(t, x, y)
	}
	return e.Lanes.Unknown(t)
}

func (e *evaluator) floatArithmetic(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	var f func(a []float64) float64
	switch op {
	case ast.Add:
		return e.Lanes.FloatSum(t, x, y, 1)
	case ast.Sub:
		return e.Lanes.FloatSum(t, x, y, -1)
	case ast.Mul:
		f = func(a []float64) float64 { return a[0] * a[1] }
	case ast.Div:
		f = func(a []float64) float64 { return a[0] / a[1] }
	default:
		return e.Lanes.Unknown(t)
	}
	return e.Lanes.Float(op.String(), t, f, x, y)
}

// PointerArithmetic handles p + i, p - i, p - q and comparisons.
func (e *evaluator) PointerArithmetic(op ast.Op, a, b Value) Value {
	if Compares(op) {
		if len(a.Ptr) == 1 && len(b.Ptr) == 1 && a.Ptr[0].Object == b.Ptr[0].Object {
			return Value{Type: ctype.TypeBool, Num: e.compare(op, lanes.Int64, a.Ptr[0].Offset, b.Ptr[0].Offset), Node: e.pointerNode(op, a, b)}
		}
		if IsUniform(a) && (IsUniform(b) || b.Num != nil) {
			return Value{Type: ctype.TypeBool, Num: e.Lanes.UniformOf(lanes.Bool), Node: e.pointerNode(op, a, b)}
		}
		return Value{Type: ctype.TypeBool, Num: e.Lanes.Opaque(lanes.Bool, false), Node: e.pointerNode(op, a, b)}
	}
	if !ir.IsKind(a.Type, sema.Pointer) && op == ast.Add {
		a, b = b, a
	}
	if ir.IsKind(b.Type, sema.Pointer) {
		if len(a.Ptr) == 1 && len(b.Ptr) == 1 && a.Ptr[0].Object == b.Ptr[0].Object {
			diff := e.Lanes.Sub(lanes.Int64, a.Ptr[0].Offset, b.Ptr[0].Offset)
			return Value{Type: ctype.TypeLong, Num: e.Lanes.Div(lanes.Int64, diff, e.Lanes.Const(lanes.Int64, ctype.SizeOf(ctype.ElemOf(a.Type)))), Node: e.pointerNode(op, a, b)}
		}
		return e.Unknown(ctype.TypeLong)
	}
	if b.Num == nil {
		b = e.Unknown(ctype.TypeLong)
	}
	if b.Num.Type.Float || op != ast.Add && op != ast.Sub {
		return Value{Type: a.Type}
	}
	step := e.Lanes.Mul(lanes.Int64, e.Lanes.Convert(lanes.Int64, b.Num), e.Lanes.Const(lanes.Int64, ctype.SizeOf(ctype.ElemOf(a.Type))))
	out := Value{Type: a.Type, Ptr: make([]Target, 0, len(a.Ptr)), Node: e.moved(op, a, b)}
	if ir.IsKind(a.Type, sema.Array) {
		out.Type = ctype.PointerTo(ir.Strip(a.Type).Elem)
	}
	for _, t := range a.Ptr {
		if op == ast.Sub {
			t.Offset = e.Lanes.Sub(lanes.Int64, t.Offset, step)
		} else {
			t.Offset = e.Lanes.Add(lanes.Int64, t.Offset, step)
		}
		out.Ptr = append(out.Ptr, t)
	}
	return out
}

// Truthy returns a value converted to a condition.
func (e *evaluator) Truthy(v Value) *lanes.Value {
	if e.Graph != nil {
		e.Graph.Test = e.TruthNode(v)
	}
	if v.Num != nil {
		return e.Lanes.Truthy(v.Num)
	}
	// A pointer, or something unknown: in device code this is nearly always the
	// same for all threads, but nothing says so.
	if v.Ptr != nil && IsUniform(v) {
		return e.Lanes.UniformOf(lanes.Bool)
	}
	return e.Lanes.Opaque(lanes.Bool, false)
}

// UnknownRead returns a value read from an unknown place.
func (e *evaluator) UnknownRead(t *sema.Type) Value {
	if n, ok := ctype.MachineType(t); ok {
		return Value{Type: t, Num: e.Lanes.Read(n)}
	}
	return e.Unknown(t)
}

// Constant returns a constant as a value.
func (e *evaluator) Constant(c sema.Const) Value {
	n, ok := ctype.Numeric(c.Type)
	if !ok {
		return e.Unknown(c.Type)
	}
	if n.Float {
		return Value{Type: c.Type, Num: e.Lanes.ConstFloat(n, c.Float), Node: e.constNode(n, 0, c.Float)}
	}
	return Value{Type: c.Type, Num: e.Lanes.Const(n, c.Int), Node: e.constNode(n, n.Wrap(c.Int), 0)}
}

// Convert returns a value converted to a type.
func (e *evaluator) Convert(v Value, t *sema.Type) Value {
	t = ir.Strip(t)
	if t == nil || ir.Opaque(t) || v.Undefined {
		return v
	}
	switch {
	case v.Num != nil:
		if n, ok := ctype.Numeric(t); ok {
			return Value{Type: t, Num: e.Lanes.Convert(n, v.Num), Node: e.Converted(v, n)}
		}
		if ir.IsKind(t, sema.Pointer) {
			// A number cast to a pointer: a null pointer, or one unknown origin.
			return Value{Type: t}
		}
		return Value{Type: t}
	case v.Ptr != nil:
		if ir.IsKind(t, sema.Pointer) {
			return Value{Type: t, Ptr: v.Ptr, Node: v.Node, Literal: v.Literal}
		}
		if n, ok := ctype.Numeric(t); ok {
			if n == lanes.Bool {
				return Value{Type: t, Num: e.Lanes.Const(n, 1)}
			}
			// The address itself: distances inside one object are kept.
			return Value{Type: t, Num: e.AddressOf(n, v.Ptr), Node: v.Node}
		}
	}
	if v.Type != nil && !ir.Opaque(v.Type) && v.Func == nil && v.Group == nil {
		v.Type = t
	}
	return v
}

// AddressOf returns a pointer as a number: an unknown but shared base plus the
// offset.
func (e *evaluator) AddressOf(n lanes.Type, p []Target) *lanes.Value {
	if len(p) != 1 {
		return e.Lanes.Unknown(n)
	}
	base := e.Lanes.Mul(n, e.Lanes.Uniform(n, 0, 1<<40), e.Lanes.Const(lanes.Int64, 256))
	return e.Lanes.Add(n, base, p[0].Offset)
}

// Unknown returns a value of a type of which nothing is known.
func (e *evaluator) Unknown(t *sema.Type) Value {
	if n, ok := ctype.Numeric(t); ok {
		return Value{Type: t, Num: e.Lanes.Unknown(n)}
	}
	return Value{Type: t}
}
