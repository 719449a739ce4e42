package missingrestrict

import (
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

// TestLaunches counts launches, not their lines.
func TestLaunches(t *testing.T) {
	const kernel = "template <class T> __global__ void k(const T *in, T *out) { out[0] = in[0]; }\n"
	for host, want := range map[string]int{
		"void f(int *p, int *q, bool b) { if (b) k<<<1, 32>>>(p, q); else k<<<1, 64>>>(p, q); }":                                                                    2,
		"#define ONE(T) k<T><<<1, 32>>>((T *)p, (T *)q)\n#define BOTH if (b) { ONE(short); } else { ONE(int); }\nvoid f(void *p, void *q, bool b) { BOTH }":         2,
		"#define ONE(T) k<T><<<1, 32>>>((T *)p, (T *)q)\nvoid f(void *p, void *q, bool b) { if (b) ONE(short); else ONE(int); }":                                    2,
		"template <class T> void f(T *p, T *q) { k<T><<<1, 32>>>(p, q); }\nvoid g(int *p, int *q, short *r, short *s) { f(p, q); f(r, s); }":                        1,
		"#define ONE(T) k<T><<<1, 32>>>(p, q)\ntemplate <class T> void f(T *p, T *q) { ONE(T); }\nvoid g(int *p, int *q, short *r, short *s) { f(p, q); f(r, s); }": 1,
		"": 0,
	} {
		found := findings(t, kernel+host+"\n")
		if len(found) != 1 {
			t.Errorf("%s: %d findings", host, len(found))
			continue
		}
		if got := dataOf(t, found[0]).Launches; got != want {
			t.Errorf("%s: %d launches, want %d", host, got, want)
		}
	}
}

// TestTitles: the help and the fix say the same of const, and why.
func TestTitles(t *testing.T) {
	for text, want := range map[string]string{
		"__global__ void k(const float *in, float *out) { auto p = in + 4; out[0] = p[1]; }":                                                                "declare in of k as const float *__restrict__ in",
		"static __global__ void k(float *in, float *out) { out[0] = in[1]; }":                                                                               "declare in of k as const float *__restrict__ in",
		"static __global__ void k(float *in, float *out) { float *p = in; out[0] = p[1]; }":                                                                 "declare in of k as float *__restrict__ in, without const: the variables and parameters that it is assigned or passed to would have to be const, too",
		"#define GET in[1]\nstatic __global__ void k(float *in, float *out) { out[0] = GET; }":                                                              "declare in of k as float *__restrict__ in, without const: a macro that the kernel uses names it",
		"static __global__ void k(float *in, float *out) { decltype(*in + 1) v = in[1]; out[0] = v; }":                                                      "declare in of k as float *__restrict__ in, without const: the kernel uses decltype of it",
		"struct S { float v; __device__ float get() { return v; } };\nstatic __global__ void k(S *in, float *out) { out[0] = in[1].get(); }":                "declare in of k as S *__restrict__ in, without const: the variables and parameters that it is assigned or passed to would have to be const, too",
		"struct S { float v; __device__ float operator+(float x) { return v + x; } };\nstatic __global__ void k(S *in, float *out) { out[0] = in[1] + 2; }": "declare in of k as S *__restrict__ in, without const: the variables and parameters that it is assigned or passed to would have to be const, too",
		"static __global__ void k(ext::V *in, float *out) { out[0] = in[1].x; }":                                                                            "declare in of k as ext::V *__restrict__ in, without const: the type that it points to is not visible",
		"struct S { float v; __device__ S(S &s) : v(s.v) {} };\nstatic __global__ void k(S *in, float *out) { S s = in[1]; out[0] = s.v; }":                 "declare in of k as S *__restrict__ in, without const: code that uses the class it points to may need it without const",
	} {
		found := findings(t, text+"\n")
		if len(found) != 1 || len(found[0].Fixes) != 1 {
			t.Errorf("%s: %+v", text, found)
			continue
		}
		if got := found[0].Fixes[0].Title; got != want {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
		_, why, without := strings.Cut(want, ", without const: ")
		if got := strings.Contains(found[0].Help, "__restrict__ alone is enough"); got != without || !strings.Contains(found[0].Help, why) {
			t.Errorf("%s: help %q", text, found[0].Help)
		}
	}
}

// TestWording has the messages that say where the stores go, and in which loop.
func TestWording(t *testing.T) {
	for text, want := range map[string]string{
		"__global__ void k(const float *in, float *out) {\n for (int i = 0; i < 9; i++) out[i] = in[0]; }":                                                "and is repeated after each store to out in the loop on line 2",
		"struct V { float *p; };\n__global__ void k(const float *in, V v, float *out) {\n for (int i = 0; i < 9; i++) v.p[i] = in[i];\n out[0] = 1; }":    "or move across the stores through pointers held in objects in the loop on line 3",
		"__device__ float g[9];\n__global__ void k(const float *in, float *out) { for (int i = 0; i < 9; i++) g[i] = in[i]; out[0] = 1; }":                "or move across the stores to g in the loop on line 2",
		"__global__ void k(const float *in, float *out, unsigned long p) { for (int i = 0; i < 9; i++) ((float *)p)[i] = in[i]; out[0] = 1; }":            "or move across the stores through pointers of unknown origin in the loop on line 1",
		"__global__ void k(const float *in, float *out) {\n for (int i = 0; i < 9; i++) out[i] = in[i];\n for (int i = 0; i < 9; i++) out[i] += in[i]; }": "or move across the stores to out in the loops on lines 2, 3",
		"__global__ void k(const float *in, float *a, float *b, float *c, float *d) { for (int i = 0; i < 9; i++) a[i] = b[i] = c[i] = d[i] = in[i]; }":   "or move across the stores to a, b, c and 1 more in the loop on line 1",
	} {
		found := findings(t, text+"\n")
		if len(found) != 1 || !strings.HasSuffix(found[0].Message, want) {
			t.Errorf("%s\n%+v, want %q", text, found, want)
		}
	}
}

// TestReasons has the assumptions of a finding: a proven finding has none.
func TestReasons(t *testing.T) {
	const kernel = "__global__ void k(const float *in, float *out) { out[0] = in[1]; }\n"
	const apart = "int main() { float *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 4); k<<<1, 1>>>(a, b); }\n"
	for text, want := range map[string]string{
		"static " + kernel + apart: "",
		kernel + apart:             "assumes that launches other than those at a.cu:2, if there are any, pass separate memory, too",
		kernel:                     "assumes that all launches pass separate memory; none is visible",
		kernel + "void f(float *p, float *q) { k<<<1, 1>>>(p, q); k<<<2, 1>>>(p, q); }\n":              "assumes that the launches at a.cu:2 pass separate memory; the origin of their pointers is not visible",
		kernel + "void f(void **args) { cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1); }\n":         "assumes that all launches pass separate memory; none is visible",
		"template <class T> " + kernel + "void f(void **args) { auto *p = k<float>; run(p, args); }\n": "assumes that all launches through the kernel's address, taken at a.cu:2, pass separate memory; no launch by name is visible",
	} {
		found := findings(t, text)
		if len(found) != 1 {
			t.Errorf("%s: %d findings", text, len(found))
			continue
		}
		if got := strings.Join(found[0].Assumptions, "; "); got != want {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
		if proven := want == ""; proven != (found[0].Confidence == lint.Proven) || proven != strings.Contains(found[0].Related[len(found[0].Related)-1].Message, "separate") {
			t.Errorf("%s: %s, related %+v", text, found[0].Confidence, found[0].Related)
		}
	}
}
