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

// maxOpen and maxOpenBytes bound the units that stay open from one subject to the next:
// their number, and their bytes of source. A unit takes two to six times its source in
// memory.
const (
	maxOpen      = 32
	maxOpenBytes = 6 << 20
)

// The openUnits of a goroutine are the units that it has opened to make fixes. They stay
// open for the subjects that follow.
type openUnits struct {
	program  *fixProgram
	linter   *Linter
	ctx      context.Context
	units    map[int]*unitRun
	bytes    int // of source, in all units
	problems []lint.Problem
	failed   bool // a unit could not be opened
	// trace records what the fix that is being made depends on.
	trace *cache.Trace
}

// fix makes the fixes of one subject for all findings that are about it.
func (r *openUnits) fix(rule *lint.Rule, findings []*lint.Diagnostic) {
	for _, f := range r.fixesOf(rule, findings[0]) {
		for _, d := range findings {
			f.Edits = slices.Clone(f.Edits)
			d.Fixes = append(d.Fixes, f)
		}
	}
}

// reportTimeout reports that time ran out before all fixes of a file were made.
func (r *openUnits) reportTimeout(in discover.Input) {
	u := &unitRun{linter: r.linter, path: r.linter.display(in.Path)}
	u.failed("making fixes", r.ctx.Err())
	r.problems = append(r.problems, u.problems...)
}

// computeFixes runs Rule.Fix for the subject of a finding. ok is false if that failed.
func (r *openUnits) computeFixes(rule *lint.Rule, d *lint.Diagnostic) (subjectFixes []fixes.Fix, ok bool) {
	if len(r.units) > maxOpen || r.bytes > maxOpenBytes {
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
		subjectFixes = fixes
	})
	r.problems = append(r.problems, own.problems[before:]...)
	return subjectFixes, len(own.problems) == before && !r.failed && r.ctx.Err() == nil
}

// unit returns a unit, which it opens where that was not done yet; nil where that fails.
func (r *openUnits) unit(i int) *unitRun {
	if u, ok := r.units[i]; ok {
		if u != nil {
			u.setContext(r.ctx)
		}
		return u
	}
	return r.addOpened(i, r.linter.open(r.ctx, r.program.files[i]))
}

// openAll opens those of some units that are not open yet, in parallel as far as workers
// are idle. This matters at the end of a run, as the last subject may open the most units.
func (r *openUnits) openAll(units []lint.UnitID) {
	units = slices.DeleteFunc(slices.Clone(units), func(i lint.UnitID) bool { _, open := r.units[int(i)]; return open })
	runs := make([]*unitRun, len(units))
	r.parallel(len(units), func(k int) { runs[k] = r.linter.open(r.ctx, r.program.files[units[k]]) })
	for k, i := range units {
		r.addOpened(int(i), runs[k])
	}
}

// parallel calls f with the numbers below n, in goroutines as far as other workers have
// nothing to do: at the end of a run, one fix may be all that is left.
func (r *openUnits) parallel(n int, f func(k int)) {
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

// addOpened adds a unit that was opened, and returns it; nil if opening failed.
func (r *openUnits) addOpened(i int, u *unitRun) *unitRun {
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
		u.elsewhere = u.launchesFrom(r.program.program.Launches(i))
	}
	r.units[i] = u
	return u
}

// failures records that a unit could not be opened. Its other problems were reported when it
// was checked.
func (r *openUnits) failures(problems []lint.Problem) {
	for _, p := range problems {
		if p.Kind == lint.Internal {
			r.problems, r.failed = append(r.problems, p), true
		}
	}
}

// pass returns a pass of a rule over a unit; nil where the unit cannot be opened.
func (r *openUnits) pass(i int, rule *lint.Rule) *lint.Pass {
	r.dependsOnUnit(i)
	u := r.unit(i)
	if u == nil {
		return nil
	}
	return u.pass(rule)
}
