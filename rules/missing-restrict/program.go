package missingrestrict

import (
	"fmt"
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

// callKey is the key of the called facts: calls of a function that another file defines.
func callKey(function string) string { return "call " + function }

// launchKey is the key of the Included facts: launches of a kernel in files that include
// its definition.
func launchKey(pass *lint.Pass, k *sema.Function) string {
	at := pass.Place(k.Node)
	return fmt.Sprintf("launch %s:%d", at.Path, at.Start.Offset)
}

// dependentKey is the key of the facts that a file launches a kernel, or may do so, by
// programmatic dependent launch.
func dependentKey(k *sema.Function) string {
	s := program.SummarizeKernel(k, func(path string) string { return path })
	return "dependent " + s.Name + "(" + s.Signature + ")"
}

// Included is the fact that a file exports about a kernel that it includes: the places of
// its launches, and which of their arguments may overlap.
type Included struct {
	At    []string
	Pairs Pairs
}

// A called is the fact that a file exports about its calls of a function that another file
// defines.
type called struct {
	From  string // the path of the file
	Pairs Pairs
}

// definitionKey is the key of the facts that a file in or below a folder defines a
// function that contains a launch.
func definitionKey(function, folder string) string { return "definition " + function + " in " + folder }

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
func exportDefinitions(pass *lint.Pass) {
	for _, f := range pass.Host().Functions() {
		if f.Kernel() || !twoPointers(f) {
			continue
		}
		folders(pass.Unit.File.Source.Path, func(folder string) bool {
			pass.Tell(definitionKey(f.QualifiedName(), folder), true)
			return true
		})
	}
}

// nearer reports whether a file that is nearer to a call than this one defines the called
// function. from is the file of the call.
func nearer(pass *lint.Pass, function, from string) (found bool) {
	own := pass.Unit.File.Source.Path
	folders(from, func(folder string) bool {
		if folder == "." || strings.HasPrefix(own, folder+"/") {
			return false
		}
		found = len(pass.Ask(definitionKey(function, folder))) > 0
		return !found
	})
	return found
}

// maxCalls bounds the calls, and the launches, of one function that are exported.
const maxCalls = 64

// exportFacts exports, for functions and kernels that other files define, which of the
// pointers passed to them may overlap.
func exportFacts(pass *lint.Pass) error {
	exportDefinitions(pass)
	dependent := usesDependentLaunch(pass.Unit)
	for _, f := range pass.Unit.KernelsDeclared() {
		elsewhere := f.Body.Valid() && f.Node.Origin().File() != pass.Unit.File && pointer.MayHaveReadOnly(f)
		if !elsewhere && !dependent {
			continue
		}
		launches := pass.Host().Of(f)
		if dependent && len(launches) > 0 {
			pass.Tell(dependentKey(f), true)
		}
		if elsewhere && len(launches) > 0 {
			pass.Tell(launchKey(pass, f), included(pass, launches))
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
				pass.Tell(callKey(f.QualifiedName()), called{pass.Unit.File.Source.Path, all})
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

func importFacts(pass *lint.Pass, k *sema.Function) imported {
	o := imported{dependent: len(pass.Ask(dependentKey(k))) > 0}
	for _, fact := range pass.Ask(launchKey(pass, k)) {
		o.included = append(o.included, fact.(Included))
	}
	return o
}

// unsound reports whether __restrict__ may be wrong because of another file. That file
// launches the kernel, or calls the function that launches it, with pointers that may
// overlap for the parameter and a written one; or it uses programmatic dependent launch.
func (o imported) unsound(pass *lint.Pass, r *pointer.ReadOnly, args *pointer.Arguments) bool {
	if o.dependent {
		return true
	}
	for _, fact := range o.included {
		for _, pair := range fact.Pairs {
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
func calledWith(pass *lint.Pass, a, b sema.PointerArg) bool {
	for _, x := range a.Bases {
		for _, y := range b.Bases {
			if x.Function == "" || x.Function != y.Function || x.Param == y.Param {
				continue
			}
			pair := [2]int{min(x.Param, y.Param), max(x.Param, y.Param)}
			for _, fact := range pass.Ask(callKey(x.Function)) {
				if c := fact.(called); slices.Contains(c.Pairs, pair) && !nearer(pass, x.Function, c.From) {
					return true
				}
			}
		}
	}
	return false
}
