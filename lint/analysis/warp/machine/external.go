package machine

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/builtin"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// external calls a function without a body in sight.
func (m *machine) external(o *ir.Op) state.Value {
	x := o.X
	args := m.values(x.Args)
	if o.Flags.Has(ir.Method) {
		return m.externalMethod(o, args)
	}
	if f := m.value(o.A); o.A != 0 {
		if f.Func != nil && f.Func.Callee != nil && f.Func.Callee.Function.Body.Valid() {
			return m.invoke(f.Func.Callee, args, o.Type)
		}
		return m.callUnknown("", args, o.Type)
	}
	if fn, ok := builtin.Functions[x.Name]; ok {
		if v, ok := fn(&m.Model, args); ok {
			if m.Graph != nil || m.Watching > 0 {
				v.Node = m.BuiltinNode(x.Name, args, v)
			}
			return v
		}
	}
	if c, ok := ir.TextureCallOf(x.Name); ok && len(args) > 0 {
		return m.TextureCall(c, o, args, func(id ir.ID) string { return m.nameOf(m.frame, id) })
	}
	if strings.HasPrefix(x.Name, "atomic") && len(args) > 0 {
		return m.Atomic(o, args)
	}
	if v, ok := m.GroupFunction(x, args); ok {
		return v
	}
	v := m.callUnknown(x.Name, args, o.Type)
	m.Graph.EndBlock()
	v.Node = m.CallNode(x.Name, args, v)
	return v
}

// externalMethod calls a method that is not in sight, one of a cooperative group perhaps.
func (m *machine) externalMethod(o *ir.Op, args []state.Value) state.Value {
	object := m.value(o.A)
	if object.Group != nil {
		return m.GroupCall(*object.Group, o.X.Name, args)
	}
	t := ir.Strip(object.Type)
	if t != nil && t.Kind == sema.Pointer {
		t = ir.Strip(t.Elem)
	}
	if ir.IsKind(t, sema.Builtin) {
		if g, ok := builtin.GroupOfType(t); ok {
			return m.GroupCall(g, o.X.Name, args)
		}
	}
	return m.callUnknown(o.X.Name, args, o.Type)
}

// callUnknown calls a function without a known body. What its arguments point to may change,
// and its result is unknown. A function without a declaration is assumed to take no references.
func (m *machine) callUnknown(name string, args []state.Value, t *sema.Type) state.Value {
	m.noteUnseen(name)
	read := false
	for _, a := range args {
		m.Need(a)
		read = read || state.IsRead(a)
	}
	for _, a := range args {
		for _, tg := range a.Ptr {
			if tg.Object.Tracked() && tg.Object.Space == sema.LocalSpace {
				m.Smash(tg.Object)
			}
		}
	}
	if read {
		return m.UnknownRead(ctype.OrOther(ir.Strip(t)))
	}
	return m.UnknownResult(t)
}
