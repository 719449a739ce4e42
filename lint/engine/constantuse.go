package engine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

func (p *unitPass) ConstantUse(kernel *warp.Result, accesses []*warp.Access) lint.ConstantUse {
	u := lint.ConstantUse{Moves: p.Moves(kernel, accesses[0]), Diverges: true, Loads: true}
	if impact := p.Impact(kernel, accesses[0]); impact != nil {
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

func (p *fixPass) ConstantUses(unit lint.UnitID, variable string) (uses []lint.ConstantUse, known bool) {
	p.run.restsOnUnit(int(unit))
	c := &p.run.program.constants[unit]
	if c.unknown || slices.Contains(c.others, variable) {
		return nil, false
	}
	return c.uses[variable], true
}

// constantUses are what the kernels of a unit do with the variables of constant memory.
type constantUses struct {
	unknown bool
	// uses has the variables of included files, by their qualified names: fixes in several
	// units ask for these. others are the names of those of the unit's own file.
	uses   map[string][]lint.ConstantUse
	others []string
}

// constantUses returns those of the unit, of which the rules have asked for the kernels.
func (u *unitRun) constantUses() (out constantUses) {
	if !u.analyzed || u.analysis != nil || slices.ContainsFunc(u.results, func(r warp.Result) bool { return r.Incomplete != "" }) {
		return constantUses{unknown: true}
	}
	pass := &unitPass{run: u}
	for i := range u.results {
		kernel := &u.results[i]
		var names []string // of those included, in the order of the first access
		accesses := map[string][]*warp.Access{}
		for j := range kernel.Accesses {
			a := &kernel.Accesses[j]
			if a.Space != sema.ConstantSpace || a.Variable == nil {
				continue
			}
			name := qualifiedName(a.Variable.Namespace, a.Variable.Name)
			if a.Variable.Node.Origin().File() == u.unit.File || a.Variable.Record != nil {
				out.others = append(out.others, name)
				continue
			}
			if accesses[name] == nil {
				names = append(names, name)
			}
			accesses[name] = append(accesses[name], a)
		}
		for _, name := range names {
			if out.uses == nil {
				out.uses = map[string][]lint.ConstantUse{}
			}
			out.uses[name] = append(out.uses[name], pass.ConstantUse(kernel, accesses[name]))
		}
	}
	slices.Sort(out.others)
	out.others = slices.Compact(out.others)
	return out
}
