package engine

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A foreign holds the launches that other files have of a unit's kernels. The
// zero value has none.
type foreign struct {
	launches map[*sema.Function][]*sema.Launch
	places   map[*sema.Launch]program.FilePlace // where they stand
	shapes   map[*sema.Launch][]program.FileLines
}

// known gives launches, by the place of their kernel, to the kernels of the unit.
func (u *unitRun) known(launches map[program.FilePlace][]program.LaunchSummary) foreign {
	if len(launches) == 0 {
		return foreign{}
	}
	f := foreign{launches: map[*sema.Function][]*sema.Launch{}, places: map[*sema.Launch]program.FilePlace{},
		shapes: map[*sema.Launch][]program.FileLines{}}
	for _, kernel := range u.unit.Kernels() {
		for _, l := range launches[program.SummarizeKernel(kernel, u.linter.display).At] {
			launch := l.Of(kernel)
			f.launches[kernel] = append(f.launches[kernel], launch)
			f.places[launch], f.shapes[launch] = l.At, l.Shape
		}
	}
	return f
}

// launchesOf returns the launches of a kernel, those of its own unit first.
func (u *unitRun) launchesOf(kernel *sema.Function) []*sema.Launch {
	return slices.Concat(u.host.Of(kernel), u.foreign.launches[kernel])
}

// instantiates reports whether a launch of a kernel is in sight that may be made: see
// host.Analysis.Instantiates.
func (u *unitRun) instantiates(kernel *sema.Function) bool {
	return len(u.foreign.launches[kernel]) > 0 || u.host.Instantiates(kernel)
}

// launchPlace returns where a launch stands.
func (u *unitRun) launchPlace(l *sema.Launch) program.FilePlace {
	if at, ok := u.foreign.places[l]; ok {
		return at
	}
	p := u.place(l.Node)
	return program.FilePlace{Path: p.Path, Offset: p.Start.Offset, Line: p.Start.Line}
}

// launchAt returns where a launch stands, in whatever file: "src/a.cu:90".
func (u *unitRun) launchAt(l *sema.Launch) string {
	at := u.launchPlace(l)
	return fmt.Sprintf("%s:%d", at.Path, at.Line)
}

// shape returns the lines that the shape of a launch comes from.
func (u *unitRun) shape(l *sema.Launch) []program.FileLines {
	if lines, ok := u.foreign.shapes[l]; ok {
		return lines
	}
	if u.shapes == nil {
		u.shapes = program.NewShapes(u.unit)
	}
	return program.LinesOf(u.shapes.Of(l), u.linter.display)
}
