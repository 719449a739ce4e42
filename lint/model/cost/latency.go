package cost

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// parallelism is how many independent instructions of a warp are in flight on average: half of the
// arithmetic depends on the instruction before it.
const parallelism = 2

// How many cycles pass on average from one instruction of a warp to its next if nothing else delays
// it, in latencies of a dependent addition. They were fitted to the stall reasons "wait", "selected"
// and "branch resolving" of 70 kernels of public programs on an H100, by the classes of their
// instructions: 2.3 cycles, 3.9 for one in double precision, 17 for a branch.
const (
	plainWait  = 0.58
	doubleWait = 0.97
	branchWait = 4.2
)

// maxOverlap bounds how many iterations of an unrolled loop have their loads in flight
// together: the compiler moves loads ahead as far as it has registers.
const maxOverlap = 8

// maxDepth bounds the loads that depend on each other in one iteration.
const maxDepth = 4

// instructionChain returns the latency of a warp's instructions besides loads, in cycles.
func (e *Estimate) instructionChain() float64 {
	total := 0.0
	for i, n := range e.work {
		total += e.waitsOf(n) / e.entering(i)
	}
	return total
}

// waitsOf returns how long a warp takes for some instructions that nothing else delays, in cycles.
func (e *Estimate) waitsOf(n Instructions) float64 {
	return (plainWait*(n.Total()-n.Double-n.Control) + doubleWait*n.Double + branchWait*n.Control) * e.model.Execution.Latency.Value
}

// entering returns the share of a block's warps that come to a nest, of those nests that not all do: the
// block takes as long as the warps that run the loop.
func (e *Estimate) entering(i int) float64 {
	nests := e.kernel.Nests
	if i >= len(nests) || i == 0 {
		return 1
	}
	for nests[i].Parent > 0 {
		i = nests[i].Parent
	}
	if !(nests[i].Entries > 0) {
		return 1
	}
	return min(1, max(nests[i].Entries, 1/warpsOf(e.kernel.Block)))
}

// A chain is the latency of the loads of one warp. Independent loads of one iteration overlap, so
// the longest counts. Loads that depend on loaded data come after these, and so do loads under a
// condition.
type chain struct {
	groups map[chainKey]*chainGroup
	order  []chainKey // sums of floats depend on their order
}

// A chainKey is what loads that overlap have in common: one nest, one condition.
type chainKey struct {
	nest  int
	under ast.Node
}

type chainGroup struct {
	longest [maxDepth]wait // by the number of loads waited for before
	carried float64        // of loads that wait for the iteration before
	// executions is how often a warp executes the most frequent of them.
	executions float64
}

// A wait is how long a load takes on average: where it hits the first-level cache, what misses add, and
// what a miss adds.
type wait struct{ hit, more, miss float64 }

// of returns the wait for one of some loads that are in flight together: all of them wait for one
// that misses.
func (w wait) of(together float64) float64 { return w.hit/together + min(w.more, w.miss/together) }

// waitOf returns the wait for a load, of which so many follow each other.
func waitOf(cost gpu.Cost, times float64) wait {
	return wait{times * (cost.Latency - cost.Misses), times * cost.Misses, times * cost.Miss}
}

func (c *chain) add(x *access, cost gpu.Cost) {
	if cost.Latency <= 0 {
		return
	}
	key := chainKey{x.nest, x.under}
	g := c.groups[key]
	if g == nil {
		if c.groups == nil {
			c.groups = map[chainKey]*chainGroup{}
		}
		g = &chainGroup{}
		c.groups[key] = g
		c.order = append(c.order, key)
	}
	g.executions = max(g.executions, x.executions)
	latency := cost.Latency * max(1, x.calls)
	if x.carried {
		g.carried = max(g.carried, latency)
		return
	}
	at := &g.longest[min(x.depth, maxDepth-1)]
	if w := waitOf(cost, max(1, x.calls)); w.hit+w.more > at.hit+at.more {
		*at = w
	}
}

// latency returns how many cycles one warp waits for loads per run of the kernel. If there is a
// barrier, loads that only some warps of a block execute delay all of them.
func (c *chain) latency(e *Estimate) float64 {
	warps := 1.0
	if e.barriers > 0 {
		warps = warpsOf(e.kernel.Block)
	}
	total := 0.0
	for _, key := range c.order {
		g, once := c.groups[key], 0.0
		runs, together := e.runs(key.nest)
		for _, w := range g.longest {
			once += w.of(together)
		}
		if key.under.Valid() {
			runs = min(runs, warps*g.executions)
		}
		total += runs * (once + g.carried) / e.entering(key.nest)
	}
	return total
}
