package price

import (
	"math"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Comparison is what an access costs where its data is, beside all other placements that
// the data could have. It holds no syntax tree.
type Comparison struct {
	// Basis says how the present cost is known.
	Basis gpu.Basis
	// Elsewhere are the other placements: the advised one first, then others that are
	// better, then those that are not. It is empty where the model cannot tell, or the
	// kernel writes the data.
	Elsewhere []Elsewhere
	// Bound names what the kernel is bound by as it is.
	Bound string
	// Reads is how many accesses of the kernel read the object: they move together.
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
	// SavingPercent is the estimated share of the kernel's time that is saved when all reads
	// of the object in the kernel move there, below 0 where it gets slower.
	SavingPercent int
	// Better is set where the move is worth it.
	Better bool
	Basis  gpu.Basis
}

// Compare compares the placements of the data of an access; nil where the model cannot tell.
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
			SavingPercent: int(max(-999, min(99, math.Round(at.Saving)))), Better: at.Better, Basis: at.Basis})
	}
	return out
}
