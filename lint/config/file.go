package config

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/bounded"
)

// Names are those of a configuration file; where a folder has several the first counts.
var Names = []string{"cudalint.toml", ".cudalint.toml"}

// The limits of a configuration file.
const (
	maxFile      = 256 << 10 // bytes
	maxOverrides = 500
	maxProblems  = 50
)

// An Origin says where a setting is from. The zero value is the default.
type Origin struct {
	// Flag is the flag of the command line that set it.
	Flag string
	// Path is the file that set it, as reported, with the place in it; Line is 0 for a
	// compilation database.
	Path         string
	Line, Column int
	// Override is the number, from 1, of the table of [[overrides]] that it stands in.
	Override int
}

// String returns the origin for people: "default", "--gpu", "cudalint.toml:3".
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

// A layer is what one place says: a configuration file outside of its overrides, one of
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

// items returns a list that the layer sets; nil where it does not.
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
	// exclude is what is not linted below base.
	exclude []exclusion
	// layers are the file itself and its overrides.
	layers   []*layer
	problems []lint.Problem
}

// An exclusion is a pattern of what is not linted, in an override among what that is about.
type exclusion struct {
	glob
	override *layer // nil for the file itself
}

// excludes reports whether a file or folder is excluded by itself. Of an override it may
// also be by a folder above it: the override need not be about that folder.
func (e *exclusion) excludes(rel string, isDir bool) bool {
	if e.override != nil {
		return e.excludesBelow(rel, isDir)
	}
	return e.matches(rel, isDir)
}

// excludesBelow reports whether a file or folder is excluded, by itself or with a folder
// above it.
func (e *exclusion) excludesBelow(rel string, isDir bool) bool {
	return e.matchesBelow(rel, isDir) && (e.override == nil || e.override.about(rel, isDir))
}

// about reports whether an override is about a file or folder.
func (l *layer) about(rel string, isDir bool) bool {
	return slices.ContainsFunc(l.paths, func(g glob) bool { return g.matchesBelow(rel, isDir) })
}

// readFile reads a configuration file. What is wrong with it is among its problems; the
// rest counts. The error is that of a file that cannot be read.
func readFile(name, shown, base string, rules []*lint.Rule) (*file, error) {
	f := &file{path: shown, dir: filepath.Dir(name), base: base}
	text, err := bounded.Read(name, maxFile)
	if err != nil {
		return nil, err
	}
	f.read(text, rules)
	return f, nil
}
