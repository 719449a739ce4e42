package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// unreached interprets the device functions that read constant memory and that no
// kernel in sight calls: functors handed to a library, functions of a header.
// Each stands for a kernel of its own, with arguments nothing is known of.
func unreached(ctx context.Context, unit *sema.Unit, reach *reach, reached map[*sema.Function]bool, opts Options, memory *Memory) []Result {
	var out []Result
	for _, f := range unit.Functions {
		if ctx.Err() != nil {
			return out
		}
		if f.Kernel() || !f.OnDevice() || !f.Body.Valid() || reached[f] || !opts.asksFor(f) {
			continue
		}
		if reach != nil && !reach.direct[f] || reach == nil && !namesConstant(unit, f) {
			continue
		}
		out = append(out, memory.analyze(ctx, unit, f, nil, opts, reached))
	}
	return out
}

// bindUnknownParam binds a parameter of a device function without a caller: its
// value may differ from thread to thread.
func (m *machine) bindUnknownParam(p sema.Param) {
	if p.Name == "" {
		return
	}
	t := m.frame.scope.ParamType(p)
	o := m.newObject(p.Name, strip(t))
	o.content = func(_ int64, t *sema.Type) value {
		if isKind(t, sema.Pointer) {
			return m.pointerParam(p.Name, t)
		}
		return m.unknown(t)
	}
	m.frame.bind(p.Name, &binding{place: m.placeOf(o)})
}

// bindUnknownThis gives a method without a caller an object to work on.
func (m *machine) bindUnknownThis(r *sema.Record) {
	r.Complete()
	t := &sema.Type{Kind: sema.RecordKind, Name: r.Name, Size: r.Size, Align: r.Align, Record: r}
	o := m.newObject("this", t)
	o.content = func(_ int64, t *sema.Type) value {
		if isKind(t, sema.Pointer) {
			return m.pointerParam("this", t)
		}
		return m.unknown(t)
	}
	p := place{targets: []target{{o, m.d.Const(lanes.Int64, 0)}}, typ: t}
	m.frame.this = &p
}

// consume records the reads of structs and arrays whose content goes where it
// cannot be followed.
func (m *machine) consume(values ...value) {
	for _, v := range values {
		if v.mem == nil || !v.mem.node.Valid() {
			continue
		}
		for _, tg := range v.mem.targets {
			if !tg.obj.tracked() {
				row := m.record(v.mem.node, Load, tg, v.typ, v.mem.literal)
				m.loadNode(tg.obj, v.mem.addr, v.typ, row)
			}
		}
	}
}

// namesConstant reports whether a function's own body names a constant variable.
func namesConstant(unit *sema.Unit, f *sema.Function) bool {
	return readsConstant(f.Body, constantNames(unit))
}

// constantNames returns the names of the constant variables of a unit.
func constantNames(unit *sema.Unit) map[string]bool {
	names := map[string]bool{}
	for _, v := range unit.Variables {
		if v.Space == sema.ConstantSpace {
			names[v.Name] = true
		}
	}
	return names
}

// readsConstant reports whether a body has one of some names.
func readsConstant(body ast.Node, constants map[string]bool) bool {
	for d := range body.Descendants() {
		if d.Is(ast.Identifier) && constants[d.Text()] {
			return true
		}
	}
	return false
}
