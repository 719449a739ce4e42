package reuse_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/analysis/warp/reuse"
)

// reaching are edits that change what is known of kernel k, which is far from them: from
// the first word in brackets to the second.
var reaching = []struct{ name, text string }{
	{"its own body", `__constant__ float t[256];
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x [*->/] 2]; }`},
	{"a function", `__constant__ float t[256];
__device__ int f(int i) { return i [*->/] 2; }
__global__ void k(float *o) { o[threadIdx.x] = t[f(threadIdx.x)]; }`},
	{"a function that a function calls", `__constant__ float t[256];
__device__ int g(int i) { return i [*->/] 2; }
__device__ int f(int i) { return g(i); }
__global__ void k(float *o) { o[threadIdx.x] = t[f(threadIdx.x)]; }`},
	{"a function that a macro calls", `__constant__ float t[256];
__device__ int g(int i) { return i [*->/] 2; }
#define F(x) g(x)
__global__ void k(float *o) { o[threadIdx.x] = t[F(threadIdx.x)]; }`},
	{"a function that a method calls", `__constant__ float t[256];
__device__ int g(int i) { return i [*->/] 2; }
struct S { __device__ int f(int i) { return g(i); } };
__global__ void k(float *o) { S s; o[threadIdx.x] = t[s.f(threadIdx.x)]; }`},
	{"a method out of its class", `__constant__ float t[256];
struct S { __device__ int f(int i); };
__device__ int S::f(int i) { return i [*->/] 2; }
__global__ void k(float *o) { S s; o[threadIdx.x] = t[s.f(threadIdx.x)]; }`},
	{"a constructor", `__constant__ float t[256];
struct S { int x; __device__ S(int i); };
__device__ S::S(int i) { x = i [*->/] 2; }
__global__ void k(float *o) { S s(threadIdx.x); o[threadIdx.x] = t[s.x]; }`},
	{"a method of a base", `__constant__ float t[256];
struct B { __device__ int f(int i) const; };
struct S : B { __device__ int g(int i) { return f(i); } };
__device__ int B::f(int i) const { return i [*->/] 2; }
__global__ void k(float *o) { S s; o[threadIdx.x] = t[s.g(threadIdx.x)]; }`},
	{"a function of a namespace", `__constant__ float t[256];
namespace s { __device__ int f(int i); }
__device__ int s::f(int i) { return i [*->/] 2; }
__global__ void k(float *o) { o[threadIdx.x] = t[s::f(threadIdx.x)]; }`},
	{"an operator", `__constant__ float t[256];
struct S { int x; };
__device__ int operator%(S s, int i) { return i [*->/] 2; }
__global__ void k(float *o) { S s; o[threadIdx.x] = t[s % threadIdx.x]; }`},
	{"a function whose name is pasted", `__constant__ float t[256];
__device__ int get_x(int i) { return i [*->/] 2; }
#define GET(n) get_##n
__global__ void k(float *o) { o[threadIdx.x] = t[GET(x)(threadIdx.x)]; }`},
	{"a function whose name is pasted by another macro", `__constant__ float t[256];
__device__ int get_x(int i) { return i [*->/] 2; }
#define PASTE(a, b) a##b
#define GET(n) PASTE(get_, n)
__global__ void k(float *o) { o[threadIdx.x] = t[GET(x)(threadIdx.x)]; }`},
	{"a function that takes the place of another", `__constant__ float t[256];
template <typename T> __device__ int f(T i) { return i; }
[->__device__ int f(int i) { return i / 2; }]
__global__ void k(float *o) { o[threadIdx.x] = t[f((int)threadIdx.x)]; }`},
	{"a function in another namespace", `__constant__ float t[256];
namespace a { __device__ int f(int i) { return i; } }
namespace b { __device__ int f(int i) { return i / 2; } }
using namespace [a->b];
__global__ void k(float *o) { o[threadIdx.x] = t[f(threadIdx.x)]; }`},
	{"a macro", `#define STEP [1->2]
__constant__ float t[256];
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x / STEP]; }`},
	{"a macro in another function", `#define STEP 1
__constant__ float t[256];
void host() {
[->#define STEP 2]
}
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x / STEP]; }`},
	{"where a macro changes", `#define STEP 1
__constant__ float t[256];
[->__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x / STEP]; }]
#define STEP 2
[__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x / STEP]; }->]
`},
	{"the size of a table", `__constant__ float t[[256->512]];
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x]; }`},
	{"the memory of a table", `[__constant__->__device__] float t[256];
__constant__ float u[256];
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x] + u[threadIdx.x]; }`},
	{"a type", `typedef [float->double] real;
__constant__ real t[256];
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x]; }`},
	{"a condition", `__constant__ float t[256];
#if [0->1]
#define STEP 2
#else
#define STEP 1
#endif
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x / STEP]; }`},
	{"a directive", `#define YES
__constant__ float t[256];
#[ifdef->ifndef] YES
#define STEP 2
#else
#define STEP 1
#endif
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x / STEP]; }`},
	{"the block of a launch", `__constant__ float t[1024];
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x * blockDim.x / 64]; }
void host(float *o) { k<<<1, [64->256]>>>(o); }`},
	{"the grid of a launch", `__constant__ float t[1024];
__global__ void k(float *o) { for (int i = 0; i < gridDim.x; i++) o[threadIdx.x] += t[threadIdx.x + i]; }
void host(float *o) { k<<<[1->3], 64>>>(o); }`},
	{"an argument of a launch", `__constant__ float t[1024];
__global__ void k(float *o, int s) { o[threadIdx.x] = t[threadIdx.x * s]; }
void host(float *o) { k<<<1, 64>>>(o, [1->2]); }`},
	{"an argument that another function passes", `__constant__ float t[1024];
__global__ void k(float *o, int s) { o[threadIdx.x] = t[threadIdx.x * s]; }
static void run(float *o, int s) { k<<<1, 64>>>(o, s); }
void host(float *o) { run(o, [1->2]); }`},
	{"a template argument", `__constant__ float t[1024];
template <int S> __global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x * S]; }
void host(float *o) { k<[1->2]><<<1, 64>>>(o); }`},
	{"a template argument that is a type", `__constant__ float t[1024];
struct A { static __device__ int f(int i) { return i; } };
struct B { static __device__ int f(int i) { return i / 2; } };
template <typename T> __global__ void k(float *o) { o[threadIdx.x] = t[T::f(threadIdx.x)]; }
void host(float *o) { k<[A->B]><<<1, 64>>>(o); }`},
	{"an instance of a class template", `__constant__ float t[1024];
template <int S> struct A { static __device__ int f(int i) { return i * S; } };
template <typename T> __global__ void k(float *o) { o[threadIdx.x] = t[T::f(threadIdx.x)]; }
void host(float *o) { k<A<[1->2]>><<<1, 64>>>(o); }`},
	{"a class of the same name", `__constant__ float t[1024];
namespace a { struct S { static __device__ int f(int i) { return i; } }; }
namespace b { struct S { static __device__ int f(int i) { return i / 2; } }; }
template <typename T> __global__ void k(float *o) { o[threadIdx.x] = t[T::f(threadIdx.x)]; }
void host(float *o) { k<[a->b]::S><<<1, 64>>>(o); }`},
	{"a class in an instance of a template", `__constant__ float t[1024];
template <int S> struct A { struct B { static __device__ int f(int i) { return i * S; } }; };
template <typename T> __global__ void k(float *o) { o[threadIdx.x] = t[T::f(threadIdx.x)]; }
void host(float *o) { k<A<[1->2]>::B><<<1, 64>>>(o); }`},
	{"a deduced argument", `__constant__ float t[1024];
template <typename T> __global__ void k(T *o) { o[threadIdx.x] = t[threadIdx.x * sizeof(T)]; }
void host([float->double] *o) { k<<<1, 64>>>(o); }`},
	{"a method of a class template", `__constant__ float t[1024];
template <int S> struct A { __device__ float f(int i) { return t[i * S]; } };
__global__ void k(float *o) { A<[1->2]> a; o[threadIdx.x] = a.f(threadIdx.x); }
__global__ void other(float *o) { o[threadIdx.x] = t[threadIdx.x]; }`},
	{"an enumeration", `__constant__ float t[1024];
namespace a { enum E { Step = 1 }; }
namespace b { enum E { Step = 2 }; }
template <typename T> __global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x * T::Step]; }
void host(float *o) { k<[a->b]::E><<<1, 64>>>(o); }`},
	{"a variable that is written", `__constant__ float t[1024];
static int step = 2;
__global__ void k(float *o, int s) { o[threadIdx.x] = t[threadIdx.x * s]; }
void set(int x) { [->step = x;] }
void host(float *o) { k<<<1, 64>>>(o, step); }`},
	{"a variable of the host that is read", `__constant__ float t[1024];
static int step = 2;
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x * step]; }
void set(int x) { [->step = x;] }
void host(float *o) { k<<<1, 64>>>(o); }`},
	{"a second launch", `__constant__ float t[1024];
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x * blockDim.x / 64]; }
void host(float *o) { k<<<1, 64>>>(o); [->k<<<1, 96>>>(o);] }`},
	{"a macro before the function", `#define KERNEL __global__
__constant__ float t[256];
[->KERNEL]
void k(float *o) { o[threadIdx.x] = t[threadIdx.x]; }`},
	{"a macro in a comment before the function", `#define KERNEL __global__
__constant__ float t[256];
[->// This is a KERNEL]
void k(float *o) { o[threadIdx.x] = t[threadIdx.x]; }
__global__ void other(float *o) { o[0] = 1; }`},
	{"a macro in a comment before a table", `#define FIXED __constant__
__constant__ float u[4];
[->// This is FIXED]
float t[256];
__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x] + u[threadIdx.x % 4]; }`},
	{"a packing", `struct S { char a; int b[40]; };
[->#pragma pack(1)]
struct P { char a; int b[40]; };
__global__ void k(float *o, P p) { o[threadIdx.x] = p.b[threadIdx.x]; }`},
	{"who else reads", `__constant__ float t[256];
__device__ float f(int i) { return t[i]; }
__global__ void k(float *o) { o[threadIdx.x] = [->f](threadIdx.x); }`},
	{"the body of a lambda expression", lambdaTable + `void host(float *o) { run(o, [=] __device__ (int i) { return i [*->/] 2; }); }`},
	{"a function that a lambda expression calls", lambdaTable + `__device__ int g(int i) { return i [*->/] 2; }
void host(float *o) { run(o, [=] __device__ (int i) { return g(i); }); }`},
	{"a constant around a lambda expression", lambdaTable + `void host(float *o) { constexpr int s = [1->2]; run(o, [=] __device__ (int i) { return i * s; }); }`},
	{"a type around a lambda expression", lambdaTable + `void host(float *o) { using T = [char->double]; run(o, [=] __device__ (int i) { return i * (int)sizeof(T); }); }`},
	{"what a lambda expression captures", lambdaTable + `void host(float *o, [short->double] x) { run(o, [=] __device__ (int i) { return i * (int)sizeof(x); }); }`},
	{"a constant that a function around a lambda expression names", lambdaTable + `constexpr int two() { return [1->2]; }
void host(float *o) { constexpr int s = two(); run(o, [=] __device__ (int i) { return i * s; }); }`},
	{"a lambda expression in a template", lambdaTable + `template <int S> void some(float *o) { run(o, [=] __device__ (int i) { return i * S; }); }
void host(float *o) { some<[1->2]>(o); }
__global__ void other(float *o) { o[threadIdx.x] = t[threadIdx.x]; }`},
	{"two lambda expressions of one function", lambdaTable + `void host(float *o) {
run(o, [=] __device__ (int i) { return i; });
run(o, [=] __device__ (int i) { return i [*->/] 2; });
}`},
	{"which of two lambda expressions", lambdaTable + `template <typename F, typename G> __global__ void both(float *o, F f, G g) { o[threadIdx.x] = t[f(threadIdx.x) + g(threadIdx.x)]; }
void host(float *o) {
auto a = [=] __device__ (int i) { return i; };
auto b = [=] __device__ (int i) { return i / 2; };
run(o, [a->b]);
both<<<1, 64>>>(o, a, b);
}`},
	{"a bound of the block", `__constant__ float t[1024];
__global__ void __launch_bounds__([64->128]) k(float *o) { o[threadIdx.x] = t[threadIdx.x * blockDim.x / 64]; }`},
	{"an alignment in a body", `__constant__ float t[1024];
__global__ void k(float *o) { struct A { char c; }; struct [->__align__(16)] B { int i; }; o[threadIdx.x] = t[threadIdx.x * sizeof(B) / 4]; }`},
}

// lambdaTable has a kernel k that reads a table where a callable tells.
const lambdaTable = `__constant__ float t[1024];
template <typename F> __global__ void k(float *o, F f) { o[threadIdx.x] = t[f(threadIdx.x)]; }
template <typename F> void run(float *o, F f) { k<<<1, 64>>>(o, f); }
`

// TestRecallSeesReach makes edits that reach a kernel from afar, forth and back, and others
// that do not reach it.
func TestRecallSeesReach(t *testing.T) {
	const unrelated = "\nvoid unrelated() { int x = 1; }\n"
	for _, c := range reaching {
		t.Run(c.name, func(t *testing.T) {
			before, after := variants(c.text)
			spelled := map[string]string{}
			for _, text := range []string{before, after} {
				unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900, Read: os.ReadFile})
				if err != nil {
					t.Fatal(err)
				}
				text := spellResults(unit, kernels.Analyze(context.Background(), unit, kernels.Options{Brief: true}))
				spelled[text] = text
			}
			if len(spelled) != 2 {
				t.Error("the edit changes nothing")
			}
			memory := reuse.NewFileCache()
			for i, text := range []string{before, after, before + unrelated, after + unrelated, before} {
				compareRecall(t, c.name+" "+string(rune('0'+i)), "a.cu", text, memory)
			}
			if memory.Reused == 0 {
				t.Error("nothing was taken over")
			}
		})
	}
}

// variants returns a text with the first and with the second of "[first->second]".
func variants(text string) (before, after string) {
	for {
		plain, first, second, rest, ok := cutVariant(text)
		if !ok {
			return before + text, after + text
		}
		before, after, text = before+plain+first, after+plain+second, rest
	}
}

// cutVariant cuts a text at the first "[first->second]"; ok is false where there is none.
func cutVariant(text string) (plain, first, second, rest string, ok bool) {
	arrow := strings.Index(text, "->")
	if arrow < 0 {
		return text, "", "", "", false
	}
	start, end := strings.LastIndexByte(text[:arrow], '['), arrow+strings.IndexByte(text[arrow:], ']')
	// What is put in may have brackets itself.
	for strings.Count(text[arrow:end], "[") > strings.Count(text[arrow:end], "]") {
		end += 1 + strings.IndexByte(text[end+1:], ']')
	}
	for strings.Count(text[start:arrow], "[") < 1+strings.Count(text[start:arrow], "]") {
		start = strings.LastIndexByte(text[:start], '[')
	}
	return text[:start], text[start+1 : arrow], text[arrow+2 : end], text[end+1:], true
}

// passedOver are edits that reach no kernel.
var passedOver = []struct{ name, text string }{
	{"a comment in the body", `__constant__ float t[256];
__global__ void k(float *o) { int i = threadIdx.x; [->/* half of it */] o[i] = t[i / 2]; }`},
	{"a comment before it", `__constant__ float t[256];
[->// It reads half of the table.]
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }`},
	{"another kernel", `__constant__ float t[256];
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
__global__ void other(float *o) { o[0] = [1->2]; }`},
	{"host code that launches it", `__constant__ float t[256];
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
void host(float *o) { k<<<1, 64>>>(o); [->cudaDeviceSynchronize();] }`},
	{"a function before it", `__constant__ float t[256];
[->__device__ float unrelated(float x) { return x * 2; }]
__device__ int half(int i) { return i / 2; }
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[half(i)]; }`},
	{"a function that is declared, too", `__constant__ float t[256];
__device__ int other(int i);
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
__device__ int other(int i) { return i / [2->3]; }`},
	{"the launch of another one with a class", `__constant__ float t[256];
struct P { int n; };
__global__ void k(float *o, P p) { int i = threadIdx.x; o[i] = t[i / 2]; }
void host(float *o, P p) { k<<<1, 64>>>(o, p); [->p.n++;] }`},
	{"a piece of a statement between functions", `__constant__ float t[256];
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
[->x = (y + ]
__device__ int other(int i) { return i / 2; }`},
	{"another function that does not parse", `__constant__ float t[256];
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
__device__ int other(int i) { [->foo(]; return i / 2; }`},
	{"a method that launches it", `__constant__ float t[256];
struct S { float *o; void run(); S(); };
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
void S::run() { [->prepare();] k<<<1, 64>>>(o); }`},
	{"a function of a namespace that launches it", `__constant__ float t[256];
namespace s { void run(float *o); }
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
void s::run(float *o) { [->prepare();] k<<<1, 64>>>(o); }`},
	{"a function with a macro of its own", `__constant__ float t[256];
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
int other(int i) {
#define OWN [1->2]
return i / OWN;
}`},
	{"a function beside one that passes a lambda expression", `__constant__ float t[256];
__device__ int other(int i) { return i / [2->3]; }
template <typename F> __global__ void k(float *o, F f) { o[threadIdx.x] = t[f(threadIdx.x)]; }
template <typename F> void run(float *o, F f) { k<<<1, 64>>>(o, f); }
void host(float *o, int n) { run(o, [=] __device__ (int i) { return i / 2 + n; }); }
void unrelated() { int i = [1->2]; }`},
	{"main", `__constant__ float t[256];
__global__ void k(float *o) { int i = threadIdx.x; o[i] = t[i / 2]; }
int main() { float *o; k<<<1, 64>>>(o); return [0->1]; }`},
}

// TestRecallPassesOver makes edits that do not reach kernel k: nothing but other kernels,
// and device functions that are roots of their own, is analysed again.
func TestRecallPassesOver(t *testing.T) {
	for _, c := range passedOver {
		t.Run(c.name, func(t *testing.T) {
			before, after := variants(c.text)
			memory := reuse.NewFileCache()
			compareRecall(t, c.name, "a.cu", before, memory)
			reused, analysed := memory.Reused, memory.Analysed
			compareRecall(t, c.name, "a.cu", after, memory)
			others := strings.Count(before, "__global__") - 1
			roots := strings.Count(after, "__device__ ") // that no kernel reaches
			if memory.Reused == reused || memory.Analysed > analysed+3*others+2*roots {
				t.Errorf("%d taken over, %d analysed again", memory.Reused-reused, memory.Analysed-analysed)
			}
		})
	}
}
