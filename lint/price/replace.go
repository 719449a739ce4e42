package price

import "github.com/cudalint/cudalint/lint"

// Replace returns the price of instructions that others can take the place of, for the kernel and
// launch where that saves most; nil if the model has none. to names what the others are: one of the
// placements of lint.Alternative.
func (p *Pricer) Replace(list []lint.Replacement, to string) *lint.Impact {
	var best *lint.Impact
	for i := range list {
		if impact := p.replace(&list[i], to); impact != nil && (best == nil || lint.CompareImpact(impact, best) < 0) {
			best = p.located(impact, *list[i].Kernel)
		}
	}
	return best
}

// replace is Replace for one kernel, without the places of loops.
func (p *Pricer) replace(r *lint.Replacement, to string) *lint.Impact {
	e := p.estimate(r.Kernel)
	if e == nil {
		return nil
	}
	c, ok := e.Replace(r.Now, r.Then, r.Executions)
	if !ok {
		return nil
	}
	impact := &lint.Impact{GPU: p.model.Name, Product: p.product.Name, Cycles: round1(c.Cycles), Basis: p.model.Execution.Double.Basis, Bound: c.Bound.String(),
		AtMost: true, TripsAssumed: c.TripsAssumed, GridAssumed: c.GridAssumed, Hidden: lint.Hidden{Calls: c.Unseen}, Replaces: true}
	impact.Best = lint.Alternative{Placement: to, Cycles: round1(c.CyclesThen), SavingPercent: percent(c.Saving), Bound: c.BoundThen.String(), Range: rangeOf(c.Range)}
	impact.Alternatives = []lint.Alternative{impact.Best}
	impact.SavingPercent = impact.Best.SavingPercent
	impact.Level = levelOf(impact.SavingPercent)
	if all, ok := e.Replace(r.AllNow, r.AllThen, 1); ok && r.Others {
		impact.TogetherPercent = percent(all.Saving)
	}
	return impact
}
