package baseline

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
)

// contextOf returns a checksum of a line without white space.
func contextOf(line string) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(line), "")))
	return hex.EncodeToString(sum[:4])
}

// A Match says which findings of a run a baseline knows.
type Match struct {
	baseline *Baseline
	namer    namer
	run      Run
	findings []lint.Diagnostic
	abouts   []about
	// entry is the index of the entry that each finding is paired with, -1 for none; left
	// is how many findings of each entry have no pair.
	entry, left []int
	known       map[string]bool // by fingerprint
}

// Match pairs the findings of a run with those that the baseline records, each with one
// at most. Findings of one rule pair if they have the same code in the same function of
// the same file; those on the same line first, then the others in their order, so that of
// too many the last are left over. What is left over pairs with what is recorded of a
// function whose name is gone from the file, or of a file that is gone: they were renamed.
func (b *Baseline) Match(findings []lint.Diagnostic, run Run) *Match {
	m := &Match{baseline: b, namer: b.namer(run), run: run, findings: findings, entry: make([]int, len(findings)), known: map[string]bool{}}
	for i := range findings {
		m.abouts, m.entry[i] = append(m.abouts, m.namer.aboutOf(&findings[i])), -1
	}
	for i := range b.entries {
		m.left = append(m.left, b.entries[i].n())
	}
	m.pair(func(a about) about { return a }, nil, nil)
	m.pairRenamed()
	for i := range findings {
		if m.entry[i] >= 0 {
			m.known[findings[i].Fingerprint] = true
		}
	}
	return m
}

// pair pairs what is left over and has the same key, on equal lines first: findings and
// entries, by their indexes, that are wanted; nil wants all.
func (m *Match) pair(key func(about) about, finding, entry func(int) bool) {
	m.pairEqual(key, finding, entry)
	m.pairEqual(func(a about) about { a = key(a); a.Context = ""; return a }, finding, entry)
}

func (m *Match) pairEqual(key func(about) about, finding, entry func(int) bool) {
	left := map[about][]int{}
	for k, n := range m.left {
		if n > 0 && (entry == nil || entry(k)) {
			key := key(m.baseline.entries[k].about)
			left[key] = append(left[key], k)
		}
	}
	if len(left) == 0 {
		return
	}
	for i := range m.findings {
		if m.entry[i] >= 0 || finding != nil && !finding(i) {
			continue
		}
		key := key(m.abouts[i])
		list := left[key]
		if len(list) == 0 {
			continue
		}
		m.entry[i] = list[0]
		if m.left[list[0]]--; m.left[list[0]] == 0 {
			left[key] = list[1:]
		}
	}
}

// pairRenamed pairs what is recorded of files and functions that are gone.
func (m *Match) pairRenamed() {
	if !slices.Contains(m.entry, -1) || !slices.ContainsFunc(m.left, func(n int) bool { return n > 0 }) {
		return
	}
	gone := memo(m.fileIsGone)
	ofGoneFile := func(k int) bool { return gone(m.baseline.entries[k].Path) }
	m.pair(func(a about) about { a.Path = path.Base(a.Path); return a }, nil, ofGoneFile)
	m.pair(func(a about) about { a.Path = ""; return a }, nil, ofGoneFile)

	now := m.renamedFiles()
	recorded := map[[2]string]bool{}
	for _, e := range m.baseline.entries {
		recorded[[2]string{now(e.Path), e.Function}] = true
	}
	reported := map[string]string{} // the files with findings that are left over
	for i := range m.findings {
		if m.entry[i] < 0 {
			reported[m.abouts[i].Path] = m.findings[i].Path
		}
	}
	words := memo(m.words)
	m.pair(func(a about) about { a.Path, a.Function = now(a.Path), ""; return a }, func(i int) bool {
		a := &m.abouts[i]
		return a.Function != "" && !recorded[[2]string{a.Path, a.Function}]
	}, func(k int) bool {
		e := &m.baseline.entries[k]
		path, ok := reported[now(e.Path)]
		return ok && e.Function != "" && words(path) != nil && !words(path)[e.Function]
	})
}

// renamedFiles returns what gives files that are gone the name of the file in which the
// first of their findings was found, and other files their own.
func (m *Match) renamedFiles() func(string) string {
	names := map[string]string{}
	for i, k := range m.entry {
		if k >= 0 {
			if from := m.baseline.entries[k].Path; names[from] == "" {
				names[from] = m.abouts[i].Path
			}
		}
	}
	return func(path string) string {
		if name := names[path]; name != "" {
			return name
		}
		return path
	}
}

func memo[T any](f func(string) T) func(string) T {
	had := map[string]T{}
	return func(s string) T {
		v, ok := had[s]
		if !ok {
			v = f(s)
			had[s] = v
		}
		return v
	}
}

var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// words returns the identifiers in a file; nil where it cannot be read.
func (m *Match) words(path string) map[string]bool {
	text, err := m.run.Text(path)
	if err != nil {
		return nil
	}
	out := map[string]bool{}
	for _, w := range word.FindAll(text, -1) {
		out[string(w)] = true
	}
	return out
}

// fileIsGone reports whether there is no file any more under a path of the baseline.
func (m *Match) fileIsGone(name string) bool {
	if m.run.Checked(m.namer.reported(name)) {
		return false
	}
	if strings.ContainsRune(name, 0) {
		return true // no file has such a name
	}
	_, err := os.Lstat(filepath.Join(m.baseline.dir(), filepath.FromSlash(name)))
	return errors.Is(err, fs.ErrNotExist)
}

// Known reports whether the baseline knows a finding of the run.
func (m *Match) Known(d *lint.Diagnostic) bool { return m.known[d.Fingerprint] }

// gone returns, for each entry, how many of its findings are gone: those that the run
// could have found, and those of files that are gone from where it searched. One that was
// moved elsewhere is as little gone as one that was not checked.
func (m *Match) gone() []int {
	gone := memo(m.fileIsGone)
	out := make([]int, len(m.left))
	for k, n := range m.left {
		if n == 0 {
			continue
		}
		e := &m.baseline.entries[k]
		at := m.namer.reported(e.Path)
		if m.run.Checked(at) && m.run.Ran(at, e.Rule) || m.run.Searched(at) && gone(e.Path) {
			out[k] = n
		}
	}
	return out
}

// Gone is how many findings that the baseline records are gone.
func (m *Match) Gone() int {
	n := 0
	for _, gone := range m.gone() {
		n += gone
	}
	return n
}

// A Change says how a baseline differs from the one before, in findings.
type Change struct{ Added, Removed, Kept int }

// Update returns the baseline that records the findings of the run: those that the
// baseline knows, with what they are about now, and the others as far as record says so.
// What is gone is left out; what the run could not find is kept.
func (m *Match) Update(record func(*lint.Diagnostic) bool) (*Baseline, Change) {
	var change Change
	var entries []entry
	for i := range m.findings {
		switch {
		case m.entry[i] >= 0:
			change.Kept++
		case record(&m.findings[i]):
			change.Added++
		default:
			continue
		}
		entries = append(entries, entry{about: m.abouts[i]})
	}
	for k, gone := range m.gone() {
		change.Removed += gone
		if kept := m.left[k] - gone; kept > 0 {
			change.Kept += kept
			entries = append(entries, entry{about: m.baseline.entries[k].about, Count: kept})
		}
	}
	return &Baseline{File: m.baseline.File, entries: settle(entries), text: m.baseline.text}, change
}
