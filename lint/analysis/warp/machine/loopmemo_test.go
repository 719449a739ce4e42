package machine_test

import (
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// TestLoopMemo checks what is remembered of inner loops against what is known of their rows.
func TestLoopMemo(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       string // pattern, trips and mean active lanes of the first load
	}{
		{"known trips", "for (int a = 0; a < 1000; ++a) for (int b = 0; b < 200; ++b) sum += in[i + 32 * b];", "affine 200000 32"},
		{"unknown inside", "for (int a = 0; a < n; ++a) for (int b = 0; b < 200; ++b) sum += in[i + 32 * b];", "affine 0 32"},
		{"a pointer to what is gone", "int *p; for (int a = 0; a < n; ++a) { int gone = a; p = &gone; } " +
			"for (int a = 0; a < n; ++a) for (int b = 0; b < n; ++b) { *p += 1; sum += in[i + 32 * b]; }", "affine 0 32"},
		{"step lost in the outer loop", "int at = 0; for (int a = 0; a < n; ++a) { for (int b = 0; b < n; ++b) at += 32; sum += in[i + at]; if (sum > 3) at = i; }", "data-dependent 0 32"},
		{"step kept", "int at = 0; for (int a = 0; a < n; ++a) { for (int b = 0; b < n; ++b) at += 32; sum += in[i]; }", "affine 0 32"},
		// The mean weighs loops as if they were iterated: 4 warps 300 times, 1 half 100 times.
		{"lengths apart", "for (int a = 0; a < n; ++a) { sum += total(in + i, 300); if (i < 16) sum += total(in + i, 100); }", "affine 0 30.8"},
	} {
		text := "__device__ float total(const float *in, int n) { float s = 0; for (int b = 0; b < n; ++b) s += in[32 * b]; return s; }\n" +
			"__global__ void kernel(float *out, const float *in, int n) { int i = threadIdx.x; float sum = 0; " + c.body + " out[i] = sum; }\n" +
			"void run(float *out, float *in, int n) { kernel<<<n, 128>>>(out, in, n); }\n"
		for _, a := range analyzeText(t, text).Accesses {
			if a.Kind != warp.Load || a.Object != "in" {
				continue
			}
			if got := fmt.Sprintf("%v %d %.3g", a.Pattern, a.Trips, a.ActiveLanes.Mean); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
			break
		}
	}
}
