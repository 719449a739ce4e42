package cost

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Qualified compares a kernel before and after one pointer parameter becomes const
// __restrict__.
type Qualified struct {
	// Reads is how many places of the kernel load through the pointer.
	Reads int
	// Executions is how many of these loads a warp executes per run of the kernel without the
	// qualifier, ExecutionsThen with it.
	Executions, ExecutionsThen float64
	// Cycles is one execution of the load that is removed most often, in throughput cycles
	// of one SM, CyclesThen the same with the qualifier.
	Cycles, CyclesThen float64
	// Saving is an upper bound of the time saved, in percent of the kernel's time, from 0 to
	// 100. No kernel in testdata/restrict saved over 2 points more than predicted; some saved
	// much less.
	Saving float64
	Range
	// Bound is the pipe that bounds the kernel without the qualifier, BoundThen with it.
	Bound, BoundThen Pipe
	Basis            gpu.Basis
	// TripsAssumed and GridAssumed are those of Price.
	TripsAssumed, GridAssumed bool
	// Unseen are the called functions whose cost is not counted: see Price.Unseen.
	Unseen []string
}

// Qualify compares an estimate of a kernel with one that assumes const __restrict__ on one
// pointer (kernels.Options.Restrict). The compiler then moves loads through the pointer out of
// loops that do not change their addresses, whatever the loops store, and the loads take the
// read-only path. The cost of more registers is not counted, nor is the gain of moving loads
// across stores within an iteration. ok is false if the estimates are of different kernels, or
// one covers only a part.
func Qualify(plain, restricted *Estimate) (q Qualified, ok bool) {
	a, b := plain.kernel, restricted.kernel
	if a.Kernel != b.Kernel || b.Restrict == "" || a.Nests == nil || b.Nests == nil || len(a.Accesses) != len(b.Accesses) {
		return q, false
	}
	q = Qualified{Bound: plain.Bound(), BoundThen: restricted.Bound(), Basis: gpu.Measured, GridAssumed: !plain.Occupancy.GridKnown, Unseen: plain.unseen()}
	most := -1.0
	for i := range plain.accesses {
		x, y := &plain.accesses[i], &restricted.accesses[i]
		if x.Node != y.Node {
			return q, false
		}
		if x.Kind != warp.Load || x.Space != sema.GlobalSpace || x.Variable != nil || x.Object != b.Restrict {
			continue
		}
		q.Reads++
		q.Executions += x.executions
		q.ExecutionsThen += y.executions
		q.TripsAssumed = plain.tripsAssumed(x.Access)
		if removed := x.executions - y.executions; removed > most {
			most = removed
			q.Cycles, q.CyclesThen = x.cost.Cycles, y.cost.Cycles
			q.Basis = weaker(x.cost.Basis, y.cost.Basis)
		}
	}
	before, after := plain.Demand.time(), restricted.Demand.time()
	if q.Reads == 0 || !(before > 0) {
		return q, false
	}
	q.Saving = max(0, 100*(1-after/before))
	q.Range = savingRange(&plain.Demand, &restricted.Demand)
	return q, true
}
