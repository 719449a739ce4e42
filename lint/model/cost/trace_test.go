package cost

import (
	"context"
	"os"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// estimatesOf returns the estimates of a source text's kernels on an H200.
func estimatesOf(t testing.TB, text string) []*Estimate {
	t.Helper()
	unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900, Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	m, p := gpuNamed(t, "H200")
	var out []*Estimate
	for _, k := range kernels.Analyze(context.Background(), unit, kernels.Options{}) {
		out = append(out, Kernel(m, p, &k, Resources{}))
	}
	if len(out) == 0 {
		t.Fatal("no kernel")
	}
	return out
}

// TestOriginsOfAddresses: what the address of the first read of t is made of.
func TestOriginsOfAddresses(t *testing.T) {
	type want struct {
		perBlock, nextBlock, walks, uniform, carried bool
		step, repeats                                float64
		depth                                        int
	}
	for _, c := range []struct {
		body string
		want want
	}{
		{"out[threadIdx.x] = t[threadIdx.x];", want{}},
		{"int i = blockIdx.x * 256 + threadIdx.x; out[i] = t[i & 1023];", want{perBlock: true, nextBlock: true}},
		{"int y = blockIdx.y * 8 + threadIdx.y; out[threadIdx.x] = t[y];", want{perBlock: true}},
		{"float s = 0; for (int i = 0; i < n; i++) s += t[i & 255]; out[threadIdx.x] = s;", want{walks: true, uniform: true, step: 4}},
		{"float s = 0; for (int i = 0; i < n; i++) s += t[(threadIdx.x + i * 3) & 1023]; out[threadIdx.x] = s;", want{walks: true, step: 12}},
		{"float s = 0; for (int i = 0; i < 4096; i++) s += t[threadIdx.x + (i & 15) * 8]; out[threadIdx.x] = s;", want{walks: true, step: 32, repeats: 256}},
		{"float s = 0; for (int i = threadIdx.x; i < n; i += 256) s += t[i & 1023]; out[threadIdx.x] = s;", want{walks: true}},
		{"out[threadIdx.x] = t[data[threadIdx.x] & 255];", want{depth: 1}},
		{"int s = 0; for (int i = 0; i < n; i++) s = (int)t[(s ^ data[i]) & 255]; out[threadIdx.x] = s;", want{walks: true, depth: 1, carried: true}},
		{"float s = 0; for (int i = 0; i < n; i++) { int x = data[i * 256 + threadIdx.x]; s += t[x & 255]; } out[threadIdx.x] = s;", want{walks: true, depth: 1}},
	} {
		e := estimatesOf(t, "__constant__ float t[1024];\n__global__ void k(float* out, const int* data, int n) { "+c.body+" }")[0]
		var x *access
		for i := range e.accesses {
			if e.accesses[i].Object == "t" {
				x = &e.accesses[i]
				break
			}
		}
		if x == nil {
			t.Errorf("%s: t is not read", c.body)
			continue
		}
		got := want{x.perBlock, x.nextBlock, x.walks, x.uniform, x.carried, x.step, x.repeats, x.depth}
		if got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.body, got, c.want)
		}
	}
}

// TestStreamsAndTables: what is read again is found in the first-level cache, what
// moves with the block comes from device memory.
func TestStreamsAndTables(t *testing.T) {
	for _, c := range []struct {
		name, text string
		l1, dram   float64
	}{
		{"a stream", "out[i] = in[i];", 0, 1},
		{"a window of 8 elements", "float s = 0; for (int k = 0; k < 8; k++) s += in[i + k]; out[i] = s;", 1 - 33.0/312, 33.0 / 312}, // 8 warps ask 4 + 7*5 times, for 33 sectors
		{"16 rows again and again", "float s = 0; for (int k = 0; k < 4096; k++) s += in[(k & 15) * 1000000 + i]; out[i] = s;", 1 - 1.0/256, 1.0 / 256},
		{"a row for all", "float s = 0; for (int k = 0; k < 64; k++) s += in[k]; out[i] = s;", 1, 0},
	} {
		e := estimatesOf(t, "__global__ void k(const float* __restrict__ in, float* out) { int i = blockIdx.x * 256 + threadIdx.x; "+c.text+" }\n"+
			"void run(const float* in, float* out) { k<<<1 << 20, 256>>>(in, out); }")[0]
		at := e.residency(&e.accesses[0])
		if off := at.L1 - c.l1; off > 0.01 || off < -0.01 || at.DRAM-c.dram > 0.01 || c.dram-at.DRAM > 0.01 {
			t.Errorf("%s: %+v, want %.3f in L1 and %.3f in DRAM", c.name, at, c.l1, c.dram)
		}
	}
}

// TestLiteralOffsets: a uniform read in a loop of a constant number of iterations that
// is not unrolled can be made literal, and that is the best; with a count that the
// compiler does not know it cannot.
func TestLiteralOffsets(t *testing.T) {
	for _, c := range []struct {
		loop string
		want bool
	}{
		{"#pragma unroll 1\n for (int i = 0; i < 64; i++)", true},
		{"#pragma unroll 1\n for (int i = 0; i < n; i++)", false},
	} {
		e := estimatesOf(t, "__constant__ float t[4096];\n__global__ void k(float* out, int n) { float s = 0;\n"+c.loop+" s += t[i] * s;\n out[threadIdx.x] = s; }\n"+
			"void run(float* out, int n) { k<<<4096, 256>>>(out, n); }")[0]
		p, ok := e.Price(constantRead(e))
		if !ok || len(p.Alternatives) == 0 {
			t.Fatalf("%s: no alternative", c.loop)
		}
		if got := p.Alternatives[0].Placement == Literal; got != c.want {
			t.Errorf("%s: %s is best of %+v", c.loop, p.Alternatives[0].Placement, p.Alternatives)
		}
	}
}
