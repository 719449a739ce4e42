package engine

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/discover"
)

// TestShardParsesWhatMatters: of the files of other shards, one is parsed only where it has a file
// of the shard or may launch one of its kernels.
func TestShardParsesWhatMatters(t *testing.T) {
	const kernel = "__global__ void k%[1]d(float *o) { o[threadIdx.x] = 1; }\nvoid f%[1]d(float *o) { k%[1]d<<<1, 64>>>(o); }\n"
	var inputs []discover.Input
	for i := range 8 {
		inputs = append(inputs, discover.Input{Path: fmt.Sprintf("f%d.cu", i), Text: fmt.Appendf(nil, kernel, i), HasText: true})
	}
	parsed := func(shard Shard) int {
		var n atomic.Int64
		l := New(Options{Shard: shard, Dir: t.TempDir()})
		l.newUnit = func(ctx context.Context, file *source.File, opts sema.Options) (*sema.Unit, error) {
			n.Add(1)
			return sema.NewUnit(ctx, file, opts)
		}
		l.Check(context.Background(), inputs)
		return int(n.Load())
	}
	if got := parsed(Shard{1, 4}); got != 2 {
		t.Errorf("a quarter of 8 files parses %d", got)
	}
	inputs[7].Text = append(inputs[7].Text, "__global__ void k0(float *o);\nvoid g(float *o) { k0<<<1, dim3(1, 32)>>>(o); }\n"...)
	// f0.cu is analysed a second time, for that launch.
	if got := parsed(Shard{1, 8}); got != 3 {
		t.Errorf("a file with a kernel that another launches: %d files are parsed, not that, the other and that again", got)
	}
}
