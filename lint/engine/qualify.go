package engine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/cost"
)

// whole returns the lane values of all accesses of one kernel under each of its
// launches, as far as a brief look gives them; nil where there is no time left. They
// are worked out once.
func (u *unitRun) whole(kernel *sema.Function) []warp.Result {
	if results, ok := u.kernels[kernel]; ok {
		return results
	}
	results, err := u.analyze(warp.Options{Kernel: kernel, Brief: true})
	if err != nil {
		return nil
	}
	if u.kernels == nil {
		u.kernels = map[*sema.Function][]warp.Result{}
	}
	u.kernels[kernel] = results
	return results
}

// priceRestrict returns what const __restrict__ on a pointer parameter of a kernel is
// worth, under the launch where it is worth most; nil where the model cannot tell. It
// analyses the kernel twice.
func (u *unitRun) priceRestrict(kernel *sema.Function, parameter string) *lint.Impact {
	if model, _ := u.model(); model == nil || kernel == nil || parameter == "" {
		return nil
	}
	plain := u.whole(kernel)
	if !slices.ContainsFunc(plain, complete) {
		return nil
	}
	restricted, err := u.analyze(warp.Options{Kernel: kernel, Restrict: parameter, Brief: true})
	if err != nil || len(restricted) != len(plain) {
		return nil
	}
	impact := derivedOfAll(u, slices.Concat(plain, restricted), "restrict", func() *lint.Impact { return u.qualify(plain, restricted, parameter) }).Clone()
	return u.located(impact, plain...)
}

// qualify is priceRestrict for the analyses of a kernel without and with the qualifier.
func (u *unitRun) qualify(plain, restricted []warp.Result, parameter string) *lint.Impact {
	model, product := u.model()
	var best *cost.Qualified
	for i := range plain {
		if !complete(plain[i]) || !complete(restricted[i]) {
			continue
		}
		q, ok := cost.Qualify(u.estimate(&plain[i]), cost.Kernel(model, product, &restricted[i]))
		if ok && (best == nil || q.Saving > best.Saving) {
			best = &q
		}
	}
	if best == nil {
		return nil
	}
	impact := &lint.Impact{GPU: model.Name, Product: product.Name, Cycles: round1(best.Cycles), Basis: best.Basis, Bound: best.Bound.String(),
		AtMost: true, Reads: best.Reads, Object: parameter, TripsAssumed: best.TripsAssumed, GridAssumed: best.GridAssumed, Hidden: lint.Hidden{Calls: best.Unseen},
		Restrict: true, Executions: round1(best.Executions), ExecutionsThen: round1(best.ExecutionsThen)}
	impact.Best = lint.Alternative{Placement: string(cost.ReadOnly), Cycles: round1(best.CyclesThen), SavingPercent: percent(best.Saving), Bound: best.BoundThen.String()}
	impact.Alternatives = []lint.Alternative{impact.Best}
	impact.SavingPercent = impact.Best.SavingPercent
	impact.Level = levelOf(impact.SavingPercent)
	uncached(impact, model)
	return impact
}

// complete reports whether an analysis came to the end of the kernel.
func complete(r warp.Result) bool { return r.Incomplete == "" && r.Nests != nil }
