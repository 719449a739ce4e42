package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// unreached interprets what no kernel in sight comes to: callables that host code hands to
// something out of sight, and device functions. Each stands for a kernel of its own. Where
// only constant memory is asked for, these are the device functions that name a constant
// variable.
func unreached(ctx context.Context, unit *sema.Unit, reach *reach, reached map[*sema.Function]bool, opts Options, memory *Memory) []Result {
	var out []Result
	if !opts.ConstantOnly && opts.Only == nil {
		out = callables(ctx, unit, reached, opts)
	}
	var roots []*sema.Function
	constants := constantNames(unit)
	may := func(n ast.Node) bool {
		return !opts.ConstantOnly && !unit.System(n.File()) || len(constants) > 0 && sema.Mentions(n, constants)
	}
	for _, f := range unit.FunctionsAmong(may) {
		if f.Kernel() || !f.OnDevice() || !f.Body.Valid() || reached[f] || !opts.asksFor(f) {
			continue
		}
		if !opts.ConstantOnly && ownRoot(unit, f) || reach != nil && reach.direct[f] || reach == nil && readsConstant(f.Body, constants) {
			roots = append(roots, f)
		}
	}
	for _, f := range calledLast(unit, roots) {
		if ctx.Err() != nil {
			return out
		}
		if !reached[f] {
			out = append(out, memory.analyze(ctx, unit, f, nil, opts, reached))
		}
	}
	return out
}

// calledLast orders functions: those that something seems to call are last, as they may
// have been reached by then.
func calledLast(unit *sema.Unit, functions []*sema.Function) []*sema.Function {
	var first, last []*sema.Function
	for _, f := range functions {
		if len(unit.Calls(f.Name)) > 0 {
			last = append(last, f)
		} else {
			first = append(first, f)
		}
	}
	return append(first, last...)
}

// ownRoot reports whether a device function has rows without a kernel: it is not of a
// system header, and is no template, of which no instance is in sight.
func ownRoot(unit *sema.Unit, f *sema.Function) bool {
	return !unit.System(f.Body.File()) && len(f.TemplateParams) == 0 && (f.Record == nil || len(f.Record.TemplateParams) == 0)
}

// callables analyses, each as a kernel of its own, the lambdas and functors that host code
// passes to algorithms and that no kernel in sight calls.
func callables(ctx context.Context, unit *sema.Unit, reached map[*sema.Function]bool, opts Options) []Result {
	written := map[ast.Node]bool{} // the lambda expressions that kernels came to
	for f := range reached {
		if f.Closure != nil {
			written[f.Node] = true
		}
	}
	var out []Result
	for _, c := range localflow.Callables(unit) {
		if ctx.Err() != nil {
			return out
		}
		if c.Call.Closure != nil && written[c.Call.Node] || c.Call.Closure == nil && reached[c.Call] {
			continue
		}
		res := analyzeRoot(ctx, unit, Result{Kernel: c.Call, Callable: &c, Block: blockFor(c.Call, nil, opts)}, opts, reached)
		reached[c.Call] = true
		out = append(out, res)
	}
	return out
}

// callableParam returns the address of parameter i of a callable: its object is the same
// for all threads, and its first argument may count up from thread to thread.
func (m *machine) callableParam(c *localflow.Callable, p *ir.Op, i int) value {
	t := ir.Strip(p.Type)
	if i == 0 {
		return m.kernelParam(p, i, nil, "")
	}
	n, ok := machineType(t)
	if !ok {
		return m.elementParam(c, p)
	}
	if i == 1 && c.Consecutive {
		x, dim, block := m.builtins["threadIdx.x"], m.builtins["blockDim.x"], m.builtins["blockIdx.x"]
		first := m.d.Mul(n, m.d.Convert(n, block.num), m.d.Convert(n, dim.num))
		return m.paramVariable(p.X.Name, t, value{typ: t, num: m.d.Add(n, first, m.d.Convert(n, x.num))})
	}
	return m.paramVariable(p.X.Name, t, value{typ: t, num: m.d.Opaque(n, c.Algorithm != "")})
}

// elementParam returns the address of a parameter of class type of a callable: an algorithm
// passes it elements, which are data.
func (m *machine) elementParam(c *localflow.Callable, p *ir.Op) value {
	v := m.unknownParam(p)
	if c.Algorithm == "" {
		return v
	}
	o := v.ptr[0].obj
	other := o.content
	o.content = func(off int64, t *sema.Type) value {
		if n, ok := machineType(t); ok {
			return value{typ: t, num: m.d.Opaque(n, true)}
		}
		return other(off, t)
	}
	return v
}

// unknownParam returns the address of a parameter of a device function without a caller:
// its value may differ from thread to thread.
func (m *machine) unknownParam(p *ir.Op) value {
	name := p.X.Name
	o := m.newObject(name, ir.Strip(p.Type))
	o.content = func(_ int64, t *sema.Type) value {
		if ir.IsKind(t, sema.Pointer) {
			return m.pointerParam(name, t, sema.Const{})
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
