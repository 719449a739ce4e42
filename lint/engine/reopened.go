package engine

import (
	"context"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
)

// maxKept and maxKeptBytes limit the units that stay open from one subject to the next:
// their number, and their bytes of source. A unit takes two to six times its source in
// memory.
const (
	maxKept      = 32
	maxKeptBytes = 6 << 20
)

// reopened are the units that are opened again for the subjects of one unit, and of those
// after it.
type reopened struct {
	program  *fixProgram
	linter   *Linter
	ctx      context.Context
	units    map[int]*unitRun
	bytes    int // of source, in all units
	problems []lint.Problem
	failed   bool // a unit could not be looked at
	// trace records what the fix that is being made depends on.
	trace *cache.Trace
}

// fix makes the fixes of one subject for all findings that are about it.
func (r *reopened) fix(rule *lint.Rule, findings []*lint.Diagnostic) {
	for _, f := range r.made(rule, findings[0]) {
		for _, d := range findings {
			f.Edits = slices.Clone(f.Edits)
			d.Fixes = append(d.Fixes, f)
		}
	}
}

// late says that there was no time for the other fixes of a file.
func (r *reopened) late(in discover.Input) {
	u := &unitRun{linter: r.linter, path: r.linter.display(in.Path)}
	u.failed("making fixes", r.ctx.Err())
	r.problems = append(r.problems, u.problems...)
}

// make makes the fixes of the subject of a finding; ok is false where that failed.
func (r *reopened) make(rule *lint.Rule, d *lint.Diagnostic) (made []fixes.Fix, ok bool) {
	if len(r.units) > maxKept || r.bytes > maxKeptBytes {
		r.units, r.bytes = map[int]*unitRun{}, 0
	}
	own := r.unit(d.Origin.Unit)
	if own == nil {
		return nil, false
	}
	before := len(own.problems)
	r.failed = false
	own.guard("the fix of rule "+rule.Name, func() {
		pass := &lint.FixPass{Context: r.ctx, Rule: rule, Subject: *d.Origin.Subject,
			FixServices: &fixPass{run: r, rule: rule, own: d.Origin.Unit, group: map[int]bool{d.Origin.Unit: true}}}
		fixes, err := rule.Fix(pass)
		if err != nil {
			own.failed("the fix of rule "+rule.Name, err)
			return
		}
		made = fixes
	})
	r.problems = append(r.problems, own.problems[before:]...)
	return made, len(own.problems) == before && !r.failed && r.ctx.Err() == nil
}

// unit opens a unit once; it is nil where that fails.
func (r *reopened) unit(i int) *unitRun {
	if u, ok := r.units[i]; ok {
		if u != nil {
			u.within(r.ctx)
		}
		return u
	}
	return r.opened(i, r.linter.open(r.ctx, r.program.files[i]))
}

// openAll opens those of some units that are not open yet, in parallel as far as workers
// are idle. This matters at the end of a run, as the last subject may open the most units.
func (r *reopened) openAll(units []lint.UnitID) {
	units = slices.DeleteFunc(slices.Clone(units), func(i lint.UnitID) bool { _, open := r.units[int(i)]; return open })
	runs := make([]*unitRun, len(units))
	r.parallel(len(units), func(k int) { runs[k] = r.linter.open(r.ctx, r.program.files[units[k]]) })
	for k, i := range units {
		r.opened(int(i), runs[k])
	}
}

// parallel calls f with the numbers below n, in goroutines as far as other workers have
// nothing to do: at the end of a run, one fix may be all that is left.
func (r *reopened) parallel(n int, f func(k int)) {
	var wg sync.WaitGroup
	for k := range n {
		select {
		case r.program.workers <- struct{}{}:
			wg.Add(1)
			go func() {
				defer wg.Done()
				defer func() { <-r.program.workers }()
				f(k)
			}()
		default:
			f(k)
		}
	}
	wg.Wait()
}

// opened adds a unit that was opened, and returns it; nil where opening failed.
func (r *reopened) opened(i int, u *unitRun) *unitRun {
	if u.unit == nil {
		if r.ctx.Err() != nil {
			return nil // there was no time for it
		}
		r.failures(u.problems)
		u = nil
	} else {
		u.input, u.fixing = i, r
		for _, file := range u.unit.Files {
			r.bytes += file.Source.Len()
		}
		u.foreign = u.known(r.program.program.Launches(i))
	}
	r.units[i] = u
	return u
}

// failures records that a unit could not be opened. What else is wrong with it was said when
// it was checked.
func (r *reopened) failures(problems []lint.Problem) {
	for _, p := range problems {
		if p.Kind == lint.Internal {
			r.problems, r.failed = append(r.problems, p), true
		}
	}
}

// pass returns a rule at work on a unit; nil where the unit cannot be opened.
func (r *reopened) pass(i int, rule *lint.Rule) *lint.Pass {
	r.dependsOnUnit(i)
	u := r.unit(i)
	if u == nil {
		return nil
	}
	return u.pass(rule)
}
