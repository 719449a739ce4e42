package warp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/warp"
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
		{"nested", "launch(n, [=] __device__ (int i) { auto at = [&](int k) -> float & { return out[k * 2]; }; at(i) = 1; });", "run store out[k * 2]: affine 32 stride 8"},
		{"local type", "using Real = double; Real *d; launch(n, [=] __device__ (int i) { Real x = i; d[i] = x; });", "run store d[i]: affine 32 stride 8"},
		{"unknown type", "auto view = makeView(n); launch(n, [=] __device__ (int i) { out[i] = view(i); });", "run store out[i]: affine 32 stride 4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, templates+"void host(float *out, const float *in, int n) { "+test.body+" }")
			if got := rowsOf(results); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
