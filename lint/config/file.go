package config

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/bounded"
)

// Names are the names of a configuration file. If a folder has several, the first counts.
var Names = []string{"cudalint.toml", ".cudalint.toml"}

// Limits of a configuration file.
const (
	maxFile      = 256 << 10 // bytes
	maxOverrides = 500
	maxProblems  = 50
)

// An Origin is the place where a setting was made. The zero value means the default.
type Origin struct {
	// Flag is the command line flag that set it.
	Flag string
	// Path is the reported path of the file that set it, Line and Column the place in it. Line
	// is 0 for a compilation database.
	Path         string
	Line, Column int
	// Override is the number, from 1, of the [[overrides]] table that contains it, else 0.
	Override int
}

// String formats the origin: "default", "--gpu", "cudalint.toml:3".
func (o Origin) String() string {
	switch {
	case o.Flag != "":
		return o.Flag
	case o.Path == "":
		return "default"
	case o.Line == 0:
		return o.Path
	case o.Override > 0:
		return fmt.Sprintf("%s:%d, overrides %d", o.Path, o.Line, o.Override)
	}
	return fmt.Sprintf("%s:%d", o.Path, o.Line)
}

// An entry is the value of a key.
type entry struct {
	value  any
	origin Origin
}

// A layer holds the settings of one source: a configuration file without its overrides, one of
// its overrides, or the command line.
type layer struct {
	override   int    // from 1, 0 for the file itself
	paths      []glob // of an override
	entries    map[string]entry
	severities map[string]entry            // lint.Severity by rule, 0 for off
	options    map[string]map[string]entry // by rule and option
}

func newLayer(override int) *layer {
	return &layer{override: override, entries: map[string]entry{}, severities: map[string]entry{}, options: map[string]map[string]entry{}}
}

// items returns a list that the layer sets, nil if it does not.
func (l *layer) items(key string) []Item {
	items, _ := l.entries[key].value.([]Item)
	return items
}

// A file is one configuration file.
type file struct {
	path string // as reported
	dir  string // absolute: what paths in it are relative to
	base string // absolute: what patterns in it are relative to
	root bool
	// exclude holds the patterns of files that are not linted, generated those of files that a
	// program wrote. Both are relative to base.
	exclude, generated []scoped
	// layers are the file itself and its overrides.
	layers   []*layer
	problems []lint.Problem
}

// A scoped pattern is one of files. In an override it applies only to the files of the override.
type scoped struct {
	glob
	override *layer // nil for the file itself
}

// matchesItself reports whether the pattern matches a file or folder itself. In an override it
// may also match a folder above, to which the override need not apply.
func (s *scoped) matchesItself(rel string, isDir bool) bool {
	if s.override != nil {
		return s.matchesWithin(rel, isDir)
	}
	return s.matches(rel, isDir)
}

// matchesWithin reports whether the pattern matches a file or folder, or a folder above it.
func (s *scoped) matchesWithin(rel string, isDir bool) bool {
	return s.matchesBelow(rel, isDir) && (s.override == nil || s.override.appliesTo(rel, isDir))
}

// appliesTo reports whether an override applies to a file or folder.
func (l *layer) appliesTo(rel string, isDir bool) bool {
	return slices.ContainsFunc(l.paths, func(g glob) bool { return g.matchesBelow(rel, isDir) })
}

// readFile reads a configuration file. Invalid settings become problems, the others count. The
// error is that of a file that cannot be read.
func readFile(name, shown, base string, rules []*lint.Rule) (*file, error) {
	f := &file{path: shown, dir: filepath.Dir(name), base: base}
	text, err := bounded.Read(name, maxFile)
	if err != nil {
		return nil, err
	}
	f.read(text, rules)
	return f, nil
}
