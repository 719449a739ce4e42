// Package query remembers the answers to questions, so that a question which many units or
// many checks ask is computed once.
//
// A question is a Kind, such as "the tree of a header", and a key, such as a path. Its
// answer is computed by a function that the asker passes, and must be a pure function of the
// key and of the inputs that it looks at.
//
// An Input is what no question computes. There are two sorts. A shared input is the same for
// all askers as long as nobody reports a change, such as what a file on disk holds: see
// View.Depend and Store.Forget. A local input differs between askers, such as what a macro
// means where a header is included: see View.Note and World.
//
// While an answer is computed, its View records the inputs that it looks at: these are its
// dependencies. What another question answers on the way adds its own dependencies.
//
// The answers to one question that differ by their local dependencies are its variants. An
// asker gets the first variant of which all local dependencies hold in its World; where there
// is none, a new variant is computed.
//
// A Store holds the answers of all its kinds within one limit in bytes. When it is full, the
// answers that were not used for longest are dropped. Answers are in memory only.
package query

import (
	"container/list"
	"sync"
	"sync/atomic"
)

// A Store holds the answers of some kinds. It is safe for concurrent use.
type Store struct {
	limit int

	// mu guards what follows, and View.waits of all views. A Kind's own lock is taken inside
	// of it.
	mu      sync.Mutex
	bytes   int
	answers list.List // of held: those of which it is time to see whether they are used first
	// dependents are the answers by the shared inputs that they depend on.
	dependents map[Input]map[*record]struct{}

	forgets atomic.Int64 // counts the calls of Forget and Clear
}

// A held answer is what a Store sees of an answer of any kind.
type held interface {
	common() *record
	// remove takes the answer out of its kind; Store.mu is held.
	remove()
}

// NewStore returns an empty store for answers of about limit bytes together. A single answer
// that is larger than that is held until the next one comes.
func NewStore(limit int) *Store {
	return &Store{limit: limit, dependents: map[Input]map[*record]struct{}{}}
}

// Limit returns the limit that the store was made with, in bytes.
func (s *Store) Limit() int { return s.limit }

// Size returns how many answers are held, and about how many bytes they take.
func (s *Store) Size() (answers, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answers.Len(), s.bytes
}

// Forget drops the answers that depend on a shared input, because the input has changed. An
// answer that is being computed meanwhile is returned to those who wait, and not held.
func (s *Store) Forget(in Input) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgets.Add(1)
	for r := range s.dependents[in] {
		s.drop(r.place)
	}
}

// Clear drops all answers, as if all shared inputs had changed.
func (s *Store) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgets.Add(1)
	for s.answers.Len() > 0 {
		s.drop(s.answers.Front())
	}
}

// hold makes room for an answer and adds it; mu is held.
func (s *Store) hold(h held) {
	r := h.common()
	// This is the CLOCK order, which is near that of last use: a hit sets a mark and moves
	// nothing. A marked answer loses its mark and is spared once, but no answer is twice, as
	// marks may be set again meanwhile.
	for spare := s.answers.Len(); s.bytes+r.size > s.limit && s.answers.Len() > 0; spare-- {
		front := s.answers.Front()
		if spare > 0 && front.Value.(held).common().used.Swap(false) {
			s.answers.MoveToBack(front)
		} else {
			s.drop(front)
		}
	}
	r.place = s.answers.PushBack(h)
	s.bytes += r.size
	for _, in := range r.shared {
		if s.dependents[in] == nil {
			s.dependents[in] = map[*record]struct{}{}
		}
		s.dependents[in][r] = struct{}{}
	}
}

// drop removes an answer; mu is held.
func (s *Store) drop(place *list.Element) {
	h := s.answers.Remove(place).(held)
	r := h.common()
	s.bytes -= r.size
	for _, in := range r.shared {
		delete(s.dependents[in], r)
		if len(s.dependents[in]) == 0 {
			delete(s.dependents, in)
		}
	}
	h.remove()
}
