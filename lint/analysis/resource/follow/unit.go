package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// A Unit is a translation unit in which handles of one kind are followed. It caches the endings of
// functions and their effects on handles among their arguments.
type Unit struct {
	*body.Unit
	Opts Options

	// What is known of functions, by the keys of their instances.
	diverging map[string]bool // see mayDiverge
	Ends      map[string]Ending
	Effects   map[string]Effect
	Acquiring map[ast.Node][]Output // what helpers acquire for their callers, by their nodes
	touching  map[string]bool       // see touches
	remotes   map[*sema.Function]*RemoteFunction
	Budget    int // how many steps are left
}

// NewUnit returns a unit in which nothing has been followed.
func NewUnit(u *sema.Unit, kind *handle.Kind, opts Options) *Unit {
	return &Unit{Unit: body.NewUnit(u, kind, opts.Builder), Opts: opts, Budget: MaxSteps, diverging: map[string]bool{}, Ends: map[string]Ending{},
		Effects: map[string]Effect{}, Acquiring: map[ast.Node][]Output{}, remotes: map[*sema.Function]*RemoteFunction{}, touching: map[string]bool{}}
}

// Options guide a check.
type Options struct {
	// Strict reports handles that live until the end of main, or a reset of the device, too.
	Strict bool
	// Builder lowers the host code of the unit; nil makes a new one.
	Builder *ir.Builder
	// Others has the facts of the other units of the program; nil for none.
	Others Others
	// Over, if not nil, is asked now and then whether the work is to stop.
	Over func() bool
}
