package price

import (
	"math"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Comparison is the cost of an access where its data is now, beside its cost in all other
// placements of the data. It holds no syntax tree.
type Comparison struct {
	// Basis says how the present cost is known.
	Basis gpu.Basis
	// Elsewhere are the other placements: first the recommended one, then others that are
	// better than now, then the rest. It is empty if the model has no price or the kernel
	// writes the data.
	Elsewhere []Elsewhere
	// Bound names what the kernel is bound by now.
	Bound string
	// Reads is the number of accesses in the kernel that read the object. All of them move
	// together.
	Reads int
	// UpperBound is set where the savings are upper bounds, see lint.Impact.UpperBound.
	UpperBound bool
	// Misses is set where reads of constant memory miss its first-level cache.
	Misses bool
	// Uncached is set where the GPU does not cache plain loads of global memory in L1.
	Uncached bool
	// TripsAssumed and GridAssumed are those of lint.Impact.
	TripsAssumed, GridAssumed bool
	// Hidden lists the unknown loops and calls that the savings depend on.
	Hidden lint.Hidden
}

// An Elsewhere is another placement of the data that an access reads.
type Elsewhere struct {
	Placement string // a cost.Placement
	// Cycles is the cost of one execution of the access there by one warp, in throughput
	// cycles of one SM.
	Cycles float64
	// SavingPercent is the estimated share of the kernel's time that is saved when all reads of
	// the object in the kernel move there. It is negative where the kernel gets slower.
	SavingPercent int
	Range         lint.SavingRange
	// Better is set where the move pays, see lint.Move.
	Better bool
	Basis  gpu.Basis
}

// Compare compares the placements of the data of an access. It returns nil if the model has no
// price.
func (p *Pricer) Compare(kernel *warp.Result, a *warp.Access) *Comparison {
	c := derived(p, kernel, "comparison", a, func() *Comparison { return p.compare(kernel, a) })
	if c == nil {
		return nil
	}
	own := *c
	own.Hidden.Loops = p.hiddenLoops(*kernel)
	return &own
}

// compare is Compare without the cache and without the places of loops.
func (p *Pricer) compare(kernel *warp.Result, a *warp.Access) *Comparison {
	e := p.estimate(kernel)
	if e == nil {
		return nil
	}
	c, ok := e.Price(a)
	if !ok {
		return nil
	}
	out := &Comparison{Basis: e.Basis(a), Bound: c.Bound.String(), Reads: c.Reads, UpperBound: c.AtMost || c.TripsAssumed || len(c.Unseen) > 0, Misses: c.Misses, Uncached: !p.CachesLoads(),
		TripsAssumed: c.TripsAssumed, GridAssumed: c.GridAssumed, Hidden: lint.Hidden{Calls: c.Unseen}}
	for _, at := range e.Elsewhere(a) {
		out.Elsewhere = append(out.Elsewhere, Elsewhere{Placement: string(at.Placement), Cycles: round1(at.Cycles),
			SavingPercent: int(max(-999, min(99, math.Round(at.Saving)))), Range: rangeOf(at.Range), Better: at.Better, Basis: at.Basis})
	}
	return out
}
