package cost

import (
	"fmt"
	"testing"
)

// TestBound: a pipe bounds a kernel if it is busy for most of the time on all of the GPU, as Nsight Compute
// counts it. A grid that leaves SMs idle, a kernel as short as its launch and atomics at one address wait.
func TestBound(t *testing.T) {
	const strided = "float s = 0; for (int k = 0; k < 64; k++) s += in[(i & 1023) * 64 + k]; out[i] = s;"
	for _, c := range []struct {
		what, body, grid string
		want             Pipe
	}{
		{"a large grid", "out[i] = in[i] + in[i + (1 << 24)] + in[i + (2 << 24)] + in[i + (3 << 24)];", "<<<65536, 256>>>", DRAM},
		{"one warp for each scheduler", "out[i] = in[i];", "<<<132, 128>>>", Latency},
		{"rows in the cache", strided, "<<<4096, 256>>>", L1},
		{"the same on a third of the SMs", strided, "<<<44, 1024>>>", Latency},
		{"the same with one block more than fit", strided, "<<<133, 1024>>>", Latency},
		{"the same where the grid is not known", strided, "<<<n, 256>>>", L1},
		{"atomics at one address", "atomicAdd(out, in[i]);", "<<<65536, 256>>>", Latency},
		{"atomics at many", "atomicAdd(out + i, 1.0f);", "<<<65536, 256>>>", L2},
	} {
		text := fmt.Sprintf("__global__ void k(const float *in, float *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; %s }\nvoid run(const float *in, float *out, int n) { k%s(in, out); }", c.body, c.grid)
		e := estimatesOf(t, text)[0]
		if got := e.Bound(); got != c.want {
			t.Errorf("%s: bound by %v, want %v: %v", c.what, got, c.want, e.Demand)
		}
	}
}
