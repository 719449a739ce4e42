package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/ptxas"
)

// Options configure a Resolver.
type Options struct {
	// Dir is the folder that paths are relative to, "" for the working folder.
	Dir string
	// Rules are all rules.
	Rules []*lint.Rule
	// File, if not "", replaces the configuration files that are found. Patterns in it are
	// relative to Dir.
	File string
	// Isolated ignores all configuration files.
	Isolated bool
	// Flags take precedence over configuration files.
	Flags Flags
	// Build returns the flags of the build of a file. It may be nil. Settings shows these
	// flags; for the engine, set engine.Options.Flags.
	Build func(path string) engine.Flags
}

// A Resolver resolves the configuration of each file: that of the configuration files in its
// folder and the folders above, up to one with root = true, and that of the command line. For
// each key the nearest file that sets it counts; within a file the last override that matches.
// Lists replace each other, except exclude and generated, which accumulate; select, extend-select and
// ignore are combined as described at selector.Selection.
//
// A Resolver reads each file once, and is safe for concurrent use. Its paths are relative
// to Options.Dir, or absolute.
type Resolver struct {
	opts  Options
	dir   string // absolute
	flags *layer

	mu       sync.Mutex
	folders  map[string][]*file // by absolute folder, the outermost file first
	files    map[string]*file   // those read, by absolute path
	problems []lint.Problem     // of those that could not be
	named    map[string]bool    // what is linted though it is excluded, by absolute path
	paths    map[string]*engine.FileOptions
	merged   map[string]*engine.FileOptions // by the layers that count
	logs     map[string]*ptxas.Log          // those read, by absolute path; nil for those that could not be
}

// NewResolver returns a Resolver. It fails for an invalid flag, or if Options.File cannot be
// read.
func NewResolver(opts Options) (*Resolver, error) {
	r := &Resolver{opts: opts, folders: map[string][]*file{}, files: map[string]*file{},
		paths: map[string]*engine.FileOptions{}, merged: map[string]*engine.FileOptions{}, logs: map[string]*ptxas.Log{}}
	var err error
	if r.dir, err = filepath.Abs(opts.Dir); err != nil {
		return nil, err
	}
	if r.flags, err = opts.Flags.layer(opts.Rules); err != nil {
		return nil, err
	}
	if opts.File != "" && opts.Isolated {
		return nil, errors.New("--config and --isolated exclude each other: --isolated ignores all configuration files")
	}
	if opts.File != "" {
		name := r.abs(opts.File)
		f, err := readFile(name, r.display(name), r.dir, opts.Rules)
		if err != nil {
			return nil, fmt.Errorf("--config %s: %w", opts.File, err)
		}
		r.files[name] = f
	}
	return r, nil
}

func (r *Resolver) abs(name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(r.dir, name)
}

// display returns a path as it is reported: relative to Dir, with slashes.
func (r *Resolver) display(name string) string {
	if rel, err := filepath.Rel(r.dir, name); err == nil {
		name = rel
	}
	return filepath.ToSlash(name)
}

// chain returns the configuration files that apply to the files in a folder, the outermost
// first.
func (r *Resolver) chain(folder string) []*file {
	if r.opts.File != "" {
		return []*file{r.files[r.abs(r.opts.File)]}
	}
	if r.opts.Isolated {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var below []string // folders whose chain is not known, the innermost first
	var chain []*file
	for dir := folder; ; dir = filepath.Dir(dir) {
		known, ok := r.folders[dir]
		if ok {
			chain = known
			break
		}
		below = append(below, dir)
		if f := r.find(dir); f != nil && f.root || dir == filepath.Dir(dir) {
			break
		}
	}
	for _, dir := range slices.Backward(below) {
		if f := r.find(dir); f != nil {
			chain = append(chain[:len(chain):len(chain)], f)
		}
		r.folders[dir] = chain
	}
	return chain
}

// find returns the configuration file in a folder, nil for none.
func (r *Resolver) find(dir string) *file {
	var found *file
	for _, name := range Names {
		name = filepath.Join(dir, name)
		f, known := r.files[name]
		if !known {
			var err error
			if f, err = readFile(name, r.display(name), dir, r.opts.Rules); err != nil && !missing(err) {
				r.problem(name, "cannot be read: %s", err)
			}
			if f != nil && found != nil {
				r.problem(name, "%s in the same folder takes precedence; this file is ignored", filepath.Base(found.path))
				f = nil
			}
			r.files[name] = f
		}
		if found == nil {
			found = f
		}
	}
	return found
}

// missing reports whether an error says that a file does not exist.
func missing(err error) bool {
	for _, e := range []error{fs.ErrNotExist, syscall.ENOTDIR, syscall.ENAMETOOLONG, syscall.EINVAL} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func (r *Resolver) problem(name, format string, args ...any) {
	r.problems = append(r.problems, lint.Problem{Kind: lint.Config, Path: r.display(name), Message: fmt.Sprintf(format, args...)})
}

// folderOf returns the folder whose configuration applies.
func folderOf(name string, isDir bool) string {
	if isDir {
		return name
	}
	return filepath.Dir(name)
}

// layers returns the layers that apply to a file, or to the files in a folder, in order of
// precedence, the highest last: configuration files from the outermost on, each followed by
// its matching overrides, then the flags.
func (r *Resolver) layers(name string, isDir bool) []*layer {
	var out []*layer
	for _, f := range r.chain(folderOf(name, isDir)) {
		rel, ok := f.rel(name)
		for _, l := range f.layers {
			if l.override == 0 || ok && l.appliesTo(rel, isDir) {
				out = append(out, l)
			}
		}
	}
	return append(out, r.flags)
}

// rel returns a path from the folder that the patterns of the file are relative to.
func (f *file) rel(name string) (string, bool) {
	rel, err := filepath.Rel(f.base, name)
	return filepath.ToSlash(rel), err == nil
}

// Lint sets the files that are linted even if they are excluded, because they were named. It
// has to be called before FileOptions.
func (r *Resolver) Lint(inputs []discover.Input) {
	named := map[string]bool{}
	for _, in := range inputs {
		named[r.abs(in.Path)] = true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.named, r.paths = named, map[string]*engine.FileOptions{}
}

// silent reports whether findings in a file are dropped: the file is excluded, and only read
// because another one includes it.
func (r *Resolver) silent(path string) bool {
	r.mu.Lock()
	named := r.named[r.abs(path)]
	r.mu.Unlock()
	return !named && r.Excluded(path, false)
}

// FileOptions returns the options of a file, for engine.Options.File. An excluded file is
// silent. Callers must not change the result.
func (r *Resolver) FileOptions(path string) *engine.FileOptions {
	r.mu.Lock()
	o := r.paths[path]
	r.mu.Unlock()
	if o != nil {
		return o
	}
	layers := r.layers(r.abs(path), false)
	var key strings.Builder
	for _, l := range layers {
		fmt.Fprintf(&key, "%p ", l)
	}
	silent := r.silent(path)
	fmt.Fprint(&key, silent)
	r.mu.Lock()
	defer r.mu.Unlock()
	if o = r.merged[key.String()]; o == nil {
		merged := r.merge(layers)
		o = merged.fileOptions()
		o.Silent, o.Compiled = silent, r.logsOf(merged)
		r.merged[key.String()] = o
	}
	r.paths[path] = o
	return o
}

// logsOf returns the logs of the compiler that settings name, each once. It reads a log once. Callers
// hold r.mu.
func (r *Resolver) logsOf(m *merged) (out []*ptxas.Log) {
	for _, item := range m.items[keyPtxasLog] {
		name := r.abs(item.Text)
		log, known := r.logs[name]
		if !known {
			var err error
			if log, err = ptxas.ReadFile(name, r.display(name)); err != nil {
				r.problems = append(r.problems, lint.Problem{Kind: lint.IO, Path: r.display(name), Message: err.Error()})
			}
			r.logs[name] = log
		}
		if log != nil && !slices.Contains(out, log) {
			out = append(out, log)
		}
	}
	return out
}

// Target returns the target of the command line. Fields that it does not set are empty.
func (r *Resolver) Target() lint.Target { return r.merge([]*layer{r.flags}).fileOptions().Target }

// Rules returns the rules that may be on for some file: those that the command line does not
// turn off.
func (r *Resolver) Rules() []*lint.Rule {
	s := r.flags.selection()
	var out []*lint.Rule
	for _, rule := range r.opts.Rules {
		if s.On(rule.Name, true) {
			out = append(out, rule)
		}
	}
	return out
}

// Baseline returns the baseline that applies to a file, "" for none: as written in the flag,
// else relative to the working folder if that is Options.Dir, else absolute.
func (r *Resolver) Baseline(path string) string {
	name := ""
	for _, l := range r.layers(r.abs(path), false) {
		if e, ok := l.entries[keyBaseline]; ok {
			name = e.value.(string)
			if r.opts.Dir == "" && l != r.flags {
				name = filepath.FromSlash(r.display(name))
			}
		}
	}
	return name
}

// Excludes reports whether a file or folder itself is excluded. It does not consider folders
// above: discovery does not enter excluded folders.
func (r *Resolver) Excludes(path string, isDir bool) bool {
	name := r.abs(path)
	for _, f := range r.chain(filepath.Dir(name)) {
		if rel, ok := f.rel(name); ok && slices.ContainsFunc(f.exclude, func(s scoped) bool { return s.matchesItself(rel, isDir) }) {
			return true
		}
	}
	return false
}

// Excluded reports whether a file or folder is excluded, by itself or with a folder above.
func (r *Resolver) Excluded(path string, isDir bool) bool { return r.excludedBy(path, isDir) != nil }

// excludedBy returns the pattern that excludes a file or folder, nil for none.
func (r *Resolver) excludedBy(path string, isDir bool) *Item {
	name := r.abs(path)
	for _, f := range r.chain(filepath.Dir(name)) {
		rel, ok := f.rel(name)
		for i := range f.exclude {
			if ok && f.exclude[i].matchesWithin(rel, isDir) {
				return &f.exclude[i].Item
			}
		}
	}
	return nil
}

// Generated reports whether the configuration says that a program wrote a file.
func (r *Resolver) Generated(path string) bool {
	name := r.abs(path)
	return slices.ContainsFunc(r.chain(filepath.Dir(name)), func(f *file) bool {
		rel, ok := f.rel(name)
		return ok && slices.ContainsFunc(f.generated, func(s scoped) bool { return s.matchesWithin(rel, false) })
	})
}

// Problems returns the problems of the configuration files read so far, by path and line.
func (r *Resolver) Problems() []lint.Problem {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := slices.Clone(r.problems)
	for _, f := range r.files {
		if f != nil {
			all = append(all, f.problems...)
		}
	}
	slices.SortFunc(all, func(a, b lint.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Message, b.Message))
	})
	return all
}

// StandIns says of each product used so far that has no figures of its own which ones its prices
// use.
func (r *Resolver) StandIns() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var texts []string
	for _, o := range r.merged {
		if o.Target.FiguresOf != "" {
			texts = append(texts, o.Target.StandIn())
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// Files returns the configuration files read so far, as reported, sorted.
func (r *Resolver) Files() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var names []string
	for _, f := range r.files {
		if f != nil {
			names = append(names, f.path)
		}
	}
	slices.Sort(names)
	return names
}
