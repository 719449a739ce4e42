package engine

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/lint/discover"
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

// newSchedule returns the schedule of pieces of work for a number of workers. costs are
// estimated times, in any unit; they decide which pieces are large. weights are what limit
// bounds: the total of the large pieces that run at once.
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
func (l *Linter) sizes(inputs []discover.Input) []int64 {
	out := make([]int64, len(inputs))
	for i, in := range inputs {
		if n := l.size(in); n <= l.opts.MaxFileSize {
			out[i] = n
		}
	}
	return out
}

// startOfFile is the length of the part of a file that is searched for includes, in bytes.
// Includes are at the top.
const startOfFile = 16 << 10

// costs estimates the time for each file, in bytes to parse: its own size plus the sizes of
// the headers in the same folder that it includes by "...". A small file that includes a
// large header must be begun early, too.
func (l *Linter) costs(inputs []discover.Input, sizes []int64) []int64 {
	costs := slices.Clone(sizes)
	if l.session != nil {
		return costs // a keystroke must not read every file
	}
	l.spread(len(inputs), func(i int) {
		for _, name := range quotedIncludes(l.start(inputs[i])) {
			header := l.size(discover.Input{Path: filepath.Join(filepath.Dir(inputs[i].Path), filepath.FromSlash(name))})
			if header <= l.opts.MaxFileSize {
				costs[i] += header
			}
		}
	})
	return costs
}

// start returns the first startOfFile bytes of a file, nil where it cannot be read.
func (l *Linter) start(in discover.Input) []byte {
	if in.HasText {
		return in.Text[:min(len(in.Text), startOfFile)]
	}
	// Opening a pipe would wait for its writer.
	if info, err := os.Stat(l.onDisk(in)); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(l.onDisk(in))
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, startOfFile)
	n, _ := io.ReadFull(f, text)
	return text[:n]
}

var quotedInclude = []byte(`include "`)

// quotedIncludes returns the names in the #include "..." lines of a text.
func quotedIncludes(text []byte) (names []string) {
	for {
		_, after, found := bytes.Cut(text, quotedInclude)
		if !found {
			return names
		}
		if name, rest, closed := bytes.Cut(after, []byte(`"`)); closed && !bytes.Contains(name, []byte("\n")) {
			names, after = append(names, string(name)), rest
		}
		text = after
	}
}

func (l *Linter) size(in discover.Input) int64 {
	if in.HasText {
		return int64(len(in.Text))
	}
	if len(l.opts.Texts) > 0 {
		if text, ok := l.opts.Texts[l.display(in.Path)]; ok {
			return int64(len(text))
		}
	}
	if l.session != nil {
		return l.session.size(l.display(in.Path), func() int64 { return l.sizeOnDisk(in) })
	}
	return l.sizeOnDisk(in)
}

// onDisk returns the path under which a file is opened.
func (l *Linter) onDisk(in discover.Input) string {
	if !filepath.IsAbs(in.Path) && l.opts.Dir != "" {
		return filepath.Join(l.opts.Dir, in.Path)
	}
	return in.Path
}

func (l *Linter) sizeOnDisk(in discover.Input) int64 {
	info, err := os.Stat(l.onDisk(in))
	if err != nil || !info.Mode().IsRegular() {
		return 0 // a problem when it is its turn
	}
	return info.Size()
}
