package engine

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/inspect"
)

// Access lists the memory accesses of every kernel of the inputs.
func (l *Linter) Access(ctx context.Context, inputs []discover.Input) *inspect.Table {
	b := each(ctx, l, inputs, nil, (*unitRun).accessRows)
	return &inspect.Table{Target: b.target(l), Rows: inspect.Merge(b.values, b.launched, b.silent), Problems: b.problems, Files: b.files}
}

func (u *unitRun) accessRows() []inspect.Row {
	results, err := u.analyze(kernels.Options{})
	if err != nil {
		u.failed("the analysis of memory accesses", err)
		return nil
	}
	return u.inspected().Rows(results)
}

// inspected returns the unit as package inspect sees it.
func (u *unitRun) inspected() *inspect.Unit {
	return &inspect.Unit{Unit: u.unit, Host: u.host, Prices: u.prices, RDC: u.flags.RDC, Display: u.linter.display,
		Place: u.place, LaunchAt: u.launchAt, Analyze: u.analyze, Launched: u.launched}
}

// Inspect returns what is known of all accesses in a file, a header as it is reached from the
// unit that includes it. A file of which no input has any has none.
func (s *Session) Inspect(ctx context.Context, path string) (*inspect.File, error) {
	return s.InspectRange(ctx, path, 0, math.MaxInt)
}

// InspectRange is Inspect for the bytes of the file from start to end. Only the kernels that can
// reach these are analyzed.
func (s *Session) InspectRange(ctx context.Context, path string, start, end int) (*inspect.File, error) {
	path = s.linter.display(path)
	ctx, cancel := context.WithTimeout(ctx, s.linter.opts.FileTimeout)
	defer cancel()
	in := s.inspector(ctx, path)
	if in == nil {
		return &inspect.File{}, ctx.Err()
	}
	u, out := in.run, inspect.File{}
	u.setContext(ctx)
	u.problems = nil
	u.guard("the inspection of this file", func() { out = in.Inspect(path, start, end) })
	out.Target = u.target
	switch {
	case ctx.Err() != nil:
		return &out, ctx.Err()
	case len(u.problems) > 0:
		return &out, errors.New(u.problems[0].Message)
	}
	return &out, nil
}

// An inspector inspects a file of one unit for an editor.
type inspector struct {
	*inspect.Inspector
	path string // of the file
	run  *unitRun
	// texts and checked are those of the session when the inspector was last used.
	texts   *sessionTexts
	checked *programRun
	// launches are those of the unit's kernels in other files.
	launches map[program.FilePlace][]*program.LaunchSummary
}

// maxInspectors bounds the inspectors of a session: those of the files that are on the screen.
const maxInspectors = 4

// inspector returns the inspector of a file, nil where no unit has the file. It is a new one
// where the unit or the launches of its kernels have changed.
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
			in = &inspector{Inspector: inspect.NewInspector(run.inspected()), path: path, run: run}
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
func (s *Session) launchesIn(u *unitRun) map[program.FilePlace][]*program.LaunchSummary {
	if p := s.checked; p != nil && u.input < p.inputs {
		return p.program.Launches(u.input)
	}
	return nil
}
