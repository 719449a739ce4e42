package cost

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// An Occupancy is how much of a kernel one SM holds at a time, and how much of it
// there is.
type Occupancy struct {
	// Blocks is how many blocks are resident on one SM, at least 1.
	Blocks float64
	// Warps is how many warps these have together.
	Warps float64
	// PerSM is how many blocks the busiest SM executes in all; GridKnown is set
	// where that is from the launch, else assumedWaves times Blocks.
	PerSM     float64
	GridKnown bool
}

// assumedWaves is how often the blocks that fit on the GPU are replaced by others
// where the size of the grid is not known: enough for the start and the first
// touch of tables to have little weight, as in kernels that are worth optimising.
const assumedWaves = 8

const warpSize = 32

func warpsOf(b warp.Block) float64 {
	return math.Ceil(float64(max(1, b.Dim[0]*b.Dim[1]*b.Dim[2])) / warpSize)
}

// occupancy returns how many blocks of a kernel are resident, limited by the
// warps, the blocks and the shared memory of an SM, and by the grid. extra is
// shared memory in bytes that a block takes besides what it has now.
//
// Registers limit it only where __launch_bounds__ names the blocks per SM to
// compile for: the source does not tell how many the compiler uses.
func occupancy(m *gpu.Model, p *gpu.Product, k *warp.Result, extra float64) Occupancy {
	o, warps := Occupancy{}, warpsOf(k.Block)
	o.Blocks = min(m.Occupancy.Blocks.Value, math.Floor(m.Occupancy.Warps.Value/warps))
	if shared := sharedBytes(k) + extra; shared > 0 {
		o.Blocks = min(o.Blocks, math.Floor(m.Occupancy.Shared.Value/shared))
	}
	if n := minBlocks(k); n > 0 {
		o.Blocks = min(o.Blocks, n)
	}
	o.Blocks = max(1, o.Blocks)
	o.PerSM = assumedWaves * o.Blocks
	if grid := gridBlocks(k); grid > 0 {
		o.PerSM, o.GridKnown = math.Ceil(grid/p.SMs.Value), true
		o.Blocks = min(o.Blocks, o.PerSM)
	}
	o.Warps = o.Blocks * warps
	return o
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

// sharedBytes returns the shared memory of one block: the arrays that the kernel
// reads or writes, and what the launch adds where it is known.
func sharedBytes(k *warp.Result) float64 {
	total := 0.0
	type array struct {
		name string
		size int64
	}
	seen := map[array]bool{}
	for i := range k.Accesses {
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

// minBlocks returns the second argument of __launch_bounds__, the blocks per SM
// that the compiler limits registers for; 0 where there is none.
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
