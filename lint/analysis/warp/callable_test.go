package warp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// rowsOf writes the rows of all results of a text, in order: kernel, expression, summary.
func rowsOf(results []warp.Result) string {
	var lines []string
	for _, r := range results {
		for _, a := range r.Accesses {
			lines = append(lines, fmt.Sprintf("%s %v %s: %s", a.Kernel.Name, a.Kind, a.Node.Text(), summary(a)))
		}
	}
	return strings.Join(lines, "\n")
}

// Lambda expressions and functors that a host function passes to a kernel are followed in
// the kernel's instance for them.
func TestCallablesOfLaunches(t *testing.T) {
	const templates = `
template <class F> __global__ void run(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
template <class F> void launch(int n, F &&f) { run<<<n / 64, 64>>>(n, f); }
struct Fill { float *p; int step; __device__ void operator()(int i) const { p[i * 2] = step; } };
template <class T> struct Table { T *data; __device__ T &operator()(int i) const { return data[i]; } };
`
	tests := []struct{ name, body, want string }{
		{"lambda", "launch(n, [=] __device__ (int i) { out[i] = in[2 * i]; });",
			"run load in[2 * i]: affine 32 stride 8\nrun store out[i]: affine 32 stride 4"},
		{"variable", "auto f = [out] __device__ (int i) { out[7] = i; }; run<<<1, 64>>>(n, f);", "run store out[7]: uniform 1"},
		{"two", "launch(n, [=] __device__ (int i) { out[i] = 1; }); launch(n, [=] __device__ (int i) { out[4 * i] = 1; });",
			"run store out[i]: affine 32 stride 4\nrun store out[4 * i]: affine 32 stride 16"},
		{"functor", "launch(n, Fill{out, n});", "run store p[i * 2]: affine 32 stride 8"},
		{"functor variable", "Fill f; f.p = out; launch(n, f);", "run store p[i * 2]: affine 32 stride 8"},
		{"captured class", "Table<float> t{out}; launch(n, [=] __device__ (int i) { t(3 * i) = 1; });", "run store t(3 * i): affine 32 stride 12"},
		{"init capture", "launch(n, [p = out + n] __device__ (int i) { p[i] = 1; });", "run store p[i]: affine 32 stride 4"},
		{"constant", "constexpr int width = 3; launch(n, [=] __device__ (int i) { out[i * width] = 1; });", "run store out[i * width]: affine 32 stride 12"},
		{"captured number", "int width = n; launch(n, [=] __device__ (int i) { out[i + width] = 1; });", "run store out[i + width]: affine 32 stride 4"},
		{"generic", "launch(n, [=] __device__ (auto i) { out[i] = 1; });", "run store out[i]: affine 32 stride 4"},
		{"nested", "launch(n, [=] __device__ (int i) { auto at = [=](int k) { return out[k * 2]; }; out[0] = at(i); });", "run load out[k * 2]: affine 32 stride 8\nrun store out[0]: uniform 1"},
		{"nested by reference", "launch(n, [=] __device__ (int i) { auto at = [&](int k) { return out[k * 2]; }; out[0] = at(i); });", "run load out[k * 2]: affine 32 stride 8\nrun store out[0]: uniform 1"},
		{"local type", "using Real = double; Real *d; launch(n, [=] __device__ (int i) { Real x = i; d[i] = x; });", "run store d[i]: affine 32 stride 8"},
		{"unknown type", "auto view = makeView(n); launch(n, [=] __device__ (int i) { out[i] = view(i); });", "run store out[i]: affine 32 stride 4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, templates+"void host(float *out, const float *in, int n) { "+test.body+" }")
			results = slices.DeleteFunc(results, func(r warp.Result) bool { return !r.Kernel.Kernel() })
			if got := rowsOf(results); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// Callables that host code passes to a library, and device functions that nothing calls,
// are followed by themselves.
func TestCallablesOfAlgorithms(t *testing.T) {
	const classes = `
struct Fill { float *p; int step; __device__ void operator()(int i) const { p[i * 2] = step; } };
template <class T> struct Put { T *p; __device__ void operator()(int i) const { p[i] = 0; } };
struct Square { __host__ __device__ float operator()(float x) const { return x * x; } };
template <class F> __global__ void run(F f) { f(threadIdx.x); }
`
	tests := []struct{ name, body, want string }{
		{"for_each", "thrust::for_each(policy, thrust::make_counting_iterator(0), thrust::make_counting_iterator(n), [=] __device__ (int i) { out[2 * i] = 1; });",
			"() store out[2 * i]: affine 32 stride 8"},
		{"for_each_n", "thrust::for_each_n(thrust::counting_iterator<long>(0), n, [=] __device__ (auto i) { out[i] = 1; });", "() store out[i]: affine 32 stride 4"},
		{"braces", "thrust::for_each_n(p, thrust::counting_iterator<int>{0}, n, [=] __device__ (auto i) { out[i] = 1; });", "() store out[i]: affine 32 stride 4"},
		{"iterator variable", "auto first = thrust::make_counting_iterator<int>(0); thrust::for_each(first, first + n, [=] __device__ (int i) { out[i] = 1; });",
			"() store out[i]: affine 32 stride 4"},
		{"tabulate", "thrust::tabulate(v.begin(), v.end(), [=] __device__ (int i) { return in[i]; });", "() load in[i]: affine 32 stride 4"},
		{"elements", "thrust::transform(v.begin(), v.end(), w, [=] __device__ (int x) { return in[x]; });", "() load in[x]: data-dependent 32 mean 32"},
		{"second range", "thrust::transform(v.begin(), v.end(), thrust::make_counting_iterator(0), w, [=] __device__ (int x, int i) { return in[x]; });",
			"() load in[x]: data-dependent 32 mean 32"},
		{"no algorithm", "auto f = [=] __device__ (int i) { out[i] = 1; }; use(f);", "() store out[i]: unknown"},
		{"uniform", "wrap([=] __device__ (int i) { out[n] = 1; });", "() store out[n]: uniform 1"},
		{"functor", "thrust::for_each_n(thrust::make_counting_iterator(0), n, Fill{out, 1});", "() store p[i * 2]: affine 32 stride 8"},
		{"functor template", "thrust::for_each_n(thrust::make_counting_iterator(0), n, Put<float>{out});", "() store p[i]: affine 32 stride 4"},
		{"launched", "run<<<1, 32>>>([=] __device__ (int i) { out[i] = 1; });", "run store out[i]: affine 32 stride 4"},
		{"host lambda", "for_each(v.begin(), v.end(), [=](int i) { out[i] = 1; });", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, classes+"void host(float *out, const float *in, int n) { "+test.body+" }")
			results = slices.DeleteFunc(results, func(r warp.Result) bool { return !r.Kernel.Kernel() && r.Callable == nil })
			if got := rowsOf(results); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// A device function that no kernel calls has rows; a template has none.
func TestUnreachedFunctions(t *testing.T) {
	results := analyzeAll(t, `
__device__ void inner(float *p, int i) { p[i] = 1; }
__device__ void outer(float *p) { inner(p, threadIdx.x); }
__device__ float read(const float *p, int i) { return p[threadIdx.x]; }
template <class T> __device__ T generic(const T *p) { return p[threadIdx.x]; }
__device__ void reached(float *p) { p[2 * threadIdx.x] = 1; }
__global__ void k(float *p) { reached(p); }
`)
	want := "k store p[2 * threadIdx.x]: affine 32 stride 8\nouter store p[i]: affine 32 stride 4\nread load p[threadIdx.x]: affine 32 stride 4"
	if got := rowsOf(results); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A template parameter that is itself a template is what its argument, or default, says.
func TestTemplateTemplateParameters(t *testing.T) {
	const classes = `
namespace traits { template <class T> struct Plain { typedef T *Pointer; }; template <class T> struct Wide { typedef double *Pointer; }; }
template <class T, int N, template <class U> class Traits = traits::Plain> struct View;
template <class T, int N, template <class U> class Traits> struct View {
  typename Traits<T>::Pointer data;
  __device__ auto operator[](int i) const -> decltype(*data) { return data[i]; }
};
`
	for _, test := range []struct{ kernel, want string }{
		{"__global__ void k(View<float, 1> v) { v.data[threadIdx.x] = 1; }", "k store v.data[threadIdx.x]: affine 32 stride 4"},
		{"__global__ void k(View<float, 1, traits::Wide> v) { v.data[threadIdx.x] = 1; }", "k store v.data[threadIdx.x]: affine 32 stride 8"},
		{"template <template <class> class T> __global__ void k(T<float> v) { typename T<float>::Pointer p = v.p; p[threadIdx.x] = 1; }\n" +
			"template <class T> struct Own { typedef T *Pointer; T *p; };\nvoid host(Own<float> o) { k<Own><<<1, 32>>>(o); }",
			"k store p[threadIdx.x]: affine 32 stride 4"},
	} {
		if got := rowsOf(analyzeAll(t, classes+test.kernel)); got != test.want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", test.kernel, got, test.want)
		}
	}
}

// Views of views: a method makes an object of another instance of its own class template.
func TestNestedViews(t *testing.T) {
	const classes = `
template <class T, int N> struct Slice;
template <class T> struct Slice<T, 0> {
  __device__ Slice(T *d, const int *s) : data(d), strides(s) {}
  __device__ operator T &() const { return *data; }
  T *data; const int *strides;
};
template <class T, int N> struct Slice {
  __device__ Slice(T *d, const int *s) : data(d), strides(s) {}
  __device__ Slice<T, N - 1> operator[](int i) const {
    if (N == 1) { return Slice<T, N - 1>(data + i, strides); } else { return Slice<T, N - 1>(data + i * strides[0], strides + 1); }
  }
  T *data; const int *strides;
};
`
	got := rowsOf(analyzeAll(t, classes+"__global__ void k(int *p, float *q, const int *s) { Slice<int, 2> v(p, s); int x = v[blockIdx.x][threadIdx.x]; int u = v[1][2]; q[u] = x; }"))
	// What a conversion to a reference refers to is loaded where it is used.
	want := "k load strides[0]: uniform 1 trips 2\nk load v[blockIdx.x][threadIdx.x]: affine 32 stride 4\nk load v[1][2]: uniform 1\nk store q[u]: uniform 1"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
