package warp_test

import (
	"context"
	"math"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// TestRepeats: how often w is read, where, and how often at one address, as the
// kernel is and with w taken to be const __restrict__.
func TestRepeats(t *testing.T) {
	type count struct {
		executions, repeats float64
		nest                int
	}
	for _, c := range []struct {
		name, body, access string
		plain, restricted  count
	}{
		{"after each store", "for (int i = 0; i < n; i++) out[i * 256 + threadIdx.x] = w[0];", "w[0]", count{16, 16, 1}, count{1, 1, 0}},
		{"in a loop of known length", "for (int i = 0; i < 20; i++) out[i * 256 + threadIdx.x] = w[threadIdx.x];", "w[threadIdx.x]", count{20, 20, 1}, count{1, 1, 0}},
		{"the address changes", "for (int i = 0; i < n; i++) out[i * 256 + threadIdx.x] = w[i];", "w[i]", count{16, 1, 1}, count{16, 1, 1}},
		{"the address changes in the outer loop", "for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) out[i * 256 + threadIdx.x] += w[k];", "w[k]", count{256, 16, 2}, count{16, 1, 1}},
		{"the store is in the outer loop", "for (int k = 0; k < n; k++) { float s = 0; for (int i = 0; i < n; i++) s += w[1] * i; out[k] = s; }", "w[1]", count{16, 16, 1}, count{1, 1, 0}},
		{"no store in the loop", "float s = 0; for (int i = 0; i < n; i++) s += w[2]; out[threadIdx.x] = s;", "w[2]", count{1, 1, 0}, count{1, 1, 0}},
		{"through itself", "for (int i = 0; i < n; i++) w[i] = w[3];", "w[3]", count{16, 16, 1}, count{16, 16, 1}},
		{"under a condition", "for (int i = 0; i < n; i++) if (out[i] > 0) out[i] = w[4];", "w[4]", count{16, 16, 1}, count{16, 1, 1}},
		{"under a condition, no store", "float s = 0; for (int i = 0; i < n; i++) if (out[i] > 0) s += w[5]; out[0] = s;", "w[5]", count{16, 1, 1}, count{16, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "__global__ void other(float* o) { o[0] = 1; }\n__global__ void k(float* w, float* out, int n) { " + c.body + " }"
			unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900})
			if err != nil {
				t.Fatal(err)
			}
			kernel := unit.Kernels()[1]
			for restrict, want := range map[string]count{"": c.plain, "w": c.restricted} {
				results := kernels.Analyze(context.Background(), unit, kernels.Options{Kernel: kernel, Restrict: restrict})
				if len(results) != 1 || results[0].Kernel != kernel || results[0].Restrict != restrict {
					t.Fatalf("restrict %q: %d results", restrict, len(results))
				}
				found := false
				for _, a := range results[0].Accesses {
					if a.Node.Text() != c.access || a.Kind != warp.Load {
						continue
					}
					found = true
					got := count{a.Executions, a.Repeats, a.Nest}
					if math.Abs(got.executions-want.executions) > 1e-9 || math.Abs(got.repeats-want.repeats) > 1e-9 || got.nest != want.nest {
						t.Errorf("restrict %q: %+v, want %+v", restrict, got, want)
					}
				}
				if !found {
					t.Errorf("no access %s", c.access)
				}
			}
		})
	}
}
