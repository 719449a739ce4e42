package engine

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// launchesElsewhere are the launches of a unit's kernels in other files. The zero value has none.
type launchesElsewhere struct {
	launches map[*sema.Function][]*sema.Launch
	places   map[*sema.Launch]program.FilePlace
	shapes   map[*sema.Launch][]program.FileLines // the lines that a launch's shape comes from
}

// launchesFrom returns launches in other files, given by the places of their kernels, as launches
// of the unit's kernels.
func (u *unitRun) launchesFrom(launches map[program.FilePlace][]*program.LaunchSummary) launchesElsewhere {
	if len(launches) == 0 {
		return launchesElsewhere{}
	}
	f := launchesElsewhere{launches: map[*sema.Function][]*sema.Launch{}, places: map[*sema.Launch]program.FilePlace{},
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
	return slices.Concat(u.host.Of(kernel), u.elsewhere.launches[kernel])
}

// mayLaunch reports whether a launch of a kernel may be in code that is compiled, see
// host.Analysis.MayLaunch.
func (u *unitRun) mayLaunch(kernel *sema.Function) bool {
	return len(u.elsewhere.launches[kernel]) > 0 || u.host.MayLaunch(kernel)
}

// launchPlace returns the place of a launch.
func (u *unitRun) launchPlace(l *sema.Launch) program.FilePlace {
	if at, ok := u.elsewhere.places[l]; ok {
		return at
	}
	p := u.place(l.Node)
	return program.FilePlace{Path: p.Path, Offset: p.Start.Offset, Line: p.Start.Line}
}

// launchAt returns the place of a launch in any file: "src/a.cu:90".
func (u *unitRun) launchAt(l *sema.Launch) string {
	at := u.launchPlace(l)
	return fmt.Sprintf("%s:%d", at.Path, at.Line)
}

// shape returns the lines that the shape of a launch comes from.
func (u *unitRun) shape(l *sema.Launch) []program.FileLines {
	if lines, ok := u.elsewhere.shapes[l]; ok {
		return lines
	}
	if u.shapes == nil {
		u.shapes = program.NewShapes(u.unit)
	}
	return program.LinesOf(u.shapes.Of(l), u.linter.display)
}
