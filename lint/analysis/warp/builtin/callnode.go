package builtin

import (
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// CallNode returns the node of a call of a function that CUDA provides.
func (m *Model) CallNode(name string, args []state.Value, result state.Value) opgraph.Ref {
	g := m.Graph
	if g == nil {
		return 0
	}
	n := opgraph.Node{Op: opgraph.OpCall, Imm: g.Name(name)}
	if result.Num != nil {
		n.Class = opgraph.ClassOf(result.Num.Type)
	}
	if len(args) > 3 {
		for _, a := range args[3:] {
			m.Need(a)
		}
	}
	for i, p := range [...]*opgraph.Ref{&n.A, &n.B, &n.C} {
		if i < len(args) {
			*p = m.NodeOf(args[i])
		}
	}
	if opgraph.Ordered(name) {
		m.Graph.EndBlock()
	}
	return g.Pure(n)
}

// barrierNode notes a barrier.
func (m *Model) barrierNode(name string) {
	m.Barriers++
	m.Graph.Sync(name)
}

// nameBuiltins gives the built-in variables their nodes.
func (m *Model) nameBuiltins() {
	g := m.Graph
	if g == nil {
		return
	}
	for i, axis := range []string{"x", "y", "z"} {
		for k, name := range []string{"threadIdx.", "blockIdx.", "blockDim.", "gridDim."} {
			v := m.Builtins[name+axis]
			op, flags := opgraph.OpSpecial, opgraph.FlagNonNegative|opgraph.FlagUniform
			if k == 0 {
				flags = opgraph.FlagNonNegative
			}
			if k > 1 {
				op = opgraph.OpParam
			}
			v.Node = g.Leaf(op, warp.Int32, int64(-1-4*i-k), flags)
			m.Builtins[name+axis] = v
		}
	}
}

// BuiltinNode returns the node of a call of a function that CUDA provides.
func (m *Model) BuiltinNode(name string, args []state.Value, v state.Value) opgraph.Ref {
	switch name {
	case "__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or":
		m.barrierNode(name)
		return 0
	}
	g := m.Graph
	if g == nil {
		return 0
	}
	var num lanes.Type
	if v.Num != nil {
		num = v.Num.Type
	}
	switch name {
	case "min", "umin", "llmin", "ullmin", "fmin", "fminf", "max", "umax", "llmax", "ullmax", "fmax", "fmaxf":
		op := opgraph.OpMin
		if name[len(name)-1] == 'x' || name == "fmaxf" {
			op = opgraph.OpMax
		}
		if len(args) == 2 && args[0].Num != nil && args[1].Num != nil && v.Num != nil {
			return g.Arithmetic(op, opgraph.ClassOf(num), !num.Signed, m.Converted(args[0], num), m.Converted(args[1], num))
		}
	case "fma", "fmaf", "__fmaf_rn", "fmaf_rn":
		if len(args) == 3 && v.Num != nil {
			return g.Pure(opgraph.Node{Op: opgraph.OpFMA, Class: opgraph.ClassOf(num), A: m.Converted(args[0], num), B: m.Converted(args[1], num), C: m.Converted(args[2], num)})
		}
	case "abs", "fabs", "fabsf":
		if len(args) == 1 && args[0].Num != nil && v.Num != nil {
			return m.UnaryNode(opgraph.OpAbs, num, args[0])
		}
	case "__float_as_int", "__float_as_uint", "__int_as_float", "__uint_as_float":
		if len(args) == 1 {
			return m.NodeOf(args[0])
		}
	case "__mul24", "__umul24":
		if len(args) == 2 && args[0].Num != nil && args[1].Num != nil {
			return g.Arithmetic(opgraph.OpMul, warp.Int32, false, m.NodeOf(args[0]), m.NodeOf(args[1]))
		}
	}
	converted := args
	if v.Num != nil && v.Num.Type.Float && len(args) <= 3 {
		// Arguments are converted to the type of the function.
		converted = make([]state.Value, len(args))
		for i, a := range args {
			converted[i] = a
			if a.Num != nil {
				converted[i].Node = m.Converted(a, num)
			}
		}
	}
	return m.CallNode(name, converted, v)
}
