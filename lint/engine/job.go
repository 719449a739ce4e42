package engine

import (
	"context"
	"slices"
	"time"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/facts"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/ptxas"
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
	// filesOnly is set where nothing is parsed: the outcome says which files the unit has.
	filesOnly bool
	// launches are those that other files have of the unit's kernels, facts returns the facts
	// of other files under a key; both nil in the first phase.
	launches map[program.FilePlace][]*program.LaunchSummary
	facts    func(key string) [][]byte
	// trace records what the outcome depends on; nil where nobody asks.
	trace *cache.Trace
}

// A fileOutcome is the result of a job. The cache keeps its exported fields.
type fileOutcome[T any] struct {
	Values   []T
	Problems []lint.Problem
	Target   lint.Target // without a GPU where there was no work
	Launched []string
	Summary  *program.Summary // nil where the file could not be read
	System   []string         // the files of the summary that are system headers
	Guessed  []string         // those that were found by searching, or beside such a file
	// Expanded are the macro invocations that were expanded to parse a file of the unit.
	Expanded map[string][]source.Span
	Linkage  related.Linkage
	// Constants are what the kernels do with constant variables.
	Constants    price.ConstantUses
	Read         bool
	Facts        facts.Unit
	Directives   []suppress.File
	Unprofitable []suppress.Hit
	Compiled     []ptxas.Match // what of the compiler's logs is about its kernels
	Reportable   []string      // the unit's files that can have findings
	HIP          bool          // the unit is for HIP, and nothing is said of it but its files

	took     time.Duration `cbor:"-"` // of the first phase
	timedOut bool          `cbor:"-"` // there was no time for all of the work
	// trace is what the outcome depends on, nil where that is not known.
	trace *cache.Trace `cbor:"-"`
	// predictions are compared with measurements, for which there is no cache.
	predictions []verification.Prediction `cbor:"-"`
	// pre is set where only the preprocessor ran.
	pre *preproc.Unit `cbor:"-"`
	// numbers are its strings as numbers, nil before they are asked for.
	numbers *numberedUnit `cbor:"-"`
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
		o.Target, o.Summary = u.target, &program.Summary{Files: []string{u.path}}
	case j.filesOnly:
		j.preprocess(u, text, &o)
	default:
		u.build(text)
	}
	defer func() {
		o.Problems = u.problems
		o.timedOut = ctx.Err() != nil // it may lack something without saying so
	}()
	o.Read = !slices.ContainsFunc(u.problems, lint.Problem.Fatal)
	if u.unit == nil {
		return o
	}
	if u.isHIP() {
		o.HIP, o.Summary, u.problems = true, u.filesOnly(), slices.DeleteFunc(u.problems, func(p lint.Problem) bool { return !p.Fatal() })
		return o
	}
	u.elsewhere, u.facts.others = u.launchesFrom(j.launches), j.facts
	o.Target = u.target
	u.guard("the check of this file", func() {
		o.Summary = program.Summarize(u.unit, u.host, l.display, j.other)
		o.System, o.Reportable = u.systemHeaders(), u.reportable()
		o.Guessed, o.Expanded = u.guessedFiles(), u.expandedIn()
		o.Linkage = related.LinkageOf(u.unit)
		if j.collect != nil {
			j.collect(u)
		}
		if j.work != nil {
			o.Values = j.work(u)
			o.Directives, o.Unprofitable = u.finishedDirectives(), u.unprofitable
			o.Constants = u.constantUses()
		} else if !discover.IsHeader(j.in.Path) {
			u.host.Launches() // nobody else asks for those that others want to know of
		}
		o.Launched = u.launched()
		o.Compiled = u.inLogsOfAll()
	})
	o.Facts, o.predictions = u.facts.Unit, u.predictions
	return o
}

// pool returns the workers of a run.
func (l *Linter) pool() schedule.Pool {
	return schedule.Pool{Workers: l.opts.Jobs, InFlight: l.opts.InFlight, Progress: l.opts.Progress}
}

// spread calls f with the numbers below n, Options.Jobs at a time.
func (l *Linter) spread(n int, f func(i int)) { l.pool().Each(n, f) }
