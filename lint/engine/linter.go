// Package engine takes sources through parsing, analysis, rules and pricing to a Result. The
// command line and the editor use the same pipeline; nothing here prints.
package engine

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/analysis/warp/reuse"
	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/verification"
	"github.com/cudalint/cudalint/lint/verify"
)

// The limits where nothing else is said.
const (
	DefaultMaxFileSize = 16 << 20 // bytes
	// DefaultFileTimeout is for one file in one phase. The work on a kernel is
	// bounded in steps, so that results do not depend on the speed of the machine;
	// this is the net below: ten times what a check of the slowest file of public
	// code takes on one core, as machines may be busy with something else.
	DefaultFileTimeout = 30 * time.Second
)

// headerCache is the default of Options.HeaderCache: the headers of all but the largest
// programs, with what macros expand to.
const headerCache = 160 << 20 // bytes

// Flags are what the build of one file adds to the options.
type Flags struct {
	// Defines and Undefines are the macros of -D, NAME or NAME=VALUE, and of -U;
	// those of Defines are defined.
	Defines, Undefines []string
	IncludeDirs        []string
	// SystemDirs are those of IncludeDirs whose headers are not the project's own
	// (-isystem): they are read, and nothing is reported in them.
	SystemDirs []string
	// Includes are files that are included before the first line (-include).
	Includes []string
	GPU      string // the newest architecture the file is built for, "" if not known
	lint.Build
}

// Options configure a Linter. The zero value of a field means its default.
type Options struct {
	Rules []*lint.Rule
	// Known are all rules there are, which directives in comments can name; nil means
	// Rules.
	Known []*lint.Rule
	// RuleOptions are the values of rule options, by rule and option, that differ
	// from the defaults; see ParseOption.
	RuleOptions map[string]map[string]any
	// Target is what is linted for; an empty GPU means that of the file's Flags,
	// else DefaultGPU; an empty CUDA the last toolkit for the GPU.
	Target lint.Target
	// Model and Product are what findings are priced on; nil means the model of the
	// architecture that Target or the file's Flags name, and its first product.
	// With a Model, Target.GPU is its Name.
	Model   *gpu.Model
	Product *gpu.Product
	// RDC is set where all files are built with relocatable device code.
	RDC bool
	// Defines are -D macros, IncludeDirs -I folders.
	Defines     []string
	IncludeDirs []string
	// Includes finds included files that are in none of the folders; nil searches for
	// none. What it finds is a guess.
	Includes *includes.Finder
	// Given are the files and folders that the run is given, those of the context as well.
	// Files that sources include are read if they lie there, in the folder or repository
	// of the source, in Dir, or in an include folder, links followed; see
	// includes.Boundary.
	Given []string
	// Flags returns what the build of a file adds; may be nil.
	Flags func(path string) Flags
	// File returns what is asked for of a file, by the path it is reported under, in
	// place of what is said here: Target to Product, Defines, IncludeDirs, Block and
	// RuleOptions. It is called often and from several goroutines; where it is nil or
	// returns nil, what is said here counts.
	File func(path string) *FileOptions
	// Context are files whose kernels and launches are known but which are not
	// reported. What is in the inputs, too, is reported.
	Context []discover.Input
	// Block is the block shape of kernels whose launches are out of sight.
	Block warp.Block
	// Fixes asks for the fixes that need to see the whole program; those that a rule
	// makes of one unit are always there.
	Fixes bool
	// Units are the translation units of the program, where a build tells all of
	// them: a use of something in a file that is not among them is not expected.
	Units []string
	// Texts take the place of what the files of these reported paths hold on disk,
	// inputs and included files alike.
	Texts map[string][]byte
	// Measurements are what findings about constant memory are compared with; nil
	// compares nothing.
	Measurements []*verify.Export
	// Cache keeps results between runs; nil keeps none. With Measurements it is not
	// used.
	Cache *cache.Store
	// Shard is the part of the inputs that is reported; the others are context, but also
	// what they find of the files of the part counts.
	Shard Shard
	// Dir is the folder that reported paths are relative to: the working folder.
	Dir string
	// Jobs is how many files are in flight; their trees are what bounds memory.
	Jobs int
	// InFlight is how many bytes of the large files are in flight, or one such file; 0
	// means no limit besides Jobs.
	InFlight int64
	// HeaderCache is about how much memory the included files take that are kept for those
	// that follow, with what macros expand to, in bytes. A session has its own measure.
	HeaderCache int
	MaxFileSize int64
	FileTimeout time.Duration
	// Progress is called, from one goroutine at a time, when a file is done. The
	// total grows when the first phase is over and some files need the second.
	Progress func(done, total int)
}

// A Linter takes files through the pipeline. It is safe for concurrent use.
type Linter struct {
	opts Options
	// boundary says which included files may be read.
	boundary *includes.Boundary
	// everywhere is what opts asks for of files that Options.File says nothing of.
	everywhere FileOptions
	// headers keeps, for one run, files that are included for the files that
	// follow.
	headers *sema.Cache
	// shared keeps what is found of functions in them.
	shared *reuse.HeaderCache
	// sums, if any, records the texts that are read from disk.
	sums *ReadTexts
	// results are those of the results cache and, in a session, of earlier checks; nil
	// where none are kept.
	results *results
	// session is what a session keeps besides; nil without one.
	session *sessionState
	// The two analyses, replaced in tests of the engine.
	newUnit func(context.Context, *source.File, sema.Options) (*sema.Unit, error)
	analyze func(context.Context, *sema.Unit, kernels.Options) []warp.Result
}

// New returns a Linter.
func New(opts Options) *Linter {
	if opts.Jobs <= 0 {
		opts.Jobs = runtime.GOMAXPROCS(0)
	}
	if opts.MaxFileSize <= 0 {
		opts.MaxFileSize = DefaultMaxFileSize
	}
	if opts.HeaderCache <= 0 {
		opts.HeaderCache = headerCache
	}
	if opts.FileTimeout <= 0 {
		opts.FileTimeout = DefaultFileTimeout
	}
	if opts.Dir == "" {
		// Without a working folder paths stay as they are given.
		opts.Dir, _ = os.Getwd()
	}
	return &Linter{opts: opts, boundary: includes.NewBoundary(opts.Dir, opts.Given), everywhere: opts.everywhere(), newUnit: sema.NewUnit, analyze: kernels.Analyze, shared: reuse.NewHeaderCache()}
}

// Check runs the rules over the inputs.
func (l *Linter) Check(ctx context.Context, inputs []discover.Input) *Result {
	l = l.withResults()
	name, kept := l.runName(inputs)
	if !kept {
		r, _ := l.checkAll(ctx, inputs)
		return r
	}
	r, _ := resultOf(ctx, l, &request[Result]{
		name: name, answer: l.answer, plain: func(r *Result) any { return r },
		compute: func(trace *cache.Trace) Result {
			r, b := l.checkAll(ctx, inputs)
			l.traceRun(trace, &b.program, r)
			return *r
		},
	})
	return &r
}

// checkAll is Check for what is not in the cache.
func (l *Linter) checkAll(ctx context.Context, inputs []discover.Input) (*Result, *batch[lint.Diagnostic]) {
	r, b := l.check(ctx, inputs)
	r.Problems = b.shard.takeProblems(lint.MergeProblems(append(r.Problems, l.fixes(ctx, &b.program, r.Findings)...)))
	r.Verified = verification.Compare(b.predictions, b.launched, r.Findings, l.opts.Measurements)
	return r, b
}

// check is Check without fixes. What the findings are about is still known, and what the
// units have together.
func (l *Linter) check(ctx context.Context, inputs []discover.Input) (*Result, *batch[lint.Diagnostic]) {
	b := each(ctx, l, inputs, (*unitRun).collect, (*unitRun).check)
	b.values = append(b.values, l.program(ctx, &b)...)
	findings := slices.DeleteFunc(b.values, func(d lint.Diagnostic) bool { return b.silent[d.Path] })
	findings, suppressed := l.suppress(ctx, &b, inputs, findings)
	findings, suppressed = b.shard.take(findings, suppressed)
	return &Result{Target: b.target(l), GPUs: b.gpus(), Findings: findings, Suppressed: suppressed, Problems: b.problems, Files: b.files}, &b
}

// display returns the path under which a file is reported.
func (l *Linter) display(name string) string {
	if l.session != nil {
		return l.session.display(name)
	}
	return Reported(l.opts.Dir, name)
}

// Reported returns the path under which a file is reported by a run with Options.Dir:
// relative to that folder, with slashes.
func Reported(dir, name string) string {
	if dir != "" {
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
func (l *Linter) text(in discover.Input) ([]byte, error) {
	if in.HasText {
		return in.Text, l.checkSize(int64(len(in.Text)))
	}
	return l.readFile(in.Path)
}

// readHeader reads an included file; a header over the size limit is as good as
// out of sight.
func (l *Linter) readHeader(name string) ([]byte, error) { return l.readFile(name) }

func (l *Linter) readFile(name string) ([]byte, error) {
	text, err := l.load(name)
	if l.results != nil {
		l.results.note(l.display(name), text, err)
	}
	return text, err
}

func (l *Linter) load(name string) ([]byte, error) {
	if len(l.opts.Texts) > 0 {
		if text, ok := l.opts.Texts[l.display(name)]; ok {
			return text, l.checkSize(int64(len(text)))
		}
	}
	if !filepath.IsAbs(name) && l.opts.Dir != "" {
		name = filepath.Join(l.opts.Dir, name)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, lint.Reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot be read: it is not a regular file")
	}
	if err := l.checkSize(info.Size()); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, lint.Reason(err)
	}
	if l.sums != nil {
		l.sums.add(l.display(name), text)
	}
	return text, nil
}

func (l *Linter) checkSize(size int64) error {
	if size > l.opts.MaxFileSize {
		return fmt.Errorf("the file is %s, over the limit of %s; raise it with --max-file-size", bounded.Size(size), bounded.Size(l.opts.MaxFileSize))
	}
	return nil
}
