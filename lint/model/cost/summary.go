package cost

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// Complete reports whether the kernel was followed to its end with all of its operations. If not,
// its demand is that of a part.
func (e *Estimate) Complete() bool { return e.kernel.Incomplete == "" && e.kernel.Nests != nil }

// MostWarps returns how many warps one SM can hold.
func (e *Estimate) MostWarps() float64 { return e.model.Occupancy.Warps.Value }

// Unseen returns the names of called functions whose cost is not counted, see Price.Unseen.
func (e *Estimate) Unseen() []string { return e.unseen() }

// TripsAssumed reports whether a loop of the kernel has an unknown number of iterations.
func (e *Estimate) TripsAssumed() bool {
	return e.kernel.Nests != nil && e.tripsAssumed(nil)
}

// A PipeSet is a set of pipes.
type PipeSet [pipes]bool

// UnknownPipes returns the pipes whose demand is not known, as they serve accesses with unknown
// figures, and the number of these accesses. An access without a row may be of any memory.
func (e *Estimate) UnknownPipes() (set PipeSet, accesses int) {
	if accesses = e.kernel.WithoutRow; accesses > 0 {
		for _, p := range e.pipesOf(sema.NoSpace) {
			set[p] = true
		}
	}
	for i := range e.accesses {
		x := &e.accesses[i]
		if x.figured() {
			continue
		}
		accesses++
		for _, p := range e.pipesOf(x.Space) {
			set[p] = true
		}
	}
	return set, accesses
}

// figured reports whether the model prices an access by its own figures, or those of another access
// of the object.
func (x *access) figured() bool { return x.priced && (x.Addresses.Known() || x.borrowed) }

// pipesOf returns the pipes that an access of a memory space can keep busy.
func (e *Estimate) pipesOf(space sema.MemorySpace) []Pipe {
	switch space {
	case sema.ConstantSpace, sema.ParameterSpace:
		return []Pipe{Constant}
	case sema.SharedSpace:
		return []Pipe{Shared, pipeOf[e.model.SharedStore(gpu.Read{Addresses: 1, Worst: 1, Bytes: 4}).Pipe]}
	case sema.LocalSpace:
		return []Pipe{L1}
	case sema.TextureSpace, sema.SurfaceSpace:
		return []Pipe{Texture, L1, L2, DRAM}
	case sema.GlobalSpace:
		return []Pipe{L1, L2, DRAM}
	}
	return []Pipe{Constant, Shared, L1, L2, DRAM}
}

// SharedCycles returns how many cycles the accesses of shared memory take for one warp, on the pipe
// of shared memory or, where that is the same unit, of the first-level cache.
func (e *Estimate) SharedCycles() (cycles float64) {
	for i := range e.accesses {
		if x := &e.accesses[i]; x.Space == sema.SharedSpace {
			cycles += x.executions * x.cost.Cycles
		}
	}
	return cycles
}

// Busy returns how many cycles one warp keeps the busiest pipe busy with all executions of an
// access. known is false where the figures of the access are not.
func (e *Estimate) Busy(a *warp.Access) (cycles float64, known bool) {
	i, found := e.index[a]
	if !found || !e.accesses[i].figured() {
		return 0, false
	}
	x := &e.accesses[i]
	d := e.demandOf(x.cost)
	return x.executions * d[d.busiest()], true
}
