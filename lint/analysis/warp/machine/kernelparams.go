package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/builtin"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// parameters makes the values of the parameters of the function that is executed.
type parameters struct{ *builtin.Model }

// ofKernel returns the address of a kernel's parameter: it holds the constant that the
// launch passes, or a pointer to memory of its own; a struct is in the parameter bank.
// restrict names a pointer that counts as __restrict__.
func (m parameters) ofKernel(p *ir.Op, i int, l *sema.Launch, restrict string) state.Value {
	t, name := ctype.OrOther(p.Type), p.X.Name
	var arg sema.LaunchArg
	if l != nil && i < len(l.Args) {
		arg = l.Args[i]
	}
	if arg.Value.Known() {
		if n, ok := ctype.Numeric(t); ok && (n.Float == ir.IsKind(arg.Value.Type, sema.Float)) {
			return m.variable(name, t, m.Convert(m.Constant(arg.Value), t))
		}
	}
	switch {
	case ir.IsKind(t, sema.Pointer):
		v := m.pointer(name, t, arg.HeldAt(""))
		v.Ptr[0].Object.Restrict = p.Flags.Has(ir.Restrict) || name == restrict
		return m.variable(name, t, v)
	case ir.IsKind(t, sema.RecordKind, sema.Array):
		o := m.NewObject(name, ir.Strip(t))
		o.Space, o.Content = sema.ParameterSpace, m.content(name, t, heldOffsets(arg, t))
		o.GridConstant = p.Flags.Has(ir.GridConstant)
		return m.Address(m.PlaceOf(o))
	}
	v := m.Unknown(t)
	if n, ok := ctype.MachineType(t); ok {
		v = state.Value{Type: t, Num: m.Lanes.UniformOf(n)}
	}
	return m.variable(name, t, v)
}

func (m parameters) variable(name string, t *sema.Type, v state.Value) state.Value {
	o := m.NewObject(name, t)
	if m.Graph != nil {
		cls := warp.Int64
		if v.Num != nil {
			cls = opgraph.ClassOf(v.Num.Type)
		}
		v.Node = m.Graph.Leaf(opgraph.OpParam, cls, int64(o.ID), opgraph.FlagUniform)
	}
	o.Contents.Cells = []state.Cell{{Value: v}}
	return m.Address(m.PlaceOf(o))
}

// pointer returns a pointer to memory of its own, so many bytes behind its start as the
// launch says.
func (m parameters) pointer(name string, t *sema.Type, after sema.Const) state.Value {
	o := m.DataObject(name, sema.GlobalSpace, ctype.ElemOf(t))
	o.Size = -1
	return state.Value{Type: t, Ptr: []state.Target{{Object: o, Offset: m.Lanes.Const(lanes.Int64, after.Int)}}}
}

// content returns what the members of a struct parameter hold: numbers that
// all threads share, and pointers to memory of their own. held is what the launch says of
// them, by their offset.
func (m parameters) content(name string, of *sema.Type, held map[int64]sema.Const) func(off int64, t *sema.Type) state.Value {
	return func(off int64, t *sema.Type) state.Value {
		h := held[off]
		if ir.IsKind(t, sema.Pointer) {
			if !ir.IsKind(h.Type, sema.Pointer) {
				h = sema.Const{}
			}
			return m.pointer(memberName(name, of, off), t, h)
		}
		n, ok := ctype.MachineType(t)
		if !ok {
			return m.Unknown(t)
		}
		if is, ok := ctype.Numeric(h.Type); ok && is == n {
			return state.Value{Type: t, Num: m.Constant(h).Num}
		}
		return state.Value{Type: t, Num: m.Lanes.UniformOf(n)}
	}
}

// heldOffsets returns what an argument is known to hold, by its offset in the parameter.
func heldOffsets(arg sema.LaunchArg, t *sema.Type) map[int64]sema.Const {
	if len(arg.Held) == 0 {
		return nil
	}
	out := map[int64]sema.Const{}
	for _, l := range ir.Strip(t).Leaves() {
		if k := arg.HeldAt(l.Path); k.Known() && l.Offset >= 0 {
			k.Type = l.Type
			out[l.Offset] = k
		}
	}
	return out
}

// memberName returns the name of a pointer in a parameter: that of the parameter, or of the
// variable that a lambda expression captures.
func memberName(name string, t *sema.Type, off int64) string {
	if t = ir.Strip(t); !ir.IsKind(t, sema.RecordKind) || t.Record == nil || sema.ClosureOf(t.Record) == nil && name != "this" {
		return name
	}
	for _, f := range t.Record.Fields {
		if f.Offset == off && f.Name != "" {
			return f.Name
		}
	}
	return name
}
