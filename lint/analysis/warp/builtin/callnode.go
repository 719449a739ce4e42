package warp

import (
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// callNode returns the node of a call of a function that CUDA provides.
func (m *model) callNode(name string, args []value, result value) ref {
	g := m.work
	if g == nil {
		return 0
	}
	n := node{op: opCall, imm: g.name(name)}
	if result.num != nil {
		n.cls = classOf(result.num.Type)
	}
	if len(args) > 3 {
		for _, a := range args[3:] {
			m.use(a)
		}
	}
	for i, p := range [...]*ref{&n.a, &n.b, &n.c} {
		if i < len(args) {
			*p = m.nodeOf(args[i])
		}
	}
	if ordered(name) {
		m.work.endBlock()
	}
	return g.pure(n)
}

// barrierNode notes a barrier.
func (m *model) barrierNode(name string) {
	m.barriers++
	m.work.sync(name)
}

// nameBuiltins gives the built-in variables their nodes.
func (m *model) nameBuiltins() {
	g := m.work
	if g == nil {
		return
	}
	for i, axis := range []string{"x", "y", "z"} {
		for k, name := range []string{"threadIdx.", "blockIdx.", "blockDim.", "gridDim."} {
			v := m.builtins[name+axis]
			op, flags := opSpecial, flagNonNegative|flagUniform
			if k == 0 {
				flags = flagNonNegative
			}
			if k > 1 {
				op = opParam
			}
			v.op = g.leaf(op, Int32, int64(-1-4*i-k), flags)
			m.builtins[name+axis] = v
		}
	}
}

// builtinNode returns the node of a call of a function that CUDA provides.
func (m *model) builtinNode(name string, args []value, v value) ref {
	switch name {
	case "__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or":
		m.barrierNode(name)
		return 0
	}
	g := m.work
	if g == nil {
		return 0
	}
	var num lanes.Type
	if v.num != nil {
		num = v.num.Type
	}
	switch name {
	case "min", "umin", "llmin", "ullmin", "fmin", "fminf", "max", "umax", "llmax", "ullmax", "fmax", "fmaxf":
		op := opMin
		if name[len(name)-1] == 'x' || name == "fmaxf" {
			op = opMax
		}
		if len(args) == 2 && args[0].num != nil && args[1].num != nil && v.num != nil {
			return g.arithmetic(op, classOf(num), !num.Signed, m.converted(args[0], num), m.converted(args[1], num))
		}
	case "fma", "fmaf", "__fmaf_rn", "fmaf_rn":
		if len(args) == 3 && v.num != nil {
			return g.pure(node{op: opFMA, cls: classOf(num), a: m.converted(args[0], num), b: m.converted(args[1], num), c: m.converted(args[2], num)})
		}
	case "abs", "fabs", "fabsf":
		if len(args) == 1 && args[0].num != nil && v.num != nil {
			return m.unaryNode(opAbs, num, args[0])
		}
	case "__float_as_int", "__float_as_uint", "__int_as_float", "__uint_as_float":
		if len(args) == 1 {
			return m.nodeOf(args[0])
		}
	case "__mul24", "__umul24":
		if len(args) == 2 && args[0].num != nil && args[1].num != nil {
			return g.arithmetic(opMul, Int32, false, m.nodeOf(args[0]), m.nodeOf(args[1]))
		}
	}
	converted := args
	if v.num != nil && v.num.Type.Float && len(args) <= 3 {
		// Arguments are converted to the type of the function.
		converted = make([]value, len(args))
		for i, a := range args {
			converted[i] = a
			if a.num != nil {
				converted[i].op = m.converted(a, num)
			}
		}
	}
	return m.callNode(name, converted, v)
}
