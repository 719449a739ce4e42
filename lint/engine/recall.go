package engine

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/includes"
)

// The recall is what a Session has of earlier checks: the outcomes of jobs, as memo keeps
// them between runs but in memory and by path, and the units of open files.
type recall struct {
	dir     string // that reported paths are relative to
	finder  *includes.Finder
	mu      sync.Mutex
	headers *sema.Cache
	jobs    map[recallKey]*recalled
	// units are those of held files, parsers what makes their trees.
	units   map[string]*recalledUnit
	parsers map[string]*recalledParser
	// looked tells under which spellings reported paths were looked for: the headers are
	// known by them.
	looked map[string][]string
	// fresh, unless it is nil, are the inputs of which no stale outcome is good enough.
	fresh map[string]bool
	// sizes are those of inputs on disk, by which the work is scheduled.
	sizes map[string]int64
	// numbers are those of the strings of outcomes; nil before the first check.
	numbers *numbers
	// names are reported paths by what they were reported for.
	namesMu sync.RWMutex
	names   map[string]string
}

// maxNames bounds recall.names, recall.looked and what else grows with every path that is
// asked for: while an #include is typed each letter makes another.
const maxNames = 1 << 16

// A recallKey identifies a job of a session: what else counts is the same for all its
// checks, or among what is recalled.
type recallKey struct {
	path          string // as reported
	second        bool
	collect, work bool
	other, ifCUDA bool
	covered       bool
}

// A recalled outcome counts as long as none of the paths that it rests on changes, and
// the others say the same.
type recalled struct {
	outcome  any // fileOutcome[T]
	rests    map[string]bool
	searches searches
	launches map[program.FilePlace][]program.LaunchSummary
	facts    map[string][][]byte // of other units, as they were
	// stale are those of the paths that changed since; of some header that many units
	// include, not all are worth waiting for, see Session.CheckFile.
	stale []string
}

// A recalledUnit counts as long as none of the reported paths that it rests on changes.
type recalledUnit struct {
	text   []byte
	opts   sema.Options
	unit   *sema.Unit
	rests  map[string]bool
	looked []string // what was looked for, as it was spelled
	// searches are what was asked to find included files.
	searches searches
}

// searches are what was asked to find included files, and what was found.
type searches struct {
	found map[include]string
	// generation is that of the Finder for which the answers are known to be the same.
	generation int
}

// An include is an #include of a name in a file.
type include struct{ from, name string }

// add records an answer.
func (s *searches) add(from, name, found string) {
	if s.found == nil {
		s.found = map[include]string{}
	}
	s.found[include{from, name}] = found
}

// same reports whether the answers are the same still.
func (s *searches) same(finder *includes.Finder) bool {
	if finder == nil || s.generation == finder.Generation() {
		return true
	}
	generation := finder.Generation()
	for in, found := range s.found {
		if finder.Search(in.from, in.name) != found {
			return false
		}
	}
	s.generation = generation
	return true
}

type recalledParser struct {
	mu     sync.Mutex
	parser *cudaparse.Incremental
	memory *warp.Memory // of the analyses of the file's kernels
}

func newRecall(dir string, finder *includes.Finder) *recall {
	return &recall{dir: dir, finder: finder, headers: sema.NewCache(headerCache), jobs: map[recallKey]*recalled{}, units: map[string]*recalledUnit{},
		parsers: map[string]*recalledParser{}, looked: map[string][]string{}, sizes: map[string]int64{}, names: map[string]string{}}
}

func (r *recall) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.parsers {
		p.parser.Close()
	}
	r.parsers = map[string]*recalledParser{}
}

// hold keeps the unit of a file between checks, as long as it counts.
func (r *recall) hold(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.parsers[path] == nil {
		r.parsers[path] = &recalledParser{parser: cudaparse.NewIncremental(), memory: warp.NewMemory()}
	}
}

// release ends hold.
func (r *recall) release(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.parsers[path]; p != nil {
		p.parser.Close()
	}
	delete(r.parsers, path)
	delete(r.units, path)
}

// memory returns what keeps the analyses of the kernels of a held file, nil for others.
func (r *recall) memory(path string) *warp.Memory {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.parsers[path]; p != nil {
		return p.memory
	}
	return nil
}

// display is Linter.display for a session, which asks for the same paths all the time.
func (r *recall) display(name string) string {
	r.namesMu.RLock()
	path, ok := r.names[name]
	r.namesMu.RUnlock()
	if ok {
		return path
	}
	path = Reported(r.dir, name)
	r.namesMu.Lock()
	defer r.namesMu.Unlock()
	if len(r.names) >= maxNames {
		clear(r.names)
	}
	r.names[name] = path
	return path
}

// staleInputs returns the inputs of which something is stale.
func (r *recall) staleInputs() map[string]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	stale := map[string]bool{}
	for key, known := range r.jobs {
		if known.stale != nil {
			stale[key.path] = true
		}
	}
	return stale
}

// keepOnly drops what is known of inputs that are none any more.
func (r *recall) keepOnly(inputs map[string]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range r.jobs {
		if !inputs[key.path] {
			delete(r.jobs, key)
		}
	}
	for path := range r.sizes {
		if !inputs[path] {
			delete(r.sizes, path)
		}
	}
}

// size returns the size of an input on disk, in bytes. It calls find once and keeps the
// answer: a session needs the sizes of all inputs in each check.
func (r *recall) size(path string, find func() int64) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	size, known := r.sizes[path]
	if !known {
		size = find()
		r.sizes[path] = size
	}
	return size
}

// forget drops what rests on a file.
func (r *recall) forget(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.sizes, path)
	for _, known := range r.jobs {
		if known.rests[path] && !slices.Contains(known.stale, path) {
			known.stale = append(known.stale, path)
		}
	}
	for name, known := range r.units {
		if known.rests[path] {
			delete(r.units, name)
		}
	}
	for _, name := range append(r.looked[path], path) {
		r.headers.Forget(name)
	}
}

// look records that a file was looked for under a name, which it is reported by path.
func (r *recall) look(name, path string) {
	if name == path {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.looked) >= maxNames {
		// What is kept under another spelling could not be forgotten any more.
		clear(r.looked)
		r.headers.Clear()
	}
	if !slices.Contains(r.looked[path], name) {
		r.looked[path] = append(r.looked[path], name)
	}
}

// newUnit is sema.NewUnit for a session: the unit of a held file is kept.
func (r *recall) newUnit(ctx context.Context, file *source.File, opts sema.Options) (*sema.Unit, error) {
	r.mu.Lock()
	parser, known := r.parsers[file.Path], r.units[file.Path]
	r.mu.Unlock()
	if parser == nil {
		return sema.NewUnit(ctx, file, opts)
	}
	looked, searched := opts.Looked, opts.Search
	if known != nil && bytes.Equal(known.text, file.Text) && sameOptions(known.opts, opts) && known.searches.same(r.finder) {
		if searched != nil {
			for in := range known.searches.found {
				searched(in.from, in.name)
			}
		}
		for _, name := range known.looked {
			looked(name)
		}
		return known.unit, nil
	}
	fresh := &recalledUnit{text: file.Text, opts: opts, rests: map[string]bool{}}
	opts.Looked = func(name string) {
		path := r.display(name)
		r.look(name, path)
		fresh.rests[path], fresh.looked = true, append(fresh.looked, name)
		looked(name)
	}
	if searched != nil {
		fresh.searches.generation = r.finder.Generation()
		opts.Search = func(from, name string) string {
			found := searched(from, name)
			fresh.searches.add(from, name, found)
			return found
		}
	}
	opts.Parse = parser.parse
	var err error
	fresh.unit, err = sema.NewUnit(ctx, file, opts)
	if err == nil && ctx.Err() == nil {
		r.mu.Lock()
		r.units[file.Path] = fresh
		r.mu.Unlock()
	}
	return fresh.unit, err
}

func (p *recalledParser) parse(ctx context.Context, file *source.File, options cudaparse.Options) (*ast.File, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.parser.ParseWith(ctx, file, options)
}

// parseAlone is parse for a file whose headers are of no matter.
func (p *recalledParser) parseAlone(ctx context.Context, file *source.File) (*ast.File, error) {
	return p.parse(ctx, file, cudaparse.Options{})
}

// sameOptions reports whether units of two options are the same.
func sameOptions(a, b sema.Options) bool {
	for _, o := range []*sema.Options{&a, &b} {
		o.Read, o.Looked, o.MayRead, o.Search, o.Parse, o.Cache = nil, nil, nil, nil, nil, nil
	}
	return reflect.DeepEqual(a, b)
}

// recallOutcome is do, or what is recalled of it.
func recallOutcome[T any](ctx context.Context, l *Linter, j *job[T]) fileOutcome[T] {
	r, path := l.recall, l.display(j.in.Path)
	key := recallKey{path: path, second: j.facts != nil, collect: j.collect != nil, work: j.work != nil, other: j.other, ifCUDA: j.in.IfCUDA, covered: j.covered}
	r.mu.Lock()
	known := r.jobs[key]
	r.mu.Unlock()
	if known != nil && (known.stale != nil && (r.fresh == nil || r.fresh[path]) || !known.searches.same(r.finder)) {
		known = nil
	}
	if known != nil && (known.stale != nil || known.counts(j.launches, j.facts)) {
		o := known.outcome.(fileOutcome[T])
		o.values = slices.DeleteFunc(slices.Clone(o.values), func(v T) bool {
			d, ok := any(v).(lint.Diagnostic)
			return ok && slices.Contains(known.stale, d.Path) // the place may be another now
		})
		return o
	}
	fresh := &recalled{rests: map[string]bool{path: true}, launches: j.launches, facts: map[string][][]byte{}}
	do := *j
	do.looked = func(name string) {
		path := l.display(name)
		fresh.rests[path] = true
		r.look(name, path)
	}
	if r.finder != nil {
		fresh.searches.generation = r.finder.Generation()
		do.searched = fresh.searches.add
	}
	if j.facts != nil {
		do.facts = func(key string) [][]byte {
			facts := j.facts(key)
			fresh.facts[key] = facts
			return facts
		}
	}
	o := do.do(ctx, l)
	o.facts.others, o.numbers = nil, &numberedUnit{}
	if ctx.Err() == nil {
		fresh.outcome = o
		r.mu.Lock()
		r.jobs[key] = fresh
		r.mu.Unlock()
		o.values = slices.Clone(o.values)
	}
	return o
}

// counts reports whether the others say what they said.
func (k *recalled) counts(launches map[program.FilePlace][]program.LaunchSummary, facts func(string) [][]byte) bool {
	if !reflect.DeepEqual(k.launches, launches) {
		return false
	}
	for key, before := range k.facts {
		if !slices.EqualFunc(before, facts(key), bytes.Equal) {
			return false
		}
	}
	return true
}
