package query

import (
	"errors"
	"math/rand"
	"sync"
	"testing"
)

// A program is questions that are made up: what each looks at, in order, and what it asks.
// What a question looks at may depend on what it saw before.
type program [][]step

// A step looks at an input, or asks a question. It is left out where the value so far is odd
// and odd is set.
type step struct {
	sort  int // 0 for a shared input, 1 for a local one, 2 for a question
	which int
	odd   bool
}

// inputs are what the shared and the local inputs are.
type inputs struct{ shared, local []int }

func (w inputs) Holds(in Input, was any) bool { return w.local[in.(localInput)] == was.(int) }

var errNone = errors.New("no answer")

type (
	sharedInput int
	localInput  int
)

func randomProgram(r *rand.Rand, cyclic bool) program {
	p := make(program, 12)
	for q := range p {
		for range r.Intn(5) {
			s := step{r.Intn(3), r.Intn(6), r.Intn(2) == 0}
			if s.sort == 2 {
				if s.which = r.Intn(len(p)); !cyclic {
					if q == 0 {
						continue
					}
					s.which = r.Intn(q)
				}
			}
			p[q] = append(p[q], s)
		}
	}
	return p
}

// run answers a question; look gives what a step sees.
func (p program) run(q int, look func(step) (int, error)) (int, error) {
	value := q
	for _, s := range p[q] {
		if s.odd && value%2 != 0 {
			continue
		}
		seen, err := look(s)
		if err != nil {
			seen = -1
		}
		value = (value*31 + seen) % 1009
	}
	if value%7 == 0 {
		return 0, errNone
	}
	return value, nil
}

// naive answers a question without a store; above are the questions that need it.
func (p program) naive(w inputs, q int, above []bool) (int, error) {
	if above[q] {
		return 0, ErrCycle
	}
	above[q] = true
	defer func() { above[q] = false }()
	return p.run(q, func(s step) (int, error) {
		switch s.sort {
		case 0:
			return w.shared[s.which], nil
		case 1:
			return w.local[s.which], nil
		}
		return p.naive(w, s.which, above)
	})
}

// stored answers a question with a store.
func (p program) stored(k *Kind[int, int], w inputs, v *View, q int) (int, error) {
	return k.Ask(v, q, func(v *View) (int, error) {
		return p.run(q, func(s step) (int, error) {
			switch s.sort {
			case 0:
				v.Depend(sharedInput(s.which))
				return w.shared[s.which], nil
			case 1:
				v.Note(localInput(s.which), w.local[s.which])
				return w.local[s.which], nil
			}
			return p.stored(k, w, v, s.which)
		})
	})
}

// TestAnswersAreThoseOfNow asks random questions in changing worlds, some concurrently, and
// compares the answers with those computed without a store.
func TestAnswersAreThoseOfNow(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		p := randomProgram(r, seed%3 == 0)
		s := NewStore([]int{1, 3000, 1 << 20}[r.Intn(3)])
		k := NewKind(s, Policy[int, int]{Size: func(int, int) int { return 1 }, Variants: 1 + r.Intn(4), NoWait: r.Intn(3) == 0})
		shared := make([]int, 6)
		for range 20 {
			for range r.Intn(3) {
				changed := r.Intn(len(shared))
				shared[changed] = r.Intn(3)
				s.Forget(sharedInput(changed))
			}
			var wg sync.WaitGroup
			for range 3 {
				w := inputs{shared, make([]int, 6)}
				for i := range w.local {
					w.local[i] = r.Intn(2)
				}
				order := r.Perm(len(p))
				wg.Add(1)
				go func() {
					defer wg.Done()
					v := NewView(w)
					for _, q := range order {
						want, wantErr := p.naive(w, q, make([]bool, len(p)))
						if got, err := p.stored(k, w, v, q); got != want || err != wantErr {
							t.Errorf("seed %d: question %d is %d, %v, want %d, %v", seed, q, got, err, want, wantErr)
						}
					}
				}()
			}
			wg.Wait()
		}
		size := 0
		for at := s.answers.Front(); at != nil; at = at.Next() {
			size += at.Value.(storedAnswer).common().size
		}
		if n, bytes := s.Size(); bytes != size || n > 1 && bytes > s.Limit() {
			t.Errorf("seed %d: %d answers of %d bytes, %d counted, of %d", seed, n, size, bytes, s.Limit())
		}
	}
}
