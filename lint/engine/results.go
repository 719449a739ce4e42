package engine

import (
	"context"
	"os"
	"reflect"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/codec"
	"github.com/cudalint/cudalint/lint/discover"
)

// The results of a run, or of a session, are the outcomes of units (job.outcome), the fixes
// of subjects (openUnits.fixesOf) and what a run comes to as a whole (Linter.Check). Each is a
// function of its name and of the inputs that its computation looked at; these are in its
// trace, as questions with the digests of their answers. It is taken from memory, where a
// session keeps the latest result of each name, else from disk, where results of all runs
// and sessions are, if the trace still holds.
//
// Results with a failure of cudalint, such as a time limit, are not kept on disk, nor any
// once a text took too long to parse, or a file is seen to change while it is read.
type results struct {
	*digests
	memory *cache.Memory // nil in a run, which asks for each result once
	disk   *cache.Store  // nil where there is none
	common cache.Digest  // of the options that count for every result
	// tooSlowAtStart is cudaparse.TooSlowCount at the start. If the count has grown, results
	// may depend on time and are not written to disk.
	tooSlowAtStart int64

	mu sync.Mutex
	// unsaved are the results of texts that are not those on disk, by their name, with
	// what writes them: texts that are being edited are not worth it.
	unsaved map[cache.Name]unsavedResult
}

type unsavedResult struct {
	trace *cache.Trace
	write func()
}

// maxResults bounds the results in memory. A program has a few for each input and each
// subject of a fix.
const maxResults = 1 << 18

// withResults returns a Linter for one run that uses the results cache, l itself where it
// does not, or where it is that of a session.
func (l *Linter) withResults() *Linter {
	if l.opts.Cache == nil || l.results != nil || l.opts.Measurements != nil {
		return l
	}
	run := *l
	if run.results = newResults(&l.opts, nil); run.results == nil {
		return l
	}
	return &run
}

// newResults returns the results of a run or session; nil where the options cannot be told
// from others.
func newResults(o *Options, memory *cache.Memory) *results {
	s := &results{digests: newDigests(), memory: memory, disk: o.Cache, tooSlowAtStart: cudaparse.TooSlowCount(), unsaved: map[cache.Name]unsavedResult{}}
	common := commonKey{Search: o.Includes != nil, RDC: o.RDC, MaxFileSize: o.MaxFileSize, Configured: o.File != nil}
	for _, rule := range o.Rules {
		common.Rules = append(common.Rules, rule.Name)
	}
	var ok bool
	if s.common, ok = encoded("common", &common); !ok {
		return nil
	}
	return s
}

// A commonKey holds those options that count for every file alike. What is not in it is an
// input or part of runKey, or has no influence on results; a test names all options.
type commonKey struct {
	Rules       []string
	Search, RDC bool
	MaxFileSize int64
	Configured  bool
}

// A request asks for one result.
type request[V any] struct {
	name cache.Name
	// known are inputs that every result of the name looks at.
	known  []cache.Question
	answer func(cache.Question) (cache.Digest, bool)
	// compute computes the result. It records the inputs that it looks at besides in the
	// trace, and spoils that if it cannot.
	compute func(trace *cache.Trace) V
	// plain returns a result as plain data, a pointer, for the disk; nil where it is not to
	// be written. Without plain nothing is read, either.
	plain func(*V) any
	// loaded completes a result that was read, and one that was computed.
	loaded func(*V)
}

// resultOf returns the result of a request with its trace, which is nil where it is not
// known what the result depends on.
func resultOf[V any](ctx context.Context, l *Linter, r *request[V]) (v V, trace *cache.Trace) {
	s := l.results
	if s.memory != nil {
		if known := s.memory.Find(r.name, r.answer); known != nil {
			return known.Value.(V), known.Trace
		}
	}
	trace = &cache.Trace{}
	for _, q := range r.known {
		d, ok := r.answer(q)
		if !ok {
			return r.compute(nil), nil
		}
		trace.Add(q, d)
	}
	key := s.key(r.name, trace)
	if s.disk != nil && r.plain != nil {
		if data, read, ok := s.disk.Find(key, r.answer); ok && codec.Decode(data, &v) == nil {
			r.store(s, read, &v)
			return v, read
		}
		var none V
		v = none // what is damaged is read in part
	}
	v = r.compute(trace)
	if trace.Spoiled() || ctx.Err() != nil {
		return v, nil
	}
	if s.disk != nil && r.plain != nil {
		if data := r.plain(&v); data != nil {
			l.write(r.name, key, trace, data)
		}
	}
	r.store(s, trace, &v)
	return v, trace
}

// store completes a result and stores it in memory.
func (r *request[V]) store(s *results, trace *cache.Trace, v *V) {
	if r.loaded != nil {
		r.loaded(v)
	}
	if s.memory != nil {
		s.memory.Keep(r.name, trace, *v)
	}
}

// key returns the digest of a name and of what is known before a computation begins.
func (s *results) key(name cache.Name, known *cache.Trace) cache.Digest {
	parts := [][]byte{s.common[:], []byte(name.Kind), []byte(name.Path), []byte(name.Rest)}
	for i, q := range known.Questions {
		parts = append(parts, []byte(q.Kind), []byte(q.Text), known.Answers[i][:])
	}
	return cache.Of("result", parts...)
}

// write stores a result on disk, at once or when the texts that it is of are saved.
func (l *Linter) write(name cache.Name, key cache.Digest, trace *cache.Trace, data any) {
	s := l.results
	if !s.steady() || cudaparse.TooSlowCount() != s.tooSlowAtStart {
		return
	}
	encoded, err := codec.Encode(data)
	if err != nil {
		return
	}
	write := func() { s.disk.Keep(key, trace, encoded) }
	if s.memory == nil || l.saved(trace) {
		write()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unsaved[name] = unsavedResult{trace, write}
}

// saved reports whether the files and units of a trace hold on disk the texts that are given.
func (l *Linter) saved(trace *cache.Trace) bool {
	return !slices.ContainsFunc(trace.Questions, func(q cache.Question) bool {
		text, given := l.opts.Texts[q.Text]
		if !given || !slices.Contains([]string{askInput, askFile, askUnit}, q.Kind) {
			return false
		}
		onDisk, err := os.ReadFile(l.onDisk(discover.Input{Path: q.Text}))
		return err != nil || string(onDisk) != string(text)
	})
}

// writeSaved writes the results of texts that were saved since they were computed.
func (l *Linter) writeSaved() {
	s := l.results
	if s.disk == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, u := range s.unsaved {
		now, changed := s.memory.Last(name)
		current := now != nil && now.Trace == u.trace && len(changed) == 0
		if current && l.saved(u.trace) {
			u.write()
		} else if current {
			continue
		}
		delete(s.unsaved, name)
	}
	s.disk.Trim()
}

// typeName tells results of different types apart.
func typeName[T any]() string { return reflect.TypeFor[T]().String() }
