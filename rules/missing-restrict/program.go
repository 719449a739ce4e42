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

// Pairs are the arguments of a call, or of a launch, that may overlap: what one
// file tells the others.
type Pairs [][2]int

// Keys of what is told: calls of functions that another file defines, and launches
// of kernels that this file includes, which other files may include, too.
func callKey(function string) string { return "call " + function }

func launchKey(pass *lint.Pass, k *sema.Function) string {
	at := pass.Place(k.Node)
	return fmt.Sprintf("launch %s:%d", at.Path, at.Start.Offset)
}

// dependentKey is told of kernels that this file launches, or may launch, by
// programmatic dependent launch.
func dependentKey(k *sema.Function) string {
	s := program.SummarizeKernel(k, func(path string) string { return path })
	return "dependent " + s.Name + "(" + s.Signature + ")"
}

// Included is what a file tells of a kernel that it includes: where it launches
// the kernel, and which arguments may overlap.
type Included struct {
	At    []string
	Pairs Pairs
}

// A called is what a file tells of calls of a function that another defines.
type called struct {
	From  string // the file
	Pairs Pairs
}

// definitionKey is told by files that define a function with a launch in it, for
// the folder that the file is in and those around.
func definitionKey(function, folder string) string { return "definition " + function + " in " + folder }

// maxFolders bounds the folders around a file that are looked at.
const maxFolders = 4

// folders calls yield for the folder of a file and those around, until it returns
// false.
func folders(file string, yield func(folder string) bool) {
	for range maxFolders {
		up := path.Dir(file)
		if up == file || !yield(up) {
			return
		}
		file = up
	}
}

// tellDefinitions tells which functions with launches the file defines, so that
// calls elsewhere are not taken for ones of another program's function of the
// same name.
func tellDefinitions(pass *lint.Pass) {
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

// nearer reports whether another file, nearer to a call than this one, defines the
// function.
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

// maxTold bounds the calls of one function that are looked at.
const maxTold = 64

// tell tells other files which of the pointers that they are given may overlap.
func tell(pass *lint.Pass) error {
	tellDefinitions(pass)
	dependent := attributeInSight(pass.Unit)
	for _, f := range pass.Unit.KernelsDeclared() {
		elsewhere := f.Body.Valid() && f.Node.Origin().File() != pass.Unit.File && pointer.Worth(f)
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
		followed := f.Body.Valid() && len(pass.Unit.CallersOf(f)) > 0 // by the launches in it
		if !f.OnDevice() && !followed && twoPointers(f) {
			var all Pairs
			for i, call := range pass.Unit.Calls(f.Name) {
				if i == maxTold || pass.Context.Err() != nil {
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
	launches = launches[:min(len(launches), maxTold)]
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

// An others is what other files tell of a kernel.
type others struct {
	dependent bool // launched by programmatic dependent launch
	included  []Included
}

func othersOf(pass *lint.Pass, k *sema.Function) others {
	o := others{dependent: len(pass.Ask(dependentKey(k))) > 0}
	for _, told := range pass.Ask(launchKey(pass, k)) {
		o.included = append(o.included, told.(Included))
	}
	return o
}

// unsound reports whether another file launches the kernel, or calls the function
// that launches it, with pointers that may overlap for a parameter and one that is
// written, or by programmatic dependent launch.
func (o others) unsound(pass *lint.Pass, r *pointer.ReadOnly, sight *pointer.Sight) bool {
	if o.dependent {
		return true
	}
	for _, told := range o.included {
		for _, pair := range told.Pairs {
			if pair[0] == r.Param && slices.Contains(r.Written, pair[1]) || pair[1] == r.Param && slices.Contains(r.Written, pair[0]) {
				return true
			}
		}
	}
	for _, rows := range sight.Rows {
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

// calledWith reports whether two arguments are parameters of one function that
// another file calls with pointers that may overlap.
func calledWith(pass *lint.Pass, a, b sema.PointerArg) bool {
	for _, x := range a.Bases {
		for _, y := range b.Bases {
			if x.Function == "" || x.Function != y.Function || x.Param == y.Param {
				continue
			}
			pair := [2]int{min(x.Param, y.Param), max(x.Param, y.Param)}
			for _, told := range pass.Ask(callKey(x.Function)) {
				if c := told.(called); slices.Contains(c.Pairs, pair) && !nearer(pass, x.Function, c.From) {
					return true
				}
			}
		}
	}
	return false
}
