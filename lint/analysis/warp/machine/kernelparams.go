package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// kernelParam returns the address of a kernel's parameter: it holds the constant that the
// launch passes, or a pointer to memory of its own; a struct is in the parameter bank.
// restrict names a pointer that counts as __restrict__.
func (m *machine) kernelParam(p *ir.Op, i int, l *sema.Launch, restrict string) value {
	t, name := orOther(p.Type), p.X.Name
	var arg sema.LaunchArg
	if l != nil && i < len(l.Args) {
		arg = l.Args[i]
	}
	if arg.Value.Known() {
		if n, ok := numeric(t); ok && (n.Float == ir.IsKind(arg.Value.Type, sema.Float)) {
			return m.paramVariable(name, t, m.convert(m.constant(arg.Value), t))
		}
	}
	switch {
	case ir.IsKind(t, sema.Pointer):
		v := m.pointerParam(name, t, arg.HeldAt(""))
		v.ptr[0].obj.restrict = p.Flags.Has(ir.Restrict) || name == restrict
		return m.paramVariable(name, t, v)
	case ir.IsKind(t, sema.RecordKind, sema.Array):
		o := m.newObject(name, ir.Strip(t))
		o.space, o.content = sema.ParameterSpace, m.paramContent(name, t, heldOffsets(arg, t))
		o.gridConstant = p.Flags.Has(ir.GridConstant)
		return m.address(m.placeOf(o))
	}
	v := m.unknown(t)
	if n, ok := machineType(t); ok {
		v = value{typ: t, num: m.d.UniformOf(n)}
	}
	return m.paramVariable(name, t, v)
}

func (m *machine) paramVariable(name string, t *sema.Type, v value) value {
	o := m.newObject(name, t)
	if m.work != nil {
		cls := Int64
		if v.num != nil {
			cls = classOf(v.num.Type)
		}
		v.op = m.work.leaf(opParam, cls, int64(o.id), flagUniform)
	}
	o.state.cells = []cell{{0, v}}
	return m.address(m.placeOf(o))
}

// pointerParam returns a pointer to memory of its own, so many bytes behind its start as the
// launch says.
func (m *machine) pointerParam(name string, t *sema.Type, after sema.Const) value {
	o := m.dataObject(name, sema.GlobalSpace, elemOf(t))
	o.size = -1
	return value{typ: t, ptr: []target{{o, m.d.Const(lanes.Int64, after.Int)}}}
}

// paramContent returns what the members of a struct parameter hold: numbers that
// all threads share, and pointers to memory of their own. held is what the launch says of
// them, by their offset.
func (m *machine) paramContent(name string, of *sema.Type, held map[int64]sema.Const) func(off int64, t *sema.Type) value {
	return func(off int64, t *sema.Type) value {
		h := held[off]
		if ir.IsKind(t, sema.Pointer) {
			if !ir.IsKind(h.Type, sema.Pointer) {
				h = sema.Const{}
			}
			return m.pointerParam(memberName(name, of, off), t, h)
		}
		n, ok := machineType(t)
		if !ok {
			return m.unknown(t)
		}
		if is, ok := numeric(h.Type); ok && is == n {
			return value{typ: t, num: m.constant(h).num}
		}
		return value{typ: t, num: m.d.UniformOf(n)}
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
	if t = ir.Strip(t); !ir.IsKind(t, sema.RecordKind) || t.Record == nil || t.Record.Closure() == nil && name != "this" {
		return name
	}
	for _, f := range t.Record.Fields {
		if f.Offset == off && f.Name != "" {
			return f.Name
		}
	}
	return name
}
