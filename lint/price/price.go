// Package price estimates what the memory accesses of a kernel cost on a GPU, and what
// another placement of their data would save. It gets the lane values of kernels (package
// warp) and the cost model of a GPU (package cost), and gives the figures of findings
// (lint.Impact), of fixes (lint.Move, lint.ConstantUse) and of tables (Comparison).
package price

import (
	"math"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/cost"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/ptxas"
)

// A Pricer prices the accesses of the kernels of one translation unit on one GPU. It is not
// safe for concurrent use.
type Pricer struct {
	model     *gpu.Model // nil where the GPU has none
	product   *gpu.Product
	place     func(ast.Node) lint.Place
	compiled  func(*warp.Result) *ptxas.Usage
	estimates map[*warp.Result]*cost.Estimate
}

// New returns a Pricer for a GPU. model and product may be nil, see ModelOf. place returns
// the reported place of a node of the unit, compiled what the compiler says of a kernel, nil for
// nothing.
func New(model *gpu.Model, product *gpu.Product, place func(ast.Node) lint.Place, compiled func(*warp.Result) *ptxas.Usage) *Pricer {
	return &Pricer{model: model, product: product, place: place, compiled: compiled, estimates: map[*warp.Result]*cost.Estimate{}}
}

// ModelOf returns the model and the product to price on: the given ones; for a nil model that
// of the named architecture, for a nil product the first one of the model. Both are nil where
// the architecture has no model. Callers must not change them.
func ModelOf(model *gpu.Model, product *gpu.Product, architecture string) (*gpu.Model, *gpu.Product) {
	if model == nil {
		model = gpu.Lookup(architecture)
	}
	if model == nil {
		return nil, nil
	}
	if product == nil {
		product = &model.Products[0]
	}
	return model, product
}

// Known reports whether the GPU has a model: without one nothing has a price.
func (p *Pricer) Known() bool { return p.model != nil }

// Names returns the names of the architecture and of the product: "sm_90", "H100"; "" where
// there is no model.
func (p *Pricer) Names() (architecture, product string) {
	if p.model == nil {
		return "", ""
	}
	return p.model.Name, p.product.Name
}

// CachesLoads reports whether the GPU caches plain loads of global memory in L1; see
// lint.UnitServices.
func (p *Pricer) CachesLoads() bool { return p.model == nil || p.model.Global.Cached.Value != 0 }

// UniformOver implements lint.UnitServices.
func (p *Pricer) UniformOver() int64 {
	if p.model != nil && p.model.Constant.UniformCycles.Value > p.model.Constant.AddressCycles.Value {
		return int64(p.model.Constant.UniformFirst.Value)
	}
	return 0
}

// estimate returns the cost estimate of a kernel, nil where the GPU has no model. It is made
// once per kernel.
func (p *Pricer) estimate(kernel *warp.Result) *cost.Estimate {
	if p.model == nil || kernel == nil {
		return nil
	}
	e := p.estimates[kernel]
	if e == nil {
		e = cost.Kernel(p.model, p.product, kernel, resources(p.compiled(kernel)))
		p.estimates[kernel] = e
	}
	return e
}

// resources returns what a kernel takes for the estimate of its time: of several instances of a
// template the most.
func resources(u *ptxas.Usage) cost.Resources {
	if u == nil {
		return cost.Resources{}
	}
	return cost.Resources{Known: true, Registers: float64(u.Registers.Most), Shared: float64(u.Shared.Most)}
}

// Cycles returns the price of one execution of an access by one warp, 0 if the model has none.
func (p *Pricer) Cycles(kernel *warp.Result, a *warp.Access) float64 {
	return derived(p, kernel, "cycles", a, func() float64 {
		if e := p.estimate(kernel); e != nil {
			return round1(e.CyclesOf(a))
		}
		return 0
	})
}

// Moves implements lint.UnitServices.
func (p *Pricer) Moves(kernel *warp.Result, a *warp.Access) []lint.Move {
	return slices.Clone(derived(p, kernel, "moves", a, func() (out []lint.Move) {
		e := p.estimate(kernel)
		if e == nil {
			return nil
		}
		for _, m := range e.Moves(a) {
			out = append(out, lint.Move{Placement: string(m.Placement), SavingPercent: m.Saving, Better: m.Better})
		}
		return out
	}))
}

// Impact returns the price of an access, nil if the model has none. worth is false if no other
// placement is better than the present one.
func (p *Pricer) Impact(kernel *warp.Result, a *warp.Access) (impact *lint.Impact, worth bool) {
	type priced struct {
		impact *lint.Impact
		worth  bool
	}
	found := derived(p, kernel, "price", a, func() (out priced) {
		out.impact, out.worth = p.impact(kernel, a)
		return out
	})
	if found.impact == nil {
		return nil, found.worth
	}
	return p.located(found.impact.Clone(), *kernel), found.worth
}

// impact is Impact without the cache and without the places of loops.
func (p *Pricer) impact(kernel *warp.Result, a *warp.Access) (impact *lint.Impact, worth bool) {
	e := p.estimate(kernel)
	if e == nil {
		return nil, true
	}
	c, ok := e.Price(a)
	if !ok {
		return nil, true
	}
	if len(c.Alternatives) == 0 {
		return nil, false
	}
	impact = &lint.Impact{GPU: p.model.Name, Product: p.product.Name, Cycles: round1(c.Cycles), Basis: c.Basis, Bound: c.Bound.String(),
		AtMost: c.AtMost, Reads: c.Reads, Object: a.Object, TogetherPercent: percent(c.Together), TripsAssumed: c.TripsAssumed, GridAssumed: c.GridAssumed, Hidden: lint.Hidden{Calls: c.Unseen}}
	for _, alt := range c.Alternatives {
		impact.Alternatives = append(impact.Alternatives, lint.Alternative{
			Placement: string(alt.Placement), Cycles: round1(alt.Cycles), SavingPercent: percent(alt.Saving), Bound: alt.Bound.String(), Range: rangeOf(alt.Range)})
	}
	impact.Best = impact.Alternatives[0]
	impact.SavingPercent = impact.Best.SavingPercent
	impact.Level = levelOf(impact.SavingPercent)
	if c.Misses {
		impact.Misses = int64(p.model.Constant.First.Value)
	}
	p.nameReadOnlyPath(impact)
	return impact, true
}

// nameReadOnlyPath renames the bound "L1" on GPUs that do not cache plain loads in L1: there, loads
// through const __restrict__ go through the read-only cache.
func (p *Pricer) nameReadOnlyPath(i *lint.Impact) {
	if p.CachesLoads() {
		return
	}
	i.Uncached = true
	l1 := cost.L1.String()
	for _, bound := range []*string{&i.Bound, &i.Best.Bound} {
		if *bound == l1 {
			*bound = readOnlyCache
		}
	}
	for k := range i.Alternatives {
		if i.Alternatives[k].Bound == l1 {
			i.Alternatives[k].Bound = readOnlyCache
		}
	}
}

// readOnlyCache is the name of L1 on GPUs that do not cache plain loads there.
const readOnlyCache = "the read-only cache"

// boundName returns the name of a pipe of this GPU.
func (p *Pricer) boundName(pipe cost.Pipe) string {
	if pipe == cost.L1 && !p.CachesLoads() {
		return readOnlyCache
	}
	return pipe.String()
}

// Negligible reports whether every change of placement saves less than 1 % of a kernel's time. It
// is false for kernels that are too short to tell.
func (p *Pricer) Negligible(kernel *warp.Result, i *lint.Impact) bool {
	return i.SavingPercent < 1 && i.TogetherPercent < 1 && !derived(p, kernel, "short", nil, func() bool { return p.estimate(kernel).Short() })
}

// levelOf returns the level of a saving in percent.
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

// percent rounds a saving in percent to 0 to 99: no change saves all of a kernel's time.
func percent(saving float64) int { return int(max(0, min(99, math.Round(saving)))) }

// rangeOf rounds the bounds of a saving as percent does.
func rangeOf(r cost.Range) lint.SavingRange {
	return lint.SavingRange{Least: percent(r.Least), Most: percent(r.Most)}
}

// round1 rounds to one decimal.
func round1(x float64) float64 { return math.Round(10*x) / 10 }
