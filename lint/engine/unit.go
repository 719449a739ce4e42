package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/ptxas"
	"github.com/cudalint/cudalint/lint/suppress"
	"github.com/cudalint/cudalint/lint/verification"
)

// A unitRun is the work on one file: its translation unit, what the analyses found of it, and
// the problems.
type unitRun struct {
	linter      *Linter
	ctx         context.Context
	input       int    // its index among the files of the run
	path        string // as reported
	in          discover.Input
	target      lint.Target // complete once the unit is built
	settings    *FileOptions
	flags       Flags
	arch        int            // of the target GPU, as sema.Options.Arch
	area        *includes.Area // what it may include
	unit        *sema.Unit
	host        *host.Analysis // what its host code passes to kernels
	builder     *ir.Builder    // lowers its device code
	hostBuilder *ir.Builder    // lowers its host code
	elsewhere   launchesElsewhere
	facts       unitFacts
	once        map[any]onceValue // values that rules share, see Pass.Once
	problems    []lint.Problem
	// reported is called with each finding of a rule; it may be nil.
	reported func(*lint.Diagnostic, *lint.Finding)
	// directives are those of the unit's files. unprofitable are findings that no other
	// placement improves on this GPU; they are not reported, but a directive for one of them is
	// not unused.
	directives   []suppress.File
	unprofitable []suppress.Hit
	// trace records what results depend on; fixing is where the unit is open for fixes.
	trace  *cache.Trace
	fixing *openUnits
	// guessedSet caches guessed.
	guessedSet map[string]bool
	// results and analysis are the result and the error of lanes, once analyzed is set.
	results  []warp.Result
	analysis error
	analyzed bool
	// usages caches compiled.
	usages map[compiledKey]*ptxas.Usage
	// Those of constantLanes.
	constantResults   []warp.Result
	constantAnalysis  error
	constantsAnalyzed bool
	// prices prices the accesses of the unit's kernels.
	prices *price.Pricer
	// kernels caches allAccesses.
	kernels map[*sema.Function][]warp.Result
	// shapes finds the lines that the shapes of launches come from; nil before the first use.
	shapes *program.Shapes
	// definitions are those of the unit; nil before the first use.
	definitions *definitions
	// predictions are compared with measurements.
	predictions []verification.Prediction
}

func (u *unitRun) problem(kind lint.ProblemKind, line int, format string, args ...any) {
	u.problems = append(u.problems, lint.Problem{Kind: kind, Path: u.path, Line: line, Message: fmt.Sprintf(format, args...)})
}

// guard turns a panic in f into an internal problem.
func (u *unitRun) guard(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			u.problem(lint.Internal, 0, "%s failed: %v (this is a bug in cudalint; please report it with the file)%s", what, r, panicSite())
		}
	}()
	f()
}

// panicSite returns the place where the panic being recovered was raised, for bug reports.
func panicSite() string {
	lines := strings.Split(string(debug.Stack()), "\n")
	raised := false
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "panic(") {
			raised = true
			continue
		}
		if raised && strings.Contains(line, ".go:") && !strings.Contains(line, "/runtime/") {
			site, _, _ := strings.Cut(line, " ")
			return " at " + path.Join(path.Base(path.Dir(site)), path.Base(site))
		}
	}
	return ""
}

// open reads a file and builds its translation unit. On failure its unit is nil and its problems
// have the reason.
func (l *Linter) open(ctx context.Context, in discover.Input) *unitRun {
	u, text, ok := l.begin(ctx, in)
	if ok {
		u.build(text)
	}
	return u
}

// Includes returns the #include lines that are read in the unit of an input, its own first,
// then those of each file that it includes. The problems are those that end the work.
func (l *Linter) Includes(ctx context.Context, in discover.Input) ([]includes.Inclusion, []lint.Problem) {
	ctx, cancel := context.WithTimeout(ctx, l.opts.FileTimeout)
	defer cancel()
	u := l.open(ctx, in)
	if u.unit == nil {
		return nil, slices.DeleteFunc(u.problems, func(p lint.Problem) bool { return !p.Fatal() })
	}
	return includes.List(u.unit.Preprocessed().Files, slices.Concat(u.settings.IncludeDirs, u.flags.IncludeDirs), l.display), nil
}

// begin reads a file and determines its target. ok is false where no translation unit is to
// be made of it: reading failed (see problems), or it has no CUDA code and in.IfCUDA is
// set.
func (l *Linter) begin(ctx context.Context, in discover.Input) (u *unitRun, text []byte, ok bool) {
	u = &unitRun{linter: l, ctx: ctx, in: in, path: l.display(in.Path)}
	u.settings = l.settings(u.path)
	text, err := l.text(in)
	if err != nil {
		u.problem(lint.IO, 0, "%s", err)
		return u, nil, false
	}
	if in.IfCUDA && !discover.HoldsCUDA(text) {
		return u, nil, false
	}
	u.flags = l.flags(u.path)
	u.flags.RDC = u.flags.RDC || l.opts.RDC
	name := cmp.Or(u.settings.Target.GPU, u.flags.GPU, lint.DefaultGPU)
	if u.arch, err = gpu.Arch(name); err != nil {
		u.problem(lint.Config, 0, "%s", err)
		return u, nil, false
	}
	u.target = lint.Target{GPU: name, CUDA: cmp.Or(u.settings.Target.CUDA, gpu.Toolkit(name)), Product: u.settings.Target.Product, FiguresOf: u.settings.Target.FiguresOf}
	model, product := price.ModelOf(u.settings.Model, u.settings.Product, name)
	u.prices = price.New(model, product, u.place, u.compiled)
	if p := cudaparse.Check(text); p != nil && !p.Fatal {
		u.problem(lint.Syntax, source.NewFile(u.path, text).Position(p.Offset).Line, "%s", p)
	}
	return u, text, true
}

// build parses the text and builds the translation unit.
func (u *unitRun) build(text []byte) {
	u.guard("parsing", func() {
		u.area = u.linter.area(u.path)
		unit, err := u.newUnit(source.NewFile(u.path, text))
		if err != nil {
			u.failed("parsing", err)
			return
		}
		u.unit, u.builder, u.hostBuilder = unit, ir.NewBuilder(unit, true), ir.NewBuilder(unit, false)
		u.host = host.New(u.ctx, unit, u.hostBuilder)
		u.syntaxProblems()
	})
}

// options returns the options to parse the unit with.
func (u *unitRun) options() sema.Options {
	return sema.Options{
		Defines:     slices.Concat(u.flags.Defines, u.settings.Defines),
		Undefines:   u.flags.Undefines,
		IncludeDirs: slices.Concat(u.settings.IncludeDirs, u.flags.IncludeDirs),
		SystemDirs:  u.flags.SystemDirs,
		Includes:    u.flags.Includes,
		Arch:        u.arch,
		Toolkit:     toolkitNumber(u.target.CUDA),
		Read:        u.linter.readHeader,
		Looked:      u.recordLookup,
		MayRead:     u.mayRead,
		Search:      u.searchInclude(),
		Cache:       u.linter.headers,
	}
}

// toolkitNumber returns the version of a toolkit as CUDART_VERSION has it, 12040
// for "12.4"; 0 for what is no version.
func toolkitNumber(version string) int {
	var major, minor int
	if n, _ := fmt.Sscanf(version, "%d.%d", &major, &minor); n == 0 {
		return 0
	}
	return major*1000 + minor*10
}

// setContext sets the context of the work from now on.
func (u *unitRun) setContext(ctx context.Context) {
	u.ctx = ctx
	u.host.Within(ctx)
}

// failed records why a step did not finish. Input that cannot be read is a problem of the file,
// nesting beyond the limits one of the source, anything else one of cudalint.
func (u *unitRun) failed(step string, err error) {
	var input *cudaparse.InputProblem
	switch {
	case errors.As(err, &input):
		u.problem(lint.IO, 0, "%s", input)
	case errors.Is(err, cudaparse.ErrTooDeep):
		u.problem(lint.Syntax, 0, "the source is %s; the file is skipped", err)
	case errors.Is(err, cudaparse.ErrTooSlow):
		u.problem(lint.Internal, 0, "the source %s; the file is skipped", err)
	case errors.Is(err, context.DeadlineExceeded):
		u.problem(lint.Internal, 0, "%s took longer than %s and was stopped; raise the limit with --file-timeout", step, u.linter.opts.FileTimeout)
	case errors.Is(err, context.Canceled):
		// The whole run was; each says so once.
	default:
		u.problem(lint.Internal, 0, "%s failed: %s", step, err)
	}
}
