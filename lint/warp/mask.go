package warp

import (
	"slices"

	"github.com/cudalint/cudalint/lint/warp/lanes"
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
func (k mask) full(m *machine) bool { return k.count >= m.threads }

// empty reports whether every thread is inactive.
func (k mask) empty() bool { return k.count == 0 }

// unsure reports whether it is not known of some thread if it is active.
func (k mask) unsure() bool { return slices.Contains(k.truth, lanes.Maybe) }

// value returns the mask as a Bool: true where a thread may be active.
func (k mask) value(m *machine) *lanes.Value {
	x := make([]int64, len(k.truth))
	for i, t := range k.truth {
		if t != lanes.False {
			x[i] = 1
		}
	}
	return m.d.PerThread(lanes.Bool, x)
}

// active returns which threads may be active.
func (k mask) active() []bool {
	out := make([]bool, len(k.truth))
	for i, t := range k.truth {
		out[i] = t != lanes.False
	}
	return out
}

// and returns the mask inside a branch: the threads for which cond has the wanted
// outcome. A uniform condition that is not known leaves the threads as sure as
// they were, since they take the branch together.
func (k mask) and(cond *lanes.Value, want bool) mask {
	uniform := cond.IsUniform()
	truth := make([]lanes.Truth, len(k.truth))
	first := cond.TruthAt(0)
	for i, t := range k.truth {
		c := first
		if !uniform && t != lanes.False {
			c = cond.TruthAt(i)
		}
		switch {
		case t == lanes.False:
		case c == lanes.Maybe:
			truth[i] = lanes.Maybe
			if uniform {
				truth[i] = t
			}
		case (c == lanes.True) == want:
			truth[i] = t
		}
	}
	return newMask(truth)
}

// or returns the threads of either mask.
func (k mask) or(l mask) mask {
	if len(k.truth) == 0 {
		return l
	}
	truth := make([]lanes.Truth, len(k.truth))
	for i := range truth {
		truth[i] = max(k.truth[i], l.truth[i])
	}
	return newMask(truth)
}

// without returns the threads of k that are inactive in l.
func (k mask) without(l mask) mask {
	if len(l.truth) == 0 {
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

func (m *machine) noThreads() mask { return newMask(make([]lanes.Truth, m.d.Threads())) }
