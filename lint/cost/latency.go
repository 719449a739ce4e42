package cost

import "github.com/cudalint/cudalint/lint/gpu"

// parallelism is how many independent instructions a warp has under way at a time
// on average: half of the arithmetic waits for the instruction before it.
const parallelism = 2

// maxOverlap bounds how many iterations of an unrolled loop have their loads under
// way together: the compiler moves loads ahead as far as registers last.
const maxOverlap = 8

// maxDepth bounds the loads that depend on each other in one iteration.
const maxDepth = 4

// instructionChain returns the latency of a warp's instructions besides loads, in
// cycles.
func (e *Estimate) instructionChain() float64 {
	total := 0.0
	for _, n := range e.work {
		total += n.Total()
	}
	return total * e.model.Execution.Latency.Value / parallelism
}

// A chain is the latency of the loads of one warp. Loads of one iteration that do
// not depend on each other overlap, so that the longest counts; those that depend
// on loaded data follow.
type chain struct {
	// longest is the longest latency by nest and depth, carried that of loads that
	// wait for the iteration before.
	longest []([maxDepth]float64)
	carried []float64
}

func newChain(nests int) *chain {
	return &chain{make([][maxDepth]float64, nests), make([]float64, nests)}
}

func (c *chain) add(x *access, cost gpu.Cost) {
	if cost.Latency <= 0 {
		return
	}
	if x.carried {
		c.carried[x.nest] = max(c.carried[x.nest], cost.Latency)
		return
	}
	at := &c.longest[x.nest][min(x.depth, maxDepth-1)]
	*at = max(*at, cost.Latency)
}

// latency returns the cycles one warp waits for loads per run of the kernel.
func (c *chain) latency(e *Estimate) float64 {
	total := 0.0
	for i := range c.longest {
		once := 0.0
		for _, l := range c.longest[i] {
			once += l
		}
		runs, together := e.runs(i)
		total += runs * (once/together + c.carried[i])
	}
	return total
}
