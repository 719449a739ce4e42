package cost

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

func TestOccupancy(t *testing.T) {
	m, p := gpuNamed(t, "H200") // 132 SMs of 64 warps, 32 blocks, 228 KB
	shared := func(bytes int64) []warp.Access {
		return []warp.Access{
			{Space: sema.SharedSpace, Object: "tile", ObjectBytes: bytes},
			{Space: sema.SharedSpace, Object: "tile", ObjectBytes: bytes, Kind: warp.Store},
			{Space: sema.GlobalSpace, Object: "in", ObjectBytes: 1 << 20},
		}
	}
	for _, c := range []struct {
		name                 string
		threads              int
		grid                 int64
		accesses             []warp.Access
		dynamic              int64
		extra                float64
		blocks, warps, perSM float64
		known                bool
	}{
		{name: "256 threads", threads: 256, blocks: 8, warps: 64, perSM: 64},
		{name: "32 threads: blocks limit", threads: 32, blocks: 32, warps: 32, perSM: 256},
		{name: "1024 threads", threads: 1024, blocks: 2, warps: 64, perSM: 16},
		{name: "part of a warp counts whole", threads: 33, blocks: 32, warps: 64, perSM: 256},
		{name: "static shared memory", threads: 256, accesses: shared(48 << 10), blocks: 4, warps: 32, perSM: 32},
		{name: "dynamic shared memory", threads: 256, grid: 13200, dynamic: 100 << 10, blocks: 2, warps: 16, perSM: 100, known: true},
		{name: "what a placement adds", threads: 256, accesses: shared(24 << 10), extra: 24 << 10, blocks: 4, warps: 32, perSM: 32},
		{name: "more than there is", threads: 256, extra: 1 << 30, blocks: 1, warps: 8, perSM: 8},
		{name: "one block", threads: 256, grid: 1, blocks: 1, warps: 8, perSM: 1, known: true},
		{name: "a block for some SMs", threads: 256, grid: 133, blocks: 2, warps: 16, perSM: 2, known: true},
		{name: "many blocks", threads: 256, grid: 132 * 100, blocks: 8, warps: 64, perSM: 100, known: true},
	} {
		k := &warp.Result{Block: warp.Block{Dim: [3]int{c.threads, 1, 1}}, Accesses: c.accesses}
		if c.grid > 0 {
			k.Launch = &sema.Launch{Grid: [3]int64{c.grid, 1, 1}, SharedBytes: c.dynamic}
		}
		want := Occupancy{Blocks: c.blocks, Warps: c.warps, PerSM: c.perSM, GridKnown: c.known, Grid: float64(c.grid)}
		if got := occupancy(m, p, k, Resources{}, c.extra); got != want {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
	}
}

// TestLaunchBoundsLimitOccupancy: the blocks per SM that a kernel is compiled for are
// those that are resident.
func TestLaunchBoundsLimitOccupancy(t *testing.T) {
	e := estimatesOf(t, `
template <int B> __global__ void __launch_bounds__(256, B) k(float* out) { out[threadIdx.x] = 1; }
void run(float* out) { k<3><<<4096, 256>>>(out); }`)[0]
	if e.Occupancy.Blocks != 3 {
		t.Errorf("%v blocks are resident, want 3", e.Occupancy.Blocks)
	}
}
