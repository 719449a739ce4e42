package kernels

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// blockFor decides the block shape of a kernel: the launch, then what the kernel
// declares, then what the user says, then a bound, then a guess that is marked.
func blockFor(k *sema.Function, l *sema.Launch, given warp.Block) warp.Block {
	if l != nil && l.Block[0] > 0 && l.Block[1] > 0 && l.Block[2] > 0 {
		b := warp.Block{Dim: [3]int{int(l.Block[0]), int(l.Block[1]), int(l.Block[2])}, Source: warp.FromLaunch, Launch: l}
		if b.Possible() {
			return b
		}
	}
	scope := k.Scope
	if l != nil && l.Bindings != nil {
		scope = scope.With(l.Bindings)
	}
	if len(k.BlockSize) > 0 {
		if b := (warp.Block{Dim: [3]int{1, 1, 1}, Source: warp.FromBlockSize}); fill(&b, scope, k.BlockSize) {
			return b
		}
	}
	if given.Dim[0] > 0 {
		return given
	}
	if len(k.LaunchBounds) > 0 {
		if b := (warp.Block{Dim: [3]int{1, 1, 1}, Source: warp.FromLaunchBounds}); fill(&b, scope, k.LaunchBounds[:1]) {
			return b
		}
	}
	return warp.Block{Dim: [3]int{256, 1, 1}, Source: warp.Assumed}
}

// fill sets the dimensions from constant expressions; it reports whether they are
// known and possible.
func fill(b *warp.Block, scope *sema.Scope, dims []ast.Node) bool {
	if len(dims) == 1 && dims[0].Is(ast.ArgumentList, ast.ParenthesizedExpression) {
		var inner []ast.Node
		for c := range dims[0].Children() {
			inner = append(inner, c)
		}
		dims = inner
	}
	for i, d := range dims {
		c := scope.Const(d)
		if i > 2 || !c.Known() || c.Int > warp.MaxThreads {
			return false
		}
		b.Dim[i] = int(c.Int)
	}
	return b.Possible()
}
