package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// compute executes an operation that computes.
func (m *machine) compute(o *ir.Op) state.Value {
	switch o.Code {
	case ir.OpConvert:
		return m.Convert(m.value(o.A), o.Type)
	case ir.OpTruth:
		v := m.value(o.A)
		return state.Value{Type: ctype.TypeBool, Num: m.Truthy(v), Node: m.TruthNode(v)}
	case ir.OpUnary:
		return m.unary(o)
	case ir.OpBinary:
		return m.Binary(o.Operator, m.value(o.A), m.value(o.B))
	case ir.OpDistance:
		return m.PointerArithmetic(ast.Sub, m.value(o.A), m.value(o.B))
	case ir.OpLogical:
		return m.shortCircuit(o)
	}
	return m.conditional(o)
}

func (m *machine) unary(o *ir.Op) state.Value {
	v := m.value(o.A)
	if o.Operator == ast.Not {
		return state.Value{Type: ctype.TypeBool, Num: m.Lanes.Not(m.Truthy(v)), Node: m.Graph.Negated(m.TruthNode(v))}
	}
	t := ir.Promote(v.Type)
	num, ok := ctype.MachineType(t)
	if v.Num == nil || !ok {
		u := m.Unknown(t)
		u.Node = v.Node
		return u
	}
	x := m.Lanes.Convert(num, v.Num)
	var op opgraph.Ref
	switch o.Operator {
	case ast.Sub:
		op = m.UnaryNode(opgraph.OpNeg, num, v)
		if num.Float {
			x = m.Lanes.Float("neg", num, func(a []float64) float64 { return -a[0] }, x)
		} else {
			x = m.Lanes.Neg(num, x)
		}
	case ast.Complement:
		x, op = m.Lanes.Complement(num, x), m.UnaryNode(opgraph.OpNot, num, v)
	default:
		return m.Unknown(t)
	}
	return state.Value{Type: t, Num: x, Node: op}
}

// shortCircuit evaluates the right operand for the threads the left one leaves
// open.
func (m *machine) shortCircuit(o *ir.Op) state.Value {
	a := m.Truthy(m.value(o.A))
	result, first := a, m.Graph.LastTest()
	node := first
	evalRight := func() {
		b := m.Truthy(m.run(&o.X.Regions[0]))
		node = m.Graph.BothOf(o.Operator == ast.LogicalAnd, first, m.Graph.LastTest())
		if o.Operator == ast.LogicalAnd {
			result = m.Lanes.LogicalAnd(a, b)
		} else {
			result = m.Lanes.LogicalOr(a, b)
		}
	}
	if o.Operator == ast.LogicalAnd {
		m.branch(a, evalRight, nil)
	} else {
		m.branch(a, nil, evalRight)
	}
	return state.Value{Type: ctype.TypeBool, Num: result, Node: node}
}

// conditional evaluates c ? a : b.
func (m *machine) conditional(o *ir.Op) state.Value {
	cond := m.Truthy(m.value(o.A))
	node := m.Graph.LastTest()
	var a, b state.Value
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
	if a.Num != nil && b.Num != nil {
		t := a.Type
		if !state.SameShape(a.Type, b.Type) {
			t = ir.Arithmetic(a.Type, b.Type)
		}
		a, b = m.Convert(a, t), m.Convert(b, t)
	}
	if a.Ptr == nil && b.Ptr != nil && a.Num != nil {
		a = state.Value{Type: b.Type, Ptr: []state.Target{}} // 0 as a null pointer
	}
	if b.Ptr == nil && a.Ptr != nil && b.Num != nil {
		b = state.Value{Type: a.Type, Ptr: []state.Target{}}
	}
	if m.Graph != nil {
		m.Graph.Cond, m.Graph.Before, m.Graph.Pick = node, 0, 0
		defer func() { m.Graph.Cond = 0 }()
	}
	v := m.Choose(cond, a, b)
	v.Literal = false
	return v
}

// output returns the value that inline assembly writes to an operand. It is known for moves
// from the special registers of a lane; else it is a function of the inputs.
func (m *machine) output(o *ir.Op) state.Value {
	asm := m.frame.ir.Op(o.A)
	t, ok := ctype.Numeric(o.Type)
	if !ok {
		return m.Unknown(o.Type)
	}
	if special, ok := m.SpecialRegister(asm.X.Name); ok {
		return state.Value{Type: o.Type, Num: m.Lanes.Convert(t, special)}
	}
	var inputs []*lanes.Value
	for _, id := range asm.X.Args {
		if v := m.value(id); v.Num != nil {
			inputs = append(inputs, v.Num)
		} else if v.Ptr != nil {
			inputs = append(inputs, m.AddressOf(lanes.Uint64, v.Ptr))
		}
	}
	if len(inputs) == 0 {
		return m.Unknown(o.Type)
	}
	return state.Value{Type: o.Type, Num: m.Lanes.Derived("asm "+asm.X.Name, t, inputs...)}
}
