package cost

import "github.com/cudalint/cudalint/lint/analysis/warp"

// A Replaced compares a kernel before and after some of its instructions become others.
type Replaced struct {
	// Cycles is how long one warp keeps the busiest pipe busy with one execution of the
	// instructions now, in throughput cycles of one SM, CyclesThen with the others.
	Cycles, CyclesThen float64
	// Saving is the share of the kernel's time in percent that is saved, from 0 to 100.
	Saving float64
	Range
	// Bound is the pipe that bounds the kernel now, BoundThen the one afterwards.
	Bound, BoundThen Pipe
	// TripsAssumed and GridAssumed are those of Price.
	TripsAssumed, GridAssumed bool
	// Unseen are the called functions whose cost is not counted: see Price.Unseen.
	Unseen []string
}

// Replace estimates what it saves to execute other work in place of some, so often per warp and run
// of the kernel. ok is false where the kernel was not followed to its end.
func (e *Estimate) Replace(now, then warp.Work, executions float64) (r Replaced, ok bool) {
	executions = finite(executions)
	before := e.Demand
	local := e.localAccesses(now.Local)
	before.add(&local, executions) // the estimate leaves them out
	if e.kernel.Nests == nil || e.kernel.Incomplete != "" || !(before.time() > 0) || !(executions > 0) {
		return r, false
	}
	r = Replaced{Bound: e.boundOf(&before), GridAssumed: !e.Occupancy.GridKnown, Unseen: e.unseen(), TripsAssumed: e.tripsAssumed(nil)}
	one, other := instructions(e.model, instructionsOf(now)), instructions(e.model, instructionsOf(then))
	after := e.Demand
	e.exchange(&after, now, then, executions)
	one.add(&local, 1)
	r.Cycles, r.CyclesThen = one[one.busiest()], other[other.busiest()]
	r.BoundThen = e.boundOf(&after)
	r.Saving = max(0, min(100, 100*(1-after.time()/before.time())))
	r.Range = savingRange(&before, &after)
	return r, true
}

// exchange takes work out of a demand, so often, and adds other work in its place.
func (e *Estimate) exchange(d *Demand, now, then warp.Work, executions float64) {
	n, t := instructionsOf(now), instructionsOf(then)
	one, other := instructions(e.model, n), instructions(e.model, t)
	d.add(&one, -finite(executions))
	d.add(&other, finite(executions))
	d[Latency] += finite(executions) * (e.waitsOf(t) - e.waitsOf(n)) / e.Occupancy.Warps
	for i := range d {
		d[i] = max(0, d[i]) // a branch around them is not taken by all warps
	}
}

// localAccesses returns what some accesses of local memory take, at least: the lanes use one index, so
// that their elements are in one line, and the first-level cache has it.
func (e *Estimate) localAccesses(n float64) (d Demand) {
	d[Issue] = finite(n) / e.model.Execution.Issue.Value
	d[L1] = finite(n) * e.model.Global.Cycles.Value
	return d
}

// instructionsOf returns the instructions of work.
func instructionsOf(w warp.Work) Instructions {
	return InstructionsOf(&warp.Nest{Operations: w.Operations, Calls: w.Calls})
}
