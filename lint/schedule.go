package lint

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// A schedule gives pieces of work to workers. The large ones come first, the largest of
// them before all, so that none is begun when everything else is done and then runs alone.
// The others follow in their own order: files of one folder include the same headers,
// which are kept for a while.
type schedule struct {
	weights []int64
	limit   int64 // of the weight of the large pieces in flight; 0 for none

	mu       sync.Mutex
	ended    *sync.Cond
	large    []int // those to be begun, the largest first
	rest     []int
	inFlight int64 // the weight of the large pieces that are begun and not done
	heavy    []bool
}

// shareOfWorker is the part of a worker's share of all work, one in so many, above which
// a piece is a large one: it bounds how long one runs at the end beside idle workers.
const shareOfWorker = 64

// newSchedule returns the schedule of some pieces of work for a number of workers.
func newSchedule(weights []int64, workers int, limit int64) *schedule {
	s := &schedule{weights: weights, limit: limit, heavy: make([]bool, len(weights))}
	s.ended = sync.NewCond(&s.mu)
	total := int64(0)
	for _, w := range weights {
		total += w
	}
	for i, w := range weights {
		if s.heavy[i] = w > total/int64(workers*shareOfWorker); s.heavy[i] {
			s.large = append(s.large, i)
		} else {
			s.rest = append(s.rest, i)
		}
	}
	slices.SortStableFunc(s.large, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	return s
}

// next returns the piece to begin, for which it may have to wait until there is room for
// it; ok is false where none is left, or ctx is done.
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
		// Something is in flight, or the large piece would fit: done is called.
		s.ended.Wait()
	}
	return 0, false
}

// fits reports whether there is room for a large piece; there always is for one alone.
func (s *schedule) fits(i int) bool {
	return s.limit == 0 || s.inFlight == 0 || s.inFlight+s.weights[i] <= s.limit
}

// done tells that a piece is done.
func (s *schedule) done(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.heavy[i] {
		s.inFlight -= s.weights[i]
	}
	s.ended.Broadcast()
}

// sizes returns how many bytes some files hold, as far as they will be read.
func (l *Linter) sizes(inputs []Input) []int64 {
	out := make([]int64, len(inputs))
	for i, in := range inputs {
		if n := l.size(in); n <= l.opts.MaxFileSize {
			out[i] = n
		}
	}
	return out
}

func (l *Linter) size(in Input) int64 {
	if in.HasText {
		return int64(len(in.Text))
	}
	if len(l.opts.Texts) > 0 {
		if text, ok := l.opts.Texts[l.display(in.Path)]; ok {
			return int64(len(text))
		}
	}
	if l.recall != nil {
		return l.recall.size(l.display(in.Path), func() int64 { return l.sizeOnDisk(in) })
	}
	return l.sizeOnDisk(in)
}

func (l *Linter) sizeOnDisk(in Input) int64 {
	name := in.Path
	if !filepath.IsAbs(name) && l.opts.Dir != "" {
		name = filepath.Join(l.opts.Dir, name)
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return 0 // a problem when it is its turn
	}
	return info.Size()
}
