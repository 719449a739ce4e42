package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// An evaluator computes operations on values, and adds the nodes of what computes them to
// the graph.
type evaluator struct {
	d     *lanes.Domain
	block Block
	work  *graph // nil during trials and where nothing is counted
	// pointers has the pointer types that were made, by what they point to.
	pointers map[*sema.Type]*sema.Type
}

// binary applies an operator to two values.
func (e *evaluator) binary(op ast.Op, a, b value) value {
	if a.ptr != nil || b.ptr != nil || ir.IsKind(a.typ, sema.Pointer) || ir.IsKind(b.typ, sema.Pointer) {
		return e.pointerArithmetic(op, a, b)
	}
	if a.num == nil || b.num == nil {
		node := e.unknownNode(op, a, b)
		if compares(op) {
			return value{typ: typeBool, num: e.d.Unknown(lanes.Bool), op: node}
		}
		v := e.unknown(orOther(ir.Arithmetic(a.typ, b.typ)))
		if isRead(a) || isRead(b) {
			v = e.readOutOfSight(v.typ)
		}
		v.op = node
		return v
	}
	if op == ast.Shl || op == ast.Shr {
		t := ir.Promote(a.typ)
		num, _ := machineType(t)
		shifted := e.arithmetic(op, num, e.d.Convert(num, a.num), b.num)
		if _, constant := b.num.Constant(); constant && op == ast.Shl {
			shifted = shifted.Multiplied()
		}
		return value{typ: t, num: shifted, op: e.operation(op, num, a, b)}
	}
	t := ir.Arithmetic(a.typ, b.typ)
	num, ok := machineType(t)
	if !ok {
		return value{typ: typeOther}
	}
	x, y := e.d.Convert(num, a.num), e.d.Convert(num, b.num)
	if compares(op) {
		return value{typ: typeBool, num: e.compare(op, num, x, y), op: e.operation(op, num, a, b)}
	}
	result := e.arithmetic(op, num, x, y)
	if op == ast.Mul {
		result = e.multiplied(e.multiplied(result, x), y)
	}
	return value{typ: t, num: result, op: e.operation(op, num, a, b)}
}

// multiplied returns a product, noted as written in the source where the factor is a
// constant: not one that may be the size of a block which is only assumed.
func (e *evaluator) multiplied(product, factor *lanes.Value) *lanes.Value {
	c, ok := factor.Constant()
	if !ok || e.block.Source >= FromLaunchBounds && slices.Contains(e.block.Dim[:], int(c)) {
		return product
	}
	return product.Multiplied()
}

func compares(op ast.Op) bool { return op >= ast.Equal && op <= ast.GreaterEqual }

func (e *evaluator) compare(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	switch op {
	case ast.Equal:
		return e.d.Equal(t, x, y)
	case ast.NotEqual:
		return e.d.Not(e.d.Equal(t, x, y))
	case ast.Less:
		return e.d.Less(t, x, y)
	case ast.LessEqual:
		return e.d.LessEqual(t, x, y)
	case ast.Greater:
		return e.d.Less(t, y, x)
	}
	return e.d.LessEqual(t, y, x)
}

func (e *evaluator) arithmetic(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	if t.Float {
		return e.floatArithmetic(op, t, x, y)
	}
	switch op {
	case ast.Add:
		return e.d.Add(t, x, y)
	case ast.Sub:
		return e.d.Sub(t, x, y)
	case ast.Mul:
		return e.d.Mul(t, x, y)
	case ast.Div:
		return e.d.Div(t, x, y)
	case ast.Rem:
		return e.d.Rem(t, x, y)
	case ast.And:
		return e.d.And(t, x, y)
	case ast.Or:
		return e.d.Or(t, x, y)
	case ast.Xor:
		return e.d.Xor(t, x, y)
	case ast.Shl:
		return e.d.Shl(t, x, y)
	case ast.Shr:
		return e.d.Shr(t, x, y)
	}
	return e.d.Unknown(t)
}

func (e *evaluator) floatArithmetic(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	var f func(a []float64) float64
	switch op {
	case ast.Add:
		return e.d.FloatSum(t, x, y, 1)
	case ast.Sub:
		return e.d.FloatSum(t, x, y, -1)
	case ast.Mul:
		f = func(a []float64) float64 { return a[0] * a[1] }
	case ast.Div:
		f = func(a []float64) float64 { return a[0] / a[1] }
	default:
		return e.d.Unknown(t)
	}
	return e.d.Float(op.String(), t, f, x, y)
}

// pointerArithmetic handles p + i, p - i, p - q and comparisons.
func (e *evaluator) pointerArithmetic(op ast.Op, a, b value) value {
	if compares(op) {
		if len(a.ptr) == 1 && len(b.ptr) == 1 && a.ptr[0].obj == b.ptr[0].obj {
			return value{typ: typeBool, num: e.compare(op, lanes.Int64, a.ptr[0].off, b.ptr[0].off), op: e.pointerNode(op, a, b)}
		}
		if isUniform(a) && (isUniform(b) || b.num != nil) {
			return value{typ: typeBool, num: e.d.UniformOf(lanes.Bool), op: e.pointerNode(op, a, b)}
		}
		return value{typ: typeBool, num: e.d.Opaque(lanes.Bool, false), op: e.pointerNode(op, a, b)}
	}
	if !ir.IsKind(a.typ, sema.Pointer) && op == ast.Add {
		a, b = b, a
	}
	if ir.IsKind(b.typ, sema.Pointer) {
		if len(a.ptr) == 1 && len(b.ptr) == 1 && a.ptr[0].obj == b.ptr[0].obj {
			diff := e.d.Sub(lanes.Int64, a.ptr[0].off, b.ptr[0].off)
			return value{typ: typeLong, num: e.d.Div(lanes.Int64, diff, e.d.Const(lanes.Int64, sizeOf(elemOf(a.typ)))), op: e.pointerNode(op, a, b)}
		}
		return e.unknown(typeLong)
	}
	if b.num == nil {
		b = e.unknown(typeLong)
	}
	if b.num.Type.Float || op != ast.Add && op != ast.Sub {
		return value{typ: a.typ}
	}
	step := e.d.Mul(lanes.Int64, e.d.Convert(lanes.Int64, b.num), e.d.Const(lanes.Int64, sizeOf(elemOf(a.typ))))
	out := value{typ: a.typ, ptr: make([]target, 0, len(a.ptr)), op: e.moved(op, a, b)}
	if ir.IsKind(a.typ, sema.Array) {
		out.typ = pointerTo(ir.Strip(a.typ).Elem)
	}
	for _, t := range a.ptr {
		if op == ast.Sub {
			t.off = e.d.Sub(lanes.Int64, t.off, step)
		} else {
			t.off = e.d.Add(lanes.Int64, t.off, step)
		}
		out.ptr = append(out.ptr, t)
	}
	return out
}

func (e *evaluator) truthy(v value) *lanes.Value {
	if e.work != nil {
		e.work.last = e.truthNode(v)
	}
	if v.num != nil {
		return e.d.Truthy(v.num)
	}
	// A pointer, or something unknown: in device code this is nearly always the
	// same for all threads, but nothing says so.
	if v.ptr != nil && isUniform(v) {
		return e.d.UniformOf(lanes.Bool)
	}
	return e.d.Opaque(lanes.Bool, false)
}

// readOutOfSight returns what is read from a place that is not known.
func (e *evaluator) readOutOfSight(t *sema.Type) value {
	if n, ok := machineType(t); ok {
		return value{typ: t, num: e.d.Read(n)}
	}
	return e.unknown(t)
}

// constant returns a constant as a value.
func (e *evaluator) constant(c sema.Const) value {
	n, ok := numeric(c.Type)
	if !ok {
		return e.unknown(c.Type)
	}
	if n.Float {
		return value{typ: c.Type, num: e.d.ConstFloat(n, c.Float), op: e.constNode(n, 0, c.Float)}
	}
	return value{typ: c.Type, num: e.d.Const(n, c.Int), op: e.constNode(n, n.Wrap(c.Int), 0)}
}

// convert returns a value converted to a type.
func (e *evaluator) convert(v value, t *sema.Type) value {
	t = ir.Strip(t)
	if t == nil || ir.Opaque(t) || v.undefined {
		return v
	}
	switch {
	case v.num != nil:
		if n, ok := numeric(t); ok {
			return value{typ: t, num: e.d.Convert(n, v.num), op: e.converted(v, n)}
		}
		if ir.IsKind(t, sema.Pointer) {
			// A number cast to a pointer: a null pointer, or one unknown origin.
			return value{typ: t}
		}
		return value{typ: t}
	case v.ptr != nil:
		if ir.IsKind(t, sema.Pointer) {
			return value{typ: t, ptr: v.ptr, op: v.op, literal: v.literal}
		}
		if n, ok := numeric(t); ok {
			if n == lanes.Bool {
				return value{typ: t, num: e.d.Const(n, 1)}
			}
			// The address itself: distances inside one object are kept.
			return value{typ: t, num: e.addressOf(n, v.ptr), op: v.op}
		}
	}
	if v.typ != nil && !ir.Opaque(v.typ) && v.fn == nil && v.group == nil {
		v.typ = t
	}
	return v
}

// addressOf returns a pointer as a number: an unknown but shared base plus the
// offset.
func (e *evaluator) addressOf(n lanes.Type, p []target) *lanes.Value {
	if len(p) != 1 {
		return e.d.Unknown(n)
	}
	base := e.d.Mul(n, e.d.Uniform(n, 0, 1<<40), e.d.Const(lanes.Int64, 256))
	return e.d.Add(n, base, p[0].off)
}

// unknown returns a value of a type of which nothing is known.
func (e *evaluator) unknown(t *sema.Type) value {
	if n, ok := numeric(t); ok {
		return value{typ: t, num: e.d.Unknown(n)}
	}
	return value{typ: t}
}
