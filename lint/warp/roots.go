package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
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

// unknownParam returns the address of a parameter of a device function without a caller:
// its value may differ from thread to thread.
func (m *machine) unknownParam(p *ir.Op) value {
	name := p.X.Name
	o := m.newObject(name, strip(p.Type))
	o.content = func(_ int64, t *sema.Type) value {
		if isKind(t, sema.Pointer) {
			return m.pointerParam(name, t)
		}
		return m.unknown(t)
	}
	return m.address(m.placeOf(o))
}

// recordType returns the type of the objects of a class.
func recordType(r *sema.Record) *sema.Type {
	r.Complete()
	return &sema.Type{Kind: sema.RecordKind, Name: r.Name, Size: r.Size, Align: r.Align, Record: r}
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
