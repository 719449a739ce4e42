package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Options say what is assumed about kernels whose launches are out of sight.
type Options struct {
	// Block is the shape given by a flag or the configuration; its Dim is zero
	// where none is given.
	Block Block
	// ConstantOnly skips kernels that cannot reach a read of constant or
	// parameter memory.
	ConstantOnly bool
}

// Analyze interprets every kernel of a translation unit once for each launch
// that differs in what the analysis can use (block shape, template arguments,
// constant arguments), or once with an assumed block where no launch is in
// sight. Results are in the order of the kernels in the source.
func Analyze(ctx context.Context, unit *sema.Unit, opts Options) []Result { return nil }
