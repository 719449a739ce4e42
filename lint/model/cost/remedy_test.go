package cost

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// TestRemedied bounds by hand what better addresses save: the sectors of device memory where the
// kernel streams, and next to nothing where the block uses all of them, or something else bounds
// the kernel.
func TestRemedied(t *testing.T) {
	for _, c := range []struct {
		name, body  string
		object      string
		least, most float64
	}{
		// 32 sectors loaded and 4 stored, then 4 and 4.
		{"a stream of one float in 32 bytes", "out[i] = in[8 * i];", "in", 65, 85},
		// The rest of each sector is read, too.
		{"a store of one float in 32 bytes", "out[8 * i] = in[i];", "out", 75, 90},
		// The next block stores the rest.
		{"a store of a column", "out[threadIdx.x * 65536 + blockIdx.x] = in[i];", "out", 50, 79},
		// A warp reads four floats of a row at a time, which it cannot where rows are padded.
		{"rows of a tile, four at a time", "__shared__ float tile[64][64]; for (int row = 0; row < 16; row++) for (int k = 0; k < 64; k++) s += tile[threadIdx.x % 64][k] * tile[row][k]; out[i] = s;", "tile", 0, 15},
		{"the members of a struct", "out[i] = in[3 * i] + in[3 * i + 1] + in[3 * i + 2];", "in", 0, 5},
		{"arithmetic", "float s = in[8 * i]; for (int k = 0; k < 4096; k++) s = s * 1.5f + 2.f; out[i] = s;", "in", 0, 3},
		{"columns of a tile", "__shared__ float tile[64][32]; for (int k = 0; k < 512; k++) s += tile[threadIdx.x % 64][k % 32]; out[i] = s;", "tile", 60, 97},
		{"rows of a tile", "__shared__ float tile[64][32]; for (int k = 0; k < 512; k++) s += tile[k % 64][threadIdx.x % 32]; out[i] = s;", "tile", 0, 0},
	} {
		e := estimatesOf(t, "__global__ void k(const float* __restrict__ in, float* out) { float s = 0; int i = blockIdx.x * 256 + threadIdx.x; "+c.body+" }\n"+
			"void run(const float* in, float* out) { k<<<1 << 20, 256>>>(in, out); }")[0]
		var accesses []*warp.Access
		for i := range e.kernel.Accesses {
			if a := &e.kernel.Accesses[i]; a.Object == c.object {
				accesses = append(accesses, a)
			}
		}
		if len(accesses) == 0 {
			t.Fatalf("%s: no accesses of %s", c.name, c.object)
		}
		price := e.Coalesced
		if accesses[0].Space == sema.SharedSpace {
			price = e.ConflictFree
		}
		if r, ok := price(accesses); !ok || r.Saving < c.least || r.Saving > c.most {
			t.Errorf("%s: saves %.1f %% (%v), want %.0f to %.0f: %.1f cycles, then %.1f; %s, then %s", c.name, r.Saving, ok, c.least, c.most, r.Cycles, r.CyclesThen, r.Bound, r.BoundThen)
		}
	}
}

// TestInConstantMemory bounds by hand what literal offsets save. A filter with 21 taps takes a
// quarter to a third less time on an H200 (0.117 or 0.130 ms, then 0.088 ms).
func TestInConstantMemory(t *testing.T) {
	for _, c := range []struct {
		name, body  string
		possible    bool
		least, most float64
	}{
		{"a filter", "_Pragma(\"unroll\") for (int k = 0; k < 21; k++) s += w[k] * in[i + k]; out[i] = s;", true, 25, 50},
		{"one number", "out[i] = w[0] * in[i];", true, 0, 5},
		{"a loop of unknown length", "for (int k = 0; k < n; k++) s += w[k] * in[i + k]; out[i] = s;", false, 0, 0},
		{"rows by block", "_Pragma(\"unroll\") for (int k = 0; k < 21; k++) s += w[blockIdx.x * 21 + k] * in[i + k]; out[i] = s;", false, 0, 0},
	} {
		e := estimatesOf(t, "__global__ void k(const float* __restrict__ in, const float* __restrict__ w, float* __restrict__ out, int n) { float s = 0; int i = blockIdx.x * 256 + threadIdx.x; "+c.body+" }\n"+
			"void run(const float* in, const float* w, float* out, int n) { k<<<1 << 16, 256>>>(in, w, out, n); }")[0]
		var accesses []*warp.Access
		for i := range e.kernel.Accesses {
			if a := &e.kernel.Accesses[i]; a.Object == "w" {
				accesses = append(accesses, a)
			}
		}
		r, ok := e.InConstantMemory(accesses)
		if ok != c.possible || ok && (r.Saving < c.least || r.Saving > c.most) {
			t.Errorf("%s: saves %.1f %% (%v), want %.0f to %.0f (%v)", c.name, r.Saving, ok, c.least, c.most, c.possible)
		}
	}
}
