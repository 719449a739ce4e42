package kernels_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

func stepsOf(t *testing.T, text string) int {
	t.Helper()
	unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900})
	if err != nil {
		t.Fatal(err)
	}
	return kernels.StepsOf(unit)
}

// TestStepsOfTrips: the cost of a kernel grows with its text, not with its trip counts. Steps
// are counted, not time. The innermost loop may be run one by one as far as the compiler
// unrolls it.
func TestStepsOfTrips(t *testing.T) {
	const unrolled = 4000
	for depth := 1; depth <= 3; depth++ {
		long := stepsOf(t, nestText(depth, "10000"))
		for _, trips := range []int{10, 60} {
			if n := stepsOf(t, nestText(depth, fmt.Sprint(trips))); n > 2*long+unrolled {
				t.Errorf("depth %d: %d steps for %d trips, %d for 10,000", depth, n, trips, long)
			}
		}
	}
}

// TestStepsOfOpenLoop: where it is not known which iteration is the last, a few are enough.
func TestStepsOfOpenLoop(t *testing.T) {
	kernel := func(loop string) string {
		return "__global__ void kernel(float *out, const float *in, const int *key) { int i = threadIdx.x, k = 0; float sum = 0; " + loop + " out[i] = sum; }\n"
	}
	tested := stepsOf(t, kernel("while (key[i + k] < 3) { k += 32; sum += in[i + k]; }"))
	if n := stepsOf(t, kernel("while (true) { if (key[i + k] >= 3) break; k += 32; sum += in[i + k]; }")); n > 8*tested {
		t.Errorf("%d steps for an endless loop, %d for one with a condition", n, tested)
	}
}

// TestStepsOfHostileKernel: a kernel with many arrays in shared memory and many accesses of them takes
// steps in proportion. So does a body in a deep nest of loops of unknown length, for each loop.
func TestStepsOfHostileKernel(t *testing.T) {
	kernel := func(arrays, accesses int) string {
		var b strings.Builder
		b.WriteString("__global__ void kernel(float *out, const float *in) {\n")
		for i := range arrays {
			fmt.Fprintf(&b, "__shared__ float t%d[64];\n", i)
		}
		for i := range accesses {
			fmt.Fprintf(&b, "t%d[threadIdx.x * 2 %% 64] = in[threadIdx.x * 8 + %d]; __syncthreads(); out[threadIdx.x] = t%d[threadIdx.x * 4 %% 64];\n", i%arrays, i, (i+7)%arrays)
		}
		b.WriteString("}\n")
		return b.String()
	}
	few, many := stepsOf(t, kernel(20, 50)), stepsOf(t, kernel(200, 500))
	if few == 0 || many > 11*few {
		t.Errorf("%d steps, %d for ten times as much", few, many)
	}
	nest := func(depth int) string {
		var b strings.Builder
		b.WriteString("__global__ void kernel(float *out, const float *in, int n) {\n__shared__ float t[32][32];\n")
		for d := range depth {
			fmt.Fprintf(&b, "for (int i%d = 0; i%d < n; i%d++)\n", d, d, d)
		}
		b.WriteString("{")
		for d := range depth {
			fmt.Fprintf(&b, "t[(threadIdx.x + i%d) %% 32][threadIdx.y] += in[(threadIdx.x * 33 + i%d) * %d];\n", d, d, d+1)
		}
		b.WriteString("}\n}\n")
		return b.String()
	}
	// Twice the text in twice as many loops.
	if half, whole := stepsOf(t, nest(12)), stepsOf(t, nest(24)); half == 0 || whole > 5*half {
		t.Errorf("%d steps for 12 loops, %d for 24", half, whole)
	}
}
