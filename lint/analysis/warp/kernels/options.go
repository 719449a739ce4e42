package kernels

import (
	"context"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/reuse"
)

// Options say what is assumed about kernels whose launches are out of sight.
type Options struct {
	// Block is the shape given by a flag or the configuration; its Dim is zero
	// where none is given.
	Block warp.Block
	// ConstantOnly skips kernels that cannot reach a read of constant or parameter memory. Of
	// kernels in which no such read diverges, or may take the uniform datapath, it reports
	// these reads only.
	ConstantOnly bool
	// Constants skips functions that cannot reach a read of constant memory, as ConstantOnly does.
	// What is not skipped is analysed in full.
	Constants bool
	// UniformOver is the size in bytes of a table above which reads through the uniform
	// datapath are reported with ConstantOnly, too; 0 for none.
	UniformOver int64
	// Launches returns the launches of a kernel, those in other units too; nil
	// means those that the unit shows. Where one is not written in the unit, its
	// nodes are not valid.
	Launches func(*sema.Function) []*sema.Launch
	// MayLaunch reports whether one of these may stand in code that is compiled; nil
	// means what the unit shows.
	MayLaunch func(*sema.Function) bool
	// Kernel restricts the analysis to one kernel of the unit, nil for all.
	Kernel *sema.Function
	// Only restricts the analysis to some functions; nil for all. A device function is analysed
	// where none of the kernels calls it.
	Only []*sema.Function
	// Restrict names a pointer parameter of the kernels that counts as const
	// __restrict__, "" for none.
	Restrict string
	// Brief gives up where a kernel takes more than a few milliseconds: its result is
	// Incomplete then.
	Brief bool
	// Builder lowers the functions of the unit; nil means a new one.
	Builder *ir.Builder
	// File, if any, holds the results for the last text of the same file.
	File *reuse.FileCache
	// Headers, if any, holds results for functions of headers that other units include.
	Headers *reuse.HeaderCache
}

// wants reports whether the analysis of a function is asked for.
func (o *Options) wants(f *sema.Function) bool {
	return (o.Kernel == nil || o.Kernel == f) && (o.Only == nil || slices.Contains(o.Only, f))
}

// complete sets what is nil to what the unit shows.
func (o *Options) complete(ctx context.Context, unit *sema.Unit) {
	if o.Builder == nil {
		o.Builder = ir.NewBuilder(unit, true)
	}
	if o.Launches == nil || o.MayLaunch == nil {
		h := host.New(ctx, unit, ir.NewBuilder(unit, false))
		if o.Launches == nil {
			o.Launches = h.Of
		}
		if o.MayLaunch == nil {
			o.MayLaunch = h.MayLaunch
		}
	}
}
