package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/warp"
)

// A Target is what the code is built for.
type Target struct {
	GPU  string // "sm_90"
	CUDA string // toolkit version, "13.0"
}

// The target where nothing else is said.
const (
	DefaultGPU  = "sm_90"
	DefaultCUDA = "13.0"
)

// The limits where nothing else is said.
const (
	DefaultMaxFileSize = 16 << 20         // bytes
	DefaultFileTimeout = 60 * time.Second // per file
)

// Flags are what the build of one file adds to the options.
type Flags struct {
	Defines     []string
	IncludeDirs []string
	GPU         string // the newest architecture the file is built for, "" if not known
}

// Options configure a Linter. The zero value of a field means its default.
type Options struct {
	Rules []*Rule
	// Target is what is linted for; an empty GPU means that of the file's Flags,
	// else DefaultGPU.
	Target Target
	// Defines are -D macros, IncludeDirs -I folders.
	Defines     []string
	IncludeDirs []string
	// Flags returns what the build of a file adds; may be nil.
	Flags func(path string) Flags
	// Block is the block shape of kernels whose launches are out of sight.
	Block warp.Block
	// Dir is the folder that reported paths are relative to: the working folder.
	Dir string
	// Jobs is how many files are in flight; their trees are what bounds memory.
	Jobs        int
	MaxFileSize int64
	FileTimeout time.Duration
	// Progress is called, from one goroutine at a time, when a file is done.
	Progress func(done, total int)
}

// A Linter takes files through the pipeline. It is safe for concurrent use.
type Linter struct {
	opts Options
	// The two analyses, replaced in tests of the engine.
	newUnit func(context.Context, *source.File, sema.Options) (*sema.Unit, error)
	analyze func(context.Context, *sema.Unit, warp.Options) []warp.Result
}

// New returns a Linter.
func New(opts Options) *Linter {
	if opts.Target.CUDA == "" {
		opts.Target.CUDA = DefaultCUDA
	}
	if opts.Jobs <= 0 {
		opts.Jobs = runtime.GOMAXPROCS(0)
	}
	if opts.MaxFileSize <= 0 {
		opts.MaxFileSize = DefaultMaxFileSize
	}
	if opts.FileTimeout <= 0 {
		opts.FileTimeout = DefaultFileTimeout
	}
	if opts.Dir == "" {
		// Without a working folder paths stay as they are given.
		opts.Dir, _ = os.Getwd()
	}
	return &Linter{opts: opts, newUnit: sema.NewUnit, analyze: warp.Analyze}
}

// An Input is one file to lint.
type Input struct {
	// Path is the name the file is read from and, cleaned, reported under.
	Path string
	// Text is the content where it does not come from the file system.
	Text    []byte
	HasText bool
	// IfCUDA is set for extensions shared with plain C++: the file counts only if
	// it holds CUDA code.
	IfCUDA bool
}

// unitRun is one file on its way through the pipeline.
type unitRun struct {
	linter   *Linter
	ctx      context.Context
	path     string // as reported
	gpu      string
	unit     *sema.Unit
	problems []Problem
}

func (u *unitRun) problem(kind ProblemKind, line int, format string, args ...any) {
	u.problems = append(u.problems, Problem{Kind: kind, Path: u.path, Line: line, Message: fmt.Sprintf(format, args...)})
}

// A batch is what came of the work on some inputs.
type batch[T any] struct {
	values   []T
	problems []Problem
	files    int
	gpus     []string // the GPUs the files were analysed for, each once
	// launched holds the kernels (see kernelKey) of which some file shows a launch.
	launched map[string]bool
}

// target returns what the batch was analysed for: the GPU that was asked for,
// else the one that the builds of all files agree on, else the default.
func (b *batch[T]) target(opts *Options) Target {
	t := opts.Target
	switch {
	case t.GPU != "":
	case len(b.gpus) == 1:
		t.GPU = b.gpus[0]
	default:
		t.GPU = DefaultGPU
	}
	return t
}

// each runs work for every input, jobs at a time. What work returns is kept by
// input, so the outcome does not depend on scheduling. An input whose unit could
// not be built reaches no work. When ctx is done no further file is begun.
func each[T any](ctx context.Context, l *Linter, inputs []Input, work func(*unitRun) []T) batch[T] {
	type outcome struct {
		values   []T
		problems []Problem
		gpu      string // "" where there was no work
		launched []string
	}
	outcomes := make([]outcome, len(inputs))
	var next atomic.Int64
	var progress sync.Mutex
	var wg sync.WaitGroup
	done := 0
	for range min(l.opts.Jobs, len(inputs)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(inputs) {
					return
				}
				o := &outcomes[i]
				fileCtx, cancel := context.WithTimeout(ctx, l.opts.FileTimeout)
				u := l.open(fileCtx, inputs[i])
				if u.unit != nil {
					o.gpu = u.gpu
					u.guard("the check of this file", func() { o.values, o.launched = work(u), u.launched() })
				}
				cancel()
				o.problems = u.problems
				progress.Lock()
				done++
				if l.opts.Progress != nil {
					l.opts.Progress(done, len(inputs))
				}
				progress.Unlock()
			}
		}()
	}
	wg.Wait()
	b := batch[T]{launched: map[string]bool{}}
	for _, o := range outcomes {
		b.values = append(b.values, o.values...)
		b.problems = append(b.problems, o.problems...)
		if o.gpu != "" {
			b.files++
			b.gpus = append(b.gpus, o.gpu)
		}
		for _, kernel := range o.launched {
			b.launched[kernel] = true
		}
	}
	slices.Sort(b.gpus)
	b.gpus = slices.Compact(b.gpus)
	if ctx.Err() != nil {
		b.problems = append(b.problems, Problem{Kind: Internal,
			Message: fmt.Sprintf("the run was interrupted: %d of %d files were begun", done, len(inputs))})
	}
	b.problems = mergeProblems(b.problems)
	return b
}

// guard turns a panic in f into an internal problem.
func (u *unitRun) guard(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			u.problem(Internal, 0, "%s failed: %v (this is a bug in cudalint; please report it with the file)%s", what, r, panicSite())
		}
	}()
	f()
}

// panicSite returns where the panic being recovered was raised, for bug reports.
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

// open reads a file and builds its unit. On failure unit is nil and problems say
// why.
func (l *Linter) open(ctx context.Context, in Input) *unitRun {
	u := &unitRun{linter: l, ctx: ctx, path: l.display(in.Path)}
	text, err := l.text(in)
	if err != nil {
		u.problem(IO, 0, "%s", err)
		return u
	}
	if in.IfCUDA && !HoldsCUDA(text) {
		return u
	}
	u.guard("parsing", func() { u.build(text) })
	return u
}

// build parses the text and indexes it.
func (u *unitRun) build(text []byte) {
	opts := &u.linter.opts
	var flags Flags
	if opts.Flags != nil {
		flags = opts.Flags(u.path)
	}
	u.gpu = cmp.Or(opts.Target.GPU, flags.GPU, DefaultGPU)
	arch, err := gpu.Arch(u.gpu)
	if err != nil {
		u.problem(Config, 0, "%s", err)
		return
	}
	file := source.NewFile(u.path, text)
	if p := cudaparse.Check(text); p != nil && !p.Fatal {
		u.problem(Syntax, file.Position(p.Offset).Line, "%s", p)
	}
	unit, err := u.linter.newUnit(u.ctx, file, sema.Options{
		Defines:     append(append([]string(nil), flags.Defines...), opts.Defines...),
		IncludeDirs: append(append([]string(nil), opts.IncludeDirs...), flags.IncludeDirs...),
		Arch:        arch,
		Read:        u.linter.readHeader,
	})
	if err != nil {
		u.failed("parsing", err)
		return
	}
	u.unit = unit
	u.syntaxProblems()
}

// failed records why a step did not finish. What no part of cudalint could read
// is a problem of the file; what is beyond its limits is one of the source.
func (u *unitRun) failed(step string, err error) {
	var input *cudaparse.InputProblem
	switch {
	case errors.As(err, &input):
		u.problem(IO, 0, "%s", input)
	case errors.Is(err, cudaparse.ErrTooDeep):
		u.problem(Syntax, 0, "the source is %s; the file is skipped", err)
	case errors.Is(err, cudaparse.ErrTooSlow):
		u.problem(Internal, 0, "the source %s; the file is skipped", err)
	case errors.Is(err, context.DeadlineExceeded):
		u.problem(Internal, 0, "%s took longer than %s and was stopped; raise the limit with --file-timeout", step, u.linter.opts.FileTimeout)
	case errors.Is(err, context.Canceled):
		// The whole run was; each says so once.
	default:
		u.problem(Internal, 0, "%s failed: %s", step, err)
	}
}

// Check runs the rules over the inputs.
func (l *Linter) Check(ctx context.Context, inputs []Input) *Result {
	b := each(ctx, l, inputs, (*unitRun).check)
	return &Result{Target: b.target(&l.opts), GPUs: b.gpus, Findings: settle(b.values, b.launched), Problems: b.problems, Files: b.files}
}

// display returns the path under which a file is reported: relative to Dir, with
// slashes.
func (l *Linter) display(name string) string {
	if dir := l.opts.Dir; dir != "" {
		abs := name
		if !filepath.IsAbs(name) {
			abs = filepath.Join(dir, name)
		}
		if rel, err := filepath.Rel(dir, abs); err == nil {
			name = rel
		}
	}
	return path.Clean(filepath.ToSlash(name))
}

// text returns the content of an input within the size limit.
func (l *Linter) text(in Input) ([]byte, error) {
	if in.HasText {
		return in.Text, l.checkSize(int64(len(in.Text)))
	}
	return l.readFile(in.Path)
}

// readHeader reads an included file; a header over the size limit is as good as
// out of sight.
func (l *Linter) readHeader(name string) ([]byte, error) { return l.readFile(name) }

func (l *Linter) readFile(name string) ([]byte, error) {
	if !filepath.IsAbs(name) && l.opts.Dir != "" {
		name = filepath.Join(l.opts.Dir, name)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot be read: it is not a regular file")
	}
	if err := l.checkSize(info.Size()); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, reason(err)
	}
	return text, nil
}

func (l *Linter) checkSize(size int64) error {
	if size > l.opts.MaxFileSize {
		return fmt.Errorf("the file is %s, over the limit of %s; raise it with --max-file-size", byteSize(size), byteSize(l.opts.MaxFileSize))
	}
	return nil
}

// byteSize returns a size for people.
func byteSize(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.4g KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}

// reason returns a file system error without the path, which the problem names.
func reason(err error) error {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return fmt.Errorf("cannot be read: %w", pathErr.Err)
	}
	return err
}
