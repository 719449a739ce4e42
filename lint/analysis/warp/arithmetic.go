package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// binary applies an operator to two values.
func (m *machine) binary(op ast.Op, a, b value) value {
	if a.ptr != nil || b.ptr != nil || ir.IsKind(a.typ, sema.Pointer) || ir.IsKind(b.typ, sema.Pointer) {
		return m.pointerArithmetic(op, a, b)
	}
	if a.num == nil || b.num == nil {
		node := m.unknownNode(op, a, b)
		if compares(op) {
			return value{typ: typeBool, num: m.d.Unknown(lanes.Bool), op: node}
		}
		v := m.unknown(orOther(ir.Arithmetic(a.typ, b.typ)))
		if isRead(a) || isRead(b) {
			v = m.readOutOfSight(v.typ)
		}
		v.op = node
		return v
	}
	if op == ast.Shl || op == ast.Shr {
		t := ir.Promote(a.typ)
		num, _ := machineType(t)
		shifted := m.arithmetic(op, num, m.d.Convert(num, a.num), b.num)
		if _, constant := b.num.Constant(); constant && op == ast.Shl {
			shifted = shifted.Multiplied()
		}
		return value{typ: t, num: shifted, op: m.operation(op, num, a, b)}
	}
	t := ir.Arithmetic(a.typ, b.typ)
	num, ok := machineType(t)
	if !ok {
		return value{typ: typeOther}
	}
	x, y := m.d.Convert(num, a.num), m.d.Convert(num, b.num)
	if compares(op) {
		return value{typ: typeBool, num: m.compare(op, num, x, y), op: m.operation(op, num, a, b)}
	}
	result := m.arithmetic(op, num, x, y)
	if op == ast.Mul {
		result = m.multiplied(m.multiplied(result, x), y)
	}
	return value{typ: t, num: result, op: m.operation(op, num, a, b)}
}

// multiplied returns a product, noted as written in the source where the factor is a
// constant: not one that may be the size of a block which is only assumed.
func (m *machine) multiplied(product, factor *lanes.Value) *lanes.Value {
	c, ok := factor.Constant()
	if !ok || m.block.Source >= FromLaunchBounds && slices.Contains(m.block.Dim[:], int(c)) {
		return product
	}
	return product.Multiplied()
}

func compares(op ast.Op) bool { return op >= ast.Equal && op <= ast.GreaterEqual }

func (m *machine) compare(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	switch op {
	case ast.Equal:
		return m.d.Equal(t, x, y)
	case ast.NotEqual:
		return m.d.Not(m.d.Equal(t, x, y))
	case ast.Less:
		return m.d.Less(t, x, y)
	case ast.LessEqual:
		return m.d.LessEqual(t, x, y)
	case ast.Greater:
		return m.d.Less(t, y, x)
	}
	return m.d.LessEqual(t, y, x)
}

func (m *machine) arithmetic(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	if t.Float {
		return m.floatArithmetic(op, t, x, y)
	}
	switch op {
	case ast.Add:
		return m.d.Add(t, x, y)
	case ast.Sub:
		return m.d.Sub(t, x, y)
	case ast.Mul:
		return m.d.Mul(t, x, y)
	case ast.Div:
		return m.d.Div(t, x, y)
	case ast.Rem:
		return m.d.Rem(t, x, y)
	case ast.And:
		return m.d.And(t, x, y)
	case ast.Or:
		return m.d.Or(t, x, y)
	case ast.Xor:
		return m.d.Xor(t, x, y)
	case ast.Shl:
		return m.d.Shl(t, x, y)
	case ast.Shr:
		return m.d.Shr(t, x, y)
	}
	return m.d.Unknown(t)
}

func (m *machine) floatArithmetic(op ast.Op, t lanes.Type, x, y *lanes.Value) *lanes.Value {
	var f func(a []float64) float64
	switch op {
	case ast.Add:
		return m.d.FloatSum(t, x, y, 1)
	case ast.Sub:
		return m.d.FloatSum(t, x, y, -1)
	case ast.Mul:
		f = func(a []float64) float64 { return a[0] * a[1] }
	case ast.Div:
		f = func(a []float64) float64 { return a[0] / a[1] }
	default:
		return m.d.Unknown(t)
	}
	return m.d.Float(op.String(), t, f, x, y)
}

// pointerArithmetic handles p + i, p - i, p - q and comparisons.
func (m *machine) pointerArithmetic(op ast.Op, a, b value) value {
	if compares(op) {
		if len(a.ptr) == 1 && len(b.ptr) == 1 && a.ptr[0].obj == b.ptr[0].obj {
			return value{typ: typeBool, num: m.compare(op, lanes.Int64, a.ptr[0].off, b.ptr[0].off), op: m.pointerNode(op, a, b)}
		}
		if isUniform(a) && (isUniform(b) || b.num != nil) {
			return value{typ: typeBool, num: m.d.UniformOf(lanes.Bool), op: m.pointerNode(op, a, b)}
		}
		return value{typ: typeBool, num: m.d.Opaque(lanes.Bool, false), op: m.pointerNode(op, a, b)}
	}
	if !ir.IsKind(a.typ, sema.Pointer) && op == ast.Add {
		a, b = b, a
	}
	if ir.IsKind(b.typ, sema.Pointer) {
		if len(a.ptr) == 1 && len(b.ptr) == 1 && a.ptr[0].obj == b.ptr[0].obj {
			diff := m.d.Sub(lanes.Int64, a.ptr[0].off, b.ptr[0].off)
			return value{typ: typeLong, num: m.d.Div(lanes.Int64, diff, m.d.Const(lanes.Int64, sizeOf(elemOf(a.typ)))), op: m.pointerNode(op, a, b)}
		}
		return m.unknown(typeLong)
	}
	if b.num == nil {
		b = m.unknown(typeLong)
	}
	if b.num.Type.Float || op != ast.Add && op != ast.Sub {
		return value{typ: a.typ}
	}
	step := m.d.Mul(lanes.Int64, m.d.Convert(lanes.Int64, b.num), m.d.Const(lanes.Int64, sizeOf(elemOf(a.typ))))
	out := value{typ: a.typ, ptr: make([]target, 0, len(a.ptr)), op: m.moved(op, a, b)}
	if ir.IsKind(a.typ, sema.Array) {
		out.typ = pointerTo(ir.Strip(a.typ).Elem)
	}
	for _, t := range a.ptr {
		if op == ast.Sub {
			t.off = m.d.Sub(lanes.Int64, t.off, step)
		} else {
			t.off = m.d.Add(lanes.Int64, t.off, step)
		}
		out.ptr = append(out.ptr, t)
	}
	return out
}
