// Package baseline records the findings that a code base has, so that later runs report
// only those that came after.
package baseline

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
)

// A Baseline is what one file records. It is not changed once it is read.
type Baseline struct {
	// File is its name, as given.
	File    string
	entries []entry // sorted, each once
	text    []byte  // what the file holds; nil where there is none
}

// An entry records findings that are equal in everything but their place.
type entry struct {
	about
	Count int `json:"count,omitempty"` // 0 and 1: one
}

// about is what a finding is about: what makes two findings the same.
type about struct {
	// Path is relative to the folder of the baseline, with slashes.
	Path     string `json:"path"`
	Rule     string `json:"rule"`
	Function string `json:"function,omitempty"`
	Code     string `json:"code"`
	// Context is a checksum of the line. It tells which of some equal findings is meant;
	// a finding whose line changed is still the same.
	Context string `json:"context"`
}

// n is how many findings an entry stands for.
func (e *entry) n() int { return max(e.Count, 1) }

func compareEntries(a, b entry) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Function, b.Function),
		strings.Compare(a.Code, b.Code), strings.Compare(a.Context, b.Context))
}

// settle sorts entries and joins those of equal findings.
func settle(entries []entry) []entry {
	slices.SortFunc(entries, compareEntries)
	var out []entry
	for _, e := range entries {
		if last := len(out) - 1; last >= 0 && out[last].about == e.about {
			out[last].Count = min(out[last].n()+e.n(), maxCount)
			continue
		}
		out = append(out, e)
	}
	return out
}

// Len is how many findings the baseline records.
func (b *Baseline) Len() int {
	n := 0
	for i := range b.entries {
		n += b.entries[i].n()
	}
	return n
}

// A Run says what a result is about.
type Run struct {
	// Dir is the folder that the paths of the result are relative to.
	Dir string
	// Checked reports whether a file, by its reported path, was checked: what is recorded
	// of it and not found any more is gone.
	Checked func(path string) bool
	// Searched reports whether a file with a reported path that there is none under would
	// have been found, whatever it is called now: only then it is gone.
	Searched func(path string) bool
	// Ran reports whether a rule could report something in a file.
	Ran func(path, rule string) bool
	// Text returns what a file held, by its reported path.
	Text func(path string) ([]byte, error)
}

// Dir returns the folder of the baseline, without links as far as it exists.
func (b *Baseline) dir() string { return realDir(filepath.Dir(b.File)) }

func realDir(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}

// A namer turns reported paths into those of a baseline and back.
type namer struct{ dir, run string }

func (b *Baseline) namer(run Run) namer { return namer{b.dir(), realDir(run.Dir)} }

// name returns the path of a baseline for a reported one.
func (n namer) name(path string) string { return translate(n.run, n.dir, path) }

// reported returns the path that a run reports for one of a baseline.
func (n namer) reported(name string) string { return translate(n.dir, n.run, name) }

// translate returns a path relative to one folder as a path relative to another.
func translate(from, to, path string) string {
	if from == to && !filepath.IsAbs(path) {
		return filepath.ToSlash(filepath.Clean(filepath.FromSlash(path)))
	}
	abs := filepath.FromSlash(path)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(from, abs)
	}
	if rel, err := filepath.Rel(to, abs); err == nil {
		abs = rel
	}
	return filepath.ToSlash(abs)
}

// aboutOf returns what a finding is about.
func (n namer) aboutOf(d *lint.Diagnostic) about {
	// JSON holds no bytes that are not UTF-8.
	valid := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	return about{Path: valid(n.name(d.Path)), Rule: d.Rule, Function: valid(d.Function), Code: valid(d.Code), Context: contextOf(d.Line)}
}
