package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// compute executes an operation that computes.
func (m *machine) compute(o *ir.Op) value {
	switch o.Code {
	case ir.OpConvert:
		return m.convert(m.value(o.A), o.Type)
	case ir.OpTruth:
		v := m.value(o.A)
		return value{typ: typeBool, num: m.truthy(v), op: m.truthNode(v)}
	case ir.OpUnary:
		return m.unary(o)
	case ir.OpBinary:
		return m.binary(o.Operator, m.value(o.A), m.value(o.B))
	case ir.OpDistance:
		return m.pointerArithmetic(ast.Sub, m.value(o.A), m.value(o.B))
	case ir.OpLogical:
		return m.shortCircuit(o)
	}
	return m.conditional(o)
}

func (m *machine) unary(o *ir.Op) value {
	v := m.value(o.A)
	if o.Operator == ast.Not {
		return value{typ: typeBool, num: m.d.Not(m.truthy(v)), op: m.negated(m.truthNode(v))}
	}
	t := ir.Promote(v.typ)
	num, ok := machineType(t)
	if v.num == nil || !ok {
		u := m.unknown(t)
		u.op = v.op
		return u
	}
	x := m.d.Convert(num, v.num)
	var op ref
	switch o.Operator {
	case ast.Sub:
		op = m.unaryNode(opNeg, num, v)
		if num.Float {
			x = m.d.Float("neg", num, func(a []float64) float64 { return -a[0] }, x)
		} else {
			x = m.d.Neg(num, x)
		}
	case ast.Complement:
		x, op = m.d.Complement(num, x), m.unaryNode(opNot, num, v)
	default:
		return m.unknown(t)
	}
	return value{typ: t, num: x, op: op}
}

// shortCircuit evaluates the right operand for the threads the left one leaves
// open.
func (m *machine) shortCircuit(o *ir.Op) value {
	a := m.truthy(m.value(o.A))
	result, first := a, m.lastTest()
	node := first
	evalRight := func() {
		b := m.truthy(m.run(&o.X.Regions[0]))
		node = m.bothOf(o.Operator == ast.LogicalAnd, first, m.lastTest())
		if o.Operator == ast.LogicalAnd {
			result = m.d.LogicalAnd(a, b)
		} else {
			result = m.d.LogicalOr(a, b)
		}
	}
	if o.Operator == ast.LogicalAnd {
		m.branch(a, evalRight, nil)
	} else {
		m.branch(a, nil, evalRight)
	}
	return value{typ: typeBool, num: result, op: node}
}

// conditional evaluates c ? a : b.
func (m *machine) conditional(o *ir.Op) value {
	cond := m.truthy(m.value(o.A))
	node := m.lastTest()
	var a, b value
	ranA, ranB := false, false
	m.branch(cond,
		func() { a, ranA = m.run(&o.X.Regions[0]), true },
		func() { b, ranB = m.run(&o.X.Regions[1]), true })
	switch {
	case !ranA:
		return b
	case !ranB:
		return a
	}
	if a.num != nil && b.num != nil {
		t := a.typ
		if !sameShape(a.typ, b.typ) {
			t = ir.Arithmetic(a.typ, b.typ)
		}
		a, b = m.convert(a, t), m.convert(b, t)
	}
	if a.ptr == nil && b.ptr != nil && a.num != nil {
		a = value{typ: b.typ, ptr: []target{}} // 0 as a null pointer
	}
	if b.ptr == nil && a.ptr != nil && b.num != nil {
		b = value{typ: a.typ, ptr: []target{}}
	}
	if m.work != nil {
		m.work.cond, m.work.before, m.work.pick = node, 0, 0
		defer func() { m.work.cond = 0 }()
	}
	v := m.choose(cond, a, b)
	v.literal = false
	return v
}

// output returns what inline assembly writes to one of its operands: it is not known,
// except for the special registers of a lane.
func (m *machine) output(o *ir.Op) value {
	asm := m.frame.ir.Op(o.A)
	t, ok := numeric(o.Type)
	if !ok {
		return m.unknown(o.Type)
	}
	if special, ok := m.specialRegister(asm.X.Name); ok {
		return value{typ: o.Type, num: m.d.Convert(t, special)}
	}
	var inputs []*lanes.Value
	for _, id := range asm.X.Args {
		if v := m.value(id); v.num != nil {
			inputs = append(inputs, v.num)
		} else if v.ptr != nil {
			inputs = append(inputs, m.addressOf(lanes.Uint64, v.ptr))
		}
	}
	if len(inputs) == 0 {
		return m.unknown(o.Type)
	}
	return value{typ: o.Type, num: m.d.Derived("asm "+asm.X.Name, t, inputs...)}
}
