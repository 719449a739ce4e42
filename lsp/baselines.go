package lsp

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/baseline"
	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/generated"
)

// baselines are the baselines of a project, each read on first use, and what else leaves findings
// out that `cudalint check` leaves out.
type baselines struct {
	p        *project
	read     map[string]*baseline.Baseline // by file name; nil for one that cannot be read
	problems []lint.Problem
	// generated finds the files whose findings of severity info are left out.
	generated *generated.Finder
}

func newBaselines(p *project) *baselines {
	b := &baselines{p: p, read: map[string]*baseline.Baseline{}}
	b.generated = &generated.Finder{Dir: p.dir, Configured: p.resolver.Generated, Text: func(path string) ([]byte, bool) {
		text, err := b.text(path)
		return text, err == nil
	}}
	return b
}

// of returns the baseline configured for a file by its reported path, nil for none.
func (b *baselines) of(path string) *baseline.Baseline {
	name := b.p.resolver.Baseline(path)
	if name == "" {
		return nil
	}
	known, done := b.read[name]
	if done {
		return known
	}
	known, err := baseline.Read(name)
	var bad *baseline.FileError
	if errors.As(err, &bad) {
		problem := bad.Problem()
		problem.Path = b.p.reported(bad.File)
		b.problems = append(b.problems, problem)
	}
	b.read[name] = known
	return known
}

// filter returns a function that reports whether a finding is in a baseline. The caller holds
// the project's sessionLock.
func (b *baselines) filter(r *engine.Result) func(*lint.Diagnostic) bool {
	by := map[*baseline.Baseline][]lint.Diagnostic{}
	for _, d := range r.Findings {
		if known := b.of(d.Path); known != nil {
			by[known] = append(by[known], d)
		}
	}
	if len(by) == 0 {
		return func(*lint.Diagnostic) bool { return false }
	}
	run := b.run()
	known := map[string]bool{}
	for file, findings := range by {
		match := file.Match(findings, run)
		for i := range findings {
			if match.Known(&findings[i]) {
				known[findings[i].Fingerprint] = true
			}
		}
	}
	return func(d *lint.Diagnostic) bool { return known[d.Fingerprint] }
}

// run describes the check to the baseline, as the command line does for a whole folder.
func (b *baselines) run() baseline.Run {
	p := b.p
	checked := map[string]bool{}
	for _, in := range p.inputs {
		checked[p.reported(in.Path)] = true
	}
	return baseline.Run{
		Dir:      p.dir,
		Checked:  func(path string) bool { return checked[path] },
		Searched: func(path string) bool { return within(p.absolute(path), p.dir) },
		Ran: func(path, rule string) bool {
			exists := slices.ContainsFunc(p.opts.Rules, func(r *lint.Rule) bool { return r.Name == rule })
			return !exists || !p.resolver.FileOptions(path).Off[rule]
		},
		Text: b.text,
	}
}

// text returns the text of a file by its reported path: that of the open document, and else that
// on disk. The error is fs.ErrNotExist for a file that cannot be read.
func (b *baselines) text(path string) ([]byte, error) {
	abs := b.p.absolute(path)
	if doc := b.p.sessionDocs[abs]; doc != nil {
		return doc.Text, nil
	}
	text, err := bounded.Read(filepath.Clean(abs), engine.DefaultMaxFileSize)
	if err != nil {
		return nil, fs.ErrNotExist
	}
	return text, nil
}
