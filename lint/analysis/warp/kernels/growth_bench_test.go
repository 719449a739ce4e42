package kernels_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// nestText returns a kernel with a nest of loops of a depth, each of which runs a number
// of times, written as it stands in trips.
func nestText(depth int, trips string) string {
	var b strings.Builder
	b.WriteString("__global__ void kernel(float *out, const float *in, int n) {\n  int i = threadIdx.x;\n  float sum = 0;\n  int at = i;\n")
	for k := range depth {
		fmt.Fprintf(&b, "  for (int k%[1]d = 0; k%[1]d < %[2]s; ++k%[1]d) {\n    at += %[3]d;\n    if (in[at] > sum) sum += k%[1]d;\n", k, trips, 32*(k+1))
	}
	b.WriteString("    sum += in[at];\n")
	b.WriteString(strings.Repeat("  }\n", depth))
	b.WriteString("  out[i] = sum;\n}\nvoid run(float *out, float *in, int n) { kernel<<<n, 128>>>(out, in, n); }\n")
	return b.String()
}

// BenchmarkTrips follows a loop of few iterations and of many: the cost of a kernel grows
// with its text, not with its trip counts.
func BenchmarkTrips(b *testing.B) {
	for _, trips := range []string{"10", "60", "10000", "n"} {
		b.Run(trips, func(b *testing.B) { benchmarkKernel(b, nestText(2, trips)) })
	}
}

// BenchmarkNest follows nests of loops: a loop more adds its text to the cost.
func BenchmarkNest(b *testing.B) {
	for depth := 1; depth <= 5; depth++ {
		b.Run(fmt.Sprint(depth), func(b *testing.B) { benchmarkKernel(b, nestText(depth, "n")) })
	}
}

// BenchmarkTemporaries follows nests of loops in whose bodies variables are declared that
// are stored to at unknown places: such a loop settles like any other.
func BenchmarkTemporaries(b *testing.B) {
	for depth := 1; depth <= 4; depth++ {
		body := "int a[4]; a[keys[t] & 3] = t; a[keys[t + 1] & 3] = 0; s += a[t & 3];"
		for k := range depth {
			body = fmt.Sprintf("for (int k%[1]d = 0; k%[1]d < n; ++k%[1]d) { %[2]s }", k, body)
		}
		text := "__global__ void kernel(int *keys, int n) { int t = threadIdx.x, s = 0; " + body + " keys[t] = s; }"
		b.Run(fmt.Sprint(depth), func(b *testing.B) { benchmarkKernel(b, text) })
	}
}

// BenchmarkCalls follows a kernel that calls a function so many times: each call is followed.
func BenchmarkCalls(b *testing.B) {
	for _, calls := range []int{1, 8, 64} {
		text := "__device__ float at(const float *p, int i) { float s = 0; for (int k = 0; k < 1000; ++k) s += p[k * 64 + i]; return s; }\n" +
			"__global__ void kernel(float *out, const float *in) { int i = threadIdx.x; float s = 0;\n" +
			strings.Repeat("  s += at(in, i + (int)s);\n", calls) + "  out[i] = s; }\n"
		b.Run(fmt.Sprint(calls), func(b *testing.B) { benchmarkKernel(b, text) })
	}
}

// BenchmarkWarps analyses one kernel in blocks of more and more warps. All warps have the same
// figures, so that only one of them needs to be counted.
func BenchmarkWarps(b *testing.B) {
	for _, threads := range []int{32, 128, 512, 1024} {
		text := fmt.Sprintf("__global__ void kernel(float *out, const float *in, const int *key, int n, int w) {\n"+
			"  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float s = 0;\n"+
			"  for (int k = 0; k < n; ++k) s += in[k * w + i] + in[(i + k) / w] + in[key[i] %% 77] + in[i / 3];\n  out[i] = s;\n}\n"+
			"void run(float *out, float *in, int *key, int n, int w) { kernel<<<n, %d>>>(out, in, key, n, w); }\n", threads)
		b.Run(fmt.Sprint(threads), func(b *testing.B) { benchmarkKernel(b, text) })
	}
}

func benchmarkKernel(b *testing.B, text string) {
	unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for range b.N {
		for _, r := range kernels.Analyze(context.Background(), unit, kernels.Options{}) {
			if r.Incomplete != "" {
				b.Fatal(r.Incomplete)
			}
		}
	}
}
