// Package schedule runs pieces of work, such as the files of a run, on a number of workers: the
// most expensive first, and only so many large ones at once.
package schedule

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// A schedule gives pieces of work to workers. Large pieces come first, in the order of their
// costs: one that began last would run alone at the end. The others keep their own order, as
// files of one folder include the same headers, which are cached for a while.
type schedule struct {
	weights []int64
	limit   int64 // for the total weight of the large pieces in flight; 0 for none

	mu       sync.Mutex
	ended    *sync.Cond
	large    []int  // the large pieces that are not begun, the most expensive first
	rest     []int  // the other pieces that are not begun
	inFlight int64  // the total weight of the large pieces in flight
	heavy    []bool // whether a piece is a large one
}

// shareOfWorker tells large pieces: those that cost more than this fraction, one in so many, of
// a worker's share of all work. It bounds how long one piece runs at the end beside idle workers.
const shareOfWorker = 64

// newSchedule returns a schedule for a number of workers. costs are estimated times of the pieces,
// in any unit; they decide which pieces are large. limit bounds the total weight of the large
// pieces that run at once.
func newSchedule(weights, costs []int64, workers int, limit int64) *schedule {
	s := &schedule{weights: weights, limit: limit, heavy: make([]bool, len(weights))}
	s.ended = sync.NewCond(&s.mu)
	total := int64(0)
	for _, c := range costs {
		total += c
	}
	for i, c := range costs {
		if s.heavy[i] = c > total/int64(workers*shareOfWorker); s.heavy[i] {
			s.large = append(s.large, i)
		} else {
			s.rest = append(s.rest, i)
		}
	}
	slices.SortStableFunc(s.large, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	return s
}

// next returns the piece to begin. It waits until there is room for it. ok is false where no piece
// is left, or ctx is done.
func (s *schedule) next(ctx context.Context) (i int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ctx.Err() == nil {
		switch {
		case len(s.large) > 0 && s.fits(s.large[0]):
			i, s.large = s.large[0], s.large[1:]
			s.inFlight += s.weights[i]
			return i, true
		case len(s.rest) > 0:
			i, s.rest = s.rest[0], s.rest[1:]
			return i, true
		case len(s.large) == 0:
			return 0, false
		}
		// Something is in flight, as the large piece would fit otherwise: done is called.
		s.ended.Wait()
	}
	return 0, false
}

// fits reports whether there is room for a large piece. There always is for one alone.
func (s *schedule) fits(i int) bool {
	return s.limit == 0 || s.inFlight == 0 || s.inFlight+s.weights[i] <= s.limit
}

// done marks a piece as done.
func (s *schedule) done(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.heavy[i] {
		s.inFlight -= s.weights[i]
	}
	s.ended.Broadcast()
}
