package missingrestrict

import (
	"strings"
	"testing"
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
		found := check(t, kernel+host+"\n")
		if len(found) != 1 {
			t.Errorf("%s: %d findings", host, len(found))
			continue
		}
		if got := found[0].Data.(Data).Launches; got != want {
			t.Errorf("%s: %d launches, want %d", host, got, want)
		}
	}
}

// TestTitles: the help and the fix say the same of const, and why.
func TestTitles(t *testing.T) {
	for text, want := range map[string]string{
		"__global__ void k(const float *in, float *out) { auto p = in + 4; out[0] = p[1]; }":                                                                "declare in of k as const float *__restrict__ in",
		"static __global__ void k(float *in, float *out) { out[0] = in[1]; }":                                                                               "declare in of k as const float *__restrict__ in",
		"static __global__ void k(float *in, float *out) { float *p = in; out[0] = p[1]; }":                                                                 "declare in of k as float *__restrict__ in, without const: const would have to follow to what it is assigned or passed to",
		"#define GET in[1]\nstatic __global__ void k(float *in, float *out) { out[0] = GET; }":                                                              "declare in of k as float *__restrict__ in, without const: a macro that the kernel uses names it",
		"static __global__ void k(float *in, float *out) { decltype(*in + 1) v = in[1]; out[0] = v; }":                                                      "declare in of k as float *__restrict__ in, without const: the kernel asks for its type",
		"struct S { float v; __device__ float get() { return v; } };\nstatic __global__ void k(S *in, float *out) { out[0] = in[1].get(); }":                "declare in of k as S *__restrict__ in, without const: const would have to follow to what it is assigned or passed to",
		"struct S { float v; __device__ float operator+(float x) { return v + x; } };\nstatic __global__ void k(S *in, float *out) { out[0] = in[1] + 2; }": "declare in of k as S *__restrict__ in, without const: const would have to follow to what it is assigned or passed to",
		"struct S { float v; __device__ S(S &s) : v(s.v) {} };\nstatic __global__ void k(S *in, float *out) { S s = in[1]; out[0] = s.v; }":                 "declare in of k as S *__restrict__ in, without const: what uses the class it points to may need it without const",
	} {
		found := check(t, text+"\n")
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
