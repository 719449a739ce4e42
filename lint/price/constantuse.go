package price

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// ConstantUse describes how a kernel uses the variable in constant memory that some accesses read;
// see lint.UnitServices.
func (p *Pricer) ConstantUse(kernel *warp.Result, accesses []*warp.Access) lint.ConstantUse {
	u := lint.ConstantUse{Moves: p.Moves(kernel, accesses[0]), Diverges: true, Loads: true}
	if impact, _ := p.Impact(kernel, accesses[0]); impact != nil {
		u.Best = impact.Best.Placement
	}
	for _, a := range accesses {
		u.Diverges = u.Diverges && a.Addresses.Worst > 1
		u.Loads = u.Loads && a.Kind == warp.Load
		if a.Addresses.Known() {
			n := max(a.Executions, float64(a.Trips), 1)
			u.Addresses += n * a.Addresses.Mean
			u.Executions += n
		}
	}
	return u
}

// ConstantUses describes how the kernels of a translation unit use variables in constant memory.
// The zero value is that of a unit whose kernels were not analyzed.
type ConstantUses struct {
	// Known is set where the kernels were analyzed to their ends.
	Known bool
	// Headers has the uses of variables that included files declare, by qualified name. Fixes
	// need these from several units.
	Headers map[string][]lint.ConstantUse
	// Own are the qualified names of the used variables that the unit's own file declares.
	Own []string
}

// Of returns the uses of a variable, given by its qualified name. known is false if they need an
// analysis of the unit.
func (c *ConstantUses) Of(variable string) (uses []lint.ConstantUse, known bool) {
	if !c.Known || slices.Contains(c.Own, variable) {
		return nil, false
	}
	return c.Headers[variable], true
}

// ConstantUses returns how kernels use variables in constant memory. file is the main file of their
// unit.
func (p *Pricer) ConstantUses(file *ast.File, kernels []warp.Result) (out ConstantUses) {
	if slices.ContainsFunc(kernels, func(r warp.Result) bool { return r.Incomplete != "" }) {
		return out
	}
	out.Known = true
	for i := range kernels {
		kernel := &kernels[i]
		var names []string // of the variables of headers, in the order of their first access
		accesses := map[string][]*warp.Access{}
		for j := range kernel.Accesses {
			a := &kernel.Accesses[j]
			if a.Space != sema.ConstantSpace || a.Variable == nil {
				continue
			}
			name := a.Variable.QualifiedName()
			if a.Variable.Node.Origin().File() == file || a.Variable.Record != nil {
				out.Own = append(out.Own, name)
				continue
			}
			if accesses[name] == nil {
				names = append(names, name)
			}
			accesses[name] = append(accesses[name], a)
		}
		for _, name := range names {
			if out.Headers == nil {
				out.Headers = map[string][]lint.ConstantUse{}
			}
			out.Headers[name] = append(out.Headers[name], p.ConstantUse(kernel, accesses[name]))
		}
	}
	slices.Sort(out.Own)
	out.Own = slices.Compact(out.Own)
	return out
}
