package warp

import (
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A mask says which threads execute: each is inactive, may be active, or is
// active whenever the code runs at all.
type mask struct {
	truth []lanes.Truth // shared, never changed in place
	count int           // threads that are lanes.True or lanes.Maybe
}

func newMask(truth []lanes.Truth) mask {
	k := mask{truth: truth}
	for _, t := range truth {
		if t != lanes.False {
			k.count++
		}
	}
	return k
}

// full reports whether no thread of the block is inactive. (The last warp may have
// lanes that are no threads.)
func (k mask) full(m *memory) bool { return k.count >= m.threads }

// empty reports whether every thread is inactive.
func (k mask) empty() bool { return k.count == 0 }

// unsure reports whether it is not known of some thread if it is active.
func (k mask) unsure() bool { return slices.Contains(k.truth, lanes.Maybe) }

// value returns the mask as a Bool: true where a thread may be active.
func (k mask) value(m *memory) *lanes.Value {
	return m.maskValues.of(k, func() *lanes.Value {
		x := make([]int64, len(k.truth))
		for i, t := range k.truth {
			if t != lanes.False {
				x[i] = 1
			}
		}
		return m.d.PerThread(lanes.Bool, x)
	})
}

// active returns which threads may be active. It must not be changed.
func (k mask) active(m *memory) []bool {
	return m.actives.of(k, func() []bool {
		out := make([]bool, len(k.truth))
		for i, t := range k.truth {
			out[i] = t != lanes.False
		}
		return out
	})
}

// A maskCache keeps what was computed of the last few masks: most code runs with the same.
type maskCache[T any] struct {
	first [4]*lanes.Truth
	known [4]T
	next  int
}

// of returns what is kept of a mask, or what compute makes of it.
func (c *maskCache[T]) of(k mask, compute func() T) T {
	if len(k.truth) == 0 {
		return compute()
	}
	at := &k.truth[0]
	for i, t := range c.first {
		if t == at {
			return c.known[i]
		}
	}
	x := compute()
	c.first[c.next], c.known[c.next] = at, x
	c.next = (c.next + 1) % len(c.first)
	return x
}

// and returns the mask inside a branch: the threads for which cond has the wanted
// outcome. A uniform condition that is not known leaves the threads as sure as
// they were, since they take the branch together.
func (k mask) and(cond *lanes.Value, want bool) mask {
	uniform, truths := cond.IsUniform(), cond.Truths(len(k.truth))
	if uniform && (truths[0] == lanes.Maybe || (truths[0] == lanes.True) == want) {
		return k
	}
	if uniform {
		return mask{truth: make([]lanes.Truth, len(k.truth))}
	}
	in := func(i int) lanes.Truth {
		switch t, c := k.truth[i], truths.At(i); {
		case c == lanes.Maybe:
			return min(t, lanes.Maybe)
		case (c == lanes.True) == want:
			return t
		}
		return lanes.False
	}
	return k.with(in)
}

// with returns the mask whose truths a function gives: k itself where it has the same.
func (k mask) with(truth func(i int) lanes.Truth) mask {
	for i, t := range k.truth {
		if truth(i) == t {
			continue
		}
		out := mask{truth: make([]lanes.Truth, len(k.truth))}
		for j := range out.truth {
			if out.truth[j] = truth(j); out.truth[j] != lanes.False {
				out.count++
			}
		}
		return out
	}
	return k
}

// or returns the threads of either mask.
func (k mask) or(l mask) mask {
	switch {
	case k.count == 0:
		return l
	case l.count == 0:
		return k
	}
	truth := make([]lanes.Truth, len(k.truth))
	for i := range truth {
		truth[i] = max(k.truth[i], l.truth[i])
	}
	return newMask(truth)
}

// without returns the threads of k that are inactive in l.
func (k mask) without(l mask) mask {
	if l.count == 0 {
		return k
	}
	truth := make([]lanes.Truth, len(k.truth))
	for i, t := range k.truth {
		switch l.truth[i] {
		case lanes.False:
			truth[i] = t
		case lanes.Maybe:
			truth[i] = min(t, lanes.Maybe)
		}
	}
	return newMask(truth)
}

// same reports whether two masks have the same threads, as surely.
func (k mask) same(truth []lanes.Truth) bool {
	return len(truth) == len(k.truth) && (len(truth) == 0 || &truth[0] == &k.truth[0] || slices.Equal(truth, k.truth))
}

// noThreads returns the mask without an active thread.
func (m *memory) noThreads() mask {
	if m.nobody.truth == nil {
		m.nobody = newMask(make([]lanes.Truth, m.d.Threads()))
	}
	return m.nobody
}

// activeShare returns the part of the warps that have an active thread.
func (m *memory) activeShare() float64 {
	if len(m.mask.truth) == 0 {
		return 0
	}
	if m.shareOf == &m.mask.truth[0] {
		return m.share
	}
	warps, active := len(m.mask.truth)/lanes.WarpSize, 0
	for w := range warps {
		for _, t := range m.mask.truth[w*lanes.WarpSize : (w+1)*lanes.WarpSize] {
			if t != lanes.False {
				active++
				break
			}
		}
	}
	m.shareOf, m.share = &m.mask.truth[0], float64(active)/float64(warps)
	return m.share
}

// sure reports whether it is known which threads are active.
func (m *memory) sure() bool {
	for _, t := range m.mask.truth {
		if t == lanes.Maybe {
			return false
		}
	}
	return true
}
