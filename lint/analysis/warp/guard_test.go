package warp_test

import (
	"slices"
	"strings"
	"testing"
)

// Rows are guarded where all lanes of a warp may find a condition on data false.
func TestGuarded(t *testing.T) {
	for _, c := range []struct {
		name, before, body string
		// guarded are the accesses of "p" that run under a guard.
		guarded string
	}{
		{name: "none", body: "p[t] = 1;"},
		{name: "argument", body: "if (t < n) p[t] = 1;"},
		{name: "argument, return", body: "if (t >= n) return; p[t] = 1;"},
		{name: "thread", body: "if (t > 3) p[t] = 1; else p[t + 1] = 2;"},
		{name: "block", body: "if (blockIdx.x > 3) p[t] = 1;"},
		{name: "data", body: "if (p[t] > 3) p[t + 32] = 1; else p[t + 64] = 2; p[t + 96] = 0;", guarded: "p[t + 32] p[t + 64]"},
		{name: "data of all lanes", body: "if (tab[0] > 3) p[t] = 1;", guarded: "p[t]"},
		{name: "uniform data", body: "if (p[blockIdx.x] > 3) p[t] = 1;", guarded: "p[t]"},
		{name: "derived", body: "int x = p[t] * 2 + 1; if ((x & 7) == 3) p[t + 1] = 1;", guarded: "p[t + 1]"},
		{name: "both", body: "if (t < n && p[t] > 3) p[t + 1] = 1;", guarded: "p[t + 1]"},
		{name: "right of data", body: "if (p[t] > 3 && p[t + 1] > 3) n = 1;", guarded: "p[t + 1]"},
		{name: "right of an argument", body: "if (t < n && p[t + 1] > 3) n = 1;"},
		{name: "chosen", body: "p[t] = p[t + 1] ? p[t + 2] : p[t + 3];", guarded: "p[t + 2] p[t + 3]"},
		{name: "return", body: "if (p[t] > 3) return; p[t + 1] = 1;", guarded: "p[t + 1]"},
		{name: "return of a callee", before: "__device__ int f(int *q, int t) { if (q[t]) return q[t + 1]; return q[t + 2]; }",
			body: "p[t] = f(p, t);", guarded: "q[t + 1] q[t + 2]"},
		{name: "return at the end of a callee", before: "__device__ int f(int *q, int t) { return q[t + 2]; }",
			body: "if (p[t]) n += f(p, t); p[t + 1] = n;", guarded: "q[t + 2]"},
		{name: "out of sight", before: "__device__ int f(int);", body: "if (f(t)) p[t] = 1; p[t + 1] = 1;", guarded: "p[t]"},
		{name: "loop over data", body: "for (int i = p[t]; i < p[t + 1]; i++) p[i + 2] = 1; p[t + 3] = 1;", guarded: "p[i + 2]"},
		{name: "loop to an argument", body: "for (int i = 0; i < n; i++) p[i] = 1;"},
		{name: "loop, tested last", body: "int i = 0; do { p[i] = 1; i++; } while (p[i + 1]);"},
		{name: "break", body: "for (int i = 0; i < n; i++) { p[i] = 1; if (p[i + 1]) break; p[i + 2] = 1; } p[t] = 1;", guarded: "p[i + 2]"},
		{name: "continue", body: "for (int i = 0; i < 4; i++) { if (p[i]) continue; p[i + 1] = 1; } p[t] = 1;", guarded: "p[i + 1]"},
		{name: "break of a short loop", body: "for (int i = 0; i < 4; i++) { if (p[i]) break; p[i + 1] = 1; } p[t] = 1;", guarded: "p[i] p[i + 1]"},
		{name: "search", body: "int lo = 0, hi = n; while (lo < hi) { int m = (lo + hi) / 2; if (p[m] < t) lo = m + 1; else hi = m; } p[lo] = 1;"},
		{name: "switch", body: "switch (p[t]) { case 1: p[t + 1] = 1; break; case 2: p[t + 2] = 1; } p[t + 3] = 1;", guarded: "p[t + 1] p[t + 2]"},
		{name: "vote", body: "if (__any_sync(~0u, p[t] > 1)) p[t + 1] = 1;", guarded: "p[t + 1]"},
		{name: "loaded bound", body: "int m = p[0]; if (t < m) p[t + 1] = 1;", guarded: "p[t + 1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := analyzeText(t, rowCase{before: c.before, body: c.body}.source())
			var guarded []string
			for _, a := range res.Accesses {
				if text := a.Node.Text(); a.Guarded && !slices.Contains(guarded, text) {
					guarded = append(guarded, text)
				}
			}
			if got := strings.Join(guarded, " "); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(c.guarded, " ", "") {
				t.Errorf("guarded: %q, want %q (%s)", got, c.guarded, res.Incomplete)
			}
		})
	}
}
