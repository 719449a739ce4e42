package price

import (
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/cost"
)

// leastSaving is the saving in percent of a kernel's time below which a remedy is not worth a
// finding.
const leastSaving = 1

// Remedy returns the price of a change of the addresses of some accesses of a kernel. It is nil if
// the model has none. worth is false if the change saves less than 1 % of the kernel's time.
func (p *Pricer) Remedy(kernel *warp.Result, remedy lint.Remedy, accesses []*warp.Access) (impact *lint.Impact, worth bool) {
	if len(accesses) == 0 {
		return nil, true
	}
	found := derived(p, kernel, "remedy "+string(remedy), accesses[0], func() *lint.Impact { return p.remedy(kernel, remedy, accesses) })
	if found == nil {
		return nil, true
	}
	return p.located(found.Clone(), *kernel), found.SavingPercent >= leastSaving
}

// remedy is Remedy without the cache and without the places of loops.
func (p *Pricer) remedy(kernel *warp.Result, remedy lint.Remedy, accesses []*warp.Access) *lint.Impact {
	e := p.estimate(kernel)
	if e == nil {
		return nil
	}
	price, placement := e.Coalesced, cost.Global
	switch remedy {
	case lint.AvoidConflicts:
		price, placement = e.ConflictFree, cost.InShared
	case lint.ToConstant:
		price, placement = e.InConstantMemory, cost.InConstant
	}
	r, ok := price(accesses)
	if !ok {
		return nil
	}
	impact := &lint.Impact{GPU: p.model.Name, Product: p.product.Name, Cycles: round1(r.Cycles), Basis: r.Basis, Bound: r.Bound.String(), AtMost: r.AtMost,
		Reads: len(accesses), Object: accesses[0].Object, Remedy: remedy, TripsAssumed: r.TripsAssumed, GridAssumed: r.GridAssumed, Hidden: lint.Hidden{Calls: r.Unseen}}
	impact.Best = lint.Alternative{Placement: string(placement), Cycles: round1(r.CyclesThen), SavingPercent: percent(r.Saving), Bound: r.BoundThen.String(), Range: rangeOf(r.Range)}
	impact.Alternatives = []lint.Alternative{impact.Best}
	impact.SavingPercent = impact.Best.SavingPercent
	impact.Level = levelOf(impact.SavingPercent)
	p.nameReadOnlyPath(impact)
	return impact
}
