package price

import (
	"math"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/cost"
	"github.com/cudalint/cudalint/lint/ptxas"
)

// A Kernel is what one warp of a kernel takes of a GPU under one launch. It holds no syntax tree.
type Kernel struct {
	GPU, Product string // "sm_90", "H200"
	// Bound names what the kernel is bound by, BoundCycles is how long a warp keeps that busy.
	Bound       string
	BoundCycles float64
	// Cycles is how long one warp keeps an SM busy, next to the other active warps.
	Cycles float64
	// Pipes are in the order of PipeNames.
	Pipes [PipeCount]PipeCycles
	// Warps is an upper bound of the warps that are active on an SM, out of MostWarps: without
	// Compiled it does not count registers.
	Warps, MostWarps float64
	// Compiled is what the compiler says of the kernel, nil where no log does. LeastWarps is less than
	// Warps where the instances of a template differ: the estimate is for the least.
	Compiled   *ptxas.Usage
	LeastWarps float64
	// Costliest is the index of the access that keeps a pipe busy the longest, -1 for none.
	// CostliestCycles is how long.
	Costliest       int
	CostliestCycles float64
	// UnknownAccesses is the number of accesses with unknown figures. The bound counts them as
	// coalesced.
	UnknownAccesses int
	// TripsAssumed, GridAssumed and Hidden are those of lint.Impact.
	TripsAssumed, GridAssumed bool
	Hidden                    lint.Hidden
}

// PipeCycles is how many cycles of an SM one warp keeps a pipe busy. Known is false where accesses
// with unknown figures use the pipe.
type PipeCycles struct {
	Cycles float64
	Known  bool
}

// PipeCount is the number of pipes in PipeNames.
const PipeCount = len(PipeNames)

// PipeNames are the names of the pipes of a Kernel. Accesses of shared memory count in L1/texture,
// too, where both are one unit. The last two are no units: the slots of the schedulers, and the
// chain of dependent instructions of a warp, divided by the active warps.
var PipeNames = [...]string{"FP32", "FP64", "integer", "L1/texture", "shared", "constant", "L2", "DRAM", "issue", "latency"}

// pipesOf are the pipes of the model that each of PipeNames stands for. The busiest of them counts.
var pipesOf = [PipeCount][]cost.Pipe{{cost.Single}, {cost.Double}, {cost.Integer}, {cost.L1, cost.Texture}, {cost.Shared}, {cost.Constant},
	{cost.L2}, {cost.DRAM}, {cost.Issue}, {cost.Latency}}

// Kernel returns what a kernel takes of the GPU; nil if the GPU has no model, or the kernel was not
// followed to its end.
func (p *Pricer) Kernel(kernel *warp.Result) *Kernel {
	e := p.estimate(kernel)
	if e == nil || !e.Complete() {
		return nil
	}
	unknown, accesses := e.UnknownPipes()
	bound := e.Bound()
	k := &Kernel{GPU: p.model.Name, Product: p.product.Name, Bound: p.boundName(bound), BoundCycles: round1(e.Demand[bound]), Cycles: round1(e.Cycles()),
		Warps: e.Occupancy.Warps, MostWarps: e.MostWarps(), Costliest: -1, UnknownAccesses: accesses,
		TripsAssumed: e.TripsAssumed(), GridAssumed: !e.Occupancy.GridKnown, Hidden: lint.Hidden{Calls: e.Unseen()}}
	k.Compiled, k.LeastWarps = p.compiled(kernel), k.Warps
	if u := k.Compiled; u != nil {
		k.Warps = e.WarpsUsing(cost.Resources{Known: true, Registers: float64(u.Registers.Least), Shared: float64(u.Shared.Least)})
	}
	if k.TripsAssumed {
		k.Hidden.Loops = p.hiddenLoops(*kernel)
	}
	for i, pipes := range pipesOf {
		at := PipeCycles{Known: true}
		for _, pipe := range pipes {
			at.Known = at.Known && !unknown[pipe]
			at.Cycles = max(at.Cycles, e.Demand[pipe])
			if pipe == cost.Shared {
				at.Cycles = e.SharedCycles()
			}
		}
		at.Cycles = round2(at.Cycles)
		k.Pipes[i] = at
	}
	for i := range kernel.Accesses {
		if cycles, known := e.Busy(&kernel.Accesses[i]); known && cycles > k.CostliestCycles {
			k.Costliest, k.CostliestCycles = i, cycles
		}
	}
	k.CostliestCycles = round1(k.CostliestCycles)
	return k
}

// Busy returns how many cycles one warp keeps the busiest pipe busy with all executions of an access;
// known is false where that is not known.
func (p *Pricer) Busy(kernel *warp.Result, a *warp.Access) (cycles float64, known bool) {
	e := p.estimate(kernel)
	if e == nil || !e.Complete() {
		return 0, false
	}
	cycles, known = e.Busy(a)
	return round2(cycles), known
}

// A Proposal is what one finding proposes for a kernel: see lint.Finding.
type Proposal struct {
	Impact   *lint.Impact
	Accesses []*warp.Access
	Replace  *lint.Replacement // for a finding about instructions
}

// A Saving is what several proposals save together, in percent of a kernel's time.
type Saving struct {
	Percent int
	Range   lint.SavingRange
	// UpperBound is that of lint.Impact. Known is false where no proposal has a price.
	UpperBound, Known bool
}

// Together returns what all proposals for a kernel save together. That of a qualifier
// (Impact.Restrict) is an upper bound, of which the largest is added to the others.
func (p *Pricer) Together(kernel *warp.Result, proposals []Proposal) (out Saving) {
	e := p.estimate(kernel)
	if e == nil || !e.Complete() {
		return out
	}
	var changes []cost.Change
	var restrict lint.Alternative
	for _, proposal := range proposals {
		i := proposal.Impact
		if i == nil {
			continue
		}
		out.UpperBound = out.UpperBound || i.UpperBound()
		if i.Restrict {
			out.Known = true
			if i.SavingPercent > restrict.SavingPercent {
				restrict = i.Best
			}
			continue
		}
		c := cost.Change{Accesses: proposal.Accesses, Coalesce: i.Remedy == lint.Coalesce, AvoidConflicts: i.Remedy == lint.AvoidConflicts, Constant: i.Remedy == lint.ToConstant}
		if r := proposal.Replace; r != nil {
			c = cost.Change{Now: r.Now, Then: r.Then, Executions: r.Executions}
		} else if i.Remedy == "" {
			c.Placement = cost.Placement(i.Best.Placement)
		}
		changes = append(changes, c)
	}
	combined, bounds, counted := e.Combined(changes)
	both := func(a float64, b int) float64 { return 100 - (100-a)*(100-float64(b))/100 }
	out.Percent, out.Known = percent(both(combined, restrict.SavingPercent)), out.Known || counted > 0
	out.Range = rangeOf(cost.Range{Least: both(bounds.Least, restrict.Range.Least), Most: both(bounds.Most, restrict.Range.Most)})
	return out
}

// round2 rounds to two decimals. What is not zero stays so.
func round2(x float64) float64 {
	const least = 0.01
	if x > 0 && x < least {
		return least
	}
	return math.Round(100*x) / 100
}
