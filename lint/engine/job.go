package engine

import (
	"context"
	"slices"
	"time"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/related"
	"github.com/cudalint/cudalint/lint/schedule"
	"github.com/cudalint/cudalint/lint/suppress"
	"github.com/cudalint/cudalint/lint/verification"
)

// A job is the work on one file in one phase.
type job[T any] struct {
	in      discover.Input
	input   int            // its index among the files of the run
	collect func(*unitRun) // may be nil
	work    func(*unitRun) []T
	other   bool // a file of the context
	// covered is set for a header that a source of the run includes. It is no translation
	// unit: it is worked on where it is included.
	covered bool
	// launches are those that other files have of the unit's kernels, facts returns the facts
	// of other files under a key; both nil in the first phase.
	launches map[program.FilePlace][]program.LaunchSummary
	facts    func(key string) [][]byte
	// trace records what the outcome depends on; nil where nobody asks.
	trace *cache.Trace
}

// A fileOutcome is the result of a job.
type fileOutcome[T any] struct {
	values   []T
	problems []lint.Problem
	target   lint.Target // without a GPU where there was no work
	launched []string
	summary  *program.Summary // nil where the file could not be read
	system   []string         // the files of the summary that are system headers
	guessed  []string         // those that were found by searching, or beside such a file
	// expanded are the macro invocations that were expanded to parse a file of the unit.
	expanded map[string][]source.Span
	linkage  related.Linkage
	// constants are what the kernels do with constant variables.
	constants price.ConstantUses
	read      bool
	took      time.Duration // of the first phase
	facts     unitFacts
	timedOut  bool // there was no time for all of the work
	// trace is what the outcome depends on, nil where that is not known.
	trace *cache.Trace
	// predictions are compared with measurements.
	predictions  []verification.Prediction
	directives   []suppress.File
	unprofitable []suppress.Hit
	reportable   []string // the unit's files that can have findings
	// numbers are its strings as numbers, nil before they are asked for.
	numbers *numberedUnit
}

// do opens the file and does the work.
func (j *job[T]) do(ctx context.Context, l *Linter) (o fileOutcome[T]) {
	ctx, cancel := context.WithTimeout(ctx, l.opts.FileTimeout)
	defer cancel()
	u, text, ok := l.begin(ctx, j.in)
	u.input, u.trace = j.input, j.trace
	switch {
	case !ok:
	case j.covered:
		o.target, o.summary = u.target, &program.Summary{Files: []string{u.path}}
	default:
		u.build(text)
	}
	defer func() {
		o.problems = u.problems
		o.timedOut = ctx.Err() != nil // it may lack something without saying so
	}()
	o.read = !slices.ContainsFunc(u.problems, lint.Problem.Fatal)
	if u.unit == nil {
		return o
	}
	u.elsewhere, u.facts.others = u.launchesFrom(j.launches), j.facts
	o.target = u.target
	u.guard("the check of this file", func() {
		o.summary = program.Summarize(u.unit, u.host, l.display, j.other)
		o.system, o.reportable = u.systemHeaders(), u.reportable()
		o.guessed, o.expanded = u.guessedFiles(), u.expandedIn()
		o.linkage = related.LinkageOf(u.unit)
		if j.collect != nil {
			j.collect(u)
		}
		if j.work != nil {
			o.values = j.work(u)
			o.directives, o.unprofitable = u.finishedDirectives(), u.unprofitable
			o.constants = u.constantUses()
		} else if !discover.IsHeader(j.in.Path) {
			u.host.Launches() // nobody else asks for those that others want to know of
		}
		o.launched = u.launched()
	})
	o.facts, o.predictions = u.facts, u.predictions
	o.facts.others = nil
	return o
}

// pool returns the workers of a run.
func (l *Linter) pool() schedule.Pool {
	return schedule.Pool{Workers: l.opts.Jobs, InFlight: l.opts.InFlight, Progress: l.opts.Progress}
}

// spread calls f with the numbers below n, Options.Jobs at a time.
func (l *Linter) spread(n int, f func(i int)) { l.pool().Each(n, f) }
