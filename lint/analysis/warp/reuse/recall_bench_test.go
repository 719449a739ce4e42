package reuse_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/analysis/warp/reuse"
)

// BenchmarkRecall analyses a file of 140 kernels after an edit in one of them, with and
// without what a FileCache keeps. The unit is built outside of the time that counts.
func BenchmarkRecall(b *testing.B) {
	var text strings.Builder
	for i := range 140 {
		fmt.Fprintf(&text, `__constant__ float table_%[1]d[256];
__device__ float helper_%[1]d(const float *in, int i) {
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += in[i * 16 + k] * table_%[1]d[(i + k) & 255];
  return sum;
}
__global__ void kernel_%[1]d(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = helper_%[1]d(in, i);
}
void run_%[1]d(float *out, float *in, int n) { kernel_%[1]d<<<(n + 255) / 256, 256>>>(out, in, n); }
`, i)
	}
	at := strings.Index(text.String(), "helper_70(in, i);")
	for _, c := range []struct {
		name   string
		memory *reuse.FileCache
		opts   kernels.Options
	}{{"check/fresh", nil, kernels.Options{ConstantOnly: true}}, {"check/recall", reuse.NewFileCache(), kernels.Options{ConstantOnly: true}},
		{"whole/fresh", nil, kernels.Options{}}, {"whole/recall", reuse.NewFileCache(), kernels.Options{}}} {
		b.Run(c.name, func(b *testing.B) {
			c.opts.File = c.memory
			for i := range b.N + 1 {
				b.StopTimer()
				edited := text.String()[:at] + fmt.Sprintf("%d * ", i) + text.String()[at:]
				unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(edited)), sema.Options{Arch: 900})
				if err != nil {
					b.Fatal(err)
				}
				if i > 0 {
					b.StartTimer()
				}
				if n := len(kernels.Analyze(context.Background(), unit, c.opts)); n != 140 {
					b.Fatalf("%d results", n)
				}
			}
		})
	}
}
