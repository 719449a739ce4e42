// Package kernels analyses the kernels of a translation unit. It decides which functions are
// executed, under which launches and with which blocks, and with how much effort; package
// machine executes them, and package reuse saves the work where a result is known. It gives one
// warp.Result for each kernel and launch.
package kernels

import (
	"context"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/machine"
	"github.com/cudalint/cudalint/lint/analysis/warp/reuse"
)

// An analysis is the analysis of the kernels of one unit.
type analysis struct {
	Options
	ctx      context.Context
	unit     *sema.Unit
	digester *reuse.Digester // of the unit's bodies, nil without Headers
	// reached are the functions that were executed so far.
	reached map[*sema.Function]bool
	// last is set once the last effort was not enough for a kernel of the unit: the
	// launches and kernels after it are followed without that effort.
	last bool
}

// Analyze executes every kernel of a translation unit once for each launch
// that differs in what the analysis can use (block shape, template arguments,
// constant arguments), or once with an assumed block where no launch is in
// sight. Results are in the order of the kernels in the source, followed by the
// device functions that read constant memory and are called by no kernel.
func Analyze(ctx context.Context, unit *sema.Unit, opts Options) []warp.Result {
	opts.complete(ctx, unit)
	a := &analysis{Options: opts, ctx: ctx, unit: unit, reached: map[*sema.Function]bool{}}
	if opts.Headers != nil {
		a.digester = reuse.NewDigester(opts.Builder)
	}
	a.File = opts.File.Open(unit)
	defer a.File.Close()
	var reach *reach // reads the whole unit
	if opts.ConstantOnly || opts.Constants || opts.Kernel == nil && opts.Only == nil {
		reach = newReach(unit)
	}
	out := a.kernels(reach)
	if opts.Kernel != nil || ctx.Err() != nil {
		return out
	}
	return append(out, a.unreached(reach)...)
}

// kernels returns the results for the kernels of the unit.
func (a *analysis) kernels(reach *reach) (out []warp.Result) {
	for _, k := range a.unit.Kernels() {
		if a.ctx.Err() != nil {
			return out
		}
		if !a.wants(k) || (a.ConstantOnly || a.Constants) && !reach.constant(k, &a.Options) {
			continue
		}
		launches, leftOut := distinctLaunches(k, &a.Options)
		for _, l := range launches {
			res := a.function(k, l)
			res.LeftOut = leftOut
			// The last effort takes seconds. Once it was not enough for a kernel of the unit,
			// no later launch or kernel gets it: a file with a dozen would take minutes.
			a.last = a.last || res.Incomplete == warp.TooLong
			out = append(out, res)
		}
	}
	return out
}

// function returns the result for a kernel under one launch (nil: none in sight), or for a
// device function without a caller: one that is known, or a new one.
func (a *analysis) function(k *sema.Function, l *sema.Launch) warp.Result {
	res := warp.Result{Kernel: k, Launch: l, Block: blockFor(k, l, a.Block), Restrict: a.Restrict}
	q := reuse.Question{ConstantOnly: a.ConstantOnly, Brief: a.Brief, LastEffort: !a.last, UniformOver: a.UniformOver, Restrict: a.Restrict, Block: a.Block}
	return a.File.Result(a.ctx, k, l, &q, a.reached, func(reached map[*sema.Function]bool) warp.Result {
		if l != nil || a.Headers == nil {
			return a.execute(res, reached, nil)
		}
		return a.Headers.Result(a.digester, a.unit, &res, rootInstance(&res), &q, reached, func(t *reuse.Trace) warp.Result { return a.execute(res, reached, t) })
	})
}

// execute executes the function that a result is of, with less detail where it is long, and
// adds the functions it calls to reached. What the result depends on is noted in t, if not nil.
func (a *analysis) execute(res warp.Result, reached map[*sema.Function]bool, t *reuse.Trace) warp.Result {
	job := machine.Task{Unit: a.unit, Builder: a.Builder, Instance: rootInstance(&res), Kernel: res.Kernel, Block: res.Block,
		Launch: res.Launch, Callable: res.Callable, Restrict: res.Restrict, Reached: reached}
	if t != nil {
		job.Tracer = t
	}
	// evaluations is the least that the kernel takes where so many iterations of its loops are
	// executed one by one: an effort that allows less is not tried.
	evaluations, iterations := 0, 0
	var found *machine.Run
	try := func(efforts []machine.Effort) {
		for _, e := range efforts {
			if found != nil && e == job.Effort {
				return
			}
			if e.Iterations >= iterations && e.Steps < evaluations*e.StepCost(res.Block) {
				continue
			}
			if found != nil {
				found.Release()
			}
			job.Effort = e
			found = machine.Execute(a.ctx, &job)
			evaluations, iterations = found.Steps/e.StepCost(res.Block), e.Iterations
			if found.Incomplete != warp.TooLong {
				return
			}
		}
	}
	if a.ConstantOnly {
		try(a.within(scanEfforts))
		if accesses := found.Accesses(true); !slices.ContainsFunc(accesses, func(x warp.Access) bool { return diverges(x) || a.mayBeUniform(x) }) {
			res.Accesses, res.Incomplete, res.SomeWarps = accesses, found.Incomplete, found.SomeWarps
			return res
		}
	}
	// What such a read is worth depends on the kernel's other accesses, too.
	if a.Brief {
		try(briefEfforts)
	} else {
		try(a.within(efforts))
	}
	res.Nests = found.Nests()
	found.Release()
	res.Accesses, res.WithoutRow, res.Unseen = found.Accesses(false), found.WithoutRow(), found.Unseen()
	res.Incomplete, res.SomeWarps = found.Incomplete, found.SomeWarps
	return res
}

// within returns the efforts that a launch may take.
func (a *analysis) within(efforts []machine.Effort) []machine.Effort {
	if a.last {
		return efforts[:len(efforts)-1]
	}
	return efforts
}

// diverges reports whether an access may have a cost that another placement has
// not: the rest of the kernel is then of interest, too.
func diverges(a warp.Access) bool {
	return a.Addresses.Worst > 1 && (a.Space == sema.ConstantSpace || a.Space == sema.ParameterSpace)
}

// mayBeUniform reports whether a read may be of interest for the uniform datapath.
func (o *Options) mayBeUniform(a warp.Access) bool {
	return o.UniformOver > 0 && a.ObjectBytes > o.UniformOver && a.Space == sema.ConstantSpace &&
		a.Kind == warp.Load && a.Pattern == warp.Uniform && !a.Literal && a.Trips != 1
}
