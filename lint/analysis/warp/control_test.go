package warp_test

import "testing"

func TestBranches(t *testing.T) {
	checkRows(t, []rowCase{
		// 0; 8..15 twice: from t and from t/2 of 16..31.
		{name: "else if", body: "int i; if (t < 8) i = 0; else if (t < 16) i = t; else i = t / 2; p[0] = tab[i];",
			want: map[string]string{"tab[i]": "permuted 9"}},
		// The other lanes do not count: no loop of theirs, and no variable.
		{name: "loop of some lanes", body: "int a = 0; if ((t & 31) < 4) for (int i = 0; i < n; i++) a += tab[(t + i) & 255]; p[t] = a;",
			want: map[string]string{"tab[(t + i) & 255]": "permuted 4 lanes 4/4 trips 0"}},
		{name: "long loop of some lanes", body: "int a = 0; if (t < 4) for (int i = 0; i < 500; i++) a += tab[t]; p[t] = a;",
			want: map[string]string{"tab[t]": "affine 4 stride 4 lanes 4/4 trips 500"}},
		{name: "known return", body: "if (t >= 20) return; p[0] = tab[t];",
			want: map[string]string{"tab[t]": "affine 20 stride 4 lanes 20/20"}},
		// Any lane may go on.
		{name: "return by data", body: "if (p[t]) return; p[0] = tab[t];",
			want: map[string]string{"tab[t]": "affine 32 stride 4"}},
		{name: "uniform return", body: "if (n > 3) return; p[0] = tab[2 * t];",
			want: map[string]string{"tab[2 * t]": "affine 32 stride 8"}},
		{name: "one warp of two", body: "if (t / 32 == 1) p[0] = tab[t];", block: 64,
			want: map[string]string{"tab[t]": "affine 32 stride 4"}},
		// Warp 0 has 32 addresses, warp 1 one: no stride holds in both.
		{name: "half the warps uniform", body: "p[0] = tab[t < 32 ? t : 5];", block: 64,
			want: map[string]string{"tab[t < 32 ? t : 5]": "permuted 32 mean 16.5"}},
		{name: "unreached", body: "if (t > 40) p[0] = tab[t];",
			want: map[string]string{"tab[t]": ""}},
		// t & 3: 0 -> 3, 1 -> 2, 2 -> 0, 3 -> t, of which 3 is there already.
		{name: "fall through", body: "int i = 0; switch (t & 3) { case 0: i += 1; case 1: i += 2; break; case 3: i = t; } p[0] = tab[i];",
			want: map[string]string{"tab[i]": "permuted 10"}},
		{name: "default first", body: "int i; switch (t) { default: i = 7; break; case 1: i = 1; break; case 2: i = 2; } p[0] = tab[i];",
			want: map[string]string{"tab[i]": "permuted 3"}},
		{name: "return out of a switch", body: "switch (t & 1) { case 0: if (p[t]) return; break; default: return; } p[0] = tab[t];",
			want: map[string]string{"tab[t]": "permuted 16 lanes 16/16"}},
		// The state of threads that left by an unknown break is kept apart.
		{name: "break by data", body: "int i = t; switch (n) { case 0: if (p[t]) break; i = 0; } p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 32"}},
		{name: "undecided directive", body: "int i = 0;\n#if UNSET_A > UNSET_B || defined(X)\n i = t;\n#endif\n p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 1"}},
		{name: "broken statement", body: "int i = 0; i = = t; p[0] = tab[i];",
			want: map[string]string{"tab[i]": "unknown"}},
		{name: "goto backwards", body: "int i = 0; again: p[0] = tab[i]; i = t; if (p[1]) goto again;",
			want: map[string]string{"tab[i]": "unknown"}},
		{name: "short circuit", body: "if (t < 4 && tab[t] || t > 30) p[0] = 1;",
			want: map[string]string{"tab[t]": "affine 4 stride 4 lanes 4/4"}},
	})
}

func TestForwardJumps(t *testing.T) {
	checkRows(t, []rowCase{
		{name: "all threads", body: "int i = 5; p[0] = tab[2 * t]; goto end; i = t; end: p[0] = tab[i];",
			want: map[string]string{"tab[i]": "uniform 1", "tab[2 * t]": "affine 32 stride 8"}},
		// The threads 8 to 31 go on, and all meet behind the label: 40, and 8 to 31.
		{name: "some threads", body: "int i = t; if (t < 8) { i = 40; goto end; } p[0] = tab[t + 99]; end: p[0] = tab[i];",
			want: map[string]string{"tab[t + 99]": "affine 24 stride 4 lanes 24/24", "tab[i]": "permuted 25"}},
		{name: "out of a known loop", body: "int j; for (j = 0; j < 4; j++) { if (j == 2) goto end; p[0] = tab[t + j]; } p[0] = tab[t * 2]; end: p[0] = tab[j];",
			want: map[string]string{"tab[t + j]": "affine 32 stride 4 trips 2", "tab[t * 2]": "", "tab[j]": "uniform 1"}},
		// All threads read p[j]: they leave together.
		{name: "out of an open loop", body: "int j; for (j = 0; j < n; j++) { if (p[j] == 0) goto end; p[0] = tab[t + j]; } end: p[0] = tab[j];",
			want: map[string]string{"tab[t + j]": "affine 32 stride 4 trips 0", "tab[j]": "uniform 1"}},
		{name: "in different iterations", body: "int j; for (j = 0; j < n; j++) { if (p[t + j] == 0) goto end; } end: p[0] = tab[j];",
			want: map[string]string{"tab[j]": "at least 32"}},
		{name: "to the end of an iteration", body: "int j = t; while (j < n) { for (int i = 0; i < 4; i++) if (p[j + i] < i) goto next; p[0] = tab[t]; next: j += 32; }",
			want: map[string]string{"p[j + i]": "affine 32 stride 4 trips 0", "tab[t]": "affine 32 stride 4 trips 0"}},
		{name: "out of a switch", body: "switch (n) { case 1: goto end; default: p[0] = tab[t]; } p[0] = tab[2 * t]; end: p[0] = tab[3 * t];",
			want: map[string]string{"tab[t]": "affine 32 stride 4", "tab[2 * t]": "affine 32 stride 8", "tab[3 * t]": "affine 32 stride 12"}},
		{name: "two labels", body: "int i = t; if (n > 3) goto a; i = 0; a: p[0] = tab[t]; if (n > 4) goto b; i = 1; b: p[0] = tab[2 * t];",
			want: map[string]string{"tab[t]": "affine 32 stride 4", "tab[2 * t]": "affine 32 stride 8"}},
		// These leave the code before the label in other ways, too.
		{name: "beside a break", body: "for (int r = 0; r < 2; r++) { if (n == 3) goto skip; p[0] = tab[t]; if (n == 4) break; skip: p[0] = tab[2 * t]; }",
			want: map[string]string{"tab[t]": "unknown", "tab[2 * t]": "unknown"}},
		{name: "beside a return", body: "if (n == 3) goto end; if (n == 4) return; end: p[0] = tab[t];",
			want: map[string]string{"tab[t]": "unknown"}},
		{name: "from both sides", body: "if (n == 3) goto here; p[1] = 2; here: p[0] = tab[t]; if (p[2]) goto here;",
			want: map[string]string{"tab[t]": "unknown"}},
	})
}

func TestKnownLoops(t *testing.T) {
	checkRows(t, []rowCase{
		// One address in the first iteration, 32 in the others.
		{name: "for", body: "for (int i = 0; i < 4; i++) p[0] = tab[t * i];",
			want: map[string]string{"tab[t * i]": "affine 32 stride 4 mean 24.25 trips 4"}},
		{name: "do", body: "int i = 0; do { p[0] = tab[i + t]; i++; } while (i < 3);",
			want: map[string]string{"tab[i + t]": "affine 32 stride 4 trips 3"}},
		{name: "side effect in the condition", body: "int i = 0; while (i++ < 3) p[0] = tab[i * t];",
			want: map[string]string{"tab[i * t]": "affine 32 stride 4 trips 3"}},
		// In iteration i the lanes above i are left: 31, 30, ... 1.
		{name: "divergent exits", body: "for (int i = 0; i < t; i++) p[0] = tab[i];",
			want: map[string]string{"tab[i]": "uniform 1 lanes 31/16 trips 31"}},
		{name: "geometric", body: "for (int s = 16; s > 0; s >>= 1) if (t < s) p[0] = tab[t * s];",
			want: map[string]string{"tab[t * s]": "affine 16 stride 64 mean 6.2 lanes 16/6.2 trips 5"}},
		{name: "carried", body: "int i = t; for (int k = 0; k < 3; k++) { p[0] = tab[i]; i = 2 * i + 1; }",
			want: map[string]string{"tab[i]": "affine 32 stride 4 trips 3"}},
		{name: "continue", body: "for (int i = 0; i < 4; i++) { if ((i + t) & 1) continue; p[0] = tab[t]; }",
			want: map[string]string{"tab[t]": "permuted 16 lanes 16/16 trips 4"}},
		{name: "counter changed in the body", body: "for (int i = 0; i < 8; i++) { p[0] = tab[i]; if (i == 2) i += 3; }",
			want: map[string]string{"tab[i]": "uniform 1 trips 5"}},
		{name: "nested", body: "for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) p[0] = tab[j * t];",
			want: map[string]string{"tab[j * t]": "affine 32 stride 4 mean 24.25 trips 12"}},
		{name: "long nested", body: "for (int i = 0; i < 100; i++) for (int j = 0; j < 200; j++) p[0] = tab[i + j];",
			want: map[string]string{"tab[i + j]": "uniform 1 trips 20000"}},
		// Lanes t < 2 leave with i = t, the others with 5.
		{name: "known break", body: "int i; for (i = 0; i < 5; i++) if (i == t && t < 2) break; p[0] = tab[i];",
			want: map[string]string{"tab[i]": "permuted 3"}},
		{name: "break in a switch in a loop", body: "for (int i = 0; i < 3; i++) { switch (i) { case 1: break; default: p[0] = tab[t]; } p[1] = tab[t + i]; }",
			want: map[string]string{"tab[t]": "affine 32 stride 4 trips 2", "tab[t + i]": "affine 32 stride 4 trips 3"}},
		{name: "continue in a switch", body: "for (int i = 0; i < 4; i++) { switch (t & 1) { case 0: continue; } p[0] = tab[t]; }",
			want: map[string]string{"tab[t]": "permuted 16 lanes 16/16 trips 4"}},
		// Each warp runs the read in one iteration.
		{name: "a warp's turn", body: "for (int i = 0; i < 2; i++) if (t / 32 == i) p[0] = tab[t];", block: 64,
			want: map[string]string{"tab[t]": "affine 32 stride 4"}},
		{name: "range", body: "int a[3] = {1, 2, 3}; for (int x : a) { if (x == 2) break; p[0] = tab[x * t]; } p[0] = tab[t];",
			want: map[string]string{"tab[x * t]": "affine 32 stride 4", "tab[t]": "affine 32 stride 4"}},
		{name: "elements are copies", body: "int a[3] = {1, 1, 1}; for (int x : a) x = 0; p[0] = tab[a[1] * t];",
			want: map[string]string{"tab[a[1] * t]": "affine 32 stride 4"}},
	})
}

func TestUnknownLoops(t *testing.T) {
	checkRows(t, []rowCase{
		{name: "uniform", body: "for (int i = 0; i < n; i++) p[0] = tab[i];",
			want: map[string]string{"tab[i]": "uniform 1 trips 0"}},
		{name: "block stride", body: "for (int i = t; i < n; i += blockDim.x) p[0] = tab[i];",
			want: map[string]string{"tab[i]": "affine 32 stride 4 trips 0"}},
		// Without an iteration i stays t.
		{name: "no trips", body: "int i = t; for (int k = 0; k < n; k++) i = 0; p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 32"}},
		{name: "changed on a condition", body: "int i = 0; for (int k = 0; k < n; k++) { if (k == 3) i = t; } p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 32"}},
		// Lanes leave in different iterations.
		{name: "break by lane", body: "int i; for (i = 0; i < n; i++) if (i == t) break; p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 32"}},
		{name: "known lanes break", body: "int i = 0; for (; i < n; i++) if (t < 5) break; p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 2"}},
		{name: "break by data", body: "int i = 0; while (true) { if (p[t + i] == 0) break; i++; } p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 32"}},
		{name: "uniform break", body: "int i = 0; while (true) { if (p[i] == 0) break; i++; } p[0] = tab[i]; p[1] = tab[i + t];",
			want: map[string]string{"tab[i]": "uniform 1", "tab[i + t]": "affine 32 stride 4"}},
		{name: "written first in the body", body: "int x; for (int i = 0; ; i++) { x = 2 * i; if (p[t] == i) break; } p[0] = tab[x];",
			want: map[string]string{"tab[x]": "at least 32"}},
		// Lanes leave with 70 or 71, by the parity of n - t.
		{name: "last iteration by lane", body: "int i = (n - t) & 3; do { i += 2; } while (i < 70); p[0] = tab[i + t];",
			want: map[string]string{"tab[i + t]": "at least 17"}},
		{name: "cut short", body: "for (int i = 0; i < 100; i++) { p[1] = tab[t]; if (p[i] == 3) break; }",
			want: map[string]string{"tab[t]": "affine 32 stride 4 trips 0"}},
		{name: "same number of iterations", body: "int i = t; while (i < 3200) i += 32; p[0] = tab[i - 3200];",
			want: map[string]string{"tab[i - 3200]": "affine 32 stride 4"}},
		{name: "bound by lane", body: "int i = 0; while (i < p[t]) i++; p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 32"}},
		// t + n <= 3 holds for some lanes, which leave with 2, the others with 8.
		{name: "open break of a counted loop", body: "int i = 2; do { if (t + n <= 3) break; i += 2; } while (i < 7); p[0] = tab[i];",
			want: map[string]string{"tab[i]": "at least 2"}},
		{name: "array in the body", body: "int a[2] = {0, 0}; for (int i = 0; i < n; i++) a[i & 1] = t; p[0] = tab[a[0]];",
			want: map[string]string{"tab[a[0]]": "at least 32"}},
		{name: "pointer moved in the body", body: "int a = 0, b = 0; int *q = &a; for (int i = 0; i < n; i++) q = &b; *q = t; p[0] = tab[a]; p[1] = tab[b];",
			want: map[string]string{"tab[a]": "at least 32", "tab[b]": "at least 32"}},
	})
}
