package missingrestrict

import (
	"path"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
)

// Pairs are the positions of arguments of a call or a launch that may overlap.
type Pairs [][2]int

// The facts of a unit.
var (
	// callFacts are the calls of functions that another file defines, by the function's name.
	callFacts = lint.NewFact[functionName, called]()
	// launchFacts are the launches of kernels that this file includes, as other files may do.
	launchFacts = lint.NewFact[kernelPlace, Included]()
	// dependentFacts are the kernels that this file launches, or may launch, by programmatic
	// dependent launch.
	dependentFacts = lint.NewFact[dependentKernel, struct{}]()
	// definitionFacts are the functions with launches that this file defines. Each has a fact for
	// the folder of the file and for those around it.
	definitionFacts = lint.NewFact[definedIn, struct{}]()
)

type (
	functionName string // qualified
	// A kernelPlace is where a kernel is defined.
	kernelPlace struct {
		Path   string
		Offset int
	}
	dependentKernel struct{ Name, Signature string }
	definedIn       struct{ Function, Folder string }
)

func kernelPlaceOf(pass *lint.Pass, k *sema.Function) kernelPlace {
	at := pass.Place(k.Node)
	return kernelPlace{at.Path, at.Start.Offset}
}

func dependentOf(k *sema.Function) dependentKernel {
	s := program.SummarizeKernel(k, func(path string) string { return path })
	return dependentKernel{s.Name, s.Signature}
}

// Included describes the launches of a kernel in a file that includes its definition: their
// places, and which of their arguments may overlap.
type Included struct {
	At    []string
	Pairs Pairs
}

// A called describes the calls, in one file, of a function that another file defines.
type called struct {
	From  string // the path of the file
	Pairs Pairs
}

// maxFolders bounds how many of the folders around a file count.
const maxFolders = 4

// folders calls yield for the folder of a file and for those around it, until yield
// returns false.
func folders(file string, yield func(folder string) bool) {
	for range maxFolders {
		up := path.Dir(file)
		if up == file || !yield(up) {
			return
		}
		file = up
	}
}

// exportDefinitions exports which functions with launches the file defines: a call
// elsewhere means the nearest definition, not one of the same name in another program.
func exportDefinitions(pass *lint.CollectPass) {
	for _, f := range pass.Host().Functions() {
		if f.Kernel() || !twoPointers(f) {
			continue
		}
		folders(pass.Unit.File.Source.Path, func(folder string) bool {
			definitionFacts.Export(pass, definedIn{f.QualifiedName(), folder}, struct{}{})
			return true
		})
	}
}

// nearer reports whether a file that is nearer to a call than this one defines the called
// function. from is the file of the call.
func nearer(pass *lint.CheckPass, function, from string) (found bool) {
	own := pass.Unit.File.Source.Path
	folders(from, func(folder string) bool {
		if folder == "." || strings.HasPrefix(own, folder+"/") {
			return false
		}
		found = definitionFacts.Has(pass, definedIn{function, folder})
		return !found
	})
	return found
}

// maxCalls bounds the calls, and the launches, of one function that are exported.
const maxCalls = 64

// exportFacts exports, for functions and kernels that other files define, which of the
// pointers passed to them may overlap.
func exportFacts(pass *lint.CollectPass) error {
	exportDefinitions(pass)
	dependent := usesDependentLaunch(pass.Unit)
	for _, f := range pass.Unit.KernelsDeclared() {
		elsewhere := f.Body.Valid() && f.Node.Origin().File() != pass.Unit.File && pointer.MayHaveReadOnly(f)
		if !elsewhere && !dependent {
			continue
		}
		of := pass.Host().Of(f)
		if dependent && len(of) > 0 {
			dependentFacts.Export(pass, dependentOf(f), struct{}{})
		}
		if elsewhere && len(of) > 0 {
			launchFacts.Export(pass, kernelPlaceOf(pass.Pass, f), included(pass.Pass, of))
		}
	}
	for _, f := range pass.Unit.FunctionsDeclared() {
		followed := f.Body.Valid() && len(pass.Unit.CallersOf(f)) > 0 // the analysis of its launches follows its callers
		if !f.OnDevice() && !followed && twoPointers(f) {
			var all Pairs
			for i, call := range pass.Unit.Calls(f.Name) {
				if i == maxCalls || pass.Context.Err() != nil {
					break
				}
				all = append(all, sema.Overlap(pass.Host().PointersOfCall(call))...)
			}
			if len(all) > 0 {
				callFacts.Export(pass, functionName(f.QualifiedName()), called{pass.Unit.File.Source.Path, all})
			}
		}
	}
	return pass.Context.Err()
}

func included(pass *lint.Pass, launches []*sema.Launch) Included {
	var out Included
	launches = launches[:min(len(launches), maxCalls)]
	for _, l := range pass.DistinctLaunches(launches) {
		out.At = append(out.At, pass.LaunchAt(l))
	}
	for _, l := range launches {
		out.Pairs = append(out.Pairs, sema.Overlap(pass.Host().Pointers(l))...)
	}
	return out
}

func twoPointers(f *sema.Function) bool {
	count := 0
	for _, p := range f.Params {
		if p.Node.Child(ast.FieldDeclarator).Is(ast.PointerDeclarator, ast.AbstractPointerDeclarator, ast.ArrayDeclarator) {
			count++
		}
	}
	return count > 1
}

// imported holds the facts of other files about a kernel.
type imported struct {
	dependent bool // one of them launches it by programmatic dependent launch
	included  []Included
}

func importFacts(pass *lint.CheckPass, k *sema.Function) imported {
	return imported{dependent: dependentFacts.Has(pass, dependentOf(k)), included: launchFacts.Of(pass, kernelPlaceOf(pass.Pass, k))}
}

// unsound reports whether __restrict__ may be wrong because of another file. That file
// launches the kernel, or calls the function that launches it, with pointers that may
// overlap for the parameter and a written one; or it uses programmatic dependent launch.
func (o imported) unsound(pass *lint.CheckPass, r *pointer.ReadOnly, args *pointer.Arguments) bool {
	if o.dependent {
		return true
	}
	for _, in := range o.included {
		for _, pair := range in.Pairs {
			if pair[0] == r.Param && slices.Contains(r.Written, pair[1]) || pair[1] == r.Param && slices.Contains(r.Written, pair[0]) {
				return true
			}
		}
	}
	for _, rows := range args.Rows {
		for _, row := range rows {
			for _, w := range r.Written {
				if r.Param < len(row) && w < len(row) && calledWith(pass, row[r.Param], row[w]) {
					return true
				}
			}
		}
	}
	return false
}

// calledWith reports whether two arguments of a launch are parameters of one function, and
// another file calls that with pointers that may overlap.
func calledWith(pass *lint.CheckPass, a, b sema.PointerArg) bool {
	for _, x := range a.Bases {
		for _, y := range b.Bases {
			if x.Function == "" || x.Function != y.Function || x.Param == y.Param {
				continue
			}
			pair := [2]int{min(x.Param, y.Param), max(x.Param, y.Param)}
			for _, c := range callFacts.Of(pass, functionName(x.Function)) {
				if slices.Contains(c.Pairs, pair) && !nearer(pass, x.Function, c.From) {
					return true
				}
			}
		}
	}
	return false
}
