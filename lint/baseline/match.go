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

// A Match says which findings of a run are recorded in a baseline.
type Match struct {
	baseline *Baseline
	namer    namer
	run      Run
	findings []lint.Diagnostic
	ids      []identity // of the findings
	// entry holds, for each finding, the index of the entry that it is paired with, -1 for
	// none. unpaired holds, for each entry, how many of its findings have no pair.
	entry, unpaired []int
	known           map[string]bool // the fingerprints of the findings with a pair
}

// Match pairs each finding of a run with at most one recorded finding. Findings of one rule
// pair if they have the same code in the same function of the same file: those on equal
// lines first, then the others in their order. The rest pairs with what is recorded for a
// file that is gone, or for a function whose name is gone from the file: these were renamed.
func (b *Baseline) Match(findings []lint.Diagnostic, run Run) *Match {
	m := &Match{baseline: b, namer: b.namer(run), run: run, findings: findings, entry: make([]int, len(findings)), known: map[string]bool{}}
	for i := range findings {
		m.ids, m.entry[i] = append(m.ids, m.namer.identityOf(&findings[i])), -1
	}
	for i := range b.entries {
		m.unpaired = append(m.unpaired, b.entries[i].n())
	}
	m.pair(func(id identity) identity { return id }, nil, nil)
	m.pairRenamed()
	for i := range findings {
		if m.entry[i] >= 0 {
			m.known[findings[i].Fingerprint] = true
		}
	}
	return m
}

// pair pairs unpaired findings and entries with the same key, those on equal lines first.
// finding and entry choose by index which take part; nil chooses all.
func (m *Match) pair(key func(identity) identity, finding, entry func(int) bool) {
	m.pairEqual(key, finding, entry)
	m.pairEqual(func(id identity) identity { id = key(id); id.Context = ""; return id }, finding, entry)
}

func (m *Match) pairEqual(key func(identity) identity, finding, entry func(int) bool) {
	entries := map[identity][]int{}
	for k, n := range m.unpaired {
		if n > 0 && (entry == nil || entry(k)) {
			key := key(m.baseline.entries[k].identity)
			entries[key] = append(entries[key], k)
		}
	}
	if len(entries) == 0 {
		return
	}
	for i := range m.findings {
		if m.entry[i] >= 0 || finding != nil && !finding(i) {
			continue
		}
		key := key(m.ids[i])
		list := entries[key]
		if len(list) == 0 {
			continue
		}
		m.entry[i] = list[0]
		if m.unpaired[list[0]]--; m.unpaired[list[0]] == 0 {
			entries[key] = list[1:]
		}
	}
}

// pairRenamed pairs the entries of files and functions that were renamed.
func (m *Match) pairRenamed() {
	if !slices.Contains(m.entry, -1) || !slices.ContainsFunc(m.unpaired, func(n int) bool { return n > 0 }) {
		return
	}
	gone := memo(m.fileIsGone)
	ofGoneFile := func(k int) bool { return gone(m.baseline.entries[k].Path) }
	m.pair(func(id identity) identity { id.Path = path.Base(id.Path); return id }, nil, ofGoneFile)
	m.pair(func(id identity) identity { id.Path = ""; return id }, nil, ofGoneFile)

	now := m.renamedFiles()
	recorded := map[[2]string]bool{}
	for _, e := range m.baseline.entries {
		recorded[[2]string{now(e.Path), e.Function}] = true
	}
	reported := map[string]string{} // the reported paths of the files with unpaired findings
	for i := range m.findings {
		if m.entry[i] < 0 {
			reported[m.ids[i].Path] = m.findings[i].Path
		}
	}
	words := memo(m.words)
	m.pair(func(id identity) identity { id.Path, id.Function = now(id.Path), ""; return id }, func(i int) bool {
		id := &m.ids[i]
		return id.Function != "" && !recorded[[2]string{id.Path, id.Function}]
	}, func(k int) bool {
		e := &m.baseline.entries[k]
		path, ok := reported[now(e.Path)]
		return ok && e.Function != "" && words(path) != nil && !words(path)[e.Function]
	})
}

// renamedFiles returns a function that maps a path of the baseline to the present path of the
// file: the path at which the first finding of the file was found.
func (m *Match) renamedFiles() func(string) string {
	names := map[string]string{}
	for i, k := range m.entry {
		if k >= 0 {
			if from := m.baseline.entries[k].Path; names[from] == "" {
				names[from] = m.ids[i].Path
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

// memo returns f with a cache of its results.
func memo[T any](f func(string) T) func(string) T {
	cache := map[string]T{}
	return func(s string) T {
		v, ok := cache[s]
		if !ok {
			v = f(s)
			cache[s] = v
		}
		return v
	}
}

var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// words returns the identifiers in a file, nil if it cannot be read.
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

// fileIsGone reports whether the file with a path of the baseline no longer exists.
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

// Known reports whether a finding of the run is recorded in the baseline.
func (m *Match) Known(d *lint.Diagnostic) bool { return m.known[d.Fingerprint] }

// gone returns, for each entry, how many of its findings are gone: the run did not find them
// although it checked the file with that rule, or the file is gone from where the run
// searched. A finding that the run could not have found is not gone.
func (m *Match) gone() []int {
	gone := memo(m.fileIsGone)
	out := make([]int, len(m.unpaired))
	for k, n := range m.unpaired {
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

// Gone returns how many recorded findings are gone.
func (m *Match) Gone() int {
	n := 0
	for _, gone := range m.gone() {
		n += gone
	}
	return n
}

// A Change counts the findings that an update adds to a baseline, removes from it and keeps.
type Change struct{ Added, Removed, Kept int }

// Update returns the baseline for the findings of the run: those that are recorded already,
// with their new identity, and those of the others that record accepts. It drops what is
// gone and keeps what the run could not have found.
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
		entries = append(entries, entry{identity: m.ids[i]})
	}
	for k, gone := range m.gone() {
		change.Removed += gone
		if kept := m.unpaired[k] - gone; kept > 0 {
			change.Kept += kept
			entries = append(entries, entry{identity: m.baseline.entries[k].identity, Count: kept})
		}
	}
	return &Baseline{File: m.baseline.File, entries: mergeEqual(entries), text: m.baseline.text}, change
}
