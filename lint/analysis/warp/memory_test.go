package warp_test

import "testing"

func TestLocalMemory(t *testing.T) {
	checkRows(t, []rowCase{
		{name: "known index", body: "int a[4] = {0, t, 2 * t, 3}; p[0] = tab[a[2]];",
			want: map[string]string{"tab[a[2]]": "affine 32 stride 8"}},
		{name: "index by lane", body: "int a[4] = {5, 6, 5, 9}; p[0] = tab[a[t & 3]];",
			want: map[string]string{"tab[a[t & 3]]": "permuted 3"}},
		{name: "store by lane", body: "int a[4] = {0, 0, 0, 0}; a[t & 3] = t; p[0] = tab[a[1]];",
			want: map[string]string{"tab[a[1]]": "permuted 9"}}, // 0 and 1, 5, ... 29
		{name: "uniform index out of sight", body: "int a[4] = {0, 0, 0, 0}; a[n & 3] = t; p[0] = tab[a[1]];",
			want: map[string]string{"tab[a[1]]": "at least 32"}},
		{name: "index by data", body: "int a[4] = {1, 2, 3, 4}; p[0] = tab[a[p[t] & 3]];",
			want: map[string]string{"tab[a[p[t] & 3]]": "at least 4"}},
		{name: "stores to unknown elements", body: "int a[4] = {0, 0, 0, 0}; for (int i = 0; i < n; i++) a[i & 3] = t; p[0] = tab[a[0]];",
			want: map[string]string{"tab[a[0]]": "unknown"}},
		{name: "some element", body: "int a[3] = {1, 2, t}; p[0] = tab[a[n]];",
			want: map[string]string{"tab[a[n]]": "unknown"}},
		{name: "struct copy", before: "struct S { int a, b[2]; };", body: "S s = {t, {1, 2}}; S u = s; s.a = 0; u.b[1] = t; p[0] = tab[u.a + u.b[1] + s.b[1] + s.a];",
			want: map[string]string{"tab[u.a + u.b[1] + s.b[1] + s.a]": "affine 32 stride 8"}},
		{name: "union", before: "union U { int i; float f; };", body: "U u; u.i = t; u.f = 1.0f; p[0] = tab[u.i & 15];",
			want: map[string]string{"tab[u.i & 15]": "at least 1"}},
		{name: "two pointers to one variable", body: "int a = 0; int *q = &a, *r = q; *q = 1; *r = t; p[0] = tab[*q];",
			want: map[string]string{"tab[*q]": "affine 32 stride 4"}},
		{name: "pointer into an array", body: "int a[4] = {0, 1, 2, 3}; int *q = a; q += 2; *q = t; q[-1] = 2 * t; p[0] = tab[a[1] + a[2]];",
			want: map[string]string{"tab[a[1] + a[2]]": "affine 32 stride 12"}},
		{name: "either of two", body: "int a = 0, b = 0; int *q = n ? &a : &b; *q = t; p[0] = tab[a]; p[1] = tab[b];",
			want: map[string]string{"tab[a]": "at least 32", "tab[b]": "at least 32"}},
		{name: "reference", body: "int a = 0; int &r = a; r = t; a += 1; p[0] = tab[r];",
			want: map[string]string{"tab[r]": "affine 32 stride 4"}},
		{name: "unknown pointer", before: "__device__ int *where(int *);", body: "int a = 0; int *q = where(&a); *q = t; p[0] = tab[a];",
			want: map[string]string{"tab[a]": "at least 32"}},
		{name: "stored in a struct", before: "struct S { int *q; };", body: "int a = 0; S s = {&a}; *s.q = t; p[0] = tab[a];",
			want: map[string]string{"tab[a]": "affine 32 stride 4"}},
		{name: "narrow", body: "unsigned char c = 250 + t; p[0] = tab[c];", // wraps after 6 lanes
			want: map[string]string{"tab[c]": "permuted 32"}},
		{name: "object read by __ldg", body: "int4 v = __ldg((const int4 *)p + t); p[0] = v.x;",
			want: map[string]string{"__ldg((const int4 *)p + t)": "affine 32 stride 16"}},
		{name: "variable template", before: "template <typename T> __constant__ T wide[64];", body: "p[0] = wide<int>[2 * t];",
			want: map[string]string{"wide<int>[2 * t]": "affine 32 stride 8"}},
		{name: "static", body: "static int s; s = 0; p[0] = tab[s + t];",
			want: map[string]string{"tab[s + t]": "at least 32"}},
		{name: "conditional pointer by lane", body: "int a = t, b = 0; int *q = t < 16 ? &a : &b; p[0] = tab[*q];",
			want: map[string]string{"tab[*q]": "at least 16"}},
	})
}

func TestSharedAndTables(t *testing.T) {
	checkRows(t, []rowCase{
		{name: "broadcast", body: "__shared__ int s[32]; s[t] = t; __syncthreads(); p[0] = tab[s[0]]; p[1] = tab[s[t]];",
			want: map[string]string{"s[0]": "uniform 1", "tab[s[0]]": "uniform 1", "s[t]": "affine 32 stride 4\naffine 32 stride 4", "tab[s[t]]": "at least 32"}},
		{name: "fresh data per iteration", body: "for (int i = 0; i < n; i++) { int j = p[i]; p[1] = tab[j + t]; }",
			want: map[string]string{"p[i]": "uniform 1 trips 0", "tab[j + t]": "affine 32 stride 4 trips 0"}},
		{name: "atomic result", body: "int i = atomicAdd(p, 1); p[2] = tab[i & 1023];",
			want: map[string]string{"tab[i & 1023]": "at least 32"}},
		{name: "data kept between reads of it", body: "int i = p[t]; p[2] = tab[i - i + t];",
			want: map[string]string{"tab[i - i + t]": "affine 32 stride 4"}},
		{name: "constant table", before: "__device__ const int perm[4] = {3, 3, 1, 0};", body: "p[0] = tab[perm[t & 3]];",
			want: map[string]string{"tab[perm[t & 3]]": "permuted 3"}},
		{name: "constant table first read in a condition", before: "__device__ const int limit[2] = {2, 3};", body: "for (int i = 0; i < limit[0]; i++) p[0] = tab[t];",
			want: map[string]string{"tab[t]": "affine 32 stride 4 trips 2"}},
		{name: "table that may change", before: "__device__ int perm[4] = {3, 3, 1, 0};", body: "p[0] = tab[perm[t & 3]];",
			want: map[string]string{"tab[perm[t & 3]]": "data-dependent 4 mean 3.994"}},
		{name: "pointer out of memory", before: "struct L { int *q; };", body: "L *l = (L *)p; p[0] = l[n].q[t]; ",
			want: map[string]string{"l[n].q[t]": "affine 32 stride 4"}},
	})
}

func TestWarpPrimitives(t *testing.T) {
	checkRows(t, []rowCase{
		{name: "broadcast", body: "int i = __shfl_sync(0xffffffff, t, 3); p[0] = tab[i];",
			want: map[string]string{"tab[i]": "uniform 1"}},
		// Of 64 threads each warp has its own.
		{name: "broadcast of unknown lane", body: "int i = __shfl_sync(0xffffffff, p[t], n); p[0] = tab[i];", block: 64,
			want: map[string]string{"tab[i]": "uniform 1"}},
		{name: "down", body: "int i = __shfl_down_sync(0xffffffff, t, 16); p[0] = tab[i];", // 16..31 twice
			want: map[string]string{"tab[i]": "permuted 16"}},
		{name: "xor", body: "int i = __shfl_xor_sync(0xffffffff, t, 1); p[0] = tab[i];",
			want: map[string]string{"tab[i]": "permuted 32"}},
		{name: "width", body: "int i = __shfl_sync(0xffffffff, t, 0, 8); p[0] = tab[i];",
			want: map[string]string{"tab[i]": "permuted 4"}},
		{name: "ballot", body: "unsigned b = __ballot_sync(0xffffffff, t < 3); p[0] = tab[b & 15];",
			want: map[string]string{"tab[b & 15]": "uniform 1"}},
		{name: "rank by ballot", body: "unsigned b = __ballot_sync(0xffffffff, t & 1); int r = __popc(b & ((1u << t) - 1)); if (t & 1) p[0] = tab[r];",
			want: map[string]string{"tab[r]": "permuted 16 lanes 16/16"}},
		{name: "ballot of data", body: "unsigned b = __ballot_sync(0xffffffff, p[t] > 0); p[0] = tab[b & 15];",
			want: map[string]string{"tab[b & 15]": "uniform 1"}},
		{name: "match", body: "unsigned m = __match_any_sync(0xffffffff, t & 3); p[0] = tab[__ffs(m) - 1];",
			want: map[string]string{"tab[__ffs(m) - 1]": "permuted 4"}},
		{name: "tile", before: "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;",
			body: "auto g = cg::tiled_partition<8>(cg::this_thread_block()); p[0] = tab[g.thread_rank()]; p[1] = tab[g.meta_group_rank()];",
			want: map[string]string{"tab[g.thread_rank()]": "permuted 8", "tab[g.meta_group_rank()]": "permuted 4"}},
		{name: "whole grid", before: "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;",
			body: "auto g = cg::this_grid(); for (size_t i = g.thread_rank(); i < n; i += g.size()) p[0] = tab[i]; for (size_t i = g.thread_rank(); i < n; i += g.num_blocks() * 32) p[0] = tab[i + 1];",
			want: map[string]string{"tab[i]": "affine 32 stride 4 trips 0", "tab[i + 1]": "affine 32 stride 4 trips 0"}},
		// The power of two is the same for all threads, and at least 1.
		{name: "unknown shift", body: "p[t << n] = 1; p[(t >> 1) << n] = 2;",
			want: map[string]string{"p[t << n]": "permuted 32", "p[(t >> 1) << n]": "permuted 16"}},
		{name: "reduction", body: "int s = __reduce_add_sync(0xffffffff, p[t]); p[0] = tab[s & 1];",
			want: map[string]string{"tab[s & 1]": "uniform 1"}},
	})
}
