package cost

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// parallelism is how many independent instructions of a warp are in flight on average: half of the
// arithmetic depends on the instruction before it.
const parallelism = 2

// maxOverlap bounds how many iterations of an unrolled loop have their loads in flight
// together: the compiler moves loads ahead as far as it has registers.
const maxOverlap = 8

// maxDepth bounds the loads that depend on each other in one iteration.
const maxDepth = 4

// instructionChain returns the latency of a warp's instructions besides loads, in cycles.
func (e *Estimate) instructionChain() float64 {
	total := 0.0
	for _, n := range e.work {
		total += n.Total()
	}
	return total * e.model.Execution.Latency.Value / parallelism
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
	longest [maxDepth]float64 // latency by the number of loads waited for before
	carried float64           // of loads that wait for the iteration before
	// executions is how often a warp executes the most frequent of them.
	executions float64
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
	*at = max(*at, latency)
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
		for _, l := range g.longest {
			once += l
		}
		runs, together := e.runs(key.nest)
		if key.under.Valid() {
			runs = min(runs, warps*g.executions)
		}
		total += runs * (once/together + g.carried)
	}
	return total
}
