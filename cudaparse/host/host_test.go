package host

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// ofKernel returns the launches of a kernel as text.
func ofKernel(t *testing.T, a *Analysis, name string) string {
	t.Helper()
	out := ""
	for _, f := range a.e.unit.Functions() {
		if f.Name == name && f.Kernel() {
			for _, l := range a.Of(f) {
				out += fmt.Sprint(l.Block)
			}
		}
	}
	return out
}

// TestLaunchesOfKernel asks about one kernel: its launches are found however it is named,
// and no others.
func TestLaunchesOfKernel(t *testing.T) {
	const code = `
template <typename T> __global__ void a(T *p) {}
namespace ns { __global__ void b(float *p) {} }
__global__ void c(float *p) {}
float *p;
#define RUN c
#define SPELLED(n) a<float><<<1, n>>>(p)
`
	tests := []struct {
		code, kernel, want string
		found              int // launches that were evaluated
	}{
		{"void f() { a<float><<<1, 32>>>(p); ns::b<<<1, 64>>>(p); }", "a", "[32 1 1]", 1},
		{"void f() { a<float><<<1, 32>>>(p); ns::b<<<1, 64>>>(p); }", "b", "[64 1 1]", 1},
		{"void f() { a<float><<<1, 32>>>(p); ns::b<<<1, 64>>>(p); }", "c", "", 0},
		{"void f() { RUN<<<1, 32>>>(p); a<int><<<1, 2>>>(0); }", "c", "[32 1 1]", 1},
		{"void f() { SPELLED(96); c<<<1, 2>>>(p); }", "a", "[96 1 1]", 1},
		{"void f() { auto c = ns::b; c<<<1, 32>>>(p); }", "b", "[32 1 1]", 1},
		{"void f(void (*c)(float *)) { c<<<1, 32>>>(p); } void g() { f(ns::b); }", "b", "[32 1 1]", 1},
		{"template <void (*c)(float *)> void f() { c<<<1, 32>>>(p); }", "c", "", 1},
		{"static void (*table)(float *) = ns::b; void f() { table<<<1, 32>>>(p); }", "b", "[32 1 1]", 1},
		{"void f(bool x) { (x ? ns::b : c)<<<1, 32>>>(p); a<int><<<1, 2>>>(0); }", "c", "[32 1 1]", 1},
	}
	for _, test := range tests {
		u := build(t, code+test.code, nil)
		if got := ofKernel(t, u, test.kernel); got != test.want {
			t.Errorf("%s: the launches of %s are %q, want %q", test.code, test.kernel, got, test.want)
		}
		if got := len(u.Found()); got != test.found {
			t.Errorf("%s: %d launches were evaluated for %s, want %d", test.code, got, test.kernel, test.found)
		}
	}
}

// TestLaunchesWithin asks when there is no more time, and again when there is.
func TestLaunchesWithin(t *testing.T) {
	u := build(t, "__global__ void k() {} void f() { k<<<1, 32>>>(); }", nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	u.Within(ctx)
	if got := ofKernel(t, u, "k") + fmt.Sprint(len(u.Launches())); got != "0" {
		t.Errorf("launches were evaluated without time: %s", got)
	}
	u.Within(context.Background())
	if got := ofKernel(t, u, "k"); got != "[32 1 1]" {
		t.Errorf("the launches are %q once there is time", got)
	}
}

// A shortContext is done after its error was asked for so many times.
type shortContext struct {
	context.Context
	left int
}

func (c *shortContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestLaunchesInterrupted cancels the context at each step: asked again, the launches and what
// their pointers point into are the same as without the interruption.
func TestLaunchesInterrupted(t *testing.T) {
	const code = `
struct Data { float *in, *out; int n; };
__global__ void k(Data d, float *p) {}
float *make(int n) { float *p; cudaMalloc(&p, n * 4); return p; }
void run(Data d, int n) { if (n == 4) d.n = 8; k<<<d.n, n>>>(d, make(n)); }
void f(float *p) { run({p, make(8), 2}, 4); }
`
	ask := func(a *Analysis) string {
		out := ""
		for _, l := range a.Launches() {
			out += fmt.Sprint(l.Grid, l.Block, a.Pointers(l), "\n")
			for _, arg := range l.Args {
				for _, h := range arg.Held {
					out += fmt.Sprintln(h.Path, h.Value.Int)
				}
			}
		}
		return out
	}
	want := ask(build(t, code, nil))
	a := build(t, code, nil)
	for left := 0; ; left++ {
		short := &shortContext{Context: context.Background(), left: left}
		a = New(short, a.e.unit, ir.NewBuilder(a.e.unit, false))
		ask(a)
		if short.left >= 0 {
			if left < 50 {
				t.Fatalf("the context was asked %d times only", left)
			}
			break
		}
		a.Within(context.Background())
		if got := ask(a); got != want {
			t.Fatalf("interrupted after %d steps:\n%swant\n%s", left, got, want)
		}
	}
}

// TestMayLaunch asks whether the launches of a header are in code that the unit instantiates.
func TestMayLaunch(t *testing.T) {
	const header = `
template <typename T> __global__ void k(T p) {}
template <typename T> void inner(T v) { k<<<1, 32>>>(v); }
template <typename T> void outer(T v) { inner(v); }
template <typename T> struct Runner { void run(T v) { k<<<1, 32>>>(v); } };
`
	tests := []struct {
		header, source string
		want           bool
	}{
		{"", "", false},
		{"", "void f() { outer(1); }", true},
		{"", "void f() { inner(1); }", true},
		{"", "void (*f)(int) = outer<int>;", true},
		{"", "template <typename T> void f(T v) { inner(v); }", true},
		{"", "void f() { Runner<int> r; r.run(1); }", true},
		{"void f() { outer(1); }", "", true},
		{"template <typename T> void f(T v) { f(v); outer(v); }", "", false},
		{"", "// outer", false},
	}
	for _, test := range tests {
		u := build(t, "#include \"h.cuh\"\n"+test.source, map[string]string{"dir/h.cuh": header + test.header})
		if got := u.MayLaunch(u.e.unit.Kernels()[0]); got != test.want {
			t.Errorf("%q, %q: %t, want %t", test.header, test.source, got, test.want)
		}
	}
}

// TestInstantiates asks which functions of a header the unit may instantiate.
func TestInstantiates(t *testing.T) {
	const header = `
void plain() {}
template <typename T> void inner(T v) {}
template <typename T> void outer(T v) { inner(v); }
template <typename T> struct Runner { Runner() {} void run(T v) { outer(v); } };
`
	for source, want := range map[string]string{
		"":                                       "plain Runner",
		"// outer":                               "plain Runner",
		"void f() { inner(1); }":                 "f plain inner Runner",
		"void f() { outer(1); }":                 "f plain inner outer Runner",
		"void f(Runner<int> r) { r.run(); }":     "f plain inner outer Runner run",
		"template <typename T> void own(T v) {}": "own plain Runner",
	} {
		u := build(t, "#include \"h.cuh\"\n"+source, map[string]string{"dir/h.cuh": header})
		var got []string
		for _, f := range u.e.unit.Functions() {
			if u.Instantiates(f) {
				got = append(got, f.Name)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: %s, want %s", source, got, want)
		}
		if !u.Instantiates(nil) {
			t.Errorf("%q: code outside of functions is not compiled", source)
		}
	}
}
