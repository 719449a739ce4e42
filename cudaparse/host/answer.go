package host

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// A question asks for the number that an operation yields in a frame. With the flag address,
// it asks for the place that the operation is the address of; with the flag distance, for the
// distance of the pointer that the operation yields.
type question struct {
	fr                *frame
	op                ir.ID
	address, distance bool
}

// An answer is a number or a place.
type answer struct {
	value value
	place place
	ok    bool // whether the place is known
}

// A stored is an answer in the cache.
type stored[A any] struct {
	answer A
	// lacks is the number of the outermost open question that the answer depends on;
	// complete for none, limited for an answer that exceeded a limit.
	lacks int
}

const (
	complete = math.MaxInt
	limited  = -1
)

// Limits for the questions about one launch.
const (
	maxSteps = 20000
	maxDepth = 60
)

// answers caches the answers to questions. A value in a loop may depend on itself: its
// question is open, and its answer is empty until it is found. Answers that depend on an open
// question are cached until that is answered, and dropped then: asked again, they may know
// more. Without a cache for them, every path around the loop would be followed again.
type answers[Q comparable, A any] struct {
	known map[Q]stored[A]
	open  map[Q]int // the questions being answered, numbered from 0 for the outermost
	loose []Q       // the answers in known that are not complete
	lacks int       // stored.lacks of the answer being found, so far
	steps int
}

func newAnswers[Q comparable, A any]() answers[Q, A] {
	return answers[Q, A]{known: map[Q]stored[A]{}, open: map[Q]int{}, lacks: complete}
}

// clear drops all answers.
func (a *answers[Q, A]) clear() {
	clear(a.known)
	a.loose = a.loose[:0]
}

// step counts a step, and reports whether the limit is not exceeded.
func (a *answers[Q, A]) step() bool {
	a.steps++
	return a.steps <= maxSteps
}

// cut marks the answer being found as limited.
func (a *answers[Q, A]) cut() { a.lacks = limited }

// ask returns the cached answer to a question, or an empty one if the question is open. done
// is not set if the answer has to be found.
func (a *answers[Q, A]) ask(q Q) (found A, done bool) {
	if k, ok := a.known[q]; ok {
		a.lacks = min(a.lacks, k.lacks)
		return k.answer, true
	}
	at, open := a.open[q]
	if open {
		a.lacks = min(a.lacks, at)
	}
	return found, open
}

// begin opens a question. The results are for close.
func (a *answers[Q, A]) begin(q Q) (outer, loose int) {
	outer, loose = a.lacks, len(a.loose)
	a.open[q], a.lacks = len(a.open), complete
	return outer, loose
}

// close stores the answer to the innermost open question.
func (a *answers[Q, A]) close(q Q, found A, outer, loose int) A {
	at := a.open[q]
	delete(a.open, q)
	lacks := a.lacks
	if a.lacks >= at {
		for _, l := range a.loose[loose:] {
			delete(a.known, l)
		}
		a.loose = a.loose[:loose]
		lacks = complete
	} else {
		for _, l := range a.loose[loose:] {
			if k := a.known[l]; k.lacks > a.lacks {
				k.lacks = a.lacks
				a.known[l] = k
			}
		}
		a.loose = append(a.loose, q)
	}
	a.known[q] = stored[A]{found, lacks}
	a.lacks = min(outer, lacks)
	return found
}

// ask answers a question.
func (e *evaluator) ask(q question) answer {
	a := &e.answers
	if q.op == 0 || q.fr == nil {
		return answer{}
	}
	if known, done := a.ask(q); done {
		return known
	}
	if !a.step() || e.depth > maxDepth || e.ctx.Err() != nil {
		a.cut()
		return answer{}
	}
	outer, loose := a.begin(q)
	e.depth++
	var found answer
	switch {
	case q.address:
		found.place, found.ok = e.find(q.fr, q.op)
	case q.distance:
		found.value = e.distance(q.fr, q.op)
	default:
		found.value = e.compute(q.fr, q.op)
	}
	e.depth--
	return a.close(q, found, outer, loose)
}

// value returns the number that an operation yields.
func (e *evaluator) value(fr *frame, id ir.ID) value {
	return e.ask(question{fr: fr, op: id}).value
}

// locate returns the place at an address.
func (e *evaluator) locate(fr *frame, id ir.ID) (place, bool) {
	a := e.ask(question{fr: fr, op: id, address: true})
	return a.place, a.ok
}

// reset drops all answers and restarts the count of steps.
func (e *evaluator) reset() {
	e.answers.steps = 0
	e.answers.clear()
}
