// Package inspect describes the memory accesses of kernels: as the rows of the access command
// (Table) and, with more of each, for one file in an editor (File). It gets a unit's analyses
// through Unit. What it returns holds no syntax tree.
package inspect

import (
	"cmp"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/assumption"
	"github.com/cudalint/cudalint/lint/price"
)

// A File describes the memory that one file accesses.
type File struct {
	Target lint.Target
	// GPU and Product are what prices are for: "sm_90", "H100"; "" where there is no model
	// of the GPU.
	GPU, Product string
	// Accesses are those written in the file, by offset.
	Accesses []Access
	// Constants are the places in the file that name variables in constant memory, by
	// offset; Bank is all that the unit has of it.
	Constants []Constant
	Bank      Bank
	// Shared is the variable in shared memory that is declared at the offset; nil if there is
	// none, or if more than one offset was inspected.
	Shared *Shared
}

// An Access is one expression that accesses memory of the device. What a macro
// expands to is at its invocation.
type Access struct {
	lint.Place
	// Rows are what it does: one for each kernel and launch that it is reached from, each
	// object it may mean, and for loads, stores and atomics. There is at least one.
	Rows []DetailedRow
}

// At returns the innermost access around an offset. If there is none, it returns the access that
// ends at the offset, else nil.
func (i *File) At(offset int) *Access {
	var around, before *Access
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

// ConstantAt returns the place around an offset that names a variable in constant memory. If there
// is none, it returns the one that ends at the offset, else nil.
func (i *File) ConstantAt(offset int) *Constant {
	var before *Constant
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

// A Unit is what this package needs of a translation unit.
type Unit struct {
	*sema.Unit
	Host   *host.Analysis
	Prices *price.Pricer
	// RDC is set for relocatable device code.
	RDC bool
	// Display returns the reported path of a file, Place the reported place of a node,
	// LaunchAt the place of a launch, "src/a.cu:90".
	Display  func(path string) string
	Place    func(ast.Node) lint.Place
	LaunchAt func(*sema.Launch) string
	// Analyze returns the lane values of kernels. It fails where the time is over.
	Analyze func(kernels.Options) ([]warp.Result, error)
	// Launched returns the keys of the assumptions that launches of the unit's kernels
	// replace, see assumption.Replaced.
	Launched func() []string
}

// An Inspector inspects the files of one unit. It analyzes each function once, however often it is
// asked. It is not safe for concurrent use.
type Inspector struct {
	unit *Unit
	// results are the analysis results of the functions inspected so far. complete is set when
	// these are all functions of the unit.
	results  map[*sema.Function][]warp.Result
	complete bool
	// callables are the lambda expressions in host code that were analyzed as roots of
	// their own. They are not in the unit's list of functions.
	callables []*sema.Function
	// launched and constants are those of the unit, nil before the first use.
	launched  map[string]bool
	constants *unitConstants
}

// NewInspector returns an Inspector of the files of a unit.
func NewInspector(unit *Unit) *Inspector {
	return &Inspector{unit: unit, results: map[*sema.Function][]warp.Result{}}
}

// Inspect describes the memory accesses of the code between two offsets of a file, which is given
// by its reported path. Only kernels that can reach that code are analyzed. The caller fills in
// Path and Target of the result.
func (in *Inspector) Inspect(path string, start, end int) (out File) {
	out.GPU, out.Product = in.unit.Prices.Names()
	file := in.unit.file(path)
	if file == nil {
		return out
	}
	out.Constants = in.constantsIn(file, start, end)
	out.Bank = in.constants.bank
	if start == end {
		out.Shared = in.unit.sharedAt(file, start)
	}
	out.Accesses = in.accesses(in.analyze(file, start, end), file, start, end)
	return out
}

// file returns the file of the unit that is reported under a path, nil for none.
func (u *Unit) file(path string) *ast.File {
	for _, f := range u.Files {
		if u.Display(f.Source.Path) == path {
			return f
		}
	}
	return nil
}

// analyze returns the results of the functions that can reach a part of a file.
func (in *Inspector) analyze(file *ast.File, start, end int) []*warp.Result {
	var functions []*sema.Function // each may be followed by itself
	all := start <= 0 && end >= len(file.Source.Text)
	if !all {
		var entries, helpers []*sema.Function
		if entries, helpers, all = reaching(in.unit.Unit, file, start, end); !all {
			in.follow(entries, helpers)
			functions = append(entries, helpers...)
		}
	}
	if all {
		if !in.complete {
			if results, err := in.unit.Analyze(kernels.Options{}); err == nil {
				in.addResults(results)
				in.complete = true
			}
		}
		files := map[*ast.File]bool{}
		for f := range in.results {
			files[f.Node.File()] = true
		}
		functions = slices.Concat(in.unit.FunctionsAmong(func(n ast.Node) bool { return files[n.File()] }), in.callables)
	}
	var out []*warp.Result
	for _, f := range functions {
		for i := range in.results[f] {
			out = append(out, &in.results[f][i]) // pointers into the map: estimates are cached by pointer
		}
	}
	return out
}

// follow analyzes kernels, and those device functions that none of them reaches, unless it has
// their results already.
func (in *Inspector) follow(entries, helpers []*sema.Function) {
	unknown := func(f *sema.Function) bool {
		_, known := in.results[f]
		return !known && !in.complete
	}
	only := entries
	if !slices.ContainsFunc(helpers, unknown) {
		only = slices.DeleteFunc(slices.Clone(entries), func(k *sema.Function) bool { return !unknown(k) })
	}
	only = slices.Concat(only, slices.DeleteFunc(slices.Clone(helpers), func(f *sema.Function) bool { return !unknown(f) }))
	if len(only) == 0 {
		return
	}
	if results, err := in.unit.Analyze(kernels.Options{Only: only}); err == nil {
		in.addResults(results)
		for _, f := range only {
			if unknown(f) {
				in.results[f] = nil
			}
		}
	}
}

// addResults adds results, which are grouped by function.
func (in *Inspector) addResults(results []warp.Result) {
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

// accesses returns the accesses in the results that are written in a part of a file.
func (in *Inspector) accesses(results []*warp.Result, file *ast.File, start, end int) []Access {
	u := in.unit
	if in.launched == nil {
		u.Host.Launches() // finds all of them
		in.launched = map[string]bool{}
		for _, key := range u.Launched() {
			in.launched[key] = true
		}
	}
	var out []Access
	at := map[ast.Node]int{}
	for _, kernel := range results {
		if key := assumption.Key(kernel, u.Place); key != "" && in.launched[key] {
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
				out = append(out, Access{Place: u.Place(origin)})
			}
			out[k].Rows = append(out[k].Rows, u.detailedRow(kernel, a))
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
func sortedRows(rows []DetailedRow) []DetailedRow {
	slices.SortStableFunc(rows, func(a, b DetailedRow) int { return compareRows(&a.Row, &b.Row) })
	return unique(rows, func(r *DetailedRow) Row { return r.Row.figures() })
}
