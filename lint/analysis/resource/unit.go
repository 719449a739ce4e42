package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A unit is a translation unit in which handles of one kind are followed. It keeps what is
// known of functions: how they end, and what they do to the handles that they are given.
type unit struct {
	*bodies
	opts Options

	diverging map[string]bool // see mayDiverge
	ends      map[string]ending
	effects   map[string]effect
	acquiring map[ast.Node][]outward // helpers that acquire for their callers, by their nodes
	touching  map[string]bool        // see touches
	remotes   map[*sema.Function]*remote
	budget    int
}

func newUnit(u *sema.Unit, kind *Kind, opts Options) *unit {
	return &unit{bodies: newBodies(u, kind, opts.Builder), opts: opts, budget: maxSteps, diverging: map[string]bool{}, ends: map[string]ending{},
		effects: map[string]effect{}, acquiring: map[ast.Node][]outward{}, remotes: map[*sema.Function]*remote{}, touching: map[string]bool{}}
}

// Options guide a check.
type Options struct {
	// Strict reports what the end of main, or a reset of the device, releases.
	Strict bool
	// Builder, if any, lowers the host code of the unit.
	Builder *ir.Builder
	// Ask, if any, returns what other units have told under a key; see Tell.
	Ask func(key string) []any
	// Over, if any, is asked now and then whether the work is to be broken off.
	Over func() bool
}
