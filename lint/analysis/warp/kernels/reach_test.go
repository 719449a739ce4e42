package kernels_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// Where only constant memory is asked for, the kernels that come to a read of it are
// followed, in whatever way they do, and no others.
func TestReach(t *testing.T) {
	const functor = "struct Look { __device__ float operator()(int i) const { return table[i]; } };"
	const apply = "template <class F> __global__ void k(float *p, F f) { p[threadIdx.x] = f(threadIdx.x); } "
	for _, c := range []struct {
		name, text string
		any        bool // no kernel can be left out
	}{
		{name: "own body", text: "__global__ void k(float *p) { p[0] = table[threadIdx.x]; }"},
		{name: "function", text: "__device__ float look(int i) { return table[i]; } __global__ void k(float *p) { p[0] = look(threadIdx.x); }"},
		{name: "macro", text: "#define LOOK(i) table[i]\n__global__ void k(float *p) { p[0] = LOOK(threadIdx.x); }"},
		{name: "macro in the body", text: "__global__ void k(float *p) {\n#define LOOK(i) table[i]\np[0] = LOOK(threadIdx.x); }"},
		{name: "object in the kernel", text: functor + "__global__ void k(float *p) { Look f; p[0] = f(threadIdx.x); }"},
		{name: "parameter", text: functor + "__global__ void k(float *p, Look f) { p[0] = f(threadIdx.x); } void h(float *p) { k<<<1, 32>>>(p, Look()); }"},
		{name: "template argument", text: functor + apply + "void h(float *p) { k<<<1, 32>>>(p, Look()); }"},
		{name: "template argument that is named", text: functor + "template <class F> __global__ void k(float *p) { F f; p[0] = f(threadIdx.x); } void h(float *p) { k<Look><<<1, 32>>>(p); }"},
		{name: "class that has one", text: functor + "struct Two { Look f; __device__ float operator()(int i) const { return f(i); } };" + apply + "void h(float *p) { k<<<1, 32>>>(p, Two()); }"},
		{name: "template that has one", text: functor + "template <class F> struct Not { F f; __device__ float operator()(int i) const { return -f(i); } };" + apply + "void h(float *p) { k<<<1, 32>>>(p, Not<Look>()); }"},
		{name: "base class", text: functor + "struct More : Look {};" + apply + "void h(float *p) { k<<<1, 32>>>(p, More()); }"},
		{name: "alias", text: functor + "using Op = Look; __global__ void k(float *p) { Op f; p[0] = f(threadIdx.x); }"},
		{name: "typedef in a class", text: functor + "struct Ops { typedef Look Type; }; template <class T> __global__ void k(float *p) { typename T::Type f; p[0] = f(threadIdx.x); } void h(float *p) { k<Ops><<<1, 32>>>(p); }"},
		{name: "trait", text: functor + "template <class T> struct Trait; template <> struct Trait<float> { typedef Look Type; }; template <class T> __global__ void k(T *p) { typename Trait<T>::Type f; p[0] = f(threadIdx.x); } void h(float *p) { k<<<1, 32>>>(p); }"},
		{name: "default argument", text: functor + "template <class F = Look> __global__ void k(float *p) { F f; p[0] = f(threadIdx.x); } void h(float *p) { k<><<<1, 32>>>(p); }"},
		{name: "function that makes one", text: functor + "__device__ Look make() { return Look(); } __global__ void k(float *p) { auto f = make(); p[0] = f(threadIdx.x); }"},
		{name: "launch in a template", text: functor + apply + "template <class F> void run(float *p, F f) { k<<<1, 32>>>(p, f); } void h(float *p) { run(p, Look()); }"},
		{name: "lambda expression", text: apply + "void h(float *p) { k<<<1, 32>>>(p, [] __device__ (int i) { return table[i]; }); }"},
		{name: "lambda expression that captures", text: functor + apply + "void h(float *p) { auto f = Look(); k<<<1, 32>>>(p, [=] __device__ (int i) { return f(i); }); }"},
		{name: "class of a class", text: "struct Outer { struct In { __device__ float operator()(int i) const { return table[i]; } }; };" + apply + "void h(float *p) { k<<<1, 32>>>(p, Outer::In()); }"},
		{name: "conversion", text: "struct At { int i; __device__ operator float() const { return table[i]; } }; __global__ void k(float *p) { At a; a.i = threadIdx.x; p[0] = a; }"},
		{name: "constructor", text: "struct At { float x; __device__ At(int i) : x(table[i]) { } }; __device__ float of(At a) { return a.x; } __global__ void k(float *p) { p[0] = of(threadIdx.x); }"},
		{name: "method defined outside", text: "namespace n { struct At { __device__ float get(int i); }; } __device__ float n::At::get(int i) { return table[i]; } __global__ void k(float *p) { n::At a; p[0] = a.get(threadIdx.x); }"},
		{name: "static method", text: "struct At { static __device__ float get(int i) { return table[i]; } }; __global__ void k(float *p) { p[0] = At::get(threadIdx.x); }"},
		{name: "free operator", any: true, text: "struct I { int i; }; __device__ float operator+(I a, int b) { return table[a.i + b]; } __global__ void k(float *p) { I a; a.i = threadIdx.x; p[0] = a + 1; }"},
		{name: "class by a macro", text: "#define OP(name) struct name##Op { __device__ float operator()(int i) const { return table[i]; } };\nOP(Look)\n" + apply + "void h(float *p) { k<<<1, 32>>>(p, LookOp()); }"},
		{name: "template alias", text: "template <class T> struct L { __device__ float operator()(T i) const { return table[i]; } }; template <class T> using Op = L<T>; template <template <class> class F> __global__ void k(float *p) { F<int> f; p[0] = f(threadIdx.x); } void h(float *p) { k<Op><<<1, 32>>>(p); }"},
		{name: "object of namespace scope", text: functor + "__device__ Look look; __global__ void k(float *p) { p[0] = look(threadIdx.x); }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "__constant__ float table[64]; struct Plain { __device__ float operator()(int i) const { return i; } };\n" + c.text +
				"\n__global__ void other(float *p) { Plain f; p[0] = f(threadIdx.x); }\n" +
				"template <class F> __global__ void apart(float *p, F f) { p[0] = f(threadIdx.x); } void launch(float *p) { apart<<<1, 32>>>(p, Plain()); }"
			unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900, Read: os.ReadFile})
			if err != nil {
				t.Fatal(err)
			}
			reads := func(opts kernels.Options) (followed, reading []string) {
				for _, res := range kernels.Analyze(context.Background(), unit, opts) {
					followed = append(followed, res.Kernel.Name)
					if slices.ContainsFunc(res.Accesses, func(a warp.Access) bool { return a.Space == sema.ConstantSpace && a.Object == "table" }) {
						reading = append(reading, res.Kernel.Name)
					}
				}
				return followed, reading
			}
			if _, reading := reads(kernels.Options{}); !slices.Contains(reading, "k") {
				t.Fatalf("the read is not seen: %v", reading)
			}
			for _, opts := range []kernels.Options{{ConstantOnly: true}, {Constants: true}} {
				followed, reading := reads(opts)
				if !slices.Contains(reading, "k") {
					t.Errorf("the kernel is not followed: %v", followed)
				}
				if !c.any && (slices.Contains(followed, "other") || slices.Contains(followed, "apart")) {
					t.Errorf("kernels without a read are followed: %v", followed)
				}
			}
		})
	}
}

// With Constants, device functions that no kernel calls give the same reads of constant memory as
// where all memory is asked for, in whatever way they come to them.
func TestConstantsOfDeviceFunctions(t *testing.T) {
	for name, text := range map[string]string{
		"own body":          "__device__ float f(int i) { return table[i]; }",
		"function":          "__device__ float g(int i) { return table[i]; } __device__ float f(int i) { return g(i) + table[0]; }",
		"other member":      "struct S { __device__ float at(int i) { return table[i]; } __device__ float f(int i) { return at(2 * i); } };",
		"macro":             "\n#define AT(i) table[i]\n__device__ float f(int i) { return AT(i); }",
		"lambda expression": "template <class F> void each(F f); void h(float *p) { each([=] __device__ (int i) { p[i] = table[i]; }); }",
	} {
		t.Run(name, func(t *testing.T) {
			text := "__constant__ float table[64]; " + text + "\n__device__ float plain(const float *p, int i) { return p[i]; }\n"
			unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900})
			if err != nil {
				t.Fatal(err)
			}
			reads := func(opts kernels.Options) (out, followed []string) {
				for _, res := range kernels.Analyze(context.Background(), unit, opts) {
					followed = append(followed, res.Kernel.Name)
					for _, a := range res.Accesses {
						if a.Space == sema.ConstantSpace {
							out = append(out, fmt.Sprint(res.Kernel.Name, a.Node.Span(), a.Executions))
						}
					}
				}
				return out, followed
			}
			want, all := reads(kernels.Options{})
			got, followed := reads(kernels.Options{Constants: true})
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("reads %v, want %v", got, want)
			}
			if !slices.Contains(all, "plain") || slices.Contains(followed, "plain") {
				t.Errorf("followed %v of %v", followed, all)
			}
		})
	}
}
