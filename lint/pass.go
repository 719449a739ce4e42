package lint

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp"
)

// A Pass is one rule at work on one translation unit.
type Pass struct {
	Context context.Context
	Rule    *Rule
	Unit    *sema.Unit
	// Target is what this file is built for, Build how.
	Target Target
	Build  Build

	run     *unitRun
	kernels func() ([]warp.Result, error)
	report  func(Finding)
	telling bool
}

// Written reports whether a node stands in a file as it is, and is not what a macro
// expands to: only such nodes can be edited.
func Written(n ast.Node) bool { return n.Valid() && n.Origin() == n }
