package cache

import (
	"encoding/binary"
	"slices"
)

// maxVariants bounds the results that are kept under one key: those of a few states of
// the files that are not part of the key, as when branches are switched.
const maxVariants = 4

// A variant is one result under a key.
type variant struct {
	trace Trace
	value []byte
}

// Find returns a result under a key whose trace holds (see Trace.Holds), with that trace.
func (s *Store) Find(key Digest, answer func(Question) (d Digest, ok bool)) (value []byte, trace *Trace, ok bool) {
	for _, v := range variants(s.get(key)) {
		if v.trace.Holds(answer) {
			s.hits.Add(1)
			return v.value, &v.trace, true
		}
	}
	s.misses.Add(1)
	return nil, nil, false
}

// Keep stores a result under a key with its trace. Of the results under one key, the latest stay.
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

// variants decodes an entry, up to the first variant that is damaged.
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
