package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// rootInstance returns the instance of the function that a result is of.
func rootInstance(res *Result) *ir.Instance {
	k, l := res.Kernel, res.Launch
	inst := &ir.Instance{Function: k}
	switch {
	case res.Callable != nil && k.Closure == nil:
		inst.This, inst.Args = res.Callable.This, res.Callable.Args
	case res.Callable != nil:
		inst.Args = res.Callable.Args
	case k.Record != nil && !k.Kernel():
		inst.This = recordType(k.Record)
	}
	if l != nil {
		inst.Bindings = l.Bindings
		for _, a := range l.Args {
			inst.Args = append(inst.Args, a.Type)
		}
	}
	return inst
}

// kernelParam returns the address of a kernel's parameter: it holds the constant that the
// launch passes, or a pointer to memory of its own; a struct is in the parameter bank.
// restrict names a pointer that counts as __restrict__.
func (m *machine) kernelParam(p *ir.Op, i int, l *sema.Launch, restrict string) value {
	t, name := orOther(p.Type), p.X.Name
	if l != nil && i < len(l.Args) && l.Args[i].Value.Known() {
		if n, ok := numeric(t); ok && (n.Float == ir.IsKind(l.Args[i].Value.Type, sema.Float)) {
			return m.paramVariable(name, t, m.convert(m.constant(l.Args[i].Value), t))
		}
	}
	switch {
	case ir.IsKind(t, sema.Pointer):
		v := m.pointerParam(name, t)
		v.ptr[0].obj.restrict = p.Flags.Has(ir.Restrict) || name == restrict
		return m.paramVariable(name, t, v)
	case ir.IsKind(t, sema.RecordKind, sema.Array):
		o := m.newObject(name, ir.Strip(t))
		o.space, o.content = sema.ParameterSpace, m.paramContent(name, t)
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

func (m *machine) pointerParam(name string, t *sema.Type) value {
	o := m.dataObject(name, sema.GlobalSpace, elemOf(t))
	o.size = -1
	return value{typ: t, ptr: []target{{o, m.d.Const(lanes.Int64, 0)}}}
}

// paramContent returns what the members of a struct parameter hold: numbers that
// all threads share, and pointers to memory of their own.
func (m *machine) paramContent(name string, of *sema.Type) func(off int64, t *sema.Type) value {
	return func(off int64, t *sema.Type) value {
		if ir.IsKind(t, sema.Pointer) {
			return m.pointerParam(memberName(name, of, off), t)
		}
		if n, ok := machineType(t); ok {
			return value{typ: t, num: m.d.UniformOf(n)}
		}
		return m.unknown(t)
	}
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

// maxCopiedParam is the size in bytes up to which nvcc copies a struct parameter
// that is indexed by a variable to local memory; larger ones, and
// __grid_constant__ ones, are read from the parameter bank (measured with nvcc
// 13.0 for sm_80, sm_90 and sm_100: testdata/truth/constant_param.cu).
const maxCopiedParam = 128

// inLocalMemory reports whether the compiler keeps a kernel parameter in local
// memory rather than reading it from the parameter bank.
func (o *object) inLocalMemory() bool {
	if o.gridConstant {
		return false
	}
	return o.copied() || o.size > 0 && o.size <= maxCopiedParam
}

// copied reports whether the compiler keeps a copy of a kernel parameter whatever it is
// indexed by.
func (o *object) copied() bool { return o.written || o.escaped }
