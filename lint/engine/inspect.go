package engine

import (
	"cmp"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// An Inspection is what is known of the memory that one file accesses. It holds no syntax
// tree.
type Inspection struct {
	Path   string
	Target lint.Target
	// GPU and Product are what prices are for: "sm_90", "H100"; "" where there is no model
	// of the GPU.
	GPU, Product string
	// Accesses are those written in the file, by offset.
	Accesses []InspectedAccess
	// Constants are the places in the file that name variables in constant memory, by
	// offset; Bank is all that the unit has of it.
	Constants []InspectedConstant
	Bank      ConstantBank
	// Shared is the variable in shared memory that is declared at the place, nil where there
	// is none, or a larger part of the file was asked for.
	Shared *InspectedShared
}

// An InspectedAccess is one expression that accesses memory of the device. What a macro
// expands to is at its invocation.
type InspectedAccess struct {
	lint.Place
	// Rows are what it does: one for each kernel and launch that it is reached from, each
	// object it may mean, and for loads, stores and atomics. There is at least one.
	Rows []InspectedRow
}

// At returns the innermost access around an offset, nil where there is none. Where none
// is around it, the one that ends there counts.
func (i *Inspection) At(offset int) *InspectedAccess {
	var around, before *InspectedAccess
	for k := range i.Accesses {
		a := &i.Accesses[k]
		switch {
		case a.Start.Offset > offset:
		case offset < a.End.Offset && (around == nil || a.Len() <= around.Len()):
			around = a
		case offset == a.End.Offset && (before == nil || a.Len() <= before.Len()):
			before = a
		}
	}
	if around == nil {
		return before
	}
	return around
}

// ConstantAt returns the place around an offset that names a variable in constant memory,
// nil for none. Where none is around it, the one that ends there counts.
func (i *Inspection) ConstantAt(offset int) *InspectedConstant {
	var before *InspectedConstant
	for k := range i.Constants {
		switch c := &i.Constants[k]; {
		case c.Start.Offset <= offset && offset < c.End.Offset:
			return c
		case offset == c.End.Offset:
			before = c
		}
	}
	return before
}

// Inspect returns what is known of all accesses that are written in a file, a header as
// it is reached from the unit that includes it. A file of which no input has any has none.
func (s *Session) Inspect(ctx context.Context, path string) (*Inspection, error) {
	return s.InspectRange(ctx, path, 0, math.MaxInt)
}

// InspectRange is Inspect for what touches the bytes of the file from start to end. Only
// the kernels that come there are analysed.
func (s *Session) InspectRange(ctx context.Context, path string, start, end int) (*Inspection, error) {
	path = s.linter.display(path)
	ctx, cancel := context.WithTimeout(ctx, s.linter.opts.FileTimeout)
	defer cancel()
	in := s.inspector(ctx, path)
	if in == nil {
		return &Inspection{Path: path}, ctx.Err()
	}
	return in.inspect(ctx, path, start, end)
}

// An inspector is a unit that is looked at again and again.
type inspector struct {
	path string // that was asked for
	run  *unitRun
	// texts and checked are those of the session that run is of.
	texts   *sessionTexts
	checked *programRun
	// launches are those of the unit's kernels in other files.
	launches map[program.FilePlace][]program.LaunchSummary
	// results are the analyses of those functions that were asked for; whole is set where
	// these are all.
	results map[*sema.Function][]warp.Result
	whole   bool
	// callables are the lambda expressions in host code that were analyzed as roots of
	// their own. They are not in the unit's list of functions.
	callables []*sema.Function
	// launched and constants are those of the unit, nil before they are asked for.
	launched  map[string]bool
	constants *unitConstants
}

// maxInspectors bounds the units that are kept to be looked at: those of the files that
// are on the screen.
const maxInspectors = 4

// inspector returns that of a file, nil where no unit has the file.
func (s *Session) inspector(ctx context.Context, path string) *inspector {
	i := slices.IndexFunc(s.inspectors, func(in *inspector) bool { return in.path == path })
	var in *inspector
	if i >= 0 {
		in = s.inspectors[i]
		s.inspectors = slices.Delete(s.inspectors, i, i+1)
	}
	if in == nil || in.texts != s.texts || in.checked != s.checked {
		run := s.unitOf(ctx, path)
		if run == nil {
			return nil
		}
		launches := s.launchesIn(run)
		if in == nil || in.run.unit != run.unit || !reflect.DeepEqual(in.launches, launches) {
			in = newInspector(path, run)
		}
		in.launches, in.texts, in.checked = launches, s.texts, s.checked
	}
	if len(s.inspectors) == maxInspectors {
		s.inspectors = slices.Delete(s.inspectors, 0, 1)
	}
	s.inspectors = append(s.inspectors, in)
	return in
}

// launchesIn returns the launches that other files have of the kernels of a unit.
func (s *Session) launchesIn(u *unitRun) map[program.FilePlace][]program.LaunchSummary {
	if p := s.checked; p != nil && u.input < p.inputs {
		return p.program.Launches(u.input)
	}
	return nil
}

func newInspector(path string, run *unitRun) *inspector {
	return &inspector{path: path, run: run, results: map[*sema.Function][]warp.Result{}}
}

func (in *inspector) inspect(ctx context.Context, path string, start, end int) (*Inspection, error) {
	u := in.run
	u.within(ctx)
	u.problems = nil
	out := &Inspection{Path: path, Target: u.target}
	out.GPU, out.Product = u.prices.Names()
	file := u.fileOf(path)
	if file == nil {
		return out, nil
	}
	u.guard("the inspection of this file", func() {
		out.Constants = in.constantsIn(file, start, end)
		out.Bank = in.constants.bank
		if start == end {
			out.Shared = u.sharedAt(file, start)
		}
		out.Accesses = in.accesses(in.analyze(file, start, end), file, start, end)
	})
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case len(u.problems) > 0:
		return out, errors.New(u.problems[0].Message)
	}
	return out, nil
}

// fileOf returns the file of the unit that is reported under a path, nil for none.
func (u *unitRun) fileOf(path string) *ast.File {
	for _, f := range u.unit.Files {
		if u.linter.display(f.Source.Path) == path {
			return f
		}
	}
	return nil
}

// analyze returns the analyses of what can come to a part of a file.
func (in *inspector) analyze(file *ast.File, start, end int) []*warp.Result {
	var functions []*sema.Function // each may be followed by itself
	all := start <= 0 && end >= len(file.Source.Text)
	if !all {
		var kernels, helpers []*sema.Function
		if kernels, helpers, all = reaching(in.run.unit, file, start, end); !all {
			in.follow(kernels, helpers)
			functions = append(kernels, helpers...)
		}
	}
	if all {
		if !in.whole {
			if results, err := in.run.analyze(warp.Options{}); err == nil {
				in.keep(results)
				in.whole = true
			}
		}
		files := map[*ast.File]bool{}
		for f := range in.results {
			files[f.Node.File()] = true
		}
		functions = slices.Concat(in.run.unit.FunctionsAmong(func(n ast.Node) bool { return files[n.File()] }), in.callables)
	}
	var out []*warp.Result
	for _, f := range functions {
		for i := range in.results[f] {
			out = append(out, &in.results[f][i]) // they stay there: estimates are kept by place
		}
	}
	return out
}

// follow analyses kernels, and those device functions that none of these comes to, as far
// as that was not done.
func (in *inspector) follow(kernels, helpers []*sema.Function) {
	unknown := func(f *sema.Function) bool {
		_, known := in.results[f]
		return !known && !in.whole
	}
	only := kernels
	if !slices.ContainsFunc(helpers, unknown) {
		only = slices.DeleteFunc(slices.Clone(kernels), func(k *sema.Function) bool { return !unknown(k) })
	}
	only = slices.Concat(only, slices.DeleteFunc(slices.Clone(helpers), func(f *sema.Function) bool { return !unknown(f) }))
	if len(only) == 0 {
		return
	}
	if results, err := in.run.analyze(warp.Options{Only: only}); err == nil {
		in.keep(results)
		for _, f := range only {
			if unknown(f) {
				in.results[f] = nil
			}
		}
	}
}

// keep takes in results, those of one function after those of another.
func (in *inspector) keep(results []warp.Result) {
	for from, to := 0, 0; from < len(results); from = to {
		f := results[from].Kernel
		for to = from; to < len(results) && results[to].Kernel == f; to++ {
		}
		if _, known := in.results[f]; !known {
			in.results[f] = results[from:to:to]
			if f.Closure != nil {
				in.callables = append(in.callables, f)
			}
		}
	}
}

// accesses returns those of results that are written in a part of a file.
func (in *inspector) accesses(results []*warp.Result, file *ast.File, start, end int) []InspectedAccess {
	u := in.run
	if in.launched == nil {
		u.host.Launches() // all count
		in.launched = map[string]bool{}
		for _, key := range u.launched() {
			in.launched[key] = true
		}
	}
	var out []InspectedAccess
	at := map[ast.Node]int{}
	for _, kernel := range results {
		if key := u.assumed(kernel); key != "" && in.launched[key] {
			continue
		}
		for j := range kernel.Accesses {
			a := &kernel.Accesses[j]
			origin := a.Node.Origin()
			if span := origin.Span(); origin.File() != file || span.Start > end || span.End < start {
				continue
			}
			k, seen := at[origin]
			if !seen {
				k = len(out)
				at[origin] = k
				out = append(out, InspectedAccess{Place: u.place(origin)})
			}
			out[k].Rows = append(out[k].Rows, u.inspectedRow(kernel, a))
		}
	}
	for k := range out {
		out[k].Rows = sortedRows(out[k].Rows)
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		return cmp.Or(cmp.Compare(a.Start.Offset, b.Start.Offset), cmp.Compare(b.End.Offset, a.End.Offset)) < 0
	})
	return out
}

// sortedRows sorts as the access command does, and leaves out rows that are equal there.
func sortedRows(rows []InspectedRow) []InspectedRow {
	slices.SortStableFunc(rows, func(a, b InspectedRow) int { return compareRows(&a.AccessRow, &b.AccessRow) })
	return unique(rows, func(r *InspectedRow) AccessRow { return r.AccessRow.figures() })
}
