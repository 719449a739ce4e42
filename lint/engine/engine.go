// Package engine runs rules over the files of a program. It gets the files and options, parses each
// into a translation unit, runs the analyses and the rules over it, joins what the units found
// (facts, launches, duplicates, directives) and gives a Result. A Linter does so once, for the
// command line; a Session again after each edit, for an editor. Nothing here prints.
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

// The default limits.
const (
	DefaultMaxFileSize = 16 << 20 // bytes
	// DefaultFileTimeout is for one file in one phase. It is a safety net: the work on a
	// kernel is bounded in steps, so that results do not depend on the speed of the
	// machine. It is ten times what the slowest file of public code takes on one core.
	DefaultFileTimeout = 30 * time.Second
)

// headerCache is the default of Options.HeaderCache: enough for the headers, with expanded macros,
// of all but the largest programs.
const headerCache = 160 << 20 // bytes

// Flags are the build flags of one file. They are added to the options.
type Flags struct {
	// Defines are the macros of -D, NAME or NAME=VALUE, Undefines those of -U that -D does
	// not define.
	Defines, Undefines []string
	IncludeDirs        []string
	// SystemDirs are the IncludeDirs of -isystem: nothing is reported in their headers.
	SystemDirs []string
	// Includes are files that are included before the first line of the file (-include).
	Includes []string
	GPU      string // the newest architecture that the file is built for, "" if not known
	lint.Build
}

// Options configure a Linter. The zero value of a field means its default.
type Options struct {
	Rules []*lint.Rule
	// Known are all rules that directives in comments can name; nil means Rules.
	Known []*lint.Rule
	// RuleOptions are the values of rule options, by rule and option, that differ
	// from the defaults; see ParseOption.
	RuleOptions map[string]map[string]any
	// Target is what is linted for; an empty GPU means that of the file's Flags,
	// else DefaultGPU; an empty CUDA the last toolkit for the GPU.
	Target lint.Target
	// Model and Product are the GPU that findings are priced on; nil means the model of the
	// target architecture, and its first product. With a Model, Target.GPU is its Name.
	Model   *gpu.Model
	Product *gpu.Product
	// RDC is set where all files are built with relocatable device code.
	RDC bool
	// Defines are -D macros, IncludeDirs -I folders.
	Defines     []string
	IncludeDirs []string
	// Includes searches for included files that are in none of the folders; nil does not
	// search. What it finds is a guess.
	Includes *includes.Finder
	// Given are the files and folders given to the run, with those of the context. Included
	// files are read only in these, in the folder or repository of the source, in Dir, or
	// in an include folder, links followed; see includes.Boundary.
	Given []string
	// Flags, if any, returns the build flags of a file.
	Flags func(path string) Flags
	// File, if any, returns the options of a file, by its reported path. They take the place
	// of Target, Model, Product, Defines, IncludeDirs, Block and RuleOptions; nil leaves
	// these. It is called often and from several goroutines.
	File func(path string) *FileOptions
	// Context are files whose kernels and launches count, and in which nothing is reported.
	// A file that is an input, too, is reported.
	Context []discover.Input
	// Block is the block shape of kernels whose launches are not found.
	Block warp.Block
	// Fixes asks for the fixes that need the whole program. Those that a rule makes in one
	// unit are always there.
	Fixes bool
	// Units are all translation units of the program, where the build tells them: code in
	// other files is no part of it.
	Units []string
	// Texts take the place of what files hold on disk, by reported path: of inputs and
	// included files.
	Texts map[string][]byte
	// Measurements are compared with findings about constant memory; nil compares nothing.
	Measurements []*verify.Export
	// Cache keeps results between runs; nil keeps none. With Measurements it is not
	// used.
	Cache *cache.Store
	// Shard is the part of the inputs that is reported; the others are context, but also
	// what they find of the files of the part counts.
	Shard Shard
	// Dir is the folder that reported paths are relative to: the working folder.
	Dir string
	// Jobs is how many files are worked on at once. It bounds the memory for syntax trees.
	Jobs int
	// InFlight bounds the total bytes of the large files that are worked on at once; a larger
	// one is worked on beside no other. 0 is no limit.
	InFlight int64
	// HeaderCache is about how many bytes of memory cached headers take, with expanded
	// macros. A session does not use it.
	HeaderCache int
	MaxFileSize int64
	FileTimeout time.Duration
	// Progress, if any, is called when a file is done, from one goroutine at a time. The
	// total grows after the first phase where files need the second.
	Progress func(done, total int)
	// Took, if any, is called with the time that a file took: once or twice for each file, from one
	// goroutine, and not at all if the result of the run is known.
	Took func(path string, d time.Duration)
}

// A Linter checks files. It is safe for concurrent use.
type Linter struct {
	opts Options
	// boundary says which included files may be read.
	boundary *includes.Boundary
	// everywhere are the options of files for which Options.File returns nil.
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
	// The two analyses, which tests replace.
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
	name, cacheable := l.runName(inputs)
	if !cacheable {
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
	r.Problems = b.shard.ownProblems(lint.MergeProblems(append(r.Problems, l.fixes(ctx, &b.program, r.Findings)...)))
	r.Verified = verification.Compare(b.predictions, b.launched, r.Findings, l.opts.Measurements)
	return r, b
}

// check is Check without fixes. The findings still have their subjects; the batch has what is known
// of the program.
func (l *Linter) check(ctx context.Context, inputs []discover.Input) (*Result, *batch[lint.Diagnostic]) {
	b := each(ctx, l, inputs, (*unitRun).collect, (*unitRun).check)
	b.values = append(b.values, l.program(ctx, &b)...)
	findings := slices.DeleteFunc(b.values, func(d lint.Diagnostic) bool { return b.silent[d.Path] })
	findings, suppressed := l.suppress(ctx, &b, inputs, findings)
	findings, suppressed = b.shard.ownFindings(findings, suppressed)
	return &Result{Target: b.target(l), GPUs: b.gpus(), Findings: findings, Suppressed: suppressed, Duplicates: b.duplicates, Problems: b.problems, Files: b.files, HIP: b.hip, Compiled: b.coverage(l)}, &b
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

// readHeader reads an included file. A header over the size limit counts as not found.
func (l *Linter) readHeader(name string) ([]byte, error) { return l.readFile(name) }

func (l *Linter) readFile(name string) ([]byte, error) {
	text, err := l.load(name)
	if l.results != nil {
		l.results.record(l.display(name), text, err)
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
