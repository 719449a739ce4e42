package engine

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/cache/plain"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/includes"
)

// The memo is what one run has of the results cache: a layer around the work on files
// (job.outcome), on fixes (reopened.made) and on the whole (Linter.Check). What is kept
// of each is a function of its key and of the answers to the questions that it asked on
// the way: what files hold that an #include may mean, what facts other units export.
//
// Results with a failure of cudalint, such as a time limit, are not kept, nor any once a
// text took too long to parse, or a file is seen to change while the run reads it.

// The kinds of questions.
const (
	askFile     = "file"     // what a unit sees under a path, see memo.seen
	askSeen     = "seen"     // the same for several units: the path of one of them, and the path
	askInclude  = "include"  // which file is found by searching for an #include
	askSettings = "settings" // what is asked for of a path
	askInside   = "inside"   // whether a path lies in the working folder
	askFacts    = "facts"    // which facts of others a unit reads under a key
	askUnit     = "unit"     // what a unit is made of, see memo.units
	askUnits    = "units"    // which units of a group's program mention names
	askNear     = "near"     // how near two units are
	askWhole    = "whole"    // whether no unit is out of sight
)

// A memo serves one run over some inputs.
type memo struct {
	linter *Linter // with this memo
	store  *cache.Store
	codec  *plain.Codec
	common cache.Digest // of the options that count for every job

	mu    sync.Mutex
	files map[string]cache.Digest // by reported path
	// unsteady is set when a file does not hold what it held before.
	unsteady atomic.Bool
	settings sync.Map // *FileOptions -> cache.Digest
	// givenUp is cudaparse.TooSlowCount at the start: what depends on time is not kept.
	givenUp int64
}

// remembering returns a Linter for one run that uses the results cache, l itself where
// it does not.
func (l *Linter) remembering() *Linter {
	if l.opts.Cache == nil || l.memo != nil || l.opts.Measurements != nil {
		return l
	}
	run := *l
	m := &memo{givenUp: cudaparse.TooSlowCount(), linter: &run, store: l.opts.Cache, codec: newCodec(), files: map[string]cache.Digest{}}
	run.memo = m
	o := &l.opts
	common := commonKey{Search: o.Includes != nil, RDC: o.RDC, MaxFileSize: o.MaxFileSize, Configured: o.File != nil}
	for _, rule := range o.Rules {
		common.Rules = append(common.Rules, rule.Name)
	}
	data, err := m.codec.Encode(&common)
	if err != nil {
		return l
	}
	m.common = cache.Of("common", data)
	return &run
}

// A commonKey holds those options that count for every file alike. What is not in it is
// part of jobKey or runKey, or has no influence on results; a test names all options.
type commonKey struct {
	Rules       []string
	Search, RDC bool
	MaxFileSize int64
	Configured  bool
}

// newCodec returns the codec for what is kept of a run.
func newCodec() *plain.Codec {
	c := plain.New()
	// What is kept holds no syntax tree.
	enum, _ := reflect.TypeFor[sema.Type]().FieldByName("enum")
	c.Opaque(reflect.TypeFor[ast.Node](), reflect.TypeFor[*sema.Function](), enum.Type)
	plain.Convert(c, (*sema.Record).Library, sema.LibraryRecord.Record)
	return c
}

// note records what reading a file gave.
func (m *memo) note(path string, text []byte, err error) {
	d := cache.Of("text", text)
	if err != nil {
		d = cache.Of("unread", []byte(err.Error()))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if before, known := m.files[path]; known && before != d {
		m.unsteady.Store(true)
	}
	m.files[path] = d
}

// seen returns the digest of what a unit sees under a reported path: what the file holds,
// why it cannot be read, or that it lies out of the unit's area.
func (m *memo) seen(area *includes.Area, path string) cache.Digest {
	if !m.linter.mayRead(area, path) {
		return cache.Of("out of the area")
	}
	return m.file(path)
}

// file returns the digest of what a reported path holds, as it was read first in this run.
func (m *memo) file(path string) cache.Digest {
	known := func() (cache.Digest, bool) {
		m.mu.Lock()
		defer m.mu.Unlock()
		d, ok := m.files[path]
		return d, ok
	}
	if d, ok := known(); ok {
		return d
	}
	m.linter.readFile(path) // notes it
	d, _ := known()
	return d
}

// input returns the digest of an input.
func (m *memo) input(in discover.Input) cache.Digest {
	if in.HasText {
		return cache.Of("text", in.Text)
	}
	return m.file(m.linter.display(in.Path))
}

// settingsOf returns the digest of what is asked for of a file.
func (m *memo) settingsOf(path string) (cache.Digest, bool) {
	return m.settingsDigest(m.linter.settings(path))
}

// settingsOfAll returns the digest of what is asked for of all files.
func (m *memo) settingsOfAll() (cache.Digest, bool) { return m.settingsDigest(&m.linter.everywhere) }

func (m *memo) settingsDigest(o *FileOptions) (cache.Digest, bool) {
	if d, ok := m.settings.Load(o); ok {
		return d.(cache.Digest), true
	}
	portable := *o
	portable.IncludeDirs = m.linter.portable(o.IncludeDirs)
	data, err := m.codec.Encode(&portable)
	if err != nil {
		return cache.Digest{}, false
	}
	d := cache.Of("settings", data)
	m.settings.Store(o, d)
	return d, true
}

// factsDigest returns the digest of the facts of others that a unit reads under a key.
func factsDigest(facts [][]byte) cache.Digest { return cache.Of("facts", facts...) }

// answer answers the questions that need no more than the file system and the options.
func (m *memo) answer(q cache.Question) (cache.Digest, bool) {
	switch q.Kind {
	case askSeen:
		unit, path, _ := strings.Cut(q.Text, "\x00")
		return m.seen(m.linter.area(unit), path), true
	case askInclude:
		from, name, _ := strings.Cut(q.Text, "\x00")
		return m.found(m.linter.opts.Includes.Search(from, name)), true
	case askSettings:
		return m.settingsOf(q.Text)
	case askInside:
		return yes(m.linter.inside(q.Text)), true
	}
	return cache.Digest{}, false
}

// found returns the digest of what a search for an #include found, "" for nothing.
func (m *memo) found(path string) cache.Digest {
	if path != "" {
		path = m.linter.display(path)
	}
	return cache.Of("found", []byte(path))
}

// portable returns paths of options in the form that keys have: relative to the working
// folder, so that another checkout has the same keys. Absolute paths get a mark, as the
// paths of headers that are found by way of them are absolute, too.
func (l *Linter) portable(paths []string) []string {
	out := slices.Clone(paths)
	for i, path := range out {
		if out[i] = l.display(path); filepath.IsAbs(path) {
			out[i] = "absolute:" + out[i]
		}
	}
	return out
}

// portableFlags returns the flags of a file's build in the form that keys have.
func (l *Linter) portableFlags(path string) Flags {
	f := l.flags(path)
	f.IncludeDirs, f.SystemDirs, f.Includes = l.portable(f.IncludeDirs), l.portable(f.SystemDirs), l.portable(f.Includes)
	return f
}

func yes(b bool) cache.Digest {
	if b {
		return cache.Of("yes")
	}
	return cache.Of("no")
}

// find reads what was kept under a key into an empty result and returns its trace, nil
// where there is none.
func (m *memo) find(key cache.Digest, result any, answer func(cache.Question) (cache.Digest, bool)) *cache.Trace {
	value, trace, ok := m.store.Find(key, answer)
	if !ok || m.codec.Decode(string(value), result) != nil {
		return nil
	}
	return trace
}

// keep stores a result, unless it cannot be, or files change.
func (m *memo) keep(ctx context.Context, key cache.Digest, trace *cache.Trace, result any) {
	if ctx.Err() != nil || m.unsteady.Load() || cudaparse.TooSlowCount() != m.givenUp || trace.Spoiled() {
		return
	}
	if value, err := m.codec.Encode(result); err == nil {
		m.store.Keep(key, trace, value)
	}
}

// A jobKey is what is known of a job before it begins.
type jobKey struct {
	Common, Input, Settings cache.Digest
	Path                    string
	Flags                   Flags
	Results                 string // the type of what the work finds
	IfCUDA, Collect, Work   bool
	Other, Second, Covered  bool
	Launches                map[program.FilePlace][]program.LaunchSummary
}

// key returns the digest of all that is known of a job; ok is false where it cannot be
// told.
func (j *job[T]) key(m *memo) (key cache.Digest, ok bool) {
	path := m.linter.display(j.in.Path)
	k := jobKey{
		Common: m.common, Input: m.input(j.in), Path: path, Results: reflect.TypeFor[T]().String(), IfCUDA: j.in.IfCUDA,
		Collect: j.collect != nil, Work: j.work != nil, Other: j.other, Second: j.facts != nil, Covered: j.covered, Launches: j.launches,
	}
	if k.Settings, ok = m.settingsOf(path); !ok {
		return key, false
	}
	k.Flags = m.linter.portableFlags(path)
	data, err := m.codec.Encode(&k)
	return cache.Of("job", data), err == nil
}

// outcome is do, or what is kept of it.
func (j *job[T]) outcome(ctx context.Context, l *Linter) (o fileOutcome[T]) {
	m := l.memo
	if l.recall != nil {
		return recallOutcome(ctx, l, j)
	}
	if m == nil {
		return j.do(ctx, l)
	}
	key, ok := j.key(m)
	if !ok {
		return j.do(ctx, l)
	}
	if j.covered { // a lookup would take as long as reading the file
		o = j.do(ctx, l)
		o.identity = key
		return o
	}
	area := l.area(l.display(j.in.Path))
	trace := m.find(key, &o, func(q cache.Question) (cache.Digest, bool) {
		switch {
		case q.Kind == askFile:
			return m.seen(area, q.Text), true
		case q.Kind == askFacts && j.facts != nil:
			return factsDigest(j.facts(q.Text)), true
		}
		return m.answer(q)
	})
	if trace == nil {
		trace = &cache.Trace{}
		j.trace = trace
		o = j.do(ctx, l)
		// To see again that a file is plain C++ takes no longer than to look that up.
		plain := o.summary == nil && len(o.problems) == 0
		if !plain && !slices.ContainsFunc(o.problems, func(p lint.Problem) bool { return p.Kind == lint.Internal }) {
			kept := o
			kept.facts.others = nil
			m.keep(ctx, key, trace, &kept)
		}
	}
	o.identity, o.looked, o.found = trace.Digest(key), trace.Texts(askFile), trace.Of(askInclude)
	return o
}

// mayRead reports whether an included file of an area may be read. A text that was given in
// its place may.
func (l *Linter) mayRead(area *includes.Area, path string) bool {
	return l.given(path) || area.Holds(path)
}

// given reports whether a text takes the place of what a file holds.
func (l *Linter) given(path string) bool {
	if len(l.opts.Texts) == 0 {
		return false
	}
	_, given := l.opts.Texts[l.display(path)]
	return given
}

// mayRead reports whether a file that the unit includes may be read.
func (u *unitRun) mayRead(path string) bool { return u.linter.mayRead(u.area, path) }

// lookedFor records a path that an include was looked for under.
func (u *unitRun) lookedFor(path string) {
	if u.looked != nil {
		u.looked(path)
	}
	if u.trace != nil {
		path = u.linter.display(path)
		u.trace.Add(cache.Question{Kind: askFile, Text: path}, u.linter.memo.seen(u.area, path))
	}
}

// searchInclude returns what searches for included files, nil for nothing. It records what
// was asked.
func (u *unitRun) searchInclude() func(from, name string) string {
	finder := u.linter.opts.Includes
	if finder == nil {
		return nil
	}
	return func(from, name string) string {
		found := finder.Search(from, name)
		if u.searched != nil {
			u.searched(from, name, found)
		}
		if u.trace != nil {
			u.trace.Add(cache.Question{Kind: askInclude, Text: u.linter.display(from) + "\x00" + name}, u.linter.memo.found(found))
		}
		return found
	}
}

// dependsOnFacts records the facts of others that the unit reads under a key.
func (u *unitRun) dependsOnFacts(key string, facts [][]byte) {
	if u.trace != nil {
		u.trace.Add(cache.Question{Kind: askFacts, Text: key}, factsDigest(facts))
	}
}

// restsOnSettings records what is asked for of a file.
func (u *unitRun) restsOnSettings(path string) {
	if u.trace == nil {
		return
	}
	if d, ok := u.linter.memo.settingsOf(path); ok {
		u.trace.Add(cache.Question{Kind: askSettings, Text: path}, d)
	} else {
		u.trace.Spoil()
	}
}
