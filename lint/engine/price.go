package engine

import (
	"math"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/cost"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

func levelOf(saving int) lint.Level {
	switch {
	case saving >= 50:
		return lint.Critical
	case saving >= 20:
		return lint.High
	case saving >= 5:
		return lint.Medium
	}
	return lint.Low
}

// estimate returns the cost estimate of a kernel, nil where there is no model of
// the GPU. It is made once for all findings of the kernel.
func (u *unitRun) estimate(kernel *warp.Result) *cost.Estimate {
	model, product := u.model()
	if model == nil || kernel == nil {
		return nil
	}
	e := u.estimates[kernel]
	if e == nil {
		if u.estimates == nil {
			u.estimates = map[*warp.Result]*cost.Estimate{}
		}
		e = cost.Kernel(model, product, kernel)
		u.estimates[kernel] = e
	}
	return e
}

func (p *unitPass) Moves(kernel *warp.Result, a *warp.Access) []lint.Move {
	return slices.Clone(derived(p.run, kernel, "moves", a, func() (out []lint.Move) {
		e := p.run.estimate(kernel)
		if e == nil {
			return nil
		}
		for _, m := range e.Moves(a) {
			out = append(out, lint.Move{Placement: string(m.Placement), SavingPercent: m.Saving, Better: m.Better})
		}
		return out
	}))
}

func (p *unitPass) Impact(kernel *warp.Result, a *warp.Access) *lint.Impact {
	impact, _ := p.run.price(a, kernel)
	return impact
}

// price returns the impact of an access, nil where the model cannot tell. worth
// is false where no placement is better than the present one.
func (u *unitRun) price(a *warp.Access, kernel *warp.Result) (impact *lint.Impact, worth bool) {
	type priced struct {
		impact *lint.Impact
		worth  bool
	}
	p := derived(u, kernel, "price", a, func() (p priced) {
		p.impact, p.worth = u.priceNow(a, kernel)
		return p
	})
	if p.impact == nil {
		return nil, p.worth
	}
	return u.located(p.impact.Clone(), *kernel), p.worth
}

func (u *unitRun) priceNow(a *warp.Access, kernel *warp.Result) (impact *lint.Impact, worth bool) {
	e := u.estimate(kernel)
	if e == nil {
		return nil, true
	}
	p, ok := e.Price(a)
	if !ok {
		return nil, true
	}
	if len(p.Alternatives) == 0 {
		return nil, false
	}
	model, product := u.model()
	impact = &lint.Impact{GPU: model.Name, Product: product.Name, Cycles: round1(p.Cycles), Basis: p.Basis, Bound: p.Bound.String(),
		AtMost: p.AtMost, Reads: p.Reads, Object: a.Object, TogetherPercent: percent(p.Together), TripsAssumed: p.TripsAssumed, GridAssumed: p.GridAssumed, Hidden: lint.Hidden{Calls: p.Unseen}}
	for _, alt := range p.Alternatives {
		impact.Alternatives = append(impact.Alternatives, lint.Alternative{
			Placement: string(alt.Placement), Cycles: round1(alt.Cycles), SavingPercent: percent(alt.Saving), Bound: alt.Bound.String()})
	}
	impact.Best = impact.Alternatives[0]
	impact.SavingPercent = impact.Best.SavingPercent
	impact.Level = levelOf(impact.SavingPercent)
	if p.Misses {
		impact.Misses = int64(model.Constant.First.Value)
	}
	uncached(impact, model)
	return impact, true
}

// uncached names the path of loads on GPUs that do not cache plain ones.
func uncached(i *lint.Impact, m *gpu.Model) {
	if m.Global.Cached.Value != 0 {
		return
	}
	const readOnly = "the read-only cache"
	i.Uncached = true
	l1 := cost.L1.String()
	for _, bound := range []*string{&i.Bound, &i.Best.Bound} {
		if *bound == l1 {
			*bound = readOnly
		}
	}
	for k := range i.Alternatives {
		if i.Alternatives[k].Bound == l1 {
			i.Alternatives[k].Bound = readOnly
		}
	}
}

// idle reports whether no change of placement is worth anything in the kernel, which
// is long enough to tell.
func (u *unitRun) idle(i *lint.Impact, kernel *warp.Result) bool {
	return i.SavingPercent < 1 && i.TogetherPercent < 1 && !derived(u, kernel, "short", nil, func() bool { return u.estimate(kernel).Short() })
}

// percent rounds a saving; no change leaves nothing of a kernel's time.
func percent(saving float64) int { return int(max(0, min(99, math.Round(saving)))) }

func round1(x float64) float64 { return math.Round(10*x) / 10 }
