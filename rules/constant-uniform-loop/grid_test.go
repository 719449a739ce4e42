package constantuniformloop_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	constantuniformloop "github.com/cudalint/cudalint/rules/constant-uniform-loop"
)

// The reads are slow only if more than half of an SM's warps are active. A grid of unknown size may be
// smaller: the finding has no price.
func TestGrids(t *testing.T) {
	const source = `__constant__ float taps[4096];
static __global__ void k(const float *in, float *out, int count) {
    int x = blockIdx.x * 256 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < count; t++) sum += taps[t] * in[x + t];
    out[x] = sum;
}
void run(const float *in, float *out, int n) { k<<<%s, 256>>>(in, out, 4096); }
`
	for _, test := range []struct {
		grid  string
		found int
		level lint.Severity
	}{
		{"8448", 1, lint.Warning}, // 64 blocks for each of 132 SMs
		{"132 * 4", 0, 0},         // 32 warps
		{"391", 0, 0},
		{"n / 256", 1, lint.Info},
	} {
		opts := engine.Options{Rules: []*lint.Rule{constantuniformloop.Rule}, Jobs: 1, Texts: map[string][]byte{"a.cu": fmt.Appendf(nil, source, test.grid)}}
		found := engine.New(opts).Check(context.Background(), []discover.Input{{Path: "a.cu"}}).Findings
		if len(found) != test.found {
			t.Errorf("grid %s: %d findings, want %d", test.grid, len(found), test.found)
			continue
		}
		for _, d := range found {
			if known := test.level == lint.Warning; d.Severity != test.level || (d.Impact != nil) != known {
				t.Errorf("grid %s: severity %v, price %+v", test.grid, d.Severity, d.Impact)
			}
		}
	}
}
