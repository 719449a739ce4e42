package machine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// TestLoopSettles: what the body of a loop makes anew in every iteration is no change from
// one to the next, whatever is stored in it. Each of these took as many rounds as are
// allowed in every loop, and more than a first look has.
func TestLoopSettles(t *testing.T) {
	const loops = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) for (int l = 0; l < n; l++)"
	for name, body := range map[string]string{
		"temporaries":    "half2 s = out[t]; LOOPS s = __hfma2(in[t + j], s, __hadd2(s, __hmul2(s, in[t]))); out[t] = s;",
		"local array":    "int s = 0; LOOPS { int a[4]; a[keys[t] & 3] = i; a[keys[i] & 3] = j; s += a[k & 3]; } keys[t] = s;",
		"out of sight":   "int s = 0; LOOPS { int a[4]; fill(a, i); s += a[0]; } keys[t] = s;",
		"callee's array": "int s = 0; LOOPS { s += pick(keys, i) + pick(keys, j) + pick(keys, k); } keys[t] = s;",
	} {
		t.Run(name, func(t *testing.T) {
			text := `__device__ void fill(int*, int);
__device__ int pick(int* keys, int n) { int a[4]; for (int i = 0; i < n; i++) a[keys[i] & 3] = i; return a[0]; }
__global__ void kernel(half2* out, half2* in, int* keys, int n) { int t = threadIdx.x; ` + strings.ReplaceAll(body, "LOOPS", loops) + " }"
			unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range kernels.Analyze(context.Background(), unit, kernels.Options{Kernel: unit.Kernels()[0], Brief: true}) {
				if r.Incomplete != "" {
					t.Error(r.Incomplete)
				}
			}
		})
	}
}
