package engine

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/reuse"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
)

// A sessionState is the state of a session between checks, other than results: the parsed headers,
// the open files, and caches of paths and sizes.
type sessionState struct {
	dir     string // that reported paths are relative to
	headers *sema.Cache
	// awaited, unless it is nil, are the inputs whose outcomes must not be stale.
	awaited map[string]bool
	// inputs are those of the session. phases are *phases of their last check, nil where there
	// is none to go on from.
	inputs []discover.Input
	phases any
	// numbers are those of the strings of outcomes; nil before the first check.
	numbers *numbers

	mu   sync.Mutex
	open map[string]*openFile // by reported path
	// spellings are the names, other than the reported path, that a file was looked up by. The
	// header cache stores files by these names.
	spellings map[string][]string
	// sizes are those of inputs on disk, by which the work is scheduled.
	sizes map[string]int64

	// names are reported paths by what they were reported for.
	namesMu sync.RWMutex
	names   map[string]string
}

// maxNames bounds sessionState.names and spellings, and what else grows with every path
// that is asked for: while an #include is typed each letter makes another.
const maxNames = 1 << 16

// An openFile is a file with a text of its own, as editors have them.
type openFile struct {
	mu     sync.Mutex
	parser *cudaparse.Incremental
	cache  *reuse.FileCache // of the analyses of the file's kernels
}

func newSessionState(dir string) *sessionState {
	return &sessionState{dir: dir, headers: sema.NewCache(headerCache), open: map[string]*openFile{},
		spellings: map[string][]string{}, sizes: map[string]int64{}, names: map[string]string{}}
}

func (s *sessionState) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.open {
		f.parser.Close()
	}
	s.open = map[string]*openFile{}
}

// openText opens a file that is not open yet.
func (s *sessionState) openText(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[path] == nil {
		s.open[path] = &openFile{parser: cudaparse.NewIncremental(), cache: reuse.NewFileCache()}
	}
}

// closeText closes a file.
func (s *sessionState) closeText(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.open[path]; f != nil {
		f.parser.Close()
	}
	delete(s.open, path)
}

// file returns an open file, nil for others.
func (s *sessionState) file(path string) *openFile {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[path]
}

// cacheOf returns the cache of the analyses of an open file's kernels, nil for others.
func (s *sessionState) cacheOf(path string) *reuse.FileCache {
	if f := s.file(path); f != nil {
		return f.cache
	}
	return nil
}

// display is Linter.display for a session, which asks for the same paths all the time.
func (s *sessionState) display(name string) string {
	s.namesMu.RLock()
	path, ok := s.names[name]
	s.namesMu.RUnlock()
	if ok {
		return path
	}
	path = Reported(s.dir, name)
	s.namesMu.Lock()
	defer s.namesMu.Unlock()
	if len(s.names) >= maxNames {
		clear(s.names)
	}
	s.names[name] = path
	return path
}

// size returns the size of an input on disk, in bytes. It calls find once and keeps the
// answer: a session needs the sizes of all inputs in each check.
func (s *sessionState) size(path string, find func() int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	size, known := s.sizes[path]
	if !known {
		size = find()
		s.sizes[path] = size
	}
	return size
}

// setInputs sets the inputs and drops what is known of files that are no longer inputs.
func (s *sessionState) setInputs(inputs []discover.Input, gone func(path string) bool) {
	s.inputs, s.phases = inputs, nil
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.sizes, func(path string, _ int64) bool { return gone(path) })
}

// checks reports whether a check of some inputs is one of the session's own inputs.
func (s *sessionState) checks(inputs []discover.Input) bool {
	return s != nil && len(inputs) == len(s.inputs) && (len(inputs) == 0 || &inputs[0] == &s.inputs[0])
}

// sessionPhases returns the phases of the last check of a session and the files whose results may
// be others now; nil for the first check, and for inputs that are not those of the session.
func sessionPhases[T any](l *Linter, inputs []discover.Input) (p *phases[T], todo []int) {
	s := l.session
	if !s.checks(inputs) {
		return nil, nil
	}
	last, ok := s.phases.(*phases[T])
	s.phases = nil // should this check be stopped, the next begins anew
	touched := l.results.memory.Touched()
	if !ok || last.joined.program.index.numbers != l.runNumbers() {
		return nil, nil
	}
	for i := range last.unsettled {
		todo = append(todo, i)
	}
	for name := range touched {
		todo = append(todo, last.joined.program.byPath[name.Path]...)
	}
	slices.Sort(todo)
	return last, slices.Compact(todo)
}

// forget drops the size and the cached tree of a file that may have changed.
func (s *sessionState) forget(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sizes, path)
	for _, name := range append(slices.Clip(s.spellings[path]), path) {
		s.headers.Forget(name)
	}
}

// recordSpelling records the name that a file was looked up by, and its reported path.
func (s *sessionState) recordSpelling(name, path string) {
	if name == path {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.spellings) >= maxNames {
		// Without its spellings a cached header could no longer be forgotten.
		clear(s.spellings)
		s.headers.Clear()
	}
	if !slices.Contains(s.spellings[path], name) {
		s.spellings[path] = append(s.spellings[path], name)
	}
}

// parse parses the text that an open file has now.
func (f *openFile) parse(ctx context.Context, file *source.File, options cudaparse.Options) (*ast.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.parser.ParseWith(ctx, file, options)
}

// parseAlone parses a file without its headers.
func (f *openFile) parseAlone(ctx context.Context, file *source.File) (*ast.File, error) {
	return f.parse(ctx, file, cudaparse.Options{})
}

// A builtUnit is a translation unit, or the error of building it.
type builtUnit struct {
	unit *sema.Unit
	err  error
}

func unitName(path string) cache.Name { return cache.Name{Kind: "unit", Path: path} }

// unit returns the translation unit of an open file, nil if it was not built or may be out of date.
func (s *Session) unit(path string) *sema.Unit {
	known, changed := s.linter.results.memory.Last(unitName(path))
	if known == nil || len(changed) > 0 {
		return nil
	}
	return known.Value.(builtUnit).unit
}

// newUnit builds the translation unit of a file. That of an open file is kept in memory.
func (u *unitRun) newUnit(file *source.File) (*sema.Unit, error) {
	opts, open := u.options(), u.linter.session.file(u.path)
	if open == nil {
		return u.linter.newUnit(u.ctx, file, opts)
	}
	opts.Parse = open.parse
	outer, own := u.trace, (*cache.Trace)(nil)
	defer func() { u.trace = outer }()
	a := &asker{linter: u.linter, in: u.in, path: u.path, area: u.area}
	built, trace := resultOf(u.ctx, u.linter, &request[builtUnit]{
		name: unitName(u.path), known: a.known(), answer: a.answer,
		compute: func(trace *cache.Trace) builtUnit {
			u.trace, own = trace, trace
			unit, err := u.linter.newUnit(u.ctx, file, opts)
			return builtUnit{unit, err}
		},
	})
	if own == nil {
		own = trace // it was in memory
	}
	outer.Merge(own)
	return built.unit, built.err
}
