package cost

import (
	"math"

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
// Registers limit it only if __launch_bounds__ names a number of blocks per SM: the source does not
// say how many registers the compiler uses.
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

// sharedBytes returns the shared memory of one block: the arrays that the kernel reads or writes,
// and the dynamic shared memory of the launch if it is known.
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
