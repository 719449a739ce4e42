package kernels_test

import (
	"context"
	"fmt"
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
