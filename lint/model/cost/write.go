package cost

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// write returns the cost of a store or an atomic.
func (e *Estimate) write(x *access) gpu.Cost {
	m := e.model
	switch x.Space {
	case sema.SharedSpace:
		c := m.SharedStore(x.read)
		if x.Kind == warp.Atomic {
			e.sharedAtomic(x, &c)
		}
		return c
	case sema.GlobalSpace:
		at := gpu.Streamed
		if e.fitsL2() || !math.IsInf(e.traffic[keyOf(x.Access)].reach, 1) {
			at = gpu.Residency{L2: 1}
		} else if x.followed {
			// The second level merges stores to one sector.
			at = gpu.Residency{L2: 1 - x.fresh, DRAM: x.fresh}
		}
		if !x.Addresses.Known() {
			return gpu.Cost{Cycles: m.Global.Cycles.Value, Pipe: gpu.PipeL1, L2Sectors: 4, DRAMSectors: 4 * at.DRAM, Instructions: 1, Basis: gpu.Extrapolated}
		}
		c := m.GlobalStore(x.read, at)
		if at.DRAM > 0 {
			// The second level reads the rest of a sector before it writes it back.
			c.DRAMSectors *= 1 + x.partial
		}
		if x.Kind == warp.Atomic {
			e.globalAtomic(x, &c)
		}
		return c
	}
	return gpu.Cost{Cycles: m.Global.Cycles.Value, Pipe: gpu.PipeL1, Instructions: 1, Basis: gpu.Extrapolated}
}

// Atomics on global memory are executed by the second-level cache, one sector at a time in each of
// its slices. What lies within sliceBytes is in one slice. A slice takes integerAtomic cycles of the
// SM's clock for a sector of integers, floatingAtomic for one of floating-point numbers. They were
// fitted on an H100: 2.1 million requests for 4 sectors of integers in 1.23 milliseconds; for doubles
// 387,072 requests for 8 sectors in 0.454, for 64 sectors in 0.114 milliseconds.
const (
	integerAtomic  = 1.16
	floatingAtomic = 2.3
	sliceBytes     = 512
	// mostSlices is how many slices serve atomics at their peak.
	mostSlices = 150
)

// globalAtomic adds what an atomic takes more than a store.
func (e *Estimate) globalAtomic(x *access, c *gpu.Cost) {
	c.L2Sectors = max(c.L2Sectors, finite(x.Addresses.Mean))
	each, requests := integerAtomic, sectorsOf(x)
	if x.Floating {
		// Lanes at one address are served one after the other; integers are added up before.
		each, requests = floatingAtomic, requests*sameAddress(x)
	}
	slices := max(1, min(mostSlices, e.reachOfGrid(x)/sliceBytes))
	sms := e.Occupancy.share(e.product) * e.product.SMs.Value
	if rate := e.model.Memory.L2SectorCycles.Value; rate > 0 {
		served := c.L2Lines
		c.L2Lines = max(served, requests*each*sms/slices/rate)
		x.queue = c.L2Lines - max(served, requests*each*sms/mostSlices/rate)
	}
}

// sameAddress returns how many lanes have one address, on average.
func sameAddress(x *access) float64 {
	active := finite(x.ActiveLanes.Mean)
	if active == 0 {
		active = warpSize
	}
	return max(1, active/max(1, finite(x.Addresses.Mean)))
}

// reachOfGrid returns how many bytes all blocks reach in an atomic, infinite where nothing bounds
// them.
func (e *Estimate) reachOfGrid(x *access) float64 {
	reach := math.Inf(1)
	switch {
	case x.Pattern == warp.DataDependent && x.read.Table > 0:
		reach = float64(x.read.Table)
	case x.perBlock || x.Pattern == warp.DataDependent || x.Pattern == warp.PatternUnknown || x.moves:
	case x.byWarp && x.followed:
		reach = sectorsOf(x) * sectorBytes * max(1, x.fresh*warpsOf(e.kernel.Block))
	case x.byWarp:
		reach = sectorsOf(x) * sectorBytes * warpsOf(e.kernel.Block)
	default:
		reach = sectorsOf(x) * sectorBytes
	}
	if x.ObjectBytes > 0 {
		reach = min(reach, float64(x.ObjectBytes))
	}
	return reach
}

// An atomic on shared memory is a read, an addition and a write. For floating-point numbers it is a
// loop that compares and swaps, once for each lane at one address, of casInstructions instructions
// and casCycles of the pipe: 378 wavefronts for 32 lanes, 4.4 for one (H100, doubles).
const (
	casInstructions = 12
	casCycles       = 12
	casFirst        = 4
	casLatency      = 60
)

func (e *Estimate) sharedAtomic(x *access, c *gpu.Cost) {
	c.Cycles *= 2
	if x.Floating {
		same := sameAddress(x)
		c.Cycles = max(c.Cycles, casFirst+casCycles*(same-1))
		c.Instructions = casInstructions * same
		c.Latency = casLatency * same
	}
}
