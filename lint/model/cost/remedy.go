package cost

import (
	"math"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Remedied compares a kernel before and after some of its accesses get better addresses.
type Remedied struct {
	// Cycles is one execution of the first of these accesses now, in throughput cycles of one SM,
	// CyclesThen the same with the better addresses.
	Cycles, CyclesThen float64
	// Saving is the time saved in percent of the kernel's time, from 0 to 100.
	Saving float64
	Range
	// Bound is the pipe that bounds the kernel now, BoundThen then.
	Bound, BoundThen Pipe
	Basis            gpu.Basis
	// AtMost, TripsAssumed, GridAssumed and Unseen are those of Price.
	AtMost, TripsAssumed, GridAssumed bool
	Unseen                            []string
}

// Coalesced compares the kernel with one in which the lanes of some accesses of global memory reach
// neighbouring elements: as many distinct bytes as now, packed. What the block uses of a sector
// in other accesses and iterations is no waste: packed accesses ask for the same bytes of memory.
// ok is false where the figures of an access are not known.
func (e *Estimate) Coalesced(accesses []*warp.Access) (Remedied, bool) {
	return e.remedied(accesses, e.coalesced)
}

// coalesced returns the costs that the accesses have then.
func (e *Estimate) coalesced(accesses []*warp.Access) (map[*access]gpu.Cost, bool) {
	ideal := func(x *access) float64 {
		return max(1, finite(x.Addresses.Mean)*float64(x.read.Bytes)/sectorBytes)
	}
	asked, used := 0.0, 0.0 // sectors by packed accesses, and those of them that are new
	for _, a := range accesses {
		if i, ok := e.index[a]; ok {
			x := &e.accesses[i]
			asked += x.executions * ideal(x)
			used += x.executions * x.fresh * sectorsOf(x) * x.SectorBytes / sectorBytes
		}
	}
	fresh := used / max(asked, 1e-9)
	then := e.afterStreaming(accesses)
	return e.improved(then, accesses, sema.GlobalSpace, func(x *access) (more float64) {
		x.read.Sectors = ideal(x)
		x.pack()
		x.coalesced, x.partial = true, 0
		if x.followed {
			x.fresh = min(1, fresh)
			more = fresh
		}
		return max(1, more)
	})
}

// afterStreaming returns the estimate for when packed accesses stream less memory. What the grid
// streams then may fit the second-level cache.
func (e *Estimate) afterStreaming(accesses []*warp.Access) *Estimate {
	less := 0.0
	for _, a := range accesses {
		if i, ok := e.index[a]; ok && math.IsInf(e.traffic[keyOf(a)].reach, 1) {
			x := &e.accesses[i]
			less += x.executions * e.freshShare(x) * sectorsOf(x) * (1 - x.SectorBytes/sectorBytes)
		}
	}
	warps := e.Occupancy.PerSM * warpsOf(e.kernel.Block) * e.product.SMs.Value
	then := *e
	fits := e.fitsL2() || e.Occupancy.GridKnown && e.streamed()-less*warps*sectorBytes <= e.product.L2.Value/2
	then.fits = &fits
	return &then
}

// ConflictFree compares the kernel with one in which some accesses of shared memory have no bank
// conflicts. Elements that the compiler reads several at a time are read one by one then, by the other
// accesses of the arrays, too: padded rows are not aligned for more. ok is false where the figures of an
// access are not known.
func (e *Estimate) ConflictFree(accesses []*warp.Access) (Remedied, bool) {
	return e.remedied(accesses, e.conflictFree)
}

// conflictFree returns the costs that the accesses have then, and those that the others of their arrays have.
func (e *Estimate) conflictFree(accesses []*warp.Access) (map[*access]gpu.Cost, bool) {
	moved, ok := e.improved(e, accesses, sema.SharedSpace, func(x *access) float64 {
		more := x.oneByOne()
		x.pack()
		return more
	})
	if !ok {
		return nil, false
	}
	arrays := map[objectKey]bool{}
	for _, a := range accesses {
		arrays[keyOf(a)] = true
	}
	for i := range e.accesses {
		x := &e.accesses[i]
		if _, done := moved[x]; done || !x.priced || !arrays[keyOf(x.Access)] {
			continue
		}
		changed := *x
		if more := changed.oneByOne(); more > 1 {
			if c, possible := e.costIn(&changed, present(x.Access)); possible {
				c.Cycles, c.Instructions = more*c.Cycles, more*c.Instructions
				moved[x] = c
			}
		}
	}
	return moved, true
}

// oneByOne splits a wide access: each read gets one element. It returns how many reads replace one.
func (x *access) oneByOne() float64 {
	if x.Bytes <= 0 || x.read.Bytes <= x.Bytes {
		return 1
	}
	more := float64(x.read.Bytes) / float64(x.Bytes)
	x.read.Bytes = x.Bytes
	return more
}

// InConstantMemory compares the kernel with one that reads the buffer of some accesses from constant
// memory at literal offsets. ok is false where the compiler does not know the offsets of all. The
// saving is an upper bound: a load of one address by all lanes takes 0.7 to 1.0 cycles in a filter
// with 21 taps on an H200 (0.117 and 0.130 ms, 0.088 ms without these loads), and 1.3 in the model.
func (e *Estimate) InConstantMemory(accesses []*warp.Access) (Remedied, bool) {
	r, ok := e.remedied(accesses, e.inConstantMemory)
	r.AtMost = true
	return r, ok
}

// inConstantMemory returns the costs that the accesses have then.
func (e *Estimate) inConstantMemory(accesses []*warp.Access) (map[*access]gpu.Cost, bool) {
	var reads []*access
	bytes := 0.0 // that are read, as if each access had its own
	for _, a := range accesses {
		i, found := e.index[a]
		if !found || a.Space != sema.GlobalSpace || a.Kind != warp.Load || !e.accesses[i].priced || !e.accesses[i].fixed {
			return nil, false
		}
		reads = append(reads, &e.accesses[i])
		bytes += e.accesses[i].distinct * float64(a.Bytes)
	}
	moved := map[*access]gpu.Cost{}
	for _, x := range reads {
		moved[x] = e.model.ConstantLiteral(bytes)
	}
	return moved, len(moved) > 0
}

// sectorBytes is the size of a sector in bytes on all architectures.
const sectorBytes = 32

// pack gives the lanes of an access neighbouring elements, in the order of the addresses that they
// have now. Lanes at one address stay together.
func (x *access) pack() {
	lanes := make([]int64, warpSize)
	if x.Lanes == nil {
		for i := range lanes {
			lanes[i] = int64(float64(i)*finite(x.Addresses.Mean)/warpSize) * x.read.Bytes
		}
	} else {
		sorted := slices.Clone(x.Lanes)
		slices.Sort(sorted)
		sorted = slices.DeleteFunc(slices.Compact(sorted), func(at int64) bool { return at < 0 })
		for i, at := range x.Lanes {
			lanes[i] = -1
			if at >= 0 {
				rank, _ := slices.BinarySearch(sorted, at)
				lanes[i] = int64(rank) * x.read.Bytes
			}
		}
	}
	x.read.Lanes = lanes
}

// improved returns the costs of some accesses, all of one memory space, after change was applied to
// them, and of others that cost something else then. then is the estimate that tells what they cost.
// change returns, for shared memory, how many accesses take the place of each; for global memory, how
// many times the sectors that the access then asks for come from beyond the first-level cache: more
// than once where others used what it brought there.
func (e *Estimate) improved(then *Estimate, accesses []*warp.Access, space sema.MemorySpace, change func(*access) (more float64)) (moved map[*access]gpu.Cost, ok bool) {
	moved = map[*access]gpu.Cost{}
	for _, a := range accesses {
		i, found := e.index[a]
		if !found || a.Space != space || !a.Addresses.Known() || !e.accesses[i].priced {
			return nil, false
		}
		x := &e.accesses[i]
		changed := *x
		more := change(&changed)
		c, possible := then.costIn(&changed, present(a))
		if space == sema.SharedSpace {
			c.Cycles, c.Instructions = more*c.Cycles, more*c.Instructions
		}
		c.L2Sectors, c.L2Lines, c.DRAMSectors = more*c.L2Sectors, more*c.L2Lines, more*c.DRAMSectors
		if !possible {
			return nil, false
		}
		moved[x] = c
	}
	if len(moved) == 0 {
		return nil, false
	}
	if then.fits != nil && *then.fits != e.fitsL2() {
		for i := range e.accesses {
			x := &e.accesses[i]
			if _, done := moved[x]; !done && x.Space == sema.GlobalSpace && x.priced {
				moved[x], _ = then.costIn(x, Global)
			}
		}
	}
	return moved, true
}

// remedied compares the kernel with one in which some accesses have the costs that change returns.
func (e *Estimate) remedied(accesses []*warp.Access, change func([]*warp.Access) (map[*access]gpu.Cost, bool)) (r Remedied, ok bool) {
	moved, ok := change(accesses)
	before := e.Demand.time()
	if !ok || !(before > 0) {
		return r, false
	}
	for x, c := range moved {
		r.AtMost = r.AtMost || x.Pattern == warp.DataDependent
		if x.Access == accesses[0] {
			r.Cycles, r.CyclesThen, r.Basis = x.cost.Cycles, c.Cycles, weaker(x.cost.Basis, c.Basis)
		}
	}
	after := e.with(moved, &setup{})
	r.Saving = max(0, 100*(1-after.time()/before))
	r.Range = savingRange(&e.Demand, &after)
	r.Bound, r.BoundThen = e.Bound(), e.boundOf(&after)
	r.TripsAssumed, r.GridAssumed, r.Unseen = e.tripsAssumed(accesses[0]), !e.Occupancy.GridKnown, e.unseen()
	return r, true
}
