package warp

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// external calls a function without a body in sight.
func (m *machine) external(o *ir.Op) value {
	x := o.X
	args := m.values(x.Args)
	if o.Flags.Has(ir.Method) {
		return m.externalMethod(o, args)
	}
	if f := m.value(o.A); o.A != 0 {
		if f.fn != nil && f.fn.Callee != nil && f.fn.Callee.Function.Body.Valid() {
			return m.invoke(f.fn.Callee, args, o.Type)
		}
		return m.callUnknown("", args, o.Type)
	}
	if fn, ok := builtinFunctions[x.Name]; ok {
		if v, ok := fn(&m.model, args); ok {
			if m.work != nil || m.trying > 0 {
				v.op = m.builtinNode(x.Name, args, v)
			}
			return v
		}
	}
	if c, ok := ir.TextureCallOf(x.Name); ok && len(args) > 0 {
		return m.textureCall(c, o, args, func(id ir.ID) string { return m.nameOf(m.frame, id) })
	}
	if strings.HasPrefix(x.Name, "atomic") && len(args) > 0 {
		return m.atomic(o, args)
	}
	if v, ok := m.groupFunction(x, args); ok {
		return v
	}
	v := m.callUnknown(x.Name, args, o.Type)
	m.work.endBlock()
	v.op = m.callNode(x.Name, args, v)
	return v
}

// externalMethod calls a method that is not in sight, one of a cooperative group perhaps.
func (m *machine) externalMethod(o *ir.Op, args []value) value {
	object := m.value(o.A)
	if object.group != nil {
		return m.groupCall(*object.group, o.X.Name, args)
	}
	t := ir.Strip(object.typ)
	if t != nil && t.Kind == sema.Pointer {
		t = ir.Strip(t.Elem)
	}
	if ir.IsKind(t, sema.Builtin) {
		if g, ok := groupOfType(t); ok {
			return m.groupCall(g, o.X.Name, args)
		}
	}
	return m.callUnknown(o.X.Name, args, o.Type)
}

// callUnknown stands for a function out of sight. What its arguments point to may
// have changed, and nothing is known of the result. Functions that are not even
// declared in sight are taken to have no references among their parameters.
func (m *machine) callUnknown(name string, args []value, t *sema.Type) value {
	m.noteUnseen(name)
	read := false
	for _, a := range args {
		m.use(a)
		read = read || isRead(a)
	}
	for _, a := range args {
		for _, tg := range a.ptr {
			if tg.obj.tracked() && tg.obj.space == sema.LocalSpace {
				m.smearObject(tg.obj)
			}
		}
	}
	if read {
		return m.readOutOfSight(orOther(ir.Strip(t)))
	}
	return m.unknownResult(t)
}
