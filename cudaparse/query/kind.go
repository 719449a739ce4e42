package query

import (
	"slices"
	"sync"
)

// A Policy says how the answers of a Kind are stored.
type Policy[K comparable, V any] struct {
	// Size returns the approximate size of an answer with its key, in bytes, without the
	// dependencies. An answer of size 0 is not stored.
	Size func(key K, value V) int
	// Variants is the largest number of answers stored for one question; 0 means 1.
	Variants int
	// NoWait lets goroutines that ask the same question at the same time all compute the
	// answer. It is for answers that are cheaper than waiting.
	NoWait bool
}

// A Kind is one kind of question, with the answers that a Store has. Everyone who asks a
// question of a Kind passes a function that computes the same. It is safe for concurrent use.
type Kind[K comparable, V any] struct {
	store  *Store
	policy Policy[K, V]

	// mu guards answers. A list in it never changes: it is replaced.
	mu      sync.RWMutex
	answers map[K][]*answer[K, V]
	// running are the computations that others may wait for; Store.mu guards it.
	running map[K]*computation
}

// An answer is one variant of the answers to a question.
type answer[K comparable, V any] struct {
	record
	kind  *Kind[K, V]
	key   K
	value V
}

// A question identifies a question among those of all kinds.
type question[K comparable, V any] struct {
	kind *Kind[K, V]
	key  K
}

// A computation is an answer that is being computed.
type computation struct {
	by   *View // the outermost View
	done chan struct{}
}

// answerSize and dependencySize are the sizes in bytes of an answer and of a dependency,
// which Policy.Size does not count.
const (
	answerSize     = 256
	dependencySize = 64
)

// NewKind returns a Kind without answers.
func NewKind[K comparable, V any](s *Store, policy Policy[K, V]) *Kind[K, V] {
	policy.Variants = max(policy.Variants, 1)
	return &Kind[K, V]{store: s, policy: policy, answers: map[K][]*answer[K, V]{}, running: map[K]*computation{}}
}

// Ask returns the answer to a question for the inputs that v sees: a stored variant that fits,
// or the one that another goroutine is computing, or what compute returns. Compute gets a View
// of its own, and must look at all inputs and ask all questions through it; otherwise a
// question that needs itself waits for ever. An error of compute is returned, but not stored:
// goroutines that waited for it compute for themselves.
func (k *Kind[K, V]) Ask(v *View, key K, compute func(*View) (V, error)) (V, error) {
	if a := k.find(v, key); a != nil {
		v.inherit(a.shared, a.local)
		return a.value, nil
	}
	var none V
	q := question[K, V]{k, key}
	if v.cycle(q) {
		return none, ErrCycle
	}
	own := v.inner(q)
	done, a := k.begin(own, v, key)
	defer done()
	if a != nil {
		v.inherit(a.shared, a.local)
		return a.value, nil
	}
	value, err := compute(own)
	v.inherit(own.shared, own.local) // with an error, too: the asker's answer depends on it
	if err != nil {
		return none, err
	}
	return k.save(own, v, key, value), nil
}

// find returns the stored answer that fits an asker, nil for none.
func (k *Kind[K, V]) find(v *View, key K) *answer[K, V] {
	k.mu.RLock()
	known := k.answers[key]
	k.mu.RUnlock()
	for _, a := range known {
		if a.holds(v) {
			if !a.used.Load() { // many goroutines would else write to it
				a.used.Store(true)
			}
			return a
		}
	}
	return nil
}

// begin is called before an answer is computed. While another goroutine computes an answer to
// the question, it waits; it returns that answer if it fits v. Otherwise the caller computes,
// and calls done when it has stored the answer.
//
// A goroutine does not wait for one that waits for it, directly or not: both compute.
func (k *Kind[K, V]) begin(own, v *View, key K) (done func(), found *answer[K, V]) {
	s, nothing := k.store, func() {}
	own.forgets = s.forgets.Load()
	if k.policy.NoWait {
		return nothing, nil
	}
	me := own.outermost()
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if a := k.find(v, key); a != nil {
			return nothing, a
		}
		running := k.running[key]
		if running == nil {
			break
		}
		for c := running; c != nil; c = c.by.waits {
			if c.by == me {
				return nothing, nil
			}
		}
		me.waits = running
		s.mu.Unlock()
		<-running.done
		s.mu.Lock()
		me.waits = nil
		own.forgets = s.forgets.Load()
	}
	mine := &computation{me, make(chan struct{})}
	k.running[key] = mine
	return func() {
		s.mu.Lock()
		delete(k.running, key)
		s.mu.Unlock()
		close(mine.done)
	}, nil
}

// save stores the value of an answer, unless it may be wrong for the next asker. It returns
// the value, or the stored one if another goroutine was first.
func (k *Kind[K, V]) save(own, v *View, key K, value V) V {
	size := k.policy.Size(key, value)
	if size == 0 || own.inCycle {
		return value
	}
	if a := k.find(v, key); a != nil {
		return a.value
	}
	size += answerSize + dependencySize*(len(own.shared)+len(own.local))
	a := &answer[K, V]{record{size: size, shared: own.shared, local: own.local}, k, key, value}
	s := k.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if own.forgets != s.forgets.Load() && len(a.shared) > 0 {
		return value // its inputs may have changed meanwhile
	}
	for len(k.answers[key]) >= k.policy.Variants {
		s.drop(oldest(k.answers[key]).place)
	}
	k.mu.Lock()
	k.answers[key] = slices.Insert(slices.Clone(k.answers[key]), 0, a)
	k.mu.Unlock()
	s.add(a)
	return value
}

// oldest returns the oldest variant that was not used since the last call; if all were, the
// oldest. Variants are listed from the newest to the oldest.
func oldest[K comparable, V any](variants []*answer[K, V]) *answer[K, V] {
	for _, a := range slices.Backward(variants) {
		if !a.used.Swap(false) {
			return a
		}
	}
	return variants[len(variants)-1]
}

// remove implements storedAnswer.
func (a *answer[K, V]) remove() {
	k := a.kind
	k.mu.Lock()
	defer k.mu.Unlock()
	left := slices.DeleteFunc(slices.Clone(k.answers[a.key]), func(b *answer[K, V]) bool { return a == b })
	if len(left) == 0 {
		delete(k.answers, a.key)
	} else {
		k.answers[a.key] = left
	}
}
