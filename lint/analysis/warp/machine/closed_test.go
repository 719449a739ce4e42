package machine_test

import (
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// TestClosed: loops that are followed in closed form have the figures that their iterations
// have one by one.
func TestClosed(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       string // trips, sectors and active lanes, in the mean, of the last load
	}{
		{"each alignment as often as it comes", "for (int k = 0; k < 44; ++k) sum += in[i + k];", "44 4.864 32"},
		{"as often in a long loop", "for (int k = 0; k < 1001; ++k) sum += in[i + k];", "1001 4.874 32"},
		{"two loops", "for (int k = 0; k < 12; ++k) for (int l = 0; l < 12; ++l) sum += in[i + k + l];", "144 4.882 32"},
		{"a multiple of an unknown number", "for (int k = 0; k < 6; ++k) sum += in[i + k * n];", "6 4.646 32"},
		{"one iteration is unlike", "for (int k = 0; k < 44; ++k) if (k == 3) sum += in[i + k];", "1 5 32"},
		{"lanes by iteration", "for (int k = 0; k < 32; ++k) if (threadIdx.x % 32 < k) sum += in[i];", "31 2.452 16"},
		{"a quotient", "for (int k = 0; k < 44; ++k) sum += in[i + k / 8 * 8];", "44 4 32"},
		{"a shift", "for (int k = 0, s = 1; k < 8; ++k, s *= 2) sum += in[i + s];", "8 4.375 32"},
		{"where the last one is", "int m = 0; for (int k = 0; k < 9; ++k) m = k; sum += in[i + m];", "1 4 32"},
		{"what the counter is after", "int at = 0; for (int k = 0; k < 44; ++k) { at += 33; sum += n; } sum += in[i + at];", "1 5 32"},
		{"and after a long loop", "int at = 0; for (int k = 0; k < 1000; ++k) { at += 33; sum += n; } sum += in[i + at];", "1 4 32"},
		{"an array of the thread", "int a[8]; for (int k = 0; k < 8; ++k) a[k] = 8 * k; sum += in[i + a[3]];", "1 4 32"},
		{"a search", "int at = 0; for (int k = 0; k < 8; ++k) if (at < 5) at += k; sum += in[i + at + 2];", "1 4 32"},
	} {
		text := "__global__ void kernel(float *out, const float *in, int n) { int i = threadIdx.x; float sum = 0;\n#pragma unroll 1\n" + c.body +
			" out[i] = sum; }\nvoid run(float *out, float *in, int n) { kernel<<<n, 128>>>(out, in, n); }\n"
		got := ""
		for _, a := range analyzeText(t, text).Accesses {
			if a.Kind == warp.Load && a.Object == "in" {
				got = fmt.Sprintf("%d %.4g %.4g", a.Trips, a.Sectors.Mean, a.ActiveLanes.Mean)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestSharedInLoops: what the lanes of a warp share in each iteration, they share in all of
// them: a row of 128 bytes at any element takes 4 sectors in one of 8 places, else 5.
func TestSharedInLoops(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       string
	}{
		{"a sum of data of the warp", "for (int k = 0; k < n; ++k) { sum += in[at + lane]; at += a[k * 4 + i / 32]; }", "4.875 5"},
		// Eight iterations one by one, of which the first starts at 0, and all others as one.
		{"a sum of votes", "while (true) { sum += in[at + lane]; if (!__any_sync(~0u, sum > 3)) break; at += __popc(__ballot_sync(~0u, sum > 7)); }", "4.778 5"},
		{"data of each lane", "for (int k = 0; k < n; ++k) { sum += in[at + lane]; at += a[k * 128 + i]; }", "32 32"},
		// Half a row takes 2 sectors in one of 8 places, else 3.
		{"data of each half of a warp", "for (int k = 0; k < n; ++k) { sum += in[at + lane]; at += a[k * 8 + i / 16]; }", "5.75 6"},
		{"of each lane, in the end", "for (int k = 0; k < n; ++k) { sum += in[at + lane]; at = next; next = last; last = a[k * 128 + i]; }", "32 32"},
	} {
		text := "__global__ void kernel(float *out, const float *in, const int *a, int n) { int i = threadIdx.x, lane = i % 32, at = 0, next = 0, last = 0; float sum = 0;\n" + c.body +
			" out[i] = sum; }\nvoid run(float *out, float *in, int *a, int n) { kernel<<<n, 128>>>(out, in, a, n); }\n"
		got := ""
		for _, a := range analyzeText(t, text).Accesses {
			if a.Kind == warp.Load && a.Object == "in" {
				got = fmt.Sprintf("%.4g %d", a.Sectors.Mean, a.Sectors.Worst)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
