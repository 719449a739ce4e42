package host

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// build returns the analysis of a source, with some headers.
func build(t testing.TB, text string, headers map[string]string) *Analysis {
	t.Helper()
	unit, err := sema.NewUnit(context.Background(), source.NewFile("dir/a.cu", []byte(text)), sema.Options{
		Read: func(path string) ([]byte, error) {
			if text, ok := headers[path]; ok {
				return []byte(text), nil
			}
			return nil, fmt.Errorf("no %s", path)
		}})
	if err != nil {
		t.Fatal(err)
	}
	return New(context.Background(), unit, ir.NewBuilder(unit, false))
}

const kernels = `
#define BX 16
#define BY 8
__global__ void k(float *p, int n) {}
__global__ void other(float *p, int n) {}
template <int B> __global__ void tk(float *p) {}
template <typename T> __global__ void ty(T *p, T v) {}
template <typename T, int N> __global__ void arr(T (&a)[N]) {}
namespace ns { __global__ void nk(int i) {} template <class T> __global__ void ntk(T *p) {} }
constexpr int kBlock = 128;
static int changed = 64; static int kept = 96;
static const dim3 constBlock(4, 5, 6);
void touch() { changed = 3; }
void byRef(int &n); void shapes(dim3 &b); void byValue(int n); void byPointer(int *p);
float *p; int n;
`

// Each body is that of a host function; want lists the launches it makes:
// kernels, block, and what else the test is about.
func TestLaunches(t *testing.T) {
	tests := []struct{ body, want string }{
		{"k<<<4, 256>>>(p, 3);", "k [4 1 1] [256 1 1] n=3"},
		{"\n#ifndef FIXED\nint b = 64;\n#endif\nk<<<4, b>>>(p, 3);", "k [4 1 1] [64 1 1] n=3"},
		{"if (n) goto out; k<<<4, 256>>>(p, 3); out: ;", "k [4 1 1] [256 1 1] n=3"},
		{"int b = 64; again: k<<<4, b>>>(p, n); b = 32; if (n) goto again;", "k [4 1 1] [0 1 1]"},
		{"k<<<dim3(4, 2), dim3(16, 16)>>>(p, n);", "k [4 2 1] [16 16 1]"},
		{"dim3 b(16, 16); k<<<4, b>>>(p, n);", "k [4 1 1] [16 16 1]"},
		{"dim3 b(BX, BY); k<<<4, b>>>(p, n);", "k [4 1 1] [16 8 1]"},
		{"dim3 b(BX); k<<<4, b>>>(p, n);", "k [4 1 1] [16 1 1]"},
		{"dim3 b = {16, 4}; k<<<4, b>>>(p, n);", "k [4 1 1] [16 4 1]"},
		{"dim3 b{16, 4, 2}; k<<<4, b>>>(p, n);", "k [4 1 1] [16 4 2]"},
		{"dim3 b = dim3(8); k<<<4, b>>>(p, n);", "k [4 1 1] [8 1 1]"},
		{"auto b = dim3(8, 3); k<<<4, b>>>(p, n);", "k [4 1 1] [8 3 1]"},
		{"dim3 b; b.x = 32; b.y = 4; k<<<4, b>>>(p, n);", "k [4 1 1] [32 4 1]"},
		{"dim3 b(32, 4); b.y = 2; k<<<4, b>>>(p, n);", "k [4 1 1] [32 2 1]"},
		{"dim3 b(32, 4); b = dim3(7); k<<<4, b>>>(p, n);", "k [4 1 1] [7 1 1]"},
		{"k<<<4, {16, 16}>>>(p, n);", "k [4 1 1] [16 16 1]"},
		{"k<<<4, make_uint3(1, 2, 3)>>>(p, n);", "k [4 1 1] [1 2 3]"},
		{"k<<<(n + 255) / 256, kBlock>>>(p, n);", "k [0 1 1] [128 1 1]"},
		{"int b = 256; k<<<4, b>>>(p, b);", "k [4 1 1] [256 1 1] n=256"},
		{"int b = 256; k<<<4, b>>>(p, n); b = 128; k<<<4, b>>>(p, n);", "k [4 1 1] [256 1 1]; k [4 1 1] [128 1 1]"},
		{"int b = 256; b /= 2; k<<<4, b>>>(p, n);", "k [4 1 1] [128 1 1]"},
		{"int b = 256; if (n) b = 128; k<<<4, b>>>(p, n);", "k [4 1 1] [128 1 1]; k [4 1 1] [256 1 1]"},
		{"int b = 256; if (n) b = 256; k<<<4, b>>>(p, n);", "k [4 1 1] [256 1 1]"},
		{"int b; if (n) b = 64; else b = 64; k<<<4, b>>>(p, n);", "k [4 1 1] [64 1 1]"},
		{"int b = 256; if (n) { b = 1; return; } k<<<4, b>>>(p, n);", "k [4 1 1] [256 1 1]"},
		{"int b = 256; if (n) { b = 1; } else { k<<<4, b>>>(p, n); }", "k [4 1 1] [256 1 1]"},
		{"for (int b = 32; b < 1024; b *= 2) k<<<4, b>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"int b = 32; while (n--) { k<<<4, b>>>(p, n); b *= 2; }", "k [4 1 1] [0 1 1]"},
		{"int b = 32; while (n--) { k<<<4, b>>>(p, n); }", "k [4 1 1] [32 1 1]"},
		{"int b = 32; byRef(b); k<<<4, b>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"int b = 32; byPointer(&b); k<<<4, b>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"int b = 32; byValue(b); k<<<4, b>>>(p, n);", "k [4 1 1] [32 1 1]"},
		{"int b = 32; int &r = b; r = 4; k<<<4, b>>>(p, n);", "k [4 1 1] [4 1 1]"},
		{"int b = 32; std::cin >> b; k<<<4, b>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"int b = 32; out_of_sight(b); k<<<4, b>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"dim3 b(32, 8); out_of_sight(b); k<<<4, b>>>(p, n);", "k [4 1 1] [32 8 1]"},
		{"dim3 b(32, 8); out_of_sight(&b); k<<<4, b>>>(p, n);", "k [4 1 1] [0 0 0]"},
		{"dim3 b(32, 8); shapes(b); k<<<4, b>>>(p, n);", "k [4 1 1] [0 0 0]"},
		{"const int b = 32; out_of_sight(b); k<<<4, b>>>(p, n);", "k [4 1 1] [32 1 1]"},
		{"int b = atoi(argv[1]); k<<<4, b>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"auto f = [&] { b = 3; }; int b2 = 4; k<<<4, b2>>>(p, n);", "k [4 1 1] [4 1 1]"},
		{"int b = 4; auto f = [&] { b = 3; }; f(); k<<<4, b>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"int b = n > 3 ? 64 : 64; k<<<4, b>>>(p, n);", "k [4 1 1] [64 1 1]"},
		{"k<<<4, n > 3 ? 64 : 32>>>(p, n);", "k [4 1 1] [64 1 1]; k [4 1 1] [32 1 1]"},
		{"k<<<4, std::min(512, 1024)>>>(p, n);", "k [4 1 1] [512 1 1]"},
		{"k<<<4, changed>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"k<<<4, kept>>>(p, n);", "k [4 1 1] [96 1 1]"},
		{"k<<<4, constBlock>>>(p, n);", "k [4 1 1] [4 5 6]"},
		{"dim3 b(8, 8); k<<<b.x * 2, b.x * b.y>>>(p, n);", "k [16 1 1] [64 1 1]"},
		{"{ int b = 1; } int b = 2; { int b = 3; k<<<1, b>>>(p, n); } k<<<1, b>>>(p, n);", "k [1 1 1] [3 1 1]; k [1 1 1] [2 1 1]"},
		{"tk<64><<<4, 64>>>(p);", "tk<64> [4 1 1] [64 1 1]"},
		{"const int B = 32; tk<B * 2><<<4, B>>>(p);", "tk<64> [4 1 1] [32 1 1]"},
		{"ty<<<4, 64>>>(p, 1.0f);", "ty<float> [4 1 1] [64 1 1] v=1"},
		{"ty<double><<<4, 64>>>(q, 1);", "ty<double> [4 1 1] [64 1 1] v=1"},
		{"ns::nk<<<1, 2>>>(7);", "nk [1 1 1] [2 1 1] i=7"},
		{"ns::ntk<short><<<1, 2>>>(q);", "ntk<short> [1 1 1] [2 1 1]"},
		{"k<<<1, 2, 4 * sizeof(float)>>>(p, n);", "k [1 1 1] [2 1 1] shared=16"},
		{"k<<<1, 2, n>>>(p, n);", "k [1 1 1] [2 1 1] shared=-1"},
		{"void *args[] = {&p, &n}; cudaLaunchKernel((const void *)k, dim3(1), dim3(2), args, 0, 0);", "k [1 1 1] [2 1 1]"},
		{"int m = 5; void *args[] = {&p, &m}; cudaLaunchKernel((void *)&k, 1, {2, 2}, args, 8, 0);", "k [1 1 1] [2 2 1] shared=8 n=5"},
		{"cudaLaunchKernel((void *)tk<4>, 1, 2, 0, 0, 0);", "tk<4> [1 1 1] [2 1 1]"},
		{"cudaLaunchConfig_t c = {0}; c.gridDim = dim3(3); c.blockDim = 128; cudaLaunchKernelEx(&c, k, p, 6);", "k [3 1 1] [128 1 1] n=6"},
		{"cudaLaunchConfig_t c; c.gridDim.x = 3; c.blockDim.x = 12; cudaLaunchKernelEx(&c, k, p, 6);", "k [3 1 1] [12 1 1] shared=-1 n=6"},
		{"hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, p, 9);", "k [1 1 1] [2 1 1] n=9"},
		{"hipLaunchKernelGGL(HIP_KERNEL_NAME(tk<3>), 1, 2, 0, 0, p);", "tk<3> [1 1 1] [2 1 1]"},
		{"void (*f)(float *, int) = k; f<<<1, 2>>>(p, n);", "k [1 1 1] [2 1 1]"},
		{"void (*f)(float *, int) = n ? k : other; f<<<1, 2>>>(p, n);", "k|other [1 1 1] [2 1 1]"},
		{"auto f = tk<8>; f<<<1, 2>>>(p);", "tk<8> [1 1 1] [2 1 1]"},
		{"switch (n2) { case 64: k<<<1, n2>>>(p, n); break; case 32: k<<<1, n2>>>(p, n); }", "k [1 1 1] [64 1 1]; k [1 1 1] [32 1 1]"},
		{"unknown<<<1, 2>>>(p);", "- [1 1 1] [2 1 1]"},
		{"int b = 1; switch (n) { case 1: { b = 2; break; } default: { b = 3; break; } } k<<<4, b>>>(p, n);", "k [4 1 1] [2 1 1]; k [4 1 1] [3 1 1]"},
		{"int b = 1; switch (n) { case 1: if (n2) { b = 2; break; } else { b = 3; break; } default: b = 4; } k<<<4, b>>>(p, n);", "k [4 1 1] [2 1 1]; k [4 1 1] [3 1 1]; k [4 1 1] [4 1 1]"},
		{"int b = 1; switch (n) { case 1: { b = 2; if (n2) break; } default: b = 4; } k<<<4, b>>>(p, n);", "k [4 1 1] [2 1 1]; k [4 1 1] [4 1 1]"},
		{"auto set = [&](int &b) { b = 64; if (n) { b = 32; goto out; } b = 16; out: ; }; int b; set(b); k<<<4, b>>>(p, n);", "k [4 1 1] [0 1 1]"},
		{"if (n) goto in; if (n2 == 64) { in: k<<<4, n2>>>(p, n); }", "k [4 1 1] [0 1 1]"},
		{"switch (n2) { case 32: goto in; case 64: in: k<<<4, n2>>>(p, n); }", "k [4 1 1] [0 1 1]"},
		{"int b = 1; switch (n) { case 1: b = 2; case 2: n = 3; case 3: k<<<4, b>>>(p, n); }", "k [4 1 1] [2 1 1]; k [4 1 1] [1 1 1]"},
		{"int b = 1; switch (n) { case 1: b = 2; case 2: n = 3; case 3: ; } k<<<4, b>>>(p, n);", "k [4 1 1] [2 1 1]; k [4 1 1] [1 1 1]"},
		{"switch (n2) { case 32: goto out; case 64: k<<<4, n2>>>(p, n); } out: ;", "k [4 1 1] [64 1 1]"},
	}
	for _, test := range tests {
		u := build(t, kernels+"void host(int n, char **argv) { double *q; int n2 = n; "+test.body+" }", nil)
		if got := launchesOf(u); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.body, got, test.want)
		}
	}
}

func TestLaunchesThroughCallers(t *testing.T) {
	tests := []struct{ code, want string }{
		{"static void run(int b) { k<<<1, b>>>(p, n); } int main() { run(64); }", "k [1 1 1] [64 1 1]"},
		{"static void run(int b) { k<<<1, b>>>(p, n); } int main() { run(64); run(32); run(64); }", "k [1 1 1] [64 1 1]; k [1 1 1] [32 1 1]"},
		{"static void run(int b) { k<<<1, b>>>(p, n); } int main(int c, char **v) { run(64); run(c); }", "k [1 1 1] [64 1 1]; k [1 1 1] [0 1 1]"},
		{"static void run(int b = 48) { k<<<1, b>>>(p, n); } int main() { run(); }", "k [1 1 1] [48 1 1]"},
		{"template <int B> void run() { tk<B><<<1, B>>>(p); } int main() { run<32>(); run<64>(); }", "tk<32> [1 1 1] [32 1 1]; tk<64> [1 1 1] [64 1 1]"},
		{"template <int B> void run() { dim3 b(B); tk<B><<<1, b>>>(p); } int main() { run<32>(); }", "tk<32> [1 1 1] [32 1 1]"},
		{"template <typename T> void run(T *a, int b) { dim3 d(b, 2); ty<T><<<1, d>>>(a, 0); } void outer(int b) { run((float *)0, b * 2); } int main() { outer(8); }", "ty<float> [1 1 1] [16 2 1] v=0"},
		{"template <typename T> void run(T a) { T *q = 0; ty<<<1, 8>>>(q, a); } int main() { run(1); run(1.0f); }", "ty<int> [1 1 1] [8 1 1] v=1; ty<float> [1 1 1] [8 1 1] v=1"},
		{"void run(dim3 b) { k<<<1, b>>>(p, n); } int main() { run(dim3(3, 4)); }", "k [1 1 1] [3 4 1]"},
		{"void run(void (*f)(float *, int)) { f<<<1, 2>>>(p, n); } int main() { run(k); run(other); }", "k [1 1 1] [2 1 1]; other [1 1 1] [2 1 1]"},
		{"void run(int b, long) { k<<<1, b>>>(p, n); } void run(int, float) {} int main() { run(64, 1L); run(32, 1.0f); run(16, 1L); }", "k [1 1 1] [64 1 1]; k [1 1 1] [16 1 1]"},
		{"template <auto B> void run() { ty<<<1, B>>>((int *)p, B); } int main() { run<8>(); run<8u>(); }", "ty<int> [1 1 1] [8 1 1] v=8; ty<?> [1 1 1] [8 1 1] v=8"},
		{"struct A { enum E { x }; }; struct B { enum E { x }; }; void run(A::E) { k<<<1, 8>>>(p, n); } void run(B::E) { k<<<1, n>>>(p, 1); } void both(A::E a, B::E b) { run(b); run(a); }", "k [1 1 1] [8 1 1]; k [1 1 1] [0 1 1] n=1"},
		{"#define LAUNCH(f, b) f<<<1, b>>>(p, 4)\nint main() { LAUNCH(k, 32); LAUNCH(other, BX * 2); }", "k [1 1 1] [32 1 1] n=4; other [1 1 1] [32 1 1] n=4"},
		{"#define CASE(B) case B: tk<B><<<1, B>>>(p); break;\nint main(int c, char **v) { switch (c) { CASE(32) CASE(64) } }", "tk<32> [1 1 1] [32 1 1]; tk<64> [1 1 1] [64 1 1]"},
		{"#if 0\nvoid a() { k<<<1, 2>>>(p, n); }\n#else\nvoid a() { k<<<1, 3>>>(p, n); }\n#endif", "k [1 1 1] [3 1 1]"},
		{"void a() {\n#if 0\n k<<<1, 2>>>(p, n);\n#endif\n k<<<1, 3>>>(p, n); }", "k [1 1 1] [3 1 1]"},
		{"struct S { int b; void run() { k<<<1, b>>>(p, n); } void fixed(); }; void S::fixed() { k<<<1, 5>>>(p, n); }", "k [1 1 1] [0 1 1]; k [1 1 1] [5 1 1]"},
		{"void set(int &b) { b = 64; if (n) { b = 32; goto out; } b = 64; out: ; } void a() { int b; set(b); k<<<1, b>>>(p, n); }", "k [1 1 1] [0 1 1]"},
		{"struct S { int b; S() : b(64) { if (n) { b = 32; goto out; } b = 64; out: ; } void run() { k<<<1, b>>>(p, n); } };", "k [1 1 1] [0 1 1]"},
		{"void pick(const int *&q, const int *r) { q = r; } void a() { int x = 32, y = 64; const int *q = &x; pick(q, &y); k<<<1, *q>>>(p, n); }", "k [1 1 1] [64 1 1]"},
		{"void show(const dim3 &b, int) {} void a() { dim3 b(32); show(b, 1); k<<<1, b>>>(p, n); }", "k [1 1 1] [32 1 1]"},
		{"using R = int &; void set(R b) { b = 64; } void a() { int b = 32; set(b); k<<<1, b>>>(p, n); }", "k [1 1 1] [64 1 1]"},
		{"dim3 shape() { return dim3(9, 2); } void a() { k<<<1, shape()>>>(p, n); }", "k [1 1 1] [9 2 1]"},
		{"void a(int n) { run(n); } void run(int n) { a(n); k<<<1, n>>>(p, 1); }", "k [1 1 1] [0 1 1] n=1"},
		{"#ifdef NEVER\n#define THREADS 32\n#else\n#define THREADS 64\n#endif\nvoid a() { k<<<1, THREADS>>>(p, n); }", "k [1 1 1] [64 1 1]"},
		{"void a() {\n#ifdef NEVER\n const int b = 32;\n#else\n const int b = 64;\n#endif\n k<<<1, b>>>(p, n); }", "k [1 1 1] [0 1 1]"},
	}
	for _, test := range tests {
		u := build(t, kernels+test.code, nil)
		if got := launchesOf(u); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

// A value in a loop that each of many assignments reads twice takes no more steps than there
// are assignments: what is asked for after it is found, too.
func TestValuesInLoops(t *testing.T) {
	shift := strings.Repeat("s |= s >> 1; ", 24)
	u := build(t, kernels+"void host(int n) { int s = n; while (s > 1) { "+shift+"} k<<<s, 64>>>(p, 3); }", nil)
	if got, want := launchesOf(u), "k [0 1 1] [64 1 1] n=3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	nested := "int r = n; while (s > r) { int m = s / (r * 2); " + shift + "for (int j = m; j < s; j *= s) { r = j / m + r; } s = s - r; }"
	u = build(t, kernels+"void host(int n) { int s = n; "+nested+" k<<<s, 64>>>(p, 3); }", nil)
	if got, want := launchesOf(u), "k [0 1 1] [64 1 1] n=3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// launchesOf returns the launches of a unit as text.
func launchesOf(a *Analysis) string {
	var out []string
	for _, l := range a.Launches() {
		name := "-"
		for i, f := range l.Kernels {
			if i > 0 {
				name += "|" + f.Name
			} else {
				name = f.Name
			}
		}
		if len(l.Kernels) == 1 && len(l.Kernels[0].TemplateParams) > 0 {
			var args []sema.TemplateArg
			for _, p := range l.Kernels[0].TemplateParams {
				a, _ := l.Bindings.Lookup(p.Name)
				args = append(args, a)
			}
			name += "<" + sema.TemplateArg{Pack: args}.String() + ">"
		}
		s := fmt.Sprintf("%s %v %v", name, l.Grid, l.Block)
		if l.SharedBytes != 0 {
			s += fmt.Sprintf(" shared=%d", l.SharedBytes)
		}
		if len(l.Kernels) == 1 {
			for i, a := range l.Args {
				if a.Value.Known() && i < len(l.Kernels[0].Params) {
					s += fmt.Sprintf(" %s=%g", l.Kernels[0].Params[i].Name, float64(a.Value.Int)+a.Value.Float)
				}
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

// TestBlocks finds blocks in what modern host code has them in.
func TestBlocks(t *testing.T) {
	const more = `
struct Config { static constexpr int kThreads = 96; };
template <typename T> struct Traits { static const int block = sizeof(T) * 32; };
template <int BLOCK> void launchWith() { tk<BLOCK><<<1, BLOCK>>>(p); }
template <class C> void configured() { k<<<1, C::kThreads>>>(p, n); }
template <class T> void typed() { k<<<1, Traits<T>::block>>>(p, n); }
int roundUp(int x, int to) { return (x + to - 1) / to * to; }
class Runner { int block_; dim3 shape_; int free_;
public: Runner() : block_(160), shape_(8, 4), free_(1) {} void run(); void runShape(); void runFree(); void set(int n) { free_ = n; } };
void Runner::run() { k<<<1, block_>>>(p, n); }
void Runner::runShape() { k<<<1, shape_>>>(p, n); }
void Runner::runFree() { k<<<1, free_>>>(p, n); }
struct Given { int block; explicit Given(int b) : block(b) {} void start() { k<<<1, block>>>(p, n); } };
void choose(int n, dim3 &b) { b = dim3(n, 2); }
`
	tests := []struct{ code, want, note string }{
		{"void f() { launchWith<48>(); }", "[48 1 1]", ""},
		{"void f() { configured<Config>(); }", "[96 1 1]", ""},
		{"void f() { typed<double>(); }", "[256 1 1]", ""},
		{"void f() { k<<<1, roundUp(33, 32)>>>(p, n); }", "[64 1 1]", ""},
		{"void f() { dim3 b; choose(16, b); k<<<1, b>>>(p, n); }", "[16 2 1]", ""},
		{"void f() { Runner r; r.run(); }", "[160 1 1]", ""},
		{"void f() { Given g(224); g.start(); }", "[224 1 1]", ""},
		{"void f(int n) { k<<<1, n > 9 ? dim3(32, 8) : dim3(16)>>>(p, n); }", "[32 8 1][16 1 1]", ""},
		{"void f(int n) { int b = n > 9 ? 64 : 32, c = n > 5 ? 1 : 2; k<<<1, dim3(b, c)>>>(p, n); }", "[0 0 1]", " (at most 64x2x1)"},
		{"void f(int n) { k<<<1, std::min(n, 256)>>>(p, n); }", "[0 1 1]", " (at most 256x1x1)"},
		{"void f(int n) { int b = min(n, 1000); k<<<1, (b + 31) / 32 * 32>>>(p, n); }", "[0 1 1]", " (at most 1024x1x1)"},
		{"void f(int n) { int x = 1, y = 1; while (n--) { x = y % 8; y = x + 1; } k<<<1, dim3(x, y)>>>(p, n); }", "[0 0 1]", " (at most 7x8x1)"},
		{"void f() { int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 0); k<<<g, b>>>(p, n); }", "[0 1 1]", " (cudaOccupancyMaxPotentialBlockSize decides it)"},
		{"void f() { int g; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&g, k, 128, 0); k<<<g, 128>>>(p, n); }", "[128 1 1]", ""},
		{"void f() { auto go = [&](int b) { k<<<1, b>>>(p, n); }; go(72); }", "[72 1 1]", ""},
		{"void f() { const int b = 72; each([&] { k<<<1, b>>>(p, n); }); }", "[72 1 1]", ""},
		{"void f() { int b = 72; auto set = [&] { b = 1; }; set(); k<<<1, b>>>(p, n); }", "[0 1 1]", ""},
		{"void f() { void *args[] = {&p, &n}; dim3 b(32, 2); cudaLaunchCooperativeKernel((void *)k, dim3(4), b, args, 0, 0); }", "[32 2 1]", ""},
		{"void f() { cudaLaunchAttribute attrs[1]; cudaLaunchConfig_t c = {}; c.blockDim = dim3(64, 2); c.attrs = attrs; c.numAttrs = 1; cudaLaunchKernelEx(&c, k, p, n); }", "[64 2 1]", ""},
	}
	for _, test := range tests {
		a := build(t, kernels+more+test.code, nil)
		got, note := "", ""
		for _, l := range a.Launches() {
			if in := l.In.Name; in == "f" || strings.Contains(test.code, in+"<") || strings.Contains(test.code, in+"()") {
				got += fmt.Sprint(l.Block)
				note = l.BlockNote()
			}
		}
		if got != test.want || note != test.note && strings.Contains(test.want, "[0") {
			t.Errorf("%s: %s%q, want %s%q", test.code, got, note, test.want, test.note)
		}
	}
	a := build(t, kernels+more, nil)
	for name, want := range map[string]string{"run": "[160 1 1]", "runShape": "[8 4 1]", "runFree": "[0 1 1]"} {
		for _, l := range a.Launches() {
			if l.In.Name == name && l.In.Record.Name == "Runner" && fmt.Sprint(l.Block) != want {
				t.Errorf("%s: %v, want %s", name, l.Block, want)
			}
		}
	}
}

// Lambda expressions and functors that launches pass, through templates of the host too:
// launch itself launches run<?> where nothing calls it.
func TestLaunchesOfCallables(t *testing.T) {
	const templates = `
template <class F> __global__ void run(int n, F f) { f(n); }
template <class F> void launch(int n, F f) { run<<<n, 128>>>(n, f); }
template <class F> void forward(int n, F &&f) { launch(n, f); }
struct Fill { float *p; __device__ void operator()(int i) const {} };
`
	tests := []struct{ body, want string }{
		{"run<<<1, 64>>>(n, [=] __device__ (int i) {});", "run<?> [0 1 1] [128 1 1]; run<lambda> [1 1 1] [64 1 1]"},
		{"auto f = [=] __device__ (int i) {}; run<<<1, 64>>>(n, f);", "run<?> [0 1 1] [128 1 1]; run<lambda> [1 1 1] [64 1 1]"},
		{"launch(n, [=] __device__ (int i) {});", "run<lambda> [0 1 1] [128 1 1]"},
		{"launch(n, [=] __device__ (int i) {}); launch(n, [=] __device__ (int i) {});", "run<lambda> [0 1 1] [128 1 1]; run<lambda> [0 1 1] [128 1 1]"},
		{"forward(n, [=] __device__ (int i) {});", "run<lambda> [0 1 1] [128 1 1]"},
		{"launch(n, Fill{p});", "run<Fill> [0 1 1] [128 1 1]"},
		{"Fill f; launch(n, f);", "run<Fill> [0 1 1] [128 1 1]"},
	}
	for _, test := range tests {
		u := build(t, templates+"void host(float *p, int n) { "+test.body+" }", nil)
		if got := launchesOf(u); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.body, got, test.want)
		}
	}
}
