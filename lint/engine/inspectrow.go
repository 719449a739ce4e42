package engine

import (
	"math"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// An InspectedRow is an access as reached from one launch of one kernel, with what else is
// known of it.
type InspectedRow struct {
	AccessRow
	// ObjectBytes is the size of the whole object, -1 where it is not known.
	ObjectBytes int64
	// Launch is where the launch stands, "src/a.cu:90"; "" where none is in sight.
	Launch string
	// Operand is set for reads of constant memory at an address that the compiler knows:
	// they are operands of other instructions.
	Operand bool
	// UniformPath is set where constant memory is read through the uniform datapath.
	UniformPath bool
	// Unsure is set where some of the lanes counted as active may be inactive.
	Unsure bool
	// Incomplete says why the analysis of the kernel stopped early, "" if it did not.
	Incomplete string
	// Assumptions are what the figures rest on: the block shape and where it is from
	// first.
	Assumptions []string
	// Price is what the access costs; nil where Cycles is 0.
	Price *AccessPrice
}

// An AccessPrice is what an access costs where its data is and elsewhere.
type AccessPrice struct {
	// Basis says how AccessRow.Cycles is known.
	Basis gpu.Basis
	// Elsewhere are the other placements that the data could have, the one to advise first,
	// then others that are better, then those that are not; none where the model cannot
	// tell, or the kernel writes the data.
	Elsewhere []Elsewhere
	// Bound names what the kernel waits for as it is.
	Bound string
	// Reads is how many accesses of the kernel read the object: they move together.
	Reads int
	// UpperBound is set where the savings are upper bounds: see Impact.
	UpperBound bool
	// Misses is set where reads of constant memory miss its first-level cache.
	Misses bool
	// Uncached is set where plain loads of global memory are not cached in L1 on the GPU.
	Uncached bool
	// TripsAssumed and GridAssumed are those of Impact.
	TripsAssumed, GridAssumed bool
	// Hidden lists the unknown loops and calls that the savings depend on.
	Hidden lint.Hidden
}

// An Elsewhere is another placement of the data that an access reads.
type Elsewhere struct {
	Placement string // a cost.Placement
	// Cycles is one execution of the access there by one warp, in throughput cycles of one
	// SM.
	Cycles float64
	// SavingPercent is the estimated share of the kernel's time that is gone when all reads
	// of the object in the kernel move there, below 0 where it gets slower.
	SavingPercent int
	// Better is set where the change is worth it.
	Better bool
	Basis  gpu.Basis
}

func (u *unitRun) inspectedRow(kernel *warp.Result, a *warp.Access) InspectedRow {
	row := InspectedRow{
		AccessRow: u.accessRow(kernel, a), ObjectBytes: a.ObjectBytes,
		Operand: a.Literal || a.Immediate, UniformPath: a.UniformPath, Unsure: a.Unsure,
		Incomplete: kernel.Incomplete, Assumptions: u.assumptions(kernel, a),
	}
	if kernel.Launch != nil {
		row.Launch = u.launchAt(kernel.Launch)
	}
	if row.Cycles > 0 {
		if p := derived(u, kernel, "inspected price", a, func() *AccessPrice { return u.accessPrice(kernel, a) }); p != nil {
			own := *p
			own.Hidden.Loops = u.hiddenLoops(*kernel)
			row.Price = &own
		}
	}
	return row
}

func (u *unitRun) accessPrice(kernel *warp.Result, a *warp.Access) *AccessPrice {
	e := u.estimate(kernel)
	if e == nil {
		return nil
	}
	p, ok := e.Price(a)
	if !ok {
		return nil
	}
	model, _ := u.model()
	out := &AccessPrice{Basis: e.Basis(a), Bound: p.Bound.String(), Reads: p.Reads, UpperBound: p.AtMost || p.TripsAssumed || len(p.Unseen) > 0, Misses: p.Misses, Uncached: model.Global.Cached.Value == 0,
		TripsAssumed: p.TripsAssumed, GridAssumed: p.GridAssumed, Hidden: lint.Hidden{Calls: p.Unseen}}
	for _, at := range e.Elsewhere(a) {
		out.Elsewhere = append(out.Elsewhere, Elsewhere{Placement: string(at.Placement), Cycles: round1(at.Cycles),
			SavingPercent: int(max(-999, min(99, math.Round(at.Saving)))), Better: at.Better, Basis: at.Basis})
	}
	return out
}
