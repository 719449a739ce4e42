package cost

import (
	"math"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// An Occupancy says how many blocks and warps of a kernel one SM executes, at a time and in all.
type Occupancy struct {
	// Blocks is how many blocks are resident on one SM, at least 1.
	Blocks float64
	// Warps is how many warps these have together.
	Warps float64
	// PerSM is how many blocks the busiest SM executes in all. It comes from the launch if
	// GridKnown is set, else it is assumedWaves times Blocks.
	PerSM     float64
	GridKnown bool
	// Grid is how many blocks the launch has, 0 where that is not known.
	Grid float64
	// Registers is how many registers a thread has, 0 where that is not known.
	Registers float64
}

// Resources are what the compiler says that a kernel takes. The zero value says nothing.
type Resources struct {
	// Known is set where the compiler says something.
	Known bool
	// Registers is how many 32-bit registers a thread has, Shared how many bytes of shared memory
	// a block declares, without those that the launch adds.
	Registers, Shared float64
}

// tail returns how much longer the blocks of an SM take because the last of them leave it partly
// empty: five blocks of which four fit take as long as eight.
func (o Occupancy) tail() float64 {
	if !o.GridKnown || o.Blocks < 1 {
		return 1
	}
	waves := o.PerSM / o.Blocks
	return math.Ceil(waves) / waves
}

// share returns the part of the SMs that have work.
func (o Occupancy) share(p *gpu.Product) float64 {
	if !o.GridKnown || !(p.SMs.Value > 1) {
		return 1
	}
	return max(1, min(p.SMs.Value, o.Grid)) / p.SMs.Value
}

// assumedWaves is how often the blocks that fit on the GPU are replaced by others if the size of
// the grid is not known. It is large enough that the start and the first touch of tables weigh
// little, as in kernels that are worth optimising.
const assumedWaves = 8

const warpSize = 32

func warpsOf(b warp.Block) float64 {
	return math.Ceil(float64(max(1, b.Dim[0]*b.Dim[1]*b.Dim[2])) / warpSize)
}

// occupancy returns the occupancy of a kernel, limited by the warps, the blocks and the shared
// memory of an SM, and by the grid. extra is additional shared memory of a block in bytes.
//
// Registers limit it only where they are known, or if __launch_bounds__ names a number of blocks per
// SM: the source does not say how many registers the compiler uses.
func occupancy(m *gpu.Model, p *gpu.Product, k *warp.Result, use Resources, extra float64) Occupancy {
	o, warps := Occupancy{Registers: use.Registers}, warpsOf(k.Block)
	o.Blocks = min(m.Occupancy.Blocks.Value, math.Floor(m.Occupancy.Warps.Value/warps))
	if shared := sharedBytes(k, use) + extra; shared > 0 {
		o.Blocks = min(o.Blocks, math.Floor(m.Occupancy.Shared.Value/(shared+reservedShared(m))))
	}
	if r := registersOfWarp(use.Registers); r > 0 {
		// Each of the four schedulers has registers of its own.
		o.Blocks = min(o.Blocks, math.Floor(schedulers*math.Floor(m.Occupancy.Registers.Value/schedulers/r)/warps))
	}
	if n := minBlocks(k); n > 0 && !use.Known {
		o.Blocks = min(o.Blocks, n)
	}
	o.Blocks = max(1, o.Blocks)
	o.PerSM = assumedWaves * o.Blocks
	if grid := gridBlocks(k); grid > 0 {
		o.PerSM, o.GridKnown, o.Grid = math.Ceil(grid/p.SMs.Value), true, grid
		o.Blocks = min(o.Blocks, o.PerSM)
	}
	o.Warps = o.Blocks * warps
	return o
}

// WarpsUsing returns how many warps of the kernel can be active on an SM if it takes other resources.
func (e *Estimate) WarpsUsing(use Resources) float64 {
	return occupancy(e.model, e.product, e.kernel, use, 0).Warps
}

// schedulers is the number of an SM's parts that have warps and registers of their own, on all
// architectures of the models.
const schedulers = 4

// reservedShared returns the shared memory of a block that the system takes for itself (CUDA C++
// Programming Guide: 1 KB a block from sm_80 on).
func reservedShared(m *gpu.Model) float64 {
	if n, err := strconv.Atoi(strings.TrimPrefix(m.Name, "sm_")); err == nil && n >= 80 {
		return 1024
	}
	return 0
}

// registersOfWarp returns how many registers a warp takes of those of its scheduler: they are given
// out in units of 256.
func registersOfWarp(perThread float64) float64 {
	const unit = 256
	return unit * math.Ceil(perThread*warpSize/unit)
}

// gridBlocks returns the number of blocks of the launch, 0 where it is not known.
func gridBlocks(k *warp.Result) float64 {
	if k.Launch == nil {
		return 0
	}
	n := 1.0
	for _, d := range k.Launch.Grid {
		n *= float64(max(0, d))
	}
	return n
}

// sharedBytes returns the shared memory of one block: what the compiler says, else the arrays that
// the kernel reads or writes; and the dynamic shared memory of the launch if it is known.
func sharedBytes(k *warp.Result, use Resources) float64 {
	total := use.Shared
	type array struct {
		name string
		size int64
	}
	seen := map[array]bool{}
	for i := range k.Accesses {
		if use.Known {
			break
		}
		a := &k.Accesses[i]
		if key := (array{a.Object, a.ObjectBytes}); a.Space == sema.SharedSpace && a.ObjectBytes > 0 && !seen[key] {
			seen[key] = true
			total += float64(a.ObjectBytes)
		}
	}
	if k.Launch != nil && k.Launch.SharedBytes > 0 {
		total += float64(k.Launch.SharedBytes)
	}
	return total
}

// minBlocks returns the second argument of __launch_bounds__, the blocks per SM for which the
// compiler limits registers; 0 if there is none.
func minBlocks(k *warp.Result) float64 {
	if k.Kernel == nil || len(k.Kernel.LaunchBounds) < 2 {
		return 0
	}
	scope := k.Kernel.Scope
	if k.Launch != nil && k.Launch.Bindings != nil {
		scope = scope.With(k.Launch.Bindings)
	}
	if c := scope.Const(k.Kernel.LaunchBounds[1]); c.Known() && c.Int > 0 {
		return float64(c.Int)
	}
	return 0
}
