// Package host finds the launches of a unit: the kernels that they start, the grid, the block
// and the arguments (New, Analysis.Of), and what pointer arguments point into
// (Analysis.Pointers).
//
// It evaluates the lowered host functions (cudaparse/ir) on demand: a launch is evaluated when
// its kernel is asked about. Values are followed backwards: from an operation to the writes
// that may reach it, into called functions, and out to callers. An external function is one
// without a body in the unit.
//
// A frame is a function with the call that it is evaluated for, a place is an object in a
// frame or a part of one, and an evaluator answers questions about values and places.
package host

import (
	"context"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An Analysis finds the launches of one unit. It is safe for concurrent use.
type Analysis struct {
	mu      sync.Mutex // guards what follows
	ctx     context.Context
	e       *evaluator
	listed  bool
	pending []pending
	// byName are the places that may launch kernels of a name, indirect the places whose text
	// does not name the kernel; indexes of pending, ascending.
	byName   map[string][]int
	indirect []int
	of       map[*sema.Function][]*sema.Launch // what was asked
	at       map[*sema.Launch]int              // numbers in pending
	rows     map[ast.Node][][]sema.PointerArg  // see Pointers
	// variables are the names of the unit's variables, static members excepted.
	variables map[string]bool
	// instantiated caches the results of mayInstantiate.
	instantiated map[*sema.Function]bool
	mentioned    map[string]bool // see mentionsInSource
}

// A pending is a place that launches a kernel, or invokes a macro that launches some.
type pending struct {
	in    *sema.Function
	site  ast.Node
	alone *sema.Function // see function
	// found are the launches at the place, if it is done.
	done  bool
	found []*sema.Launch
}

// New returns the analysis of a unit. builder lowers its host code.
func New(ctx context.Context, unit *sema.Unit, builder *ir.Builder) *Analysis {
	a := &Analysis{of: map[*sema.Function][]*sema.Launch{}, instantiated: map[*sema.Function]bool{},
		at: map[*sema.Launch]int{}, rows: map[ast.Node][][]sema.PointerArg{}}
	a.begin(ctx, unit, builder)
	return a
}

// begin makes a new evaluator.
func (a *Analysis) begin(ctx context.Context, unit *sema.Unit, builder *ir.Builder) {
	a.ctx, a.e = ctx, newEvaluator(ctx, unit, builder)
	a.e.mayInstantiate = a.mayInstantiate
}

// Within sets the context of the questions from now on.
func (a *Analysis) Within(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ctx.Err() != nil { // what was found out last may be incomplete
		a.begin(ctx, a.e.unit, a.e.builder)
	}
	a.ctx, a.e.ctx = ctx, ctx
}

// Launches returns all launches of the unit, in the order of their files.
func (a *Analysis) Launches() []*sema.Launch {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list()
	for i := range a.pending {
		a.find(i)
	}
	return a.all()
}

// Found returns the launches that were evaluated so far.
func (a *Analysis) Found() []*sema.Launch {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all()
}

// Of returns the launches of a kernel.
func (a *Analysis) Of(kernel *sema.Function) []*sema.Launch {
	a.mu.Lock()
	defer a.mu.Unlock()
	if out, known := a.of[kernel]; known {
		return out
	}
	var out []*sema.Launch
	for _, i := range a.launchPlaces(kernel.Name) {
		a.find(i)
		for _, launch := range a.pending[i].found {
			if slices.Contains(launch.Kernels, kernel) {
				out = append(out, launch)
			}
		}
	}
	if a.ctx.Err() == nil {
		a.of[kernel] = out
	}
	return out
}

// OfSome returns the launches of the wanted kernels, and perhaps others.
func (a *Analysis) OfSome(wanted func(*sema.Function) bool) []*sema.Launch {
	a.mu.Lock()
	defer a.mu.Unlock()
	asked := map[string]bool{}
	for _, f := range a.e.unit.KernelsDeclared() {
		if !asked[f.Name] && wanted(f) {
			asked[f.Name] = true
			for _, i := range a.launchPlaces(f.Name) {
				a.find(i)
			}
		}
	}
	return a.all()
}

// Functions returns the functions of the unit with launches in their bodies.
func (a *Analysis) Functions() []*sema.Function {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list()
	var out []*sema.Function
	for i := range a.pending {
		if f := a.pending[i].in; f.Body.Valid() && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// all returns the launches of all places that are done.
func (a *Analysis) all() (out []*sema.Launch) {
	for i := range a.pending {
		out = append(out, a.pending[i].found...)
	}
	return out
}

// list finds the places that launch.
func (a *Analysis) list() {
	if a.listed {
		return
	}
	a.listed = true
	a.byName, a.variables = map[string][]int{}, map[string]bool{}
	unit := a.e.unit
	sites := unit.LaunchSites()
	if len(sites) == 0 {
		return
	}
	for _, v := range unit.Variables {
		a.variables[v.Name] = true
	}
	numbers := map[ast.Node]int{}
	for _, s := range sites {
		site := s.Node.Origin()
		i, known := numbers[site]
		if !known {
			i = len(a.pending)
			numbers[site] = i
			a.pending = append(a.pending, pending{in: s.In, site: site})
		}
		names, direct := a.names(decl.LaunchedKernel(s.Node), s.In, nil, 0)
		if !direct || slices.ContainsFunc(names, func(name string) bool { return !unit.NamesFunction(name) }) {
			a.indirect = append(a.indirect, i)
			continue
		}
		for _, name := range names {
			a.byName[name] = append(a.byName[name], i)
		}
	}
}

// launchPlaces returns the places that may launch a kernel of a name.
func (a *Analysis) launchPlaces(name string) []int {
	a.list()
	out := slices.Concat(a.byName[name], a.indirect)
	slices.Sort(out)
	return slices.Compact(out)
}

// find evaluates the launches at a place, unless the context is done.
func (a *Analysis) find(i int) {
	p := &a.pending[i]
	if p.done || a.ctx.Err() != nil {
		return
	}
	found := a.e.launches(p)
	if a.ctx.Err() != nil {
		return
	}
	p.found, p.done = found, true
	for _, l := range p.found {
		a.at[l] = i
	}
}
