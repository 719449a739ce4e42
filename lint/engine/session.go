package engine

import (
	"bytes"
	"context"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
)

// A Session checks one program again and again as texts change. It keeps the results of
// units and fixes in memory, starts from those in Options.Cache, and computes anew only
// what a change reaches. What it returns equals what a Linter returns for the same texts.
//
// It is not safe for concurrent use. A call whose context is done ends soon; what it
// returns is then incomplete and not kept.
type Session struct {
	linter *Linter
	inputs []discover.Input
	// inputOf are the inputs by their reported path.
	inputOf map[string]int
	state   *sessionState
	// checked is the program of the last check, nil before the first: what fixes are
	// made in.
	checked *programRun
	// texts stands for the texts as they are: another one takes its place when something
	// changes. fixes are those made in the last program that was asked for.
	texts *sessionTexts
	fixes *sessionFixes
	// inspectors are the units that are looked at.
	inspectors []*inspector
}

// NewSession returns a session without files. Of the options Measurements, Shard, Fixes and
// Texts are not used.
func NewSession(opts Options) *Session {
	opts.Measurements, opts.Shard, opts.Fixes = nil, Shard{}, false
	opts.Texts = map[string][]byte{}
	s := &Session{linter: New(opts), texts: &sessionTexts{}}
	s.state = newSessionState(s.linter.opts.Dir)
	s.linter.session = s.state
	s.linter.results = newResults(&s.linter.opts, cache.NewMemory(maxResults, askInput, askFile, askInclude, askSettings))
	return s
}

// Close frees what is kept for open files outside of Go's memory. The session must not be
// used afterwards.
func (s *Session) Close() {
	s.linter.writeSaved()
	s.state.close()
}

// SetInputs sets the files of the program, as Search finds them. Their texts are read when they are
// checked, apart from those given by SetText.
func (s *Session) SetInputs(inputs []discover.Input) {
	s.texts, s.fixes = &sessionTexts{}, nil
	s.inputs, s.inputOf = slices.Clone(inputs), map[string]int{}
	for i, in := range slices.Backward(inputs) {
		s.inputOf[s.linter.display(in.Path)] = i
	}
	gone := func(path string) bool { _, given := s.inputOf[path]; return !given }
	s.state.setInputs(s.inputs, gone)
	s.linter.results.memory.Drop(func(name cache.Name) bool { return gone(name.Path) })
}

// changed marks the results that depend on a file, which may have changed.
func (s *Session) changed(path string) {
	s.state.forget(path)
	s.linter.results.forget(path)
	for _, kind := range []string{askInput, askFile} {
		s.linter.results.memory.Changed(cache.Question{Kind: kind, Text: path})
	}
}

// SetText gives the text that takes the place of what a file, an input or one that inputs
// include, holds on disk; nil ends that. The text must not be changed afterwards.
func (s *Session) SetText(path string, text []byte) {
	path = s.linter.display(path)
	texts := s.linter.opts.Texts
	if was, held := texts[path]; held == (text != nil) && bytes.Equal(was, text) {
		return
	}
	s.texts, s.fixes = &sessionTexts{}, nil
	if text == nil {
		delete(texts, path)
		s.state.closeText(path)
		s.linter.results.memory.Drop(func(name cache.Name) bool { return name == unitName(path) })
	} else {
		texts[path] = text
		s.state.openText(path)
	}
	s.changed(path)
}

// Changed reports to the session that files were changed, created or removed on disk.
func (s *Session) Changed(paths ...string) {
	if len(paths) == 0 {
		return
	}
	s.texts, s.fixes = &sessionTexts{}, nil
	s.linter.boundary.Forget()
	if finder := s.linter.opts.Includes; finder != nil && slices.ContainsFunc(paths, finder.Concerns) {
		finder.Forget() // a file is new, or is no more
		s.linter.results.memory.ChangedAll(askInclude)
	}
	for _, path := range paths {
		path = s.linter.display(path)
		if _, held := s.linter.opts.Texts[path]; !held {
			s.changed(path)
		}
	}
}

// Check runs the rules over the inputs.
func (s *Session) Check(ctx context.Context) *Result {
	r, b := s.linter.check(ctx, s.inputs)
	if ctx.Err() != nil {
		return r
	}
	program := &b.program
	s.checked = program
	s.markCurrent(r, program)
	subjects := make([]*lint.Subject, len(r.Findings))
	for i, d := range r.Findings {
		subjects[i] = d.Origin.Subject
	}
	r.Problems = lint.MergeProblems(append(r.Problems, s.linter.fixes(ctx, program, r.Findings)...))
	for i := range r.Findings {
		r.Findings[i].Origin.Subject = subjects[i] // for Fixes
	}
	s.linter.writeSaved()
	return r
}

// CheckFile is Check for the findings of one file, as soon as possible. Before the first Check the
// file's own unit is all that is looked at, and findings that assume that a kernel has no launch
// are left out: another file may launch it. Later, where a header has changed that many units
// include, one of these and those of open files stand for all; what it returns of other files is
// then old. It returns nil where no input has the file.
func (s *Session) CheckFile(ctx context.Context, path string) *Result {
	path = s.linter.display(path)
	i := s.unitIndex(path)
	if i < 0 {
		return nil
	}
	if s.checked == nil {
		r := s.checkSome(ctx, s.inputs[i:i+1])
		r.Findings = slices.DeleteFunc(r.Findings, func(d lint.Diagnostic) bool { return d.Origin.Assumed != "" })
		return r
	}
	if s.stale() > soonChecked {
		s.state.awaited = map[string]bool{path: true, s.linter.display(s.inputs[i].Path): true}
		for held := range s.linter.opts.Texts {
			s.state.awaited[held] = true
		}
		defer func() { s.state.awaited = nil }()
	}
	return s.checkSome(ctx, s.inputs)
}

// checkSome is Check for CheckFile.
func (s *Session) checkSome(ctx context.Context, inputs []discover.Input) *Result {
	r, b := s.linter.check(ctx, inputs)
	if ctx.Err() == nil {
		s.markCurrent(r, &b.program)
	}
	return r
}

// stale returns how many inputs have results that may be others by now.
func (s *Session) stale() int {
	inputs := map[string]bool{}
	for _, name := range s.linter.results.memory.Doubtful() {
		inputs[name.Path] = true
	}
	return len(inputs)
}

// soonChecked is how many units CheckFile waits for, whatever they are.
const soonChecked = 4

// unitOf returns a unit that has a file: the first that includes it, as the launches of a kernel.cu
// are often where main.cu includes it, else its own where it is an input; nil where there is none
// that can be read. It stays open until one of its dependencies changes. Before the first Check
// only inputs have units.
func (s *Session) unitOf(ctx context.Context, path string) *unitRun {
	path = s.linter.display(path)
	i := s.unitIndex(path)
	if i < 0 {
		return nil
	}
	u := s.linter.open(ctx, s.inputs[i])
	if u.unit == nil {
		return nil
	}
	u.input = i
	if p := s.checked; p != nil && i < p.inputs {
		u.elsewhere = u.launchesFrom(p.program.Launches(i))
	}
	return u
}

// unitIndex returns the number of the input that unitOf opens for a reported path, -1 for
// none.
func (s *Session) unitIndex(path string) int {
	if p := s.checked; p != nil {
		for i := range p.index.includers(path) {
			if i < p.inputs && !p.covered[i] && s.linter.display(s.inputs[i].Path) != path {
				return i
			}
		}
	}
	if own, known := s.inputOf[path]; known {
		return own
	}
	return -1
}
