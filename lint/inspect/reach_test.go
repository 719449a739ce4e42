package inspect_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/inspect"
)

// reachSources have an access, marked /*here*/, that kernels come to in ways that names do
// not always tell.
var reachSources = map[string]string{
	"a kernel":                "__global__ void k(int *p) { p[/*here*/threadIdx.x] = 0; }",
	"a call of a call":        "__device__ int g(int *p) { return p[/*here*/threadIdx.x]; } __device__ int f(int *p) { return g(p); } __global__ void k(int *p) { p[0] = f(p); }",
	"a macro":                 "__device__ int g(int *p) { return p[/*here*/threadIdx.x]; }\n#define F(p) g(p)\n__global__ void k(int *p) { p[0] = F(p); }",
	"an operator":             "struct Op { __device__ int operator()(int *p) const { return p[/*here*/threadIdx.x]; } }; __global__ void k(int *p) { Op op; p[0] = op(p); }",
	"a constructor":           "struct V { int v; __device__ V(int *p) { v = p[/*here*/threadIdx.x]; } }; __global__ void k(int *p) { V x(p); p[0] = x.v; }",
	"a method":                "struct V { __device__ int get(int *p) { return p[/*here*/threadIdx.x]; } }; __global__ void k(int *p) { V x; p[0] = x.get(p); }",
	"a method of a template":  "template <class T> struct V { static __device__ T get(T *p) { return p[/*here*/threadIdx.x]; } }; __global__ void k(int *p) { p[0] = V<int>::get(p); }",
	"a lambda of a kernel":    "__global__ void k(int *p) { auto f = [&](int i) { return p[/*here*/i]; }; p[0] = f(threadIdx.x); }",
	"a lambda of the host":    "__constant__ int c[32]; template <class F> __global__ void k(int *p, F f) { p[0] = f(threadIdx.x); } void run(int *p) { k<<<1, 32>>>(p, [=] __device__ (int i) { return c[/*here*/i]; }); }",
	"a template argument":     "__device__ int g(int *p) { return p[/*here*/threadIdx.x]; } template <int (*F)(int *)> __global__ void k(int *p) { p[0] = F(p); } void run(int *p) { k<g><<<1, 32>>>(p); }",
	"another name":            "__device__ int g(int *p) { return p[/*here*/threadIdx.x]; } __device__ int (*const h)(int *) = g; __global__ void k(int *p) { p[0] = h(p); }",
	"a kernel of a kernel":    "__global__ void k(int *p) { p[/*here*/threadIdx.x] = 0; } __global__ void parent(int *p) { k<<<1, 8>>>(p); } void run(int *p) { parent<<<1, 1>>>(p); k<<<1, 64>>>(p); }",
	"no kernel":               "__constant__ int c[32]; __device__ int g(int i) { return c[/*here*/i]; }",
	"no kernel but a mention": "__constant__ int c[32]; __device__ int g(int i) { return c[/*here*/i]; } __global__ void k(int *p) { if (false) p[0] = g(1); p[1] = 2; }",
	"two of a name":           "__constant__ int c[32]; __device__ int g(int i) { return c[/*here*/i]; } __device__ float g(float) { return 0; } __global__ void k(int *p) { p[0] = g(threadIdx.x) + g(1.0f); }",
}

// notFollowed are those that no analysis follows as yet.
var notFollowed = map[string]bool{"another name": true, "a template argument": true, "a lambda of the host": true}

// TestInspectReach looks at one place, and at the whole file: they agree, and tell the
// access.
func TestInspectReach(t *testing.T) {
	for name, text := range reachSources {
		t.Run(name, func(t *testing.T) {
			at := strings.Index(text, "/*here*/")
			look := func(start, end int) *inspect.Access {
				s := newSession(t, engine.Options{}, discover.Input{Path: "a.cu"})
				s.SetText("a.cu", []byte(text))
				in, err := s.InspectRange(context.Background(), "a.cu", start, end)
				if err != nil {
					t.Fatal(err)
				}
				return in.At(at)
			}
			whole, part := look(0, len(text)), look(at, at)
			if !reflect.DeepEqual(whole, part) {
				t.Errorf("by itself %+v, in the whole file %+v", part, whole)
			}
			if whole == nil && !notFollowed[name] {
				t.Error("there is no access")
			}
		})
	}
}

// TestInspectHeader looks at a header as the source that includes it has it.
func TestInspectHeader(t *testing.T) {
	s := newSession(t, engine.Options{Dir: t.TempDir()}, discover.Input{Path: "a.cu"}, discover.Input{Path: "h.cuh"})
	header := "__constant__ int c[32];\n__device__ int g(int i) { return c[i]; }\n"
	s.SetText("h.cuh", []byte(header))
	s.SetText("a.cu", []byte("#include \"h.cuh\"\n__global__ void k(int *p) { p[0] = g(threadIdx.x / 8); }\nvoid run(int *p) { k<<<1, 32>>>(p); }\n"))
	s.Check(context.Background())
	look := func(text string) string {
		at := strings.Index(text, "c[i")
		in, err := s.InspectRange(context.Background(), "h.cuh", at, at)
		if err != nil {
			t.Fatal(err)
		}
		a := in.At(at)
		if a == nil || len(a.Rows) != 1 {
			return "nothing, or too much"
		}
		return a.Rows[0].Kernel + " " + fmt.Sprint(a.Rows[0].Addresses.Worst) + " " + a.Rows[0].Launch
	}
	if got := look(header); got != "k 4 a.cu:3" {
		t.Error(got)
	}
	header = "// longer now\n" + strings.Replace(header, "c[i]", "c[i / 2]", 1)
	s.SetText("h.cuh", []byte(header))
	if got := look(header); got != "k 2 a.cu:3" {
		t.Errorf("after an edit: %s", got)
	}
}

// TestInspectAnywhere looks at every offset of texts that are cut anywhere.
func TestInspectAnywhere(t *testing.T) {
	for name, text := range reachSources {
		for cut := 7; cut < len(text); cut += 13 {
			s := newSession(t, engine.Options{}, discover.Input{Path: "a.cu"})
			s.SetText("a.cu", []byte(text[:cut]+text[min(len(text), cut+3):]))
			for at := -1; at <= len(text)+1; at += 3 {
				in, err := s.InspectRange(context.Background(), "a.cu", at, at)
				if err != nil {
					t.Fatalf("%s without %d to %d, at %d: %v", name, cut, cut+3, at, err)
				}
				in.At(at)
				in.ConstantAt(at)
			}
		}
	}
}
