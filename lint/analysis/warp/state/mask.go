package state

import (
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A Mask says which threads execute: each is inactive, may be active, or is
// active whenever the code runs at all.
type Mask struct {
	Truth []lanes.Truth // shared, never changed in place
	count int           // threads that are lanes.True or lanes.Maybe
}

// NewMask returns the mask of threads that a vector has as active.
func NewMask(truth []lanes.Truth) Mask {
	k := Mask{Truth: truth}
	for _, t := range truth {
		if t != lanes.False {
			k.count++
		}
	}
	return k
}

// full reports whether no thread of the block is inactive. (The last warp may have
// lanes that are no threads.)
func (k Mask) full(m *Memory) bool { return k.count >= m.Threads }

// Empty reports whether every thread is inactive.
func (k Mask) Empty() bool { return k.count == 0 }

// unsure reports whether it is not known of some thread if it is active.
func (k Mask) unsure() bool { return slices.Contains(k.Truth, lanes.Maybe) }

// Value returns the mask as a Bool: true where a thread may be active.
func (k Mask) Value(m *Memory) *lanes.Value {
	return m.maskValues.of(k, func() *lanes.Value {
		x := make([]int64, len(k.Truth))
		for i, t := range k.Truth {
			if t != lanes.False {
				x[i] = 1
			}
		}
		return m.Lanes.PerThread(lanes.Bool, x)
	})
}

// active returns which threads may be active. It must not be changed.
func (k Mask) active(m *Memory) []bool {
	return m.actives.of(k, func() []bool {
		out := make([]bool, len(k.Truth))
		for i, t := range k.Truth {
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
func (c *maskCache[T]) of(k Mask, compute func() T) T {
	if len(k.Truth) == 0 {
		return compute()
	}
	at := &k.Truth[0]
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

// And returns the mask inside a branch: the threads for which cond has the wanted
// outcome. A uniform condition that is not known leaves the threads as sure as
// they were, since they take the branch together.
func (k Mask) And(cond *lanes.Value, want bool) Mask {
	uniform, truths := cond.IsUniform(), cond.Truths(len(k.Truth))
	if uniform && (truths[0] == lanes.Maybe || (truths[0] == lanes.True) == want) {
		return k
	}
	if uniform {
		return Mask{Truth: make([]lanes.Truth, len(k.Truth))}
	}
	in := func(i int) lanes.Truth {
		switch t, c := k.Truth[i], truths.At(i); {
		case c == lanes.Maybe:
			return min(t, lanes.Maybe)
		case (c == lanes.True) == want:
			return t
		}
		return lanes.False
	}
	return k.With(in)
}

// With returns the mask whose truths a function gives: k itself where it has the same.
func (k Mask) With(truth func(i int) lanes.Truth) Mask {
	for i, t := range k.Truth {
		if truth(i) == t {
			continue
		}
		out := Mask{Truth: make([]lanes.Truth, len(k.Truth))}
		for j := range out.Truth {
			if out.Truth[j] = truth(j); out.Truth[j] != lanes.False {
				out.count++
			}
		}
		return out
	}
	return k
}

// Or returns the threads of either mask.
func (k Mask) Or(l Mask) Mask {
	switch {
	case k.count == 0:
		return l
	case l.count == 0:
		return k
	}
	truth := make([]lanes.Truth, len(k.Truth))
	for i := range truth {
		truth[i] = max(k.Truth[i], l.Truth[i])
	}
	return NewMask(truth)
}

// Without returns the threads of k that are inactive in l.
func (k Mask) Without(l Mask) Mask {
	if l.count == 0 {
		return k
	}
	truth := make([]lanes.Truth, len(k.Truth))
	for i, t := range k.Truth {
		switch l.Truth[i] {
		case lanes.False:
			truth[i] = t
		case lanes.Maybe:
			truth[i] = min(t, lanes.Maybe)
		}
	}
	return NewMask(truth)
}

// same reports whether two masks have the same threads, as surely.
func (k Mask) same(truth []lanes.Truth) bool {
	return len(truth) == len(k.Truth) && (len(truth) == 0 || &truth[0] == &k.Truth[0] || slices.Equal(truth, k.Truth))
}

// NoThreads returns the mask without an active thread.
func (m *Memory) NoThreads() Mask {
	if m.nobody.Truth == nil {
		m.nobody = NewMask(make([]lanes.Truth, m.Lanes.Threads()))
	}
	return m.nobody
}

// ActiveShare returns the part of the warps that have an active thread.
func (m *Memory) ActiveShare() float64 {
	if len(m.Mask.Truth) == 0 {
		return 0
	}
	if m.shareOf == &m.Mask.Truth[0] {
		return m.share
	}
	warps, active := len(m.Mask.Truth)/lanes.WarpSize, 0
	for w := range warps {
		for _, t := range m.Mask.Truth[w*lanes.WarpSize : (w+1)*lanes.WarpSize] {
			if t != lanes.False {
				active++
				break
			}
		}
	}
	m.shareOf, m.share = &m.Mask.Truth[0], float64(active)/float64(warps)
	return m.share
}

// Sure reports whether it is known which threads are active.
func (m *Memory) Sure() bool {
	for _, t := range m.Mask.Truth {
		if t == lanes.Maybe {
			return false
		}
	}
	return true
}
