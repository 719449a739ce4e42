package warp_test

import (
	"math"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// workOf analyses the body of a kernel of 256 threads.
func workOf(t *testing.T, text string) *warp.Result {
	t.Helper()
	if !strings.Contains(text, "__global__") {
		text = "__constant__ float table[64]; __global__ void k(int n, float f, const float* __restrict__ a, float* __restrict__ b, int* c) {" + text + "}"
	}
	results := analyzeAll(t, text)
	if len(results) != 1 {
		t.Fatalf("%d results", len(results))
	}
	return &results[0]
}

// counted returns how often a warp executes an operation on a class, over all nests.
func counted(r *warp.Result, op warp.Operation, cls warp.NumberClass) float64 {
	sum := 0.0
	for _, n := range r.Nests {
		for _, o := range n.Operations {
			if o.Operation == op && o.Type == cls {
				sum += o.Count
			}
		}
	}
	return sum
}

func TestOperations(t *testing.T) {
	type want struct {
		op    warp.Operation
		cls   warp.NumberClass
		count float64
	}
	for _, test := range []struct {
		name, text string
		want       []want
	}{
		{"constants are folded", "b[threadIdx.x] = a[threadIdx.x] + 2.0f * 3.0f;",
			[]want{{warp.Add, warp.Single, 1}, {warp.Multiply, warp.Single, 0}, {warp.MultiplyAdd, warp.Single, 0}}},
		{"a product and a sum are one", "b[threadIdx.x] = a[threadIdx.x] * f + 1.0f;",
			[]want{{warp.MultiplyAdd, warp.Single, 1}, {warp.Add, warp.Single, 0}, {warp.Multiply, warp.Single, 0}}},
		{"a sum takes in one product", "float x = a[threadIdx.x]; b[threadIdx.x] = x * x + f * x;",
			[]want{{warp.MultiplyAdd, warp.Single, 1}, {warp.Multiply, warp.Single, 1}}},
		{"a product used otherwise stays", "float x = a[threadIdx.x] * f; b[threadIdx.x] = x + 1.0f; b[threadIdx.x + 256] = x;",
			[]want{{warp.Add, warp.Single, 1}, {warp.Multiply, warp.Single, 1}}},
		{"the same again", "float x = a[threadIdx.x]; b[threadIdx.x] = sqrtf(x * f) + sqrtf(x * f);",
			[]want{{warp.Multiply, warp.Single, 1}, {warp.Add, warp.Single, 1}}},
		{"what nothing needs", "float x = a[threadIdx.x]; float y = x * f; b[threadIdx.x] = x;",
			[]want{{warp.Multiply, warp.Single, 0}}},
		{"powers of two, unsigned", "c[0] = threadIdx.x % 8 + threadIdx.x / 16;",
			[]want{{warp.Logic, warp.Int32, 1}, {warp.Shift, warp.Int32, 1}, {warp.DivideConstant, warp.Int32, 0}}},
		{"powers of two, signed", "c[0] = c[threadIdx.x] % 8; c[1] = c[threadIdx.x] / 8;",
			[]want{{warp.RemainderPower, warp.Int32, 1}, {warp.DividePower, warp.Int32, 1}}},
		{"a remainder is a division and a product", "c[0] = c[threadIdx.x] % 10;",
			[]want{{warp.DivideConstant, warp.Int32, 1}, {warp.MultiplyAdd, warp.Int32, 1}}},
		{"quotient and remainder share the division", "int x = c[threadIdx.x]; c[0] = x % n + x / n;",
			[]want{{warp.Divide, warp.Int32, 1}, {warp.MultiplyAdd, warp.Int32, 1}}},
		{"a rotation", "unsigned x = c[threadIdx.x]; c[0] = x << 5 | x >> 27;",
			[]want{{warp.Shift, warp.Int32, 1}, {warp.Logic, warp.Int32, 0}}},
		{"three bit operations are two", "int x = c[threadIdx.x]; c[0] = (x ^ n) & blockIdx.x | 0x70;",
			[]want{{warp.Logic, warp.Int32, 2}}},
		{"a byte of a long number", "unsigned long long x = (unsigned long long)c[threadIdx.x] * 77; c[0] = (x >> 24 & 0xff) + (int)(x >> 40 & 0xff);",
			[]want{{warp.Logic, warp.Int32, 2}, {warp.Shift, warp.Int64, 0}, {warp.Logic, warp.Int64, 0}}},
		{"shifts by no number of bits", "int x = c[threadIdx.x]; c[0] = (x + 3) << -1; c[1] = (x + 5) << 70; c[2] = (x + 7) >> -3;",
			[]want{{warp.Shift, warp.Int32, 3}}},
		{"minimum by hand", "float x = a[threadIdx.x]; b[0] = x < f ? x : f;",
			[]want{{warp.MinMax, warp.Single, 1}, {warp.Select, warp.Single, 0}, {warp.Compare, warp.Single, 0}}},
		{"some warps only", "if (threadIdx.x < 64) { b[threadIdx.x] = sinf(a[threadIdx.x]) * f; }",
			[]want{{warp.Multiply, warp.Single, 0.25}, {warp.Compare, warp.Int32, 1}}},
		{"a loop of known length, unrolled", "float x = f; for (int i = 0; i < 10; i++) x *= a[i]; b[threadIdx.x] = x;",
			[]want{{warp.Multiply, warp.Single, 10}, {warp.Compare, warp.Int32, 0}, {warp.Branch, warp.Predicate, 0}}},
		{"a loop of unknown length", "float x = f; for (int i = 0; i < n; i++) x *= a[i]; b[threadIdx.x] = x;",
			[]want{{warp.Multiply, warp.Single, 16}, {warp.Compare, warp.Int32, 1}, {warp.Branch, warp.Predicate, 1}}},
		{"two iterations in one sum", "int s = 0; for (int i = 0; i < n; i++) s += c[i * 3]; c[0] = s;",
			[]want{{warp.Add, warp.Int32, 9}}}, // and the counter, of 16 iterations
		{"out of the loop", "float x = f, y = a[threadIdx.x]; for (int i = 0; i < n; i++) x *= a[i] + (y - f); b[threadIdx.x] = x;",
			[]want{{warp.Multiply, warp.Single, 16}, {warp.Add, warp.Single, 17}}},
		{"a loop that is not unrolled", "float x = f;\n#pragma unroll 1\nfor (int i = 0; i < n; i++) x *= a[i];\n b[threadIdx.x] = x;",
			[]want{{warp.Compare, warp.Int32, 16}, {warp.Branch, warp.Predicate, 16}}},
		{"double", "double x = a[threadIdx.x]; b[0] = (float)(x * x * 2.0);",
			[]want{{warp.Multiply, warp.Double, 2}, {warp.Convert, warp.Double, 1}, {warp.Convert, warp.Single, 1}}},
		{"double that nvcc narrows", "float x = a[threadIdx.x]; b[0] = x * 0.5; b[1] = 1.0 - x; b[2] = x > 0.25 ? -(x / 3.0) : 0.1;",
			[]want{{warp.Multiply, warp.Double, 0}, {warp.Add, warp.Double, 0}, {warp.Divide, warp.Double, 0}, {warp.Compare, warp.Double, 0},
				{warp.Divide, warp.Single, 1}, {warp.Convert, warp.Double, 0}, {warp.Convert, warp.Single, 0}}},
		{"double that it keeps", "float x = a[threadIdx.x]; b[0] = x * 0.1; b[1] = x * 0.5 + f; b[2] = x > 0.1;",
			[]want{{warp.Multiply, warp.Double, 1}, {warp.MultiplyAdd, warp.Double, 1}, {warp.Compare, warp.Double, 1}, {warp.Convert, warp.Single, 2}}},
		{"calls from several places", "__device__ float sq(float x) { return x * x; }\n__global__ void k(const float* a, float* b) { b[threadIdx.x] = sqrtf(sq(a[threadIdx.x])) + sqrtf(sq(a[threadIdx.x + 256])); }",
			[]want{{warp.Multiply, warp.Single, 2}}},
		{"templates", "template <int N> __device__ float power(float x) { float r = x; for (int i = 1; i < N; i++) r *= x; return r; }\n__global__ void k(const float* a, float* b) { b[threadIdx.x] = power<5>(a[threadIdx.x]); }",
			[]want{{warp.Multiply, warp.Single, 4}}},
		{"lambdas", "auto g = [=](float x) { return x * f; }; b[threadIdx.x] = g(a[threadIdx.x]); b[threadIdx.x + 256] = g(a[threadIdx.x + 256]);",
			[]want{{warp.Multiply, warp.Single, 2}}},
		{"what the launch passes is no constant", "__global__ void k(int n, const float* a, float* b) { float x = 1; for (int i = 0; i < n; i++) x *= a[threadIdx.x + i * n]; b[threadIdx.x] = x; }\nvoid go(float* a, float* b) { k<<<1, 64>>>(5, a, b); }",
			[]want{{warp.Multiply, warp.Single, 5}, {warp.Address, warp.Int64, 6}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := workOf(t, test.text)
			for _, w := range test.want {
				if got := counted(r, w.op, w.cls); math.Abs(got-w.count) > 1e-9 {
					t.Errorf("%v of %v: %g, want %g: %+v", w.op, w.cls, got, w.count, r.Nests)
				}
			}
		})
	}
}

func TestNests(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []warp.Nest // Loop left out
	}{
		{"no loop", "b[0] = f;", []warp.Nest{{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1}}},
		{"unknown in known", "for (int i = 0; i < 3; i++) for (int j = 0; j < n; j++) b[j] += f;", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 3, TripsKnown: true, Runs: 3, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 1, Trips: 16, Runs: 48, Unroll: 16, Entries: 3}}},
		{"of some warps", "if (threadIdx.x < 32) { for (int i = 0; i < 1000; i++) b[i] = f; }", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 1000, TripsKnown: true, Runs: 125, Constant: true, Unroll: 16, Entries: 0.125}}},
		{"behind a guard", "int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return; for (int i = 0; i < 100000; i++) b[t] += a[i];", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 100000, TripsKnown: true, Runs: 100000, Constant: true, Unroll: 16, Entries: 1}}},
		{"inside a guard", "int t = blockIdx.x * blockDim.x + threadIdx.x; if (t < n) { for (int i = 0; i < 100000; i++) b[t] += a[i]; }", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 100000, TripsKnown: true, Runs: 100000, Constant: true, Unroll: 16, Entries: 1}}},
		{"left early", "for (int i = 0; i < 100000; i++) { if (a[i] > f) break; b[i] = f; }", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 16, Runs: 16, Unroll: 1, Entries: 1}}},
		{"left early behind a guard", "if (threadIdx.x >= n) return; for (int i = 0; i < 100000; i++) { if (a[i] > f) return; b[i] = f; }", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 16, Runs: 16, Unroll: 1, Entries: 1}}},
		{"a call that returns", "__device__ float sq(float x) { return x * x; }\n__global__ void k(float* b, int n) { for (int i = 0; i < n; i++) b[i] = sq(b[i]); }", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 16, Runs: 16, Unroll: 16, Entries: 1}}},
		{"of a number of threads", "for (int s = blockDim.x / 2; s > 0; s >>= 1) { b[threadIdx.x] = f; __syncthreads(); }", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 8, TripsKnown: true, Runs: 8, Unroll: 1, Entries: 1, Barriers: 8}}},
		{"one loop, called twice", "__device__ void f(float* b, int n) { for (int i = 0; i < n; i++) b[i] = 1; }\n__global__ void k(float* b, int n) { f(b, n); f(b, n); }", []warp.Nest{
			{Parent: -1, Trips: 1, TripsKnown: true, Runs: 1, Constant: true, Unroll: 1, Entries: 1},
			{Parent: 0, Trips: 16, Runs: 32, Unroll: 16, Entries: 2}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := workOf(t, test.text)
			if len(r.Nests) != len(test.want) {
				t.Fatalf("%d nests, want %d: %+v", len(r.Nests), len(test.want), r.Nests)
			}
			for i, w := range test.want {
				g := r.Nests[i]
				if g.Parent != w.Parent || g.Trips != w.Trips || g.TripsKnown != w.TripsKnown || g.Runs != w.Runs || g.Constant != w.Constant ||
					g.Unroll != w.Unroll || g.Entries != w.Entries || g.Barriers != w.Barriers {
					t.Errorf("nest %d: %+v, want %+v", i, g, w)
				}
				if g.Loop.Valid() != (i > 0) {
					t.Errorf("nest %d: loop %v", i, g.Loop.Valid())
				}
			}
		})
	}
}

func TestExecutions(t *testing.T) {
	for _, test := range []struct {
		name, text, access string
		want               float64
		nest               int
		vector             float64
		immediate          bool
	}{
		{"in a loop", "for (int i = 0; i < n; i++) b[i * 256 + threadIdx.x] = a[i];", "a[i]", 16, 1, 1, false},
		{"out of a loop", "for (int i = 0; i < n; i++) b[i * 256 + threadIdx.x] = a[threadIdx.x];", "a[threadIdx.x]", 1, 0, 1, false},
		{"a store may change it", "for (int i = 0; i < n; i++) c[i * 256 + threadIdx.x] = c[threadIdx.x] + 1;", "c[threadIdx.x]", 16, 1, 1, false},
		{"another object is not changed", "for (int i = 0; i < n; i++) c[i * 256 + threadIdx.x] = (int)b[threadIdx.x];", "b[threadIdx.x]", 1, 0, 1, false},
		{"what a barrier separates", "__shared__ float s[256]; for (int i = 0; i < n; i++) { b[i] = s[0]; __syncthreads(); }", "s[0]", 16, 1, 1, false},
		{"some warps", "if (threadIdx.x < 64) b[threadIdx.x] = f;", "b[threadIdx.x]", 0.25, 0, 1, false},
		{"neighbours in shared memory", "__shared__ float s[8][4]; b[threadIdx.x] = s[n][0] + s[n][1] + s[n][2] + s[n][3];", "s[n][2]", 1, 0, 4, false},
		{"neighbours at a multiple in constant memory", "float x = 0; int ix = threadIdx.y << 3; for (int i = 0; i < 8; i++) { x += table[ix] * a[i]; ix++; } b[threadIdx.x] = x;", "table[ix]", 8, 0, 2, false},
		{"neighbours at a step in constant memory", "float x = 0; int ix = threadIdx.x; for (int i = 0; i < 8; i++) { x += table[ix] * a[i]; ix += 8; } b[threadIdx.x] = x;", "table[ix]", 8, 0, 1, false},
		{"only on a condition", "float x = 0; for (int i = 0; i < n; i++) { if (a[i] > f) x += c[3]; } b[threadIdx.x] = x;", "c[3]", 16, 1, 1, false},
		{"the condition is outside", "float x = 0; if (a[threadIdx.x] > f) for (int i = 0; i < n; i++) x += c[3] * a[i]; b[threadIdx.x] = x;", "c[3]", 1, 0, 1, false},
		{"neighbours of unknown alignment", "b[threadIdx.x] = a[n] + a[n + 1];", "a[n]", 1, 0, 1, false},
		{"an address known after unrolling", "float x = 0; for (int i = 0; i < 8; i++) x += table[i] * a[i + threadIdx.x]; b[threadIdx.x] = x;", "table[i]", 8, 0, 1, true},
		{"an address known after unrolling as told", "float x = 0;\n#pragma unroll\nfor (int i = 0; i < 60; i++) x += table[i] * a[i + threadIdx.x];\n b[threadIdx.x] = x;", "table[i]", 60, 0, 1, true},
		{"an address that a long unrolled loop gives", "float x = 0;\n#pragma unroll\nfor (int i = 0; i < 256; i++) x += table[i / 4 * 0 + i] * a[i + threadIdx.x];\n b[threadIdx.x] = x;", "table[i / 4 * 0 + i]", 256, 1, 1, true},
		{"an address that a counter gives", "float x = 0; for (int i = 0; i < n; i++) x += table[i] * a[i + threadIdx.x]; b[threadIdx.x] = x;", "table[i]", 16, 1, 1, false},
		{"an array in a parameter", "struct P { float c[64]; }; __global__ void k(P p, float* b) { b[threadIdx.x] = p.c[threadIdx.x & 63]; }", "p.c[threadIdx.x & 63]", 1, 0, 1, false},
		{"a loop that is not unrolled", "float x = 0;\n#pragma unroll 1\nfor (int i = 0; i < 8; i++) x += table[i] * a[i + threadIdx.x];\n b[threadIdx.x] = x;", "table[i]", 8, 1, 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := workOf(t, test.text)
			for _, a := range r.Accesses {
				if a.Node.Text() != test.access || a.Kind != warp.Load && test.access != "b[threadIdx.x]" {
					continue
				}
				if math.Abs(a.Executions-test.want) > 1e-9 || a.Nest != test.nest || a.Vector != test.vector || a.Immediate != test.immediate {
					t.Errorf("executions %g, nest %d, vector %g, immediate %v; want %g, %d, %g, %v", a.Executions, a.Nest, a.Vector, a.Immediate,
						test.want, test.nest, test.vector, test.immediate)
				}
				return
			}
			t.Errorf("no access %s", test.access)
		})
	}
}
