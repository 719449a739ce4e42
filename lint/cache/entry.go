package cache

import (
	"encoding/binary"
	"slices"
)

// A Question is something that a result turned out to depend on while it was made: what
// a file holds, what other units know of a function. Kind tells who can answer it.
type Question struct{ Kind, Text string }

// A Trace is the questions that were asked on the way to a result, in order, each once,
// with the digests of the answers. It serves one goroutine; nil records nothing.
type Trace struct {
	Questions []Question
	Answers   []Digest
	seen      map[Question]bool
	spoiled   bool
}

// Spoil marks a trace that misses a question: its result cannot be kept.
func (t *Trace) Spoil() {
	if t != nil {
		t.spoiled = true
	}
}

// Spoiled reports whether the trace misses a question.
func (t *Trace) Spoiled() bool { return t.spoiled }

// Add records a question with its answer.
func (t *Trace) Add(q Question, answer Digest) {
	if t == nil || t.seen[q] {
		return
	}
	if t.seen == nil {
		t.seen = map[Question]bool{}
	}
	t.seen[q] = true
	t.Questions, t.Answers = append(t.Questions, q), append(t.Answers, answer)
}

// Texts returns the questions of a kind.
func (t *Trace) Texts(kind string) []string {
	var texts []string
	for _, q := range t.Questions {
		if q.Kind == kind {
			texts = append(texts, q.Text)
		}
	}
	return texts
}

// Of returns the questions of some kinds.
func (t *Trace) Of(kinds ...string) []Question {
	var out []Question
	for _, q := range t.Questions {
		if slices.Contains(kinds, q.Kind) {
			out = append(out, q)
		}
	}
	return out
}

// Merge records the questions of another trace.
func (t *Trace) Merge(o *Trace) {
	if t == nil || o == nil {
		return
	}
	for i, q := range o.Questions {
		t.Add(q, o.Answers[i])
	}
	t.spoiled = t.spoiled || o.spoiled
}

// Digest identifies what the result under a key is made of.
func (t *Trace) Digest(key Digest) Digest {
	parts := [][]byte{key[:]}
	for i, q := range t.Questions {
		parts = append(parts, []byte(q.Kind), []byte(q.Text), t.Answers[i][:])
	}
	return Of("trace", parts...)
}

// maxVariants bounds the results that are kept under one key: those of a few states of
// the files that are not part of the key, as when branches are switched.
const maxVariants = 4

// A variant is one result under a key.
type variant struct {
	trace Trace
	value []byte
}

// Find returns the result under a key for which all questions still have the answers
// they had, with its trace. answer is asked in the order of the trace, until an answer
// is another one; ok is false for a question that it cannot answer.
func (s *Store) Find(key Digest, answer func(Question) (d Digest, ok bool)) (value []byte, trace *Trace, ok bool) {
	for _, v := range variants(s.get(key)) {
		if v.holds(answer) {
			s.hits.Add(1)
			return v.value, &v.trace, true
		}
	}
	s.misses.Add(1)
	return nil, nil, false
}

func (v *variant) holds(answer func(Question) (Digest, bool)) bool {
	for i, q := range v.trace.Questions {
		if now, ok := answer(q); !ok || now != v.trace.Answers[i] {
			return false
		}
	}
	return true
}

// Keep stores a result under a key with the trace of its making. Of the results that
// are there, the latest stay.
func (s *Store) Keep(key Digest, trace *Trace, value []byte) {
	all := []variant{{*trace, value}}
	for _, v := range variants(s.get(key)) {
		// Where the questions and answers are the same the result is, too.
		same := slices.Equal(v.trace.Questions, trace.Questions) && slices.Equal(v.trace.Answers, trace.Answers)
		if !same && len(all) < maxVariants {
			all = append(all, v)
		}
	}
	size := len(Digest{})
	for _, v := range all {
		size += v.size()
	}
	out := make([]byte, 0, size)
	for _, v := range all {
		out = v.append(out)
	}
	s.put(key, out)
}

// size is no less than what append appends.
func (v *variant) size() int {
	const numbers = 3 * binary.MaxVarintLen64
	n := numbers + len(v.value)
	for _, q := range v.trace.Questions {
		n += numbers + len(q.Kind) + len(q.Text) + len(Digest{})
	}
	return n
}

func (v *variant) append(out []byte) []byte {
	out = binary.AppendUvarint(out, uint64(len(v.trace.Questions)))
	for i, q := range v.trace.Questions {
		out = appendString(appendString(out, q.Kind), q.Text)
		out = append(out, v.trace.Answers[i][:]...)
	}
	return append(binary.AppendUvarint(out, uint64(len(v.value))), v.value...)
}

func appendString(out []byte, s string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(s))), s...)
}

// variants reads an entry; what is not one ends it.
func variants(in []byte) (all []variant) {
	r := reader{in}
	for len(r.in) > 0 && len(all) < maxVariants {
		var v variant
		n, ok := r.uint()
		for range n {
			if !ok {
				return all
			}
			var q Question
			var answer []byte
			q.Kind, _ = r.string()
			q.Text, ok = r.string()
			if answer, ok = r.take(len(Digest{}), ok); ok {
				v.trace.Questions, v.trace.Answers = append(v.trace.Questions, q), append(v.trace.Answers, Digest(answer))
			}
		}
		size, _ := r.uint()
		if v.value, ok = r.take(size, ok); !ok {
			return all
		}
		all = append(all, v)
	}
	return all
}

// A reader takes an entry apart.
type reader struct{ in []byte }

// uint reads a number that is no larger than what is left.
func (r *reader) uint() (int, bool) {
	n, size := binary.Uvarint(r.in)
	if size <= 0 || n > uint64(len(r.in)) {
		r.in = nil
		return 0, false
	}
	r.in = r.in[size:]
	return int(n), true
}

func (r *reader) take(n int, ok bool) ([]byte, bool) {
	if !ok || n > len(r.in) {
		r.in = nil
		return nil, false
	}
	taken := r.in[:n:n]
	r.in = r.in[n:]
	return taken, true
}

func (r *reader) string() (string, bool) {
	n, ok := r.uint()
	b, ok := r.take(n, ok)
	return string(b), ok
}
