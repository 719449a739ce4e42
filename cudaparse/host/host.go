// Package host answers what host code passes to kernels: which launches a unit has, which
// kernels they start, and with which grid, block and arguments.
//
// It works over the lowered form of the functions that launch (cudaparse/ir), on demand: a
// launch is found by the names that its text may mean, and evaluated when its kernel is
// asked about. What a launch is passed is followed backwards: from an operation to the
// writes that may reach it, into functions that are called, out to those that call.
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
	// byName are the places that may launch kernels of a name, indirect those that launch
	// kernels that their text does not name; numbers in pending, ascending.
	byName   map[string][]int
	indirect []int
	of       map[*sema.Function][]*sema.Launch // what was asked
	at       map[*sema.Launch]int              // numbers in pending
	rows     map[ast.Node][][]sema.PointerArg  // see Pointers
	// variables are the names of the unit's variables that are no members.
	variables map[string]bool
	// instantiated are the functions of which it is known whether the unit makes them.
	instantiated map[*sema.Function]bool
	mentioned    map[string]bool // see mentionsInSource
}

// A pending is a place that starts a kernel, or a macro whose text starts some.
type pending struct {
	in    *sema.Function
	site  ast.Node
	alone *sema.Function // see function
	// found are the launches in it, once it is done.
	done  bool
	found []*sema.Launch
}

// New returns the analysis of a unit, whose host code builder lowers.
func New(ctx context.Context, unit *sema.Unit, builder *ir.Builder) *Analysis {
	a := &Analysis{of: map[*sema.Function][]*sema.Launch{},
		at: map[*sema.Launch]int{}, rows: map[ast.Node][][]sema.PointerArg{}}
	a.begin(ctx, unit, builder)
	return a
}

// begin makes an evaluator for what is found out from now on.
func (a *Analysis) begin(ctx context.Context, unit *sema.Unit, builder *ir.Builder) {
	a.ctx, a.e = ctx, newEvaluator(ctx, unit, builder)
	a.e.made = a.made
}

// Within sets the context of what is found out from now on.
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

// Found returns those launches of the unit that somebody asked for.
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
	for _, i := range a.mayLaunch(kernel.Name) {
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

// OfSome returns the launches of the kernels that are wanted; others may be among them.
func (a *Analysis) OfSome(wanted func(*sema.Function) bool) []*sema.Launch {
	a.mu.Lock()
	defer a.mu.Unlock()
	asked := map[string]bool{}
	for _, f := range a.e.unit.KernelsDeclared() {
		if !asked[f.Name] && wanted(f) {
			asked[f.Name] = true
			for _, i := range a.mayLaunch(f.Name) {
				a.find(i)
			}
		}
	}
	return a.all()
}

// Functions returns the functions of the unit that have launches in their bodies.
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

// all returns the launches of what is done.
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
	a.byName, a.instantiated, a.variables = map[string][]int{}, map[*sema.Function]bool{}, map[string]bool{}
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

// mayLaunch returns the places that may launch a kernel of a name.
func (a *Analysis) mayLaunch(name string) []int {
	a.list()
	out := slices.Concat(a.byName[name], a.indirect)
	slices.Sort(out)
	return slices.Compact(out)
}

// find finds out what the launches at a place say, unless the context is done.
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
