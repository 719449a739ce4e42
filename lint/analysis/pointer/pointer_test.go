package pointer

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// effectsOf follows the last kernel of a source.
func effectsOf(t *testing.T, text string) *Effects {
	t.Helper()
	u := unitOf(t, "a.cu", text)
	kernels := u.Kernels()
	return New(context.Background(), u, ir.NewBuilder(u, true)).Effects(kernels[len(kernels)-1])
}

func reported(e *Effects) string {
	var out []string
	for _, r := range e.ReadOnly() {
		out = append(out, fmt.Sprintf("%s %d/%d/%d", e.Function.Params[r.Param].Name, r.Places, r.Looped, r.Repeated))
	}
	return strings.Join(out, ", ")
}

// TestReadOnly is about what the table of measured kernels has no kernels for. It
// compares the parameters found with their loads, loads in loops, and loads in
// loops that store.
func TestReadOnly(t *testing.T) {
	for text, want := range map[string]string{
		"__global__ void k(const float *in, float *out) { out[0] = in[0] + in[1]; }":                                                        "in 2/0/0",
		"__global__ void k(const float *in, float *out) { float s = 0; for (int i = 0; i < 9; ++i) s += in[i]; out[0] = s; }":               "in 1/1/0",
		"__global__ void k(const float *in, float *out) { for (int i = 0; i < 9; ++i) out[i] = in[i]; out[9] = in[9]; }":                    "in 2/1/0",
		"__global__ void k(const float *in, float *out) { for (int i = 0; i < 9; ++i) out[i] = in[threadIdx.x]; out[9] = in[9]; }":          "in 2/1/1",
		"__global__ void k(const float *in, float *out) { cudaGridDependencySynchronize(); out[0] = in[0]; }":                               "",
		"__global__ void k(const float *in, float *out) { asm volatile(\"griddepcontrol.wait;\"); out[0] = in[0]; }":                        "",
		"__device__ void w() { cudaGridDependencySynchronize(); }\n__global__ void k(const float *in, float *out) { w(); out[0] = in[0]; }": "",
		"__global__ void k(const float *in, float *out) { in = out; out[0] = in[1]; }":                                                      "",
		"#define AT(p, i) (p)[i]\n__global__ void k(const float *in, float *out) { AT(out, 0) = AT(in, 1) + AT(in, 2); }":                   "in 2/0/0",
		"#define AT(p, i) (p)[i]\n__global__ void k(float *p, float *out) { AT(out, 0) = AT(p, 1); AT(p, 2) = 0; }":                         "",
		"#define SET(p, v) do { *(p) = v; } while (0)\n__global__ void k(float *p, float *out) { out[0] = p[1]; SET(p, 2); }":               "",
		"#define RESTRICT_OF_OTHERS\n__global__ void k(const float *MY_RESTRICT in, float *out) { out[0] = in[0]; }":                        "",
		"__global__ void k(const float *in, float *out) { #if 0\n in = 0;\n#endif\n out[0] = in[0]; }":                                      "in 1/0/0",
		"struct N { N *next; float v; };\n__global__ void k(N *list, float *out) { for (N *n = list; n; n = n->next) out[0] += n->v; }":     "",
		"union U { float f; int i; };\n__global__ void k(const U *in, float *out) { out[0] = in[0].f; }":                                    "in 1/0/0",
		// Addresses that do not change, of members and by reference.
		"struct S { int n; float v; };\n__global__ void k(const S *in, float *out) { for (int i = 0; i < in[threadIdx.x].n; ++i) out[i] = 1; }":                 "in 1/1/1",
		"__global__ void k(const float *in, float *out) { const float &v = in[threadIdx.x]; for (int i = 0; i < 9; ++i) out[i] = v; }":                          "in 1/1/1",
		"__global__ void k(const float *in, float *out) { int n = 0; for (int i = 0; i < 9; ++i) { out[i] = in[n]; n += 2; } }":                                 "in 1/1/0",
		"__global__ void k(const float *in, float *out) { for (int i = 0; i < 9; ++i) { __shared__ float s[9][9]; s[i][0] = in[threadIdx.x]; out[0] = 1; } }":   "in 1/1/1",
		"__global__ void k(const float *in, float *out) { __shared__ float s[9][9]; for (int i = 0; i < 9; ++i) s[i][0] = in[threadIdx.x]; out[0] = s[1][1]; }": "in 1/1/0",
		// Mathematical functions take their arguments by value; an unknown function may take a reference.
		"__global__ void k(float *in, float *out) { out[0] = round(in[0]) + roundf(in[1]) + trunc(in[2]); }":                                                                                                                              "in 3/0/0",
		"__global__ void k(float *in, float *out) { out[0] = rounded(in[0]); }":                                                                                                                                                           "",
		"__global__ void k(const float *in, float *out) { float *p(out); p[0] = in[0]; }":                                                                                                                                                 "in 1/0/0",
		"__device__ void put(float *p, float v) { *p = v; }\n__device__ void put(int *p, int v) { *p = v; }\ntemplate <class T> __global__ void k(const int *in, T *out) { T v = in[0]; put(out, v); }":                                   "in 1/0/0",
		"__device__ void put(float *p, float v) { *p = v; }\n__device__ void put(int *p, int v) { *p = v; }\ntemplate <class T> __global__ void k(T *in, T *out) { out[0] = in[0]; T v = 1; put(in, v); }":                                "",
		"struct S; __global__ void k(S *p, S *q, const float *in) { p->member = q->member + in[0]; }":                                                                                                                                     "q 1/0/0, in 1/0/0",
		"template <class T> struct Rows; __global__ void k(const float *in, Rows<float> out) { out(3, 4) = in[0]; }":                                                                                                                      "in 1/0/0",
		"struct S; __global__ void k(float *p, float *out) { out[0] = p[0]; S s(p, 3); }":                                                                                                                                                 "",
		"__global__ void k(float *p, float *out) { out[0] = p[0]; for (auto *q : {out, p}) *q = 0; }":                                                                                                                                     "",
		"struct V { float *p; void set(); };\n__global__ void k(float *p, float *out) { V v{p}; out[0] = p[0]; v.set(); }":                                                                                                                "",
		"struct T { int first[4]; };\n__device__ int deep(int i, const T *t, int *m) { return t->first[i] ? deep(m[i], t, m) : 0; }\n__global__ void k(const T *in, int *out) { int m[4] = {}; out[0] = deep(1, in, m); }":                "",
		"struct T { int first[4]; };\n__device__ int deep(int i, const T *t, int *m) { return t->first[i] ? deep(m[i], t, m) : 0; }\n__global__ void k(const T *in, int *out) { int m[4] = {}; out[0] = deep(1, in, m) + in->first[0]; }": "in 1/0/0",
		// Elements of a class or a type that is unknown: x[i][0] may lie in x.
		"struct V; __global__ void k(V *p, const float *in) { atomicAdd(&p[threadIdx.x][0], in[0]); }":                                                                            "in 1/0/0",
		"template <class V> __global__ void k(V *p, const float *in) { p[threadIdx.x][1] = in[0]; }":                                                                              "in 1/0/0",
		"template <class V> __global__ void k(V *p, const float *in) { float *q = &p[threadIdx.x][1]; *q = in[0]; }":                                                              "in 1/0/0",
		"template <int N> struct S { static __device__ float get(const float *p) { return p[N]; } };\n__global__ void k(const float *in, float *out) { out[0] = S<3>::get(in); }": "in 1/0/0",
	} {
		if got := reported(effectsOf(t, text+"\n")); got != want {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}

// TestBounds follows sources that are made to be endless.
func TestBounds(t *testing.T) {
	nested := strings.Repeat("(", 300) + "in" + strings.Repeat(")", 300)
	var calls strings.Builder
	calls.WriteString("__device__ float f0(const float *p, const float *q) { return p[0] + q[1]; }\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&calls, "__device__ float f%d(const float *p, const float *q) { return f%d(p, q) + f%d(q, p) + f%d(p + 1, p) + f%d(q, q); }\n", i, i-1, i-1, i-1, i-1)
	}
	for name, text := range map[string]string{
		"nested":    "__global__ void k(const float *in, float *out) { out[0] = *" + nested + "; }",
		"tree":      calls.String() + "__global__ void k(const float *in, float *out) { out[0] = f39(in, in + 1); }",
		"recursion": "struct L { const float *p; L *up; };\n__device__ float f(L *l, const float *p) { L m; m.p = p; m.up = l; return f(&m, l->p) + p[0]; }\n__global__ void k(const float *in, float *out) { out[0] = f(0, in); }",
		"mutual":    "__device__ float g(const float *p, int n);\n__device__ float f(const float *p, int n) { return g(p + 1, n) + g(p, n); }\n__device__ float g(const float *p, int n) { return n ? f(p, n - 1) + f(p + 2, n) : p[0]; }\n__global__ void k(const float *in, float *out) { out[0] = f(in, 9); }",
		"lambda":    "__global__ void k(const float *in, float *out) { auto f = [&](auto self, int n) -> float { return n ? self(self, n - 1) : in[n]; }; out[0] = f(f, 3); }",
		"members":   "struct S { S *s; const float *p; };\n__global__ void k(const float *in, float *out) { S a, b; a.s = &b; b.s = &a; for (;;) { a.p = in; b = *a.s; a = *b.s; out[0] = *a.s->s->s->p; } }",
	} {
		start := time.Now()
		e := effectsOf(t, text+"\n")
		if spent := time.Since(start); spent > 10*time.Second {
			t.Errorf("%s took %s", name, spent)
		}
		t.Logf("%s: %q %s", name, reported(e), e.Unknown)
	}
}

// TestRange computes the bytes that the threads of a launch access.
func TestRange(t *testing.T) {
	for body, want := range map[string]string{
		"in[threadIdx.x]":                           "0 128",
		"in[threadIdx.x + 3]":                       "12 140",
		"in[threadIdx.x - 1]":                       "-4 124",
		"in[blockIdx.x * blockDim.x + threadIdx.x]": "0 512",
		"in[2 * threadIdx.x]":                       "0 252",
		"in[n]":                                     "28 32",
		"in[i]":                                     "0 512",
		"in[m]":                                     "none",
		"*in":                                       "0 4",
		"in[threadIdx.x % 5]":                       "none",
	} {
		u := unitOf(t, "a.cu", "__global__ void k(const float *in, float *out, int n, int m) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[0] = "+body+"; }\n"+
			"void f(float *p, float *q, int m) { k<<<4, 32>>>(p, q, 7, m); }\n")
		k := u.Kernels()[0]
		got := "none"
		if r, ok := New(context.Background(), u, ir.NewBuilder(u, true)).Effects(k).Range(0, func(Kind) bool { return true }, host.New(context.Background(), u, ir.NewBuilder(u, false)).Launches()[0]); ok {
			got = fmt.Sprint(r.Lo, " ", r.Hi)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	if a, b := (Range{0, 16}), (Range{0, 16}); !a.Overlaps(b, 12) || a.Overlaps(b, 16) || !a.Overlaps(b, -12) || a.Overlaps(b, -16) {
		t.Error("ranges that touch do not meet")
	}
}

// TestOverlap asks for the launch that keeps a parameter from being reported.
func TestOverlap(t *testing.T) {
	const kernel = "__global__ void k(const float *in, float *out);\n"
	for launches, want := range map[string]bool{
		"k<<<1, 1>>>(p, q);":                        false,
		"k<<<1, 1>>>(p, q); k<<<1, 1>>>(p, p + 1);": true,
		"k<<<1, 1>>>(p, q); k<<<1, 1>>>(q, p);":     true,
		"k<<<1, 1>>>(p, q); k<<<1, 1>>>(q, r);":     false,
	} {
		u := unitOf(t, "a.cu", kernel+"void f(float *p, float *q, float *r) { "+launches+" }\n")
		code := host.New(context.Background(), u, ir.NewBuilder(u, false))
		if l, _ := New(context.Background(), u, ir.NewBuilder(u, true)).ArgumentsOf(code, code.Launches()).Overlap(0, []int{1}, nil); (l != nil) != want {
			t.Errorf("%s: %v", launches, !want)
		}
	}
}
