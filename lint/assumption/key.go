package assumption

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// blockUnknown ends the key of a result whose launch is known and whose block shape is not.
const blockUnknown = "?"

// Key returns what a result assumes, as a key that is the same in every unit: that its kernel
// has no launch, or that a launch has the block shape taken for it. A launch that needs no such
// assumption, maybe in another file, replaces the result, see Replaced. The key is "" for a
// result that nothing replaces. place returns the reported place of a node.
func Key(kernel *warp.Result, place func(ast.Node) lint.Place) string {
	switch {
	case kernel == nil:
		return ""
	case kernel.Launch == nil:
		return kernelKey(kernel.Kernel, place)
	case kernel.Block.Source == warp.FromLaunchBounds || kernel.Block.Source == warp.Assumed:
		return kernelKey(kernel.Kernel, place) + blockUnknown
	}
	return ""
}

// Replaced returns the keys of the results that a launch of a kernel replaces.
func Replaced(kernel *sema.Function, launch *sema.Launch, place func(ast.Node) lint.Place) []string {
	key := kernelKey(kernel, place)
	switch {
	case key == "":
		return nil
	case slices.Contains(launch.Block[:], 0):
		return []string{key}
	}
	return []string{key, key + blockUnknown}
}

// kernelKey identifies a kernel across the units that include its definition.
func kernelKey(f *sema.Function, place func(ast.Node) lint.Place) string {
	if f == nil || !f.Node.Valid() {
		return ""
	}
	p := place(f.Node)
	return fmt.Sprintf("%s:%d", p.Path, p.Start.Offset)
}
