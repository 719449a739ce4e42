package warp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// convolution is a 5 x 5 convolution with its weights in constant memory around
// the given summation, by blocks of 32 x 8.
func convolution(sum string) string {
	return `
#define R 2
__constant__ float weights[25];
__global__ void convolve(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < R || y < R || x >= width - R || y >= height - R) return;
  float sum = 0;
` + sum + `
  out[y * width + x] = sum;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 24);
  cudaMalloc(&out, 1 << 24);
  convolve<<<dim3(64, 256), dim3(32, 8)>>>(in, out, 2048, 2048);
}
`
}

// TestConvolutionTransactions counts the constant-memory transactions of a warp:
// one for each distinct address of each execution of a load. All lanes multiply
// by the same weight at a time, so that is one for each of the 25 weights however
// the sum is written; indexed by the lane's column it is the distinct columns.
//
// That is what the source asks of the constant cache. Literal indexes are marked
// Literal, and by that mark nothing is charged for them: the offsets are in the
// instructions (c[bank][offset] operands, or, nvcc 13 for sm_90, 13 uniform loads
// of two weights each instead of 25). nvcc unrolls the loops with constant bounds
// fully and comes to the same code.
func TestConvolutionTransactions(t *testing.T) {
	const loops = `
  for (int j = -R; j <= R; j++)
    for (int i = -R; i <= R; i++)
      sum += weights[(j + R) * 5 + i + R] * in[(y + j) * width + x + i];`
	var literal strings.Builder
	for n := range 25 {
		fmt.Fprintf(&literal, "  sum += weights[%d] * in[(y + %d) * width + x + %d];\n", n, n/5-2, n%5-2)
	}
	for _, c := range []struct {
		name, sum          string
		rows, transactions int
		literal            bool
	}{
		{"loops", loops, 1, 25, false},
		{"unroll pragma", "#pragma unroll" + loops, 1, 25, false},
		{"one loop over all weights", `
  for (int n = 0; n < 25; n++)
    sum += weights[n] * in[(y + n / 5 - R) * width + x + n % 5 - R];`, 1, 25, false},
		{"walking pointer", `
  const float *w = weights;
  for (int j = -R; j <= R; j++)
    for (int i = -R; i <= R; i++)
      sum += *w++ * in[(y + j) * width + x + i];`, 1, 25, false},
		{"literal indexes", literal.String(), 25, 25, true},
		{"weights by column", strings.Replace(loops, "i + R]", "(i + R + threadIdx.x) % 5]", 1), 1, 125, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := analyzeText(t, convolution(c.sum))
			rows, transactions := 0, 0.0
			for _, a := range res.Accesses {
				if a.Space != sema.ConstantSpace {
					continue
				}
				if a.Kind != warp.Load || a.Literal != c.literal || a.ActiveLanes.Worst != 32 {
					t.Errorf("%s: %v, literal %v, %d lanes", a.Node.Text(), a.Kind, a.Literal, a.ActiveLanes.Worst)
				}
				rows++
				transactions += a.Addresses.Mean * float64(a.Trips)
			}
			if rows != c.rows || transactions != float64(c.transactions) {
				t.Errorf("%d rows, %v transactions a warp, want %d and %d (%s)", rows, transactions, c.rows, c.transactions, res.Incomplete)
			}
		})
	}
}
