package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/baseline"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/generated"
	"github.com/cudalint/cudalint/lint/wording"
	"github.com/cudalint/cudalint/rules"
)

// baselineFlags name the baselines to read and to write.
type baselineFlags struct {
	baseline, writeBaseline string
	// noBaseline is set if --baseline is given with an empty value.
	noBaseline bool
}

func (f *baselineFlags) registerBaseline(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.baseline, "baseline", "", "do not report the findings that `FILE` records (default: as configured; \"\" for none)")
	s.StringVar(&f.writeBaseline, "write-baseline", "", "record the findings in `FILE`, or bring it up to date, and exit with 0")
}

// checkBaseline rejects contradictory flags.
func (f *checkFlags) checkBaseline(cmd *cobra.Command) error {
	f.noBaseline = cmd.Flags().Changed("baseline") && f.baseline == ""
	switch {
	case !cmd.Flags().Changed("write-baseline"):
		return nil
	case f.writeBaseline == "":
		return errors.New("--write-baseline has to name a file")
	case f.diff:
		return errors.New("--diff prints a diff and no findings: it does not go with --write-baseline")
	case f.diffFrom != "":
		return errors.New("--write-baseline records the findings of whole files: it does not go with --diff-from")
	case f.baseline != "" && filepath.Clean(f.baseline) != filepath.Clean(f.writeBaseline):
		return fmt.Errorf("--write-baseline %s brings that file up to date: it does not go with another --baseline %s", f.writeBaseline, f.baseline)
	}
	return nil
}

// A baselineSet holds the baselines of a run.
type baselineSet struct {
	of       func(path string) string // the baseline file for a reported path, "" for none
	run      baseline.Run
	read     map[string]*baseline.Baseline // by file; nil if it cannot be used
	problems []lint.Problem
	// matches compares the last result with each baseline.
	matches map[string]*baseline.Match
}

// setBaselines reads the baselines that apply to the inputs, which were found under args.
func (f *checkFlags) setBaselines(ch *choice, opts *engine.Options, args []string, inputs []discover.Input) {
	k := &baselineSet{of: f.resolver.Baseline, read: map[string]*baseline.Baseline{}}
	ch.baselines = k
	if f.noBaseline || f.writeBaseline != "" {
		k.of = func(string) string { return "" }
	}
	text := textOf(inputs, opts.MaxFileSize)
	k.run.Text = func(path string) ([]byte, error) {
		if text, ok := text(path); ok {
			return text, nil
		}
		return nil, fs.ErrNotExist
	}
	k.run.Dir, _ = os.Getwd()
	ch.generated = &generated.Finder{Dir: k.run.Dir, Configured: f.resolver.Generated, Text: text}
	exist, on := map[string]bool{}, map[string]bool{}
	for _, r := range rules.All() {
		exist[r.Name] = true
	}
	for _, r := range opts.Rules {
		on[r.Name] = true
	}
	k.run.Ran = func(path, rule string) bool {
		return !exist[rule] || on[rule] && !f.resolver.FileOptions(path).Off[rule]
	}
	k.run.Searched = func(path string) bool {
		return slices.ContainsFunc(args, func(arg string) bool {
			return within(k.absolute(path), k.absolute(reported(arg)))
		})
	}
	k.checked(inputs, nil)
	for _, in := range inputs {
		k.baseline(k.of(engine.Reported(k.run.Dir, in.Path)))
	}
}

// absolute returns the absolute name of the file reported under a path.
func (k *baselineSet) absolute(path string) string {
	name := filepath.FromSlash(path)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(k.run.Dir, name)
}

// reported returns the path under which an input is reported.
func reported(name string) string {
	dir, _ := os.Getwd()
	return engine.Reported(dir, name)
}

// baseline reads a file once. It returns nil if there is none or it cannot be used.
func (k *baselineSet) baseline(file string) *baseline.Baseline {
	b, done := k.read[file]
	if done || file == "" {
		return b
	}
	b, err := baseline.Read(filepath.FromSlash(reported(file)))
	k.failed(err)
	k.read[file] = b
	return b
}

func (k *baselineSet) failed(err error) {
	var bad *baseline.FileError
	if errors.As(err, &bad) {
		p := bad.Problem()
		p.Path = reported(bad.File)
		k.problems = append(k.problems, p)
	}
}

// filter matches a result with its baselines. It returns whether a baseline has a finding.
func (k *baselineSet) filter(r *engine.Result) func(*lint.Diagnostic) bool {
	byFile := map[string][]lint.Diagnostic{}
	for file, b := range k.read {
		if b != nil {
			byFile[file] = nil // it may hold findings that are gone
		}
	}
	for _, d := range r.Findings {
		if file := k.of(d.Path); k.baseline(file) != nil {
			byFile[file] = append(byFile[file], d)
		}
	}
	k.matches = map[string]*baseline.Match{}
	for file, findings := range byFile {
		k.matches[file] = k.read[file].Match(findings, k.run)
	}
	return func(d *lint.Diagnostic) bool {
		m := k.matches[k.of(d.Path)]
		return m != nil && m.Known(d)
	}
}

// checked records which inputs were checked completely.
func (k *baselineSet) checked(inputs []discover.Input, problems []lint.Problem) {
	completed := map[string]bool{}
	for _, in := range inputs {
		completed[engine.Reported(k.run.Dir, in.Path)] = true
	}
	for _, p := range problems {
		if p.Fatal() && p.Kind != lint.Config {
			delete(completed, p.Path)
		}
	}
	k.run.Checked = func(path string) bool { return completed[path] }
}

// printGone prints how many findings of each baseline are gone. A shard does not know that: it
// does not check the files of the other shards.
func (c *Command) printGone(f *checkFlags, k *baselineSet) {
	if f.quiet || f.shard != "" {
		return
	}
	var files []string
	for file := range k.matches {
		files = append(files, file)
	}
	slices.Sort(files)
	for _, file := range files {
		name := reported(file)
		switch n := k.matches[file].Gone(); {
		case n == 1:
			fmt.Fprintf(c.Stderr, "cudalint: 1 finding of the baseline is gone; --write-baseline %s removes it\n", name)
		case n > 1:
			fmt.Fprintf(c.Stderr, "cudalint: %d findings of the baseline are gone; --write-baseline %s removes them\n", n, name)
		}
	}
}

// record writes the findings that would be reported to the baseline, which hides them from
// then on. If that fails, the findings are reported.
func (c *Command) record(f *checkFlags, ch *choice, result *engine.Result) {
	k, file := ch.baselines, f.writeBaseline
	b, err := baseline.ReadForUpdate(file)
	var change baseline.Change
	if err == nil {
		b, change = b.Match(result.Findings, k.run).Update(ch.recordable)
		err = b.Write()
	}
	if err != nil {
		k.failed(err)
		return
	}
	k.of = func(string) string { return file }
	k.read[file] = b
	if !f.quiet {
		next := ""
		if change.Kept == 0 && change.Added > 0 && f.resolver.Baseline(result.Findings[0].Path) == "" {
			next = fmt.Sprintf("; --baseline %s hides them, and so does the key baseline of cudalint.toml", reported(file))
		}
		fmt.Fprintf(c.Stderr, "cudalint: %s records %s (%d added, %d removed, %d kept)%s\n",
			reported(file), wording.Plural(b.Len(), "finding"), change.Added, change.Removed, change.Kept, next)
	}
}
