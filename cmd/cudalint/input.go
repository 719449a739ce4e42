package main

import (
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/wording"
	"github.com/cudalint/cudalint/rules"
)

// inputFlags are the flags that check and access share: the inputs, how they are read, and the
// target.
type inputFlags struct {
	configFlags
	gpu, cuda       string
	severalGPUs     bool     // set before register for a command that takes several
	gpus            []string // then
	includes        []string
	noIncludeSearch bool
	defines         []string
	compileCommands string
	commands        *config.CompileCommands // read from compileCommands, nil without it
	block           string
	rdc             bool
	context         []string
	stdinFilename   string
	maxFileSize     string
	fileTimeout     time.Duration
	jobs            int
	memory          string
	budget          budget // from memory
	output          string
	color           string
	quiet, verbose  bool
	cache           cacheFlags
}

// registerTarget adds the flags for the target.
func (f *inputFlags) registerTarget(cmd *cobra.Command) {
	s := cmd.Flags()
	const gpus = "target `GPU`: an architecture (sm_90), a product (H100, RTX4090; cudalint gpus lists them) or a model file (default: as configured, else the architecture of compile_commands.json, else sm_90)"
	if f.severalGPUs {
		s.StringSliceVar(&f.gpus, "gpu", nil, gpus+"; several give a column each (repeatable)")
	} else {
		s.StringVar(&f.gpu, "gpu", "", gpus)
	}
	complete(cmd, "gpu", completeGPUs)
	s.StringVar(&f.cuda, "cuda", "", "CUDA toolkit `VERSION` the code is built with (default: "+gpu.LatestToolkit+", or the last one that targets the GPU)")
	s.StringArrayVarP(&f.includes, "include", "I", nil, "`FOLDER` to search for #include (repeatable)")
	s.BoolVar(&f.noIncludeSearch, "no-include-search", false, "do not search the repository for included files that are in none of the folders named")
	s.StringArrayVarP(&f.defines, "define", "D", nil, "`MACRO` NAME or NAME=VALUE (repeatable)")
	s.StringVarP(&f.compileCommands, "compile-commands", "p", "", "`PATH` of compile_commands.json or its folder, for include folders, macros and the GPU of each file")
	s.StringVar(&f.block, "block", "", "block shape `X[,Y[,Z]]` of kernels without a visible launch (default 256,1,1)")
}

func (f *inputFlags) register(cmd *cobra.Command) {
	s := cmd.Flags()
	s.SortFlags = false
	f.registerTarget(cmd)
	s.BoolVar(&f.rdc, "rdc", false, "all files are built with relocatable device code (nvcc -rdc=true) and linked together")
	s.StringSliceVar(&f.context, "context", nil, "`PATHS` of files and folders to read for their launches and kernels; findings in them are not reported (repeatable)")
	s.StringVar(&f.stdinFilename, "stdin-filename", "<stdin>", "`NAME` under which standard input (-) is reported")
	f.registerConfig(cmd)
	s.StringVar(&f.maxFileSize, "max-file-size", "16M", "skip files over this `SIZE` and report them as problems: a number of bytes, or with K, M or G")
	s.DurationVar(&f.fileTimeout, "file-timeout", engine.DefaultFileTimeout, "stop the analysis of a file after this `TIME` and report a problem")
	s.IntVarP(&f.jobs, "jobs", "j", 0, "`NUMBER` of files to analyse at a time (default: the number of processors)")
	s.StringVar(&f.memory, "memory", "", fmt.Sprintf("`SIZE` of memory to stay near, such as 512M or 2G (default: %dM and %dM for each of --jobs, less in a container that has less)", baseMemory>>20, memoryPerJob>>20))
	s.StringVarP(&f.output, "output-file", "o", "", "write the result to `FILE` instead of standard output")
	s.StringVar(&f.color, "color", "auto", "`WHEN` to colour the text format: auto, always, never")
	completeValues(cmd, "color", "auto", "always", "never")
	s.BoolVarP(&f.quiet, "quiet", "q", false, "print no syntax problems, summary or progress")
	s.BoolVarP(&f.verbose, "verbose", "v", false, "print on standard error what is read and how long it takes")
}

// options returns the linter's options with the rules and the configuration of each file. more
// holds the flags that only check has.
func (f *inputFlags) options(more config.Flags) (engine.Options, error) {
	opts := engine.Options{RDC: f.rdc, Jobs: f.jobs, FileTimeout: f.fileTimeout}
	if f.jobs < 0 {
		return opts, fmt.Errorf("--jobs %d: at least one file has to be analysed at a time", f.jobs)
	}
	var err error
	if opts.MaxFileSize, err = parseSize(f.maxFileSize); err != nil {
		return opts, fmt.Errorf("--max-file-size %w such as 500K, 16M or 1G", err)
	}
	if err := f.setMemory(&opts); err != nil {
		return opts, err
	}
	if err := f.setBuild(&opts); err != nil {
		return opts, err
	}
	if f.resolver, err = f.resolve(more, opts.Flags); err != nil {
		return opts, err
	}
	opts.Rules, opts.File = f.resolver.Rules(), f.resolver.FileOptions
	opts.Known = rules.All()
	opts.Target = f.resolver.Target()
	return opts, nil
}

// parseSize reads a number of bytes such as 100, 64K, 16M or 1G.
func parseSize(s string) (int64, error) {
	digits := strings.TrimRight(s, "KMG")
	shift := map[string]uint{"": 0, "K": 10, "M": 20, "G": 30}
	n, err := strconv.ParseInt(digits, 10, 32)
	by, ok := shift[s[len(digits):]]
	if err != nil || n <= 0 || !ok {
		return 0, fmt.Errorf("%q is not a size", s)
	}
	return n << by, nil
}

// inputs returns the files named by the arguments; "-" is standard input.
func (c *Command) inputs(f *inputFlags, opts *engine.Options, args []string) ([]discover.Input, []lint.Problem, error) {
	var paths []string
	var inputs []discover.Input
	for _, a := range args {
		switch {
		case a == "":
			return nil, nil, errors.New("an empty path is not a file or folder")
		case a != "-":
			paths = append(paths, a)
		case len(inputs) > 0:
			return nil, nil, errors.New("standard input (-) is given twice")
		default:
			text, err := io.ReadAll(c.Stdin)
			if err != nil {
				return nil, nil, fmt.Errorf("cannot read standard input: %w", err)
			}
			inputs = append(inputs, discover.Input{Path: f.stdinFilename, Text: text, HasText: true})
		}
	}
	f.setSearchPaths(opts, slices.Concat(paths, f.context))
	found, problems := f.search().Files(paths)
	for _, in := range inputs {
		// Standard input replaces the file of its name: an editor sends unsaved text.
		found = slices.DeleteFunc(found, func(file discover.Input) bool { return reported(file.Path) == reported(in.Path) })
	}
	if f.forceExclude {
		f.resolver.Lint(found) // standard input is read, but nothing in it is reported
	} else {
		f.resolver.Lint(slices.Concat(inputs, found))
	}
	return append(inputs, found...), problems, nil
}

// setSearchPaths sets the paths of a run and where it searches for included files.
func (f *inputFlags) setSearchPaths(opts *engine.Options, paths []string) {
	opts.Given = paths
	if !f.noIncludeSearch {
		opts.Includes = includes.NewFinder("", paths)
	}
}

// setContext sets the context: files that are read and not reported.
func (f *inputFlags) setContext(opts *engine.Options) []lint.Problem {
	found, problems := f.search().Files(f.context)
	opts.Context = found
	return problems
}

// progress returns a callback that shows the progress of a run on a terminal, once it has
// taken progressDelay. end removes the line.
func (c *Command) progress(f *inputFlags) (callback func(done, total int), end func()) {
	if f.quiet || !report.IsTerminal(c.Stderr) {
		return nil, func() {}
	}
	return newProgress(c.Stderr, time.Now)
}

// progressDelay is the time before progress is shown.
const progressDelay = time.Second

func newProgress(w io.Writer, now func() time.Time) (callback func(done, total int), end func()) {
	start, last := now(), now()
	shown := false
	const interval = 100 * time.Millisecond
	callback = func(done, total int) {
		t := now()
		if t.Sub(start) < progressDelay || t.Sub(last) < interval {
			return
		}
		last, shown = t, true
		fmt.Fprintf(w, "\r\x1b[K%d of %d files", done, total)
	}
	return callback, func() {
		if shown {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}

// timed prints with -v the configuration files, the GPUs without figures of their own, the number of files read and the time.
func (c *Command) timed(f *inputFlags, files int, since time.Time) {
	if f.verbose {
		for _, name := range f.resolver.Files() {
			fmt.Fprintf(c.Stderr, "cudalint: configured by %s\n", wording.Printable(name))
		}
		for _, text := range f.resolver.StandIns() {
			fmt.Fprintf(c.Stderr, "cudalint: %s\n", text)
		}
		fmt.Fprintf(c.Stderr, "cudalint: %d files in %s\n", files, time.Since(since).Round(time.Millisecond))
	}
}

// textOf returns the function for report.Options.Text. It returns the text of standard input,
// or of the file unless it is longer than most bytes. It does not read pipes and other special
// files, since a pipe can be read only once.
func textOf(inputs []discover.Input, most int64) func(name string) ([]byte, bool) {
	stdinText := map[string][]byte{}
	for _, in := range inputs {
		if in.HasText {
			stdinText[path.Clean(filepath.ToSlash(in.Path))] = in.Text
		}
	}
	return func(name string) ([]byte, bool) {
		if text, ok := stdinText[name]; ok {
			return text, true
		}
		text, err := bounded.Read(filepath.FromSlash(name), most)
		return text, err == nil
	}
}
