package pointer

import (
	"fmt"
	"strings"
	"testing"
)

// TestPlaces counts the places that load through a parameter: all, those in loops, those in
// loops that store, and those that are repeated after stores.
func TestPlaces(t *testing.T) {
	const four = `struct F4 {
	__device__ F4(float4 v) : s(v) {}
	__device__ operator float4() const { return s; }
	__device__ float operator[](int i) const { switch (i) { case 0: return s.x; case 1: return s.y; default: return s.z; } }
	float4 s;
};
__device__ float dx(const float4 a, const float4 b) { return a.x - b.x; }
`
	for text, want := range map[string]string{
		// Stores of a loop are those of the call that it runs in.
		`template <class T> __device__ void copy(T *d, const T *s) { for (int i = threadIdx.x; i < 64; i += 32) d[i] = s[i]; }
		__global__ void k(const float *in, float *out) { __shared__ float t[64]; copy(t, in); __syncthreads(); copy(out, t); }`: "in 1/1/0/0",
		`template <class T> __device__ void copy(T *d, const T *s) { for (int i = threadIdx.x; i < 64; i += 32) d[i] = s[i]; }
		__global__ void k(const float *in, float *out) { __shared__ float t[64]; copy(t, in); __syncthreads(); copy(out, in); }`: "in 1/1/1/0",
		`__device__ void put(float *d, int i) { d[i] = 1; }
		__device__ void fill(float *d, float *o, const float *s) { for (int i = 0; i < 64; i++) { d[i] = s[i]; put(o, i); } }
		__global__ void k(const float *a, const float *b, float *out) { __shared__ float t[64], u[64]; fill(t, out, a); fill(u, out, b); }`: "a 1/1/1/0, b 1/1/1/0",
		`__device__ int count; __device__ void tick() { count = 1; }
		__global__ void k(const float *in, float *out) { float s = 0; for (int i = 0; i < 9; i++) { s += in[threadIdx.x]; tick(); } out[0] = s; }`: "in 1/1/1/1",
		"__global__ void k(const int *in, ext::Event *out, int n) { for (int i = 0; i < n; i++) out[i] = {in[0], 3}; }": "in 1/1/1/1",
		"__global__ void k(const int *in, ext::Event *out, int n) { for (int i = 0; i < n; i++) out[i] = {in[0]}; }":    "in 1/1/1/1",
		// One place of a function that is called in a loop and after it.
		`template <class F> __device__ void each(int n, F f) { for (int i = 0; i < n; i++) f(i); f(n); }
		__global__ void k(const int *in, int *out, int n) { each(n, [=](int i) { out[i] = in[i]; }); }`: "in 1/1/1/0",
		`__device__ int get(const int *p) { return p[0]; }
		__global__ void k(const int *in, int *out, int n) { out[0] = get(in) + get(in + 1); for (int i = 0; i < n; i++) out[i] = get(in + i); }`: "in 1/1/1/0",
		// What an operator loads, it loads where it is applied.
		four + "__global__ void k(F4 *in, float *out) { out[0] = dx(in[0], in[1]); }":                                                                                    "in 2/0/0/0",
		four + "__global__ void k(F4 *in, float *out) { out[0] = dx(in[0], in[1]) + dx(in[2], in[3]); }":                                                                 "in 4/0/0/0",
		four + "__global__ void k(F4 *in, float *out) { out[0] = in[0][3] * in[1][3]; }":                                                                                 "in 2/0/0/0",
		four + "__global__ void k(F4 *in, float *out) { for (int i = 0; i < 9; i++) out[i] = in[i][0]; }":                                                                "in 1/1/1/0",
		four + "__device__ float sum(const F4 *q, int i) { return q[i][0] + q[i + 1][1]; }\n__global__ void k(F4 *in, float *out) { out[0] = sum(in, 0) * sum(in, 8); }": "in 2/0/0/0",
		// Arms that exclude each other.
		"__global__ void k(const int *in, int *out) {\n#if FAST\n out[0] = in[0];\n#else\n out[0] = in[1] + in[2];\n#endif\n out[1] = in[3]; }":                                                                              "in 3/0/0/0",
		"__global__ void k(const int *in, int *out) {\n#if FAST\n out[0] = in[0] + in[5];\n#elif SLOW\n out[0] = in[1] + in[2] + in[4];\n#else\n out[0] = in[6];\n#endif\n }":                                                "in 3/0/0/0",
		"#if FAST\n__device__ int get(const int *q) { return q[0]; }\n#elif SLOW\n__device__ int get(const int *q) { return q[0] + q[1] + q[2]; }\n#endif\n__global__ void k(const int *in, int *out) { out[0] = get(in); }": "in 1/0/0/0",
		"__global__ void k(const int *in, int *out) {\n#if FAST\n for (int i = 0; i < 9; i++) out[i] = in[i];\n#else\n out[0] = in[1] + in[2];\n#endif\n}":                                                                   "in 2/1/1/0",
		// What runs at most once in a loop is not repeated, and repeats nothing.
		"__global__ void k(const int *in, int *out, int n) { for (int i = 0; i < n; i++) if (threadIdx.x > i) { out[i] = in[0]; break; } }":                                                       "in 1/1/0/0",
		"__global__ void k(const int *in, int *out, int n) { for (int i = 0; i < n; i++) { if (in[0] > i) { out[i] = 1; return; } } out[1] = 1; }":                                                "in 1/1/0/0",
		"__global__ void k(const int *in, int *out, int n) { for (int i = 0; i < n; i++) { if (n > i) { out[i] = in[0]; break; } out[n] = i; } }":                                                 "in 1/1/1/0",
		"__global__ void k(const int *in, int *out, int n) { for (int i = 0; i < n; i++) if (n > i) { out[i] = in[0]; if (i & 1) continue; break; } }":                                            "in 1/1/1/1",
		"__global__ void k(const int *in, int *out, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (n > i) { out[i] = in[0]; break; } }":                                     "in 1/1/1/1",
		"__global__ void k(const int *in, int *out, int n) { for (int i = 0; i < n; i++) switch (i) { case 2: if (n > i) { out[i] = in[0]; break; } } }":                                          "in 1/1/1/1",
		"__device__ int get(const int *p, int *q) { if (q) { *q = p[0]; return 1; } return 0; }\n__global__ void k(const int *in, int *out, int n) { for (int i = 0; i < n; i++) get(in, out); }": "in 1/1/1/0",
		"__global__ void k(const int *in, int *out, int n) { bool done = false; for (int i = 0; i < n; i++) if (!done && i < in[0]) { done = true; out[i] = in[1]; } }":                           "in 2/2/0/0",
		"__global__ void k(const int *in, int *out, int n) { int left = 1; for (int i = 0; i < n; i++) { if (left != 0) { left = 0; out[i] = in[1]; } out[0] = in[0]; } }":                        "in 2/2/2/1",
		"__global__ void k(const int *in, int *out, int n) { bool done = false; for (int i = 0; i < n; i++) { if (!done) { done = true; out[i] = in[1]; } if (i & 4) done = false; } }":           "in 1/1/1/1",
		"__global__ void k(const int *in, int *out, int n) { for (int i = 0; i < n; i++) { bool done = false; if (!done) { done = true; out[i] = in[1]; } } }":                                    "in 1/1/1/1",
		"__global__ void k(const int *in, int *out, int n) { bool done = false; for (int i = 0; i < n; i++) if (!done || i < 3) { done = true; out[i] = in[1]; } }":                               "in 1/1/1/1",
		// Stores through __restrict__ repeat no loads of other memory.
		"__global__ void k(const int *in, int *__restrict__ out, int *last, int n) { for (int i = 0; i < n; i++) out[i] = in[0]; last[0] = 1; }": "in 1/1/0/0",
	} {
		e := effectsOf(t, text+"\n")
		var out []string
		for _, r := range e.ReadOnly() {
			out = append(out, fmt.Sprintf("%s %d/%d/%d/%d", e.Function.Params[r.Param].Name, r.Places, r.Looped, r.BesideStores, r.Repeated))
		}
		if got := strings.Join(out, ", "); got != want {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}

// TestStored has the parameters that a kernel stores through.
func TestStored(t *testing.T) {
	for text, want := range map[string]string{
		"struct S { float a; S() = default; __device__ S(float x) : a(x) {} S &operator=(const S &) = default; };\n__global__ void k(const int *in, S *p) { p[0] = S{2.f}; p[in[0]] = S(3); }":             "p",
		"struct S { float a; S(S &&) = default; S &operator=(S &&) = default; };\n__global__ void k(const int *in, S *p) { p[in[0]] = S{2.f}; }":                                                           "p",
		"struct S { float a; __device__ S &operator=(const S &o); };\n__global__ void k(const int *in, S *p, S s) { p[in[0]] = s; }":                                                                       "p",
		"struct S { float a; __device__ S &operator+=(float x); };\n__global__ void k(const int *in, S *p) { p[in[0]] += 3; }":                                                                             "p",
		"struct S { float a; __device__ S &operator++(); };\n__global__ void k(const int *in, S *p) { ++p[in[0]]; }":                                                                                       "p",
		"template <class T> struct S { T a; S() = default; __device__ S(T x) : a(x) {} S &operator=(const S &) = default; };\n__global__ void k(const int *in, S<float> *p) { p[in[0]] = S<float>{2.f}; }": "p",
		"__global__ void k(const int *in, ext::View *p, char *w) { p[in[0]] = ext::View{w + in[0], 3}; w[0] = 1; }":                                                                                        "p, w",
	} {
		e := effectsOf(t, text+"\n")
		got := "none"
		for _, r := range e.ReadOnly() {
			if e.Function.Params[r.Param].Name == "in" {
				var names []string
				for _, p := range r.Stored.Params {
					names = append(names, e.Function.Params[p].Name)
				}
				got = strings.Join(names, ", ")
			}
		}
		if got != want {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}
