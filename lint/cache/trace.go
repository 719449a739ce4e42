package cache

import "slices"

// A Question names an input of a result: the text of a file, or what other units know about a
// function. Its Kind determines who can answer it.
type Question struct{ Kind, Text string }

// A Trace records the dependencies of a result: the questions that its computation asked,
// in order, each once, with the digests of the answers. It serves one goroutine; nil
// records nothing.
type Trace struct {
	Questions []Question
	Answers   []Digest
	seen      map[Question]bool
	spoiled   bool
}

// Spoil marks a trace that lacks a question. Its result must not be stored.
func (t *Trace) Spoil() {
	if t != nil {
		t.spoiled = true
	}
}

// Spoiled reports whether the trace lacks a question.
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

// Digest returns the digest of the questions of some kinds with their answers.
func (t *Trace) Digest(kinds ...string) Digest {
	var parts [][]byte
	for i, q := range t.Questions {
		if slices.Contains(kinds, q.Kind) {
			parts = append(parts, []byte(q.Kind), []byte(q.Text), t.Answers[i][:])
		}
	}
	return Of("trace", parts...)
}

// Holds reports whether all questions still have the recorded answers. It calls answer in the order
// of the trace, until an answer differs. ok is false for a question that answer cannot answer.
func (t *Trace) Holds(answer func(Question) (d Digest, ok bool)) bool {
	for i, q := range t.Questions {
		if now, ok := answer(q); !ok || now != t.Answers[i] {
			return false
		}
	}
	return true
}
