package price

import (
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/cost"
)

// Restrict returns the price of const __restrict__ on a pointer parameter of a kernel, for the
// launch where it saves most; nil if the model has none. plain are the results of the kernel
// without the qualifier, one for each launch; restricted computes those with it. restricted is
// called only if one of the plain results is complete.
func (p *Pricer) Restrict(parameter string, plain []warp.Result, restricted func() ([]warp.Result, error)) *lint.Impact {
	if !p.Known() || !slices.ContainsFunc(plain, complete) {
		return nil
	}
	with, err := restricted()
	if err != nil || len(with) != len(plain) {
		return nil
	}
	impact := derivedOfAll(p, slices.Concat(plain, with), "restrict", func() *lint.Impact { return p.restrict(parameter, plain, with) }).Clone()
	return p.located(impact, plain...)
}

// restrict is Restrict without the cache and without the places of loops.
func (p *Pricer) restrict(parameter string, plain, restricted []warp.Result) *lint.Impact {
	var best *cost.Qualified
	for i := range plain {
		if !complete(plain[i]) || !complete(restricted[i]) {
			continue
		}
		q, ok := cost.Qualify(p.estimate(&plain[i]), p.estimate(&restricted[i]))
		if ok && (best == nil || q.Saving > best.Saving) {
			best = &q
		}
	}
	if best == nil {
		return nil
	}
	impact := &lint.Impact{GPU: p.model.Name, Product: p.product.Name, Cycles: round1(best.Cycles), Basis: best.Basis, Bound: best.Bound.String(),
		AtMost: true, Reads: best.Reads, Object: parameter, TripsAssumed: best.TripsAssumed, GridAssumed: best.GridAssumed, Hidden: lint.Hidden{Calls: best.Unseen},
		Restrict: true, Executions: round1(best.Executions), ExecutionsThen: round1(best.ExecutionsThen)}
	impact.Best = lint.Alternative{Placement: string(cost.ReadOnly), Cycles: round1(best.CyclesThen), SavingPercent: percent(best.Saving), Bound: best.BoundThen.String(), Range: rangeOf(best.Range)}
	impact.Alternatives = []lint.Alternative{impact.Best}
	impact.SavingPercent = impact.Best.SavingPercent
	impact.Level = levelOf(impact.SavingPercent)
	p.nameReadOnlyPath(impact)
	return impact
}

// complete reports whether an analysis reached the end of the kernel.
func complete(r warp.Result) bool { return r.Incomplete == "" && r.Nests != nil }
