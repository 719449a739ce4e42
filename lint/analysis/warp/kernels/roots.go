package kernels

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// unreached analyses what no kernel of the unit calls, each as a kernel of its own: lambdas and
// functors that host code passes to algorithms, and device functions. Where only constant memory
// is asked for, these are the device functions that name a constant variable.
func (a *analysis) unreached(reach *reach) []warp.Result {
	var out []warp.Result
	unit := a.unit
	if !a.ConstantOnly && a.Only == nil {
		out = a.callables()
	}
	var roots []*sema.Function
	constants := constantNames(unit)
	may := func(n ast.Node) bool {
		return !a.ConstantOnly && !unit.System(n.File()) || len(constants) > 0 && sema.Mentions(n, constants)
	}
	for _, f := range unit.FunctionsAmong(may) {
		if f.Kernel() || !f.OnDevice() || !f.Body.Valid() || a.reached[f] || !a.wants(f) {
			continue
		}
		if !a.ConstantOnly && ownRoot(unit, f) && (!a.Constants || reach.mayRead(f)) || reach != nil && reach.direct[f] || reach == nil && readsConstant(f.Body, constants) {
			roots = append(roots, f)
		}
	}
	for _, f := range calledLast(unit, roots) {
		if a.ctx.Err() != nil {
			return out
		}
		if !a.reached[f] {
			out = append(out, a.function(f, nil))
		}
	}
	return out
}

// calledLast orders functions so that those with a call in the unit come last: one of the others
// may call them.
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

// ownRoot reports whether a device function is analysed without a kernel that calls it: it is
// neither in a system header nor a template.
func ownRoot(unit *sema.Unit, f *sema.Function) bool {
	return !unit.System(f.Body.File()) && len(f.TemplateParams) == 0 && (f.Record == nil || len(f.Record.TemplateParams) == 0)
}

// callables analyses, each as a kernel of its own, the lambdas and functors that host code
// passes to algorithms and that no kernel in sight calls.
func (a *analysis) callables() []warp.Result {
	written := map[ast.Node]bool{} // the lambda expressions that kernels came to
	for f := range a.reached {
		if f.Closure != nil {
			written[f.Node] = true
		}
	}
	var out []warp.Result
	for _, c := range localflow.Callables(a.unit) {
		if a.ctx.Err() != nil {
			return out
		}
		if c.Call.Closure != nil && written[c.Call.Node] || c.Call.Closure == nil && a.reached[c.Call] {
			continue
		}
		res := warp.Result{Kernel: c.Call, Callable: &c, Block: blockFor(c.Call, nil, a.Block)}
		out = append(out, a.execute(res, a.reached, nil))
		a.reached[c.Call] = true
	}
	return out
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
