package cost

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// An objectKey identifies an object of a kernel.
type objectKey struct {
	space    sema.MemorySpace
	variable *sema.Variable
	name     string
}

func keyOf(a *warp.Access) objectKey { return objectKey{a.Space, a.Variable, a.Object} }

// traffic is how much of an object the warps of one SM read over the kernel's run.
type traffic struct {
	sectors float64 // sectors asked for, by all its reads
	indexed float64 // bytes of it that are read at equally likely places
	fresh   float64 // those of them that no earlier read asked for
	reach   float64 // bytes of the object that the reads can touch
}

// measureTraffic sums up the reads of each object.
func (e *Estimate) measureTraffic() map[objectKey]*traffic {
	all := map[objectKey]*traffic{}
	warps := e.Occupancy.PerSM * warpsOf(e.kernel.Block)
	for i := range e.accesses {
		x := &e.accesses[i]
		key := keyOf(x.Access)
		t := all[key]
		if t == nil {
			t = &traffic{}
			all[key] = t
			e.objects = append(e.objects, key)
		}
		sectors := sectorsOf(x)
		t.sectors += sectors * x.executions * warps
		t.fresh += sectors * x.executions * warps * e.freshShare(x)
		reach := e.reachOf(x, sectors*32)
		switch {
		case x.ObjectBytes > 0:
			reach = min(reach, float64(x.ObjectBytes))
		case present(x.Access) == InConstant:
			reach = min(reach, e.model.Constant.Second.Value)
		}
		t.reach = max(t.reach, reach)
		if x.read.Order == gpu.Random {
			t.indexed = max(t.indexed, min(reach, float64(x.read.Table)))
		}
	}
	return all
}

// reachOf returns how many bytes of its object a read can touch in a run of the kernel, given
// those of one execution; infinite where nothing bounds them.
func (e *Estimate) reachOf(x *access, once float64) float64 {
	switch {
	case x.perBlock || x.Pattern == warp.DataDependent || x.Pattern == warp.PatternUnknown:
		return math.Inf(1)
	case !x.walks:
		return once
	case x.step == 0 && x.followed && x.fresh > 0:
		// All blocks walk through the same memory.
		return max(once, x.fresh*once*x.executions*warpsOf(e.kernel.Block))
	case x.step == 0 || x.executions <= 0:
		return math.Inf(1)
	}
	steps := x.executions
	if x.repeats > 1 {
		steps /= x.repeats
	}
	return once + math.Abs(x.step)*steps
}

// sectorsOf returns the mean number of sectors that one execution touches, or would touch in global
// memory.
func sectorsOf(x *access) float64 {
	if x.aligned {
		return x.read.Sectors
	}
	if x.Sectors.Known() {
		if x.pieces > 1 {
			return max(1, min(warpSize, finite(x.Sectors.Mean)))
		}
		return max(1, finite(x.Sectors.Mean))
	}
	if !x.Addresses.Known() {
		return 4 // coalesced 4-byte elements
	}
	if x.Lanes == nil {
		return max(1, finite(x.Addresses.Mean))
	}
	seen := map[int64]bool{}
	for _, at := range x.Lanes {
		if at >= 0 {
			seen[at/32] = true
		}
	}
	return max(1, float64(len(seen)))
}

// residency returns where the data of a read is found if the object is in global memory.
//
// Each SM fetches a table, whose size is known, once from the second level; from then on it is in
// the first-level cache, as far as it fits. Memory of unknown size is streamed if the address moves
// with the block: a warp's sectors come from device memory once. They come from the second level if
// the grid is so small that all that the kernel touches fits half of it.
func (e *Estimate) residency(x *access) gpu.Residency {
	t := e.traffic[keyOf(x.Access)]
	if !math.IsInf(t.reach, 1) {
		at := e.model.ResidencyOf(t.reach, 0, e.Occupancy.Blocks*e.shared, t.reach)
		cold := e.coldShare(x)
		at = gpu.Residency{L1: at.L1 * (1 - cold), L2: at.L2*(1-cold) + cold, DRAM: at.DRAM * (1 - cold)}
		if x.followed {
			// What the block reuses at once is held even if the table does not fit.
			if local := (1 - e.freshShare(x)) * e.heldShare(x); local > at.L1 {
				left := (1 - local) / (1 - at.L1)
				at = gpu.Residency{L1: local, L2: at.L2 * left, DRAM: at.DRAM * left}
			}
		}
		return at
	}
	fresh := e.freshShare(x)
	held := (1 - fresh) * e.heldShare(x)
	if x.Pattern == warp.DataDependent || x.Pattern == warp.PatternUnknown || e.fitsL2() {
		return gpu.Residency{L1: held, L2: 1 - held}
	}
	return gpu.Residency{L1: held, L2: 1 - fresh - held, DRAM: fresh}
}

// heldShare returns how many of the sectors that the block has read before are still in the
// first-level cache, as a share. It is 1 if the lines that the active warps reach in one iteration
// of the loop fit into the cache beside shared memory, else the part that fits.
func (e *Estimate) heldShare(x *access) float64 {
	if !x.followed || x.coalesced {
		return 1
	}
	bytes := e.inFlight[x.nest] * e.Occupancy.Warps
	if room := e.model.Global.First.Value - e.Occupancy.Blocks*e.shared; bytes > room {
		return max(0, room) / bytes
	}
	return 1
}

// measureInFlight sums up the bytes of the lines that a warp reaches in one iteration of each nest:
// accesses of one object with the same stride reach the same lines.
func (e *Estimate) measureInFlight() map[int]float64 {
	type group struct {
		nest   int
		object objectKey
		stride int64
	}
	most := map[group]float64{}
	sum := map[int]float64{}
	for i := range e.accesses {
		x := &e.accesses[i]
		if x.Kind != warp.Load || x.Space != sema.GlobalSpace || !x.followed {
			continue
		}
		key := group{x.nest, keyOf(x.Access), x.Stride}
		if more := x.lines - most[key]; more > 0 {
			most[key] += more
			sum[x.nest] += more * e.model.Global.Line.Value
		}
	}
	return sum
}

// coldShare returns a share from 0 to 1: of all sectors of a table that an SM requests, those that it
// requests for the first time. For constant memory, a small grid counts as one that fills the GPU
// several times: in a small grid most requests are first ones, but its launch takes longer than they do.
func (e *Estimate) coldShare(x *access) float64 {
	t := e.traffic[keyOf(x.Access)]
	larger := max(1, assumedWaves*e.Occupancy.Blocks/e.Occupancy.PerSM)
	if x.Space == sema.GlobalSpace && e.Occupancy.GridKnown {
		larger = 1
	}
	return min(1, t.reach/32/max(1, t.sectors*larger))
}

// freshShare returns the share of a streaming read's sectors that nothing in the block has brought
// into the first-level cache before.
func (e *Estimate) freshShare(x *access) float64 {
	share := 1.0
	switch {
	case x.followed && x.repeats > 1:
		return min(x.fresh, 1/x.repeats)
	case x.followed:
		return x.fresh
	case x.Pattern == warp.DataDependent && x.walks && x.step != 0:
		// Each lane walks on from a place of its own.
		share = min(1, math.Abs(x.step)/32)
	case x.walks && x.step != 0:
		// With each iteration the warp's span moves by step bytes.
		share = min(1, math.Abs(x.step)/(32*sectorsOf(x)))
	}
	if x.repeats > 1 {
		share /= x.repeats
	}
	return share
}

// fitsL2 reports whether the data that all blocks stream through fits half of the second-level
// cache. Then what an earlier kernel wrote, or an earlier launch read, is still there.
func (e *Estimate) fitsL2() bool {
	if e.fits != nil {
		return *e.fits
	}
	if !e.Occupancy.GridKnown {
		return false
	}
	return e.streamed() <= e.product.L2.Value/2
}

// streamed returns how many bytes all blocks stream through.
func (e *Estimate) streamed() float64 {
	total := 0.0
	for _, key := range e.objects {
		if t := e.traffic[key]; key.space == sema.GlobalSpace && math.IsInf(t.reach, 1) {
			total += t.fresh * 32
		}
	}
	return total * e.product.SMs.Value
}

// unknown returns the cost of a load that the model has no price for. A load of global memory
// counts as a coalesced one that the second level serves, any other as a hit in the first level.
func (e *Estimate) unknown(x *access) gpu.Cost {
	g := &e.model.Global
	c := gpu.Cost{Cycles: g.Cycles.Value, Pipe: gpu.PipeL1, Latency: g.Latency.Value, Instructions: 1, Basis: gpu.Extrapolated}
	if x.Space == sema.GlobalSpace {
		c.L2Sectors = 4
		c.Latency = e.model.Memory.L2Latency.Value
	}
	return c
}
