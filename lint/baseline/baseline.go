// Package baseline records the findings of a code base, so that later runs report only new
// ones.
package baseline

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
)

// A Baseline is the content of a baseline file. It is immutable.
type Baseline struct {
	// File is the name of the file, as given.
	File    string
	entries []entry // sorted and merged
	text    []byte  // of the file, nil if there is none
}

// An entry records findings with the same identity.
type entry struct {
	identity
	Count int `json:"count,omitempty"` // how many, 0 means 1
}

// An identity is what tells findings apart: everything but their place in the file.
type identity struct {
	// Path is relative to the folder of the baseline, with slashes.
	Path     string `json:"path"`
	Rule     string `json:"rule"`
	Function string `json:"function,omitempty"`
	Code     string `json:"code"`
	// Context is a checksum of the line. It chooses among findings that are otherwise
	// equal; a finding whose line has changed still matches.
	Context string `json:"context"`
}

// n returns the number of findings of an entry.
func (e *entry) n() int { return max(e.Count, 1) }

func compareEntries(a, b entry) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Function, b.Function),
		strings.Compare(a.Code, b.Code), strings.Compare(a.Context, b.Context))
}

// mergeEqual sorts entries and merges those with the same identity.
func mergeEqual(entries []entry) []entry {
	slices.SortFunc(entries, compareEntries)
	var out []entry
	for _, e := range entries {
		if last := len(out) - 1; last >= 0 && out[last].identity == e.identity {
			out[last].Count = min(out[last].n()+e.n(), maxCount)
			continue
		}
		out = append(out, e)
	}
	return out
}

// Len returns the number of recorded findings.
func (b *Baseline) Len() int {
	n := 0
	for i := range b.entries {
		n += b.entries[i].n()
	}
	return n
}

// A Run describes what a run has checked.
type Run struct {
	// Dir is the folder that reported paths are relative to.
	Dir string
	// Checked reports whether the file with a reported path was checked: findings that are
	// recorded for it and were not found are gone.
	Checked func(path string) bool
	// Searched reports whether the run would have found a file that used to have a reported
	// path, under whatever name it has now. Only then the file counts as gone.
	Searched func(path string) bool
	// Ran reports whether a rule ran over a file.
	Ran func(path, rule string) bool
	// Text returns the text of the file with a reported path, as it was checked.
	Text func(path string) ([]byte, error)
}

// dir returns the folder of the baseline, with symbolic links resolved as far as it exists.
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

// A namer converts reported paths to paths of a baseline and back.
type namer struct{ dir, run string }

func (b *Baseline) namer(run Run) namer { return namer{b.dir(), realDir(run.Dir)} }

// name returns the path in the baseline for a reported path.
func (n namer) name(path string) string { return translate(n.run, n.dir, path) }

// reported returns the reported path for a path in the baseline.
func (n namer) reported(name string) string { return translate(n.dir, n.run, name) }

// translate converts a path relative to one folder to a path relative to another.
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

// identityOf returns the identity of a finding.
func (n namer) identityOf(d *lint.Diagnostic) identity {
	// JSON strings are valid UTF-8.
	valid := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	return identity{Path: valid(n.name(d.Path)), Rule: d.Rule, Function: valid(d.Function), Code: valid(d.Code), Context: contextOf(d.Line)}
}
