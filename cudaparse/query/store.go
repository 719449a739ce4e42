// Package query caches the answers to questions, so that a question which many units or
// many checks ask is answered once.
//
// A question is a Kind, such as "the tree of a header", and a key, such as a path. Its
// answer is computed by a function that the asker passes, and must be a pure function of the
// key and of the inputs that it looks at.
//
// An Input is what answers are computed from, and no question computes. There are two sorts.
// A shared input is the same for all askers until a change is reported, such as the content
// of a file: see View.Depend and Store.Forget. A local input differs between askers, such as
// the meaning of a macro where a header is included: see View.Note and World.
//
// The inputs that a computation looks at are the dependencies of its answer; its View records
// them. An answer also has the dependencies of all answers that it was computed from.
//
// The answers to one question that differ in their local dependencies are its variants. An
// asker gets the first variant whose local dependencies all hold in its World; if there is
// none, a new variant is computed.
//
// A Store limits the bytes that the answers of all its kinds take. When it is full, the least
// recently used answers are dropped. Answers are in memory only.
package query

import (
	"container/list"
	"sync"
	"sync/atomic"
)

// A Store has the answers of some kinds. It is safe for concurrent use.
type Store struct {
	limit int

	// mu guards the fields below, and View.waits of all views. Kind.mu is locked after it.
	mu      sync.Mutex
	bytes   int
	answers list.List // of storedAnswer, the next one to drop first: see add
	// dependents has for each shared input the answers that depend on it.
	dependents map[Input]map[*record]struct{}

	forgets atomic.Int64 // counts the calls of Forget and Clear
}

// A storedAnswer is an answer of any kind, as its Store sees it.
type storedAnswer interface {
	common() *record
	// remove takes the answer out of its kind. Store.mu is locked.
	remove()
}

// NewStore returns an empty store for answers of about limit bytes in total. A single answer
// that is larger stays until the next one comes.
func NewStore(limit int) *Store {
	return &Store{limit: limit, dependents: map[Input]map[*record]struct{}{}}
}

// Limit returns the limit of the store in bytes.
func (s *Store) Limit() int { return s.limit }

// Size returns the number of stored answers, and their approximate size in bytes.
func (s *Store) Size() (answers, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answers.Len(), s.bytes
}

// Forget drops the answers that depend on a shared input, which has changed. An answer that
// is being computed meanwhile is returned, but not stored.
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

// add drops answers until there is room for another, and adds that. mu is locked.
//
// The order is CLOCK, an approximation of least recently used: a hit only sets the mark
// record.used, and an answer with a mark loses it and moves to the back instead of being
// dropped. Each answer moves at most once, as hits may set marks meanwhile.
func (s *Store) add(h storedAnswer) {
	r := h.common()
	for moves := s.answers.Len(); s.bytes+r.size > s.limit && s.answers.Len() > 0; moves-- {
		front := s.answers.Front()
		if moves > 0 && front.Value.(storedAnswer).common().used.Swap(false) {
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

// drop removes an answer. mu is locked.
func (s *Store) drop(place *list.Element) {
	h := s.answers.Remove(place).(storedAnswer)
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
