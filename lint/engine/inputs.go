package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/codec"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/includes"
)

// The kinds of questions that results depend on. Paths in questions and digests are relative to the
// working folder, so that two checkouts ask the same questions.
const (
	askInput    = "input"    // what an input holds
	askFile     = "file"     // what a unit reads at a path, see Linter.visibleDigest
	askSeen     = "seen"     // the same for several units: the path of one of them, and the path
	askInclude  = "include"  // which file is found by searching for an #include
	askSettings = "settings" // the options and the build flags of a path
	askInside   = "inside"   // whether a path lies in the working folder
	askLaunches = "launches" // the launches that other units have of a unit's kernels
	askFacts    = "facts"    // the facts of other units that one unit reads under a key
	askUnit     = "unit"     // what a unit is made of, see fixResults.unit
	askUnits    = "units"    // which units of a group's program mention names
	askAllRead  = "whole"    // whether all units of the build were read
)

// digests caches the digests of the inputs of a run, or of a session: files and options.
type digests struct {
	mu    sync.Mutex
	files map[string]cache.Digest // by reported path
	// unsteady are files that had different texts when they were read twice: no result says
	// which text it is of.
	unsteady map[string]bool
	settings sync.Map // *FileOptions -> cache.Digest
}

func newDigests() *digests {
	return &digests{files: map[string]cache.Digest{}, unsteady: map[string]bool{}}
}

// encoded returns the digest of a value of plain data.
func encoded(kind string, value any) (cache.Digest, bool) {
	data, err := codec.Encode(value)
	return cache.Of(kind, data), err == nil
}

// record records the text of a file, or the error of reading it.
func (s *digests) record(path string, text []byte, err error) {
	d := cache.Of("text", text)
	if err != nil {
		d = cache.Of("unread", []byte(err.Error()))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, known := s.files[path]; known && before != d {
		s.unsteady[path] = true
	}
	s.files[path] = d
}

// forget drops the digest of a file that may have changed.
func (s *digests) forget(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, path)
	delete(s.unsteady, path)
}

// steady reports whether every file held the same each time that it was read.
func (s *digests) steady() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.unsteady) == 0
}

func (s *digests) file(path string) (cache.Digest, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, known := s.files[path]
	return d, known
}

// file returns the digest of the file at a reported path.
func (l *Linter) file(path string) cache.Digest {
	if d, known := l.results.file(path); known {
		return d
	}
	l.readFile(path) // notes it
	d, _ := l.results.file(path)
	return d
}

// visibleDigest returns the digest of what a unit reads at a reported path: the text of the file,
// the error of reading it, or that the file is outside the unit's area.
func (l *Linter) visibleDigest(area *includes.Area, path string) cache.Digest {
	if !l.mayRead(area, path) {
		return cache.Of("out of the area")
	}
	return l.file(path)
}

// inputDigest returns the digest of what an input holds.
func (l *Linter) inputDigest(in discover.Input) cache.Digest {
	if in.HasText {
		return cache.Of("text", in.Text)
	}
	return l.file(l.display(in.Path))
}

// settingsDigest returns the digest of the options and the build flags of a file.
func (l *Linter) settingsDigest(path string) (cache.Digest, bool) {
	options, ok := l.optionsDigest(l.settings(path))
	if l.opts.Flags == nil {
		return options, ok
	}
	f := l.flags(path)
	f.IncludeDirs, f.SystemDirs, f.Includes = l.portable(f.IncludeDirs), l.portable(f.SystemDirs), l.portable(f.Includes)
	flags, encodable := encoded("flags", &f)
	return cache.Of("settings and flags", options[:], flags[:]), ok && encodable
}

// A settingsKey holds the options of a file. Values are those of the rules' options, each in Go's
// syntax and in the order of their names. Logs are the paths of logs with their digests.
type settingsKey struct {
	FileOptions
	Values string
	Logs   [][2]string
}

// optionsDigest returns the digest of options for files, which are the same for many.
func (l *Linter) optionsDigest(o *FileOptions) (cache.Digest, bool) {
	s := l.results
	if d, ok := s.settings.Load(o); ok {
		return d.(cache.Digest), true
	}
	k := settingsKey{FileOptions: *o, Values: fmt.Sprintf("%#v", o.RuleOptions)}
	k.IncludeDirs = l.portable(o.IncludeDirs)
	for _, log := range o.Compiled {
		k.Logs = append(k.Logs, [2]string{log.Path, log.Digest})
	}
	d, ok := encoded("settings", &k)
	if ok {
		s.settings.Store(o, d)
	}
	return d, ok
}

// portable makes the paths of options relative to the working folder, for digests. Absolute paths
// get a prefix, because headers that are found through them have absolute paths, too.
func (l *Linter) portable(paths []string) []string {
	out := slices.Clone(paths)
	for i, path := range out {
		if out[i] = l.display(path); filepath.IsAbs(path) {
			out[i] = "absolute:" + out[i]
		}
	}
	return out
}

// includeQuestion asks which file the search for an #include in a file finds.
func (l *Linter) includeQuestion(from, name string) cache.Question {
	return cache.Question{Kind: askInclude, Text: l.display(from) + "\x00" + name}
}

// foundDigest returns the digest of the path that a search for an #include found, "" for none.
func (l *Linter) foundDigest(path string) cache.Digest {
	if path != "" {
		path = l.display(path)
	}
	return cache.Of("found", []byte(path))
}

// answer answers the questions that need no more than the file system and the options.
func (l *Linter) answer(q cache.Question) (cache.Digest, bool) {
	switch q.Kind {
	case askInput:
		return l.file(q.Text), true
	case askSeen:
		unit, path, _ := strings.Cut(q.Text, "\x00")
		return l.visibleDigest(l.area(unit), path), true
	case askInclude:
		if l.opts.Includes == nil {
			return cache.Digest{}, false
		}
		from, name, _ := strings.Cut(q.Text, "\x00")
		return l.foundDigest(l.opts.Includes.Search(from, name)), true
	case askSettings:
		return l.settingsDigest(q.Text)
	case askInside:
		return boolDigest(l.inside(q.Text)), true
	}
	return cache.Digest{}, false
}

// factsDigest returns the digest of facts of other units.
func factsDigest(facts [][]byte) cache.Digest { return cache.Of("facts", facts...) }

func boolDigest(b bool) cache.Digest {
	if b {
		return cache.Of("yes")
	}
	return cache.Of("no")
}

// mayRead reports whether an included file of an area may be read. A file with a text in
// Options.Texts may always be.
func (l *Linter) mayRead(area *includes.Area, path string) bool {
	return l.given(path) || area.Holds(path)
}

// given reports whether Options.Texts has a text for a file.
func (l *Linter) given(path string) bool {
	if len(l.opts.Texts) == 0 {
		return false
	}
	_, given := l.opts.Texts[l.display(path)]
	return given
}
