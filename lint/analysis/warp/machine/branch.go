package machine

import (
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// branch runs then for the threads for which cond is true and otherwise for the
// others (nil: nothing), and merges what they leave behind.
func (m *machine) branch(cond *lanes.Value, then, otherwise func()) {
	both := then != nil && otherwise != nil
	if then == nil {
		then = func() {}
	}
	if otherwise == nil {
		otherwise = func() {}
	}
	var seen [3]bool
	uniform, truths := cond.IsUniform(), cond.Truths(m.Lanes.Threads())
	which := uint64(0)
	for i, t := range m.Mask.Truth {
		if t != lanes.False {
			seen[truths.At(i)] = true
			if uniform {
				break
			}
		}
		if truths.At(i) == lanes.True {
			which += uint64(i) + 1
		}
	}
	for t, yes := range seen {
		if yes {
			which += 1 << (32 + t)
		}
	}
	m.Mix(which)
	switch {
	case !seen[lanes.Maybe] && !seen[lanes.False] && !seen[lanes.True]:
		return
	case !seen[lanes.Maybe] && !seen[lanes.False]:
		m.Graph.NoBranch()
		then()
		return
	case !seen[lanes.Maybe] && !seen[lanes.True]:
		m.Graph.NoBranch()
		otherwise()
		return
	}
	b := m.Graph.OpenBranch(uniform && seen[lanes.Maybe] && both)
	before, guarded := m.Mask, seen[lanes.Maybe] && onData(cond)
	x := m.runArm(before.And(cond, true), cond, seen[lanes.Maybe], func() { m.underGuard(guarded, then) })
	m.Graph.OtherArm(b)
	y := m.runArm(before.And(cond, false), m.Lanes.Not(cond), seen[lanes.Maybe], func() { m.underGuard(guarded, otherwise) })
	m.Mask = before
	m.Graph.CloseBranch(b, opgraph.Exits{First: x.rest.Empty(), Second: y.rest.Empty()}, m.callDepth > 0)
	m.mergeArms(before, cond, x, y)
	m.Release(x.writes, y.writes)
	m.Graph.EndBranch()
}

// An arm is what running one side of a branch left behind.
type arm struct {
	writes state.Journal
	rest   state.Mask // the threads that ran to its end
}

// runArm runs one side of a branch and takes its effects back. The threads that
// leave it on the way do so on the condition of the branch, where that is open, and
// with what it stored.
func (m *machine) runArm(k state.Mask, cond *lanes.Value, open bool, run func()) arm {
	first := len(m.Departures)
	m.Mask = k
	m.OpenJournal()
	if open {
		m.openArms++
	}
	if !k.Empty() {
		run()
	}
	if open {
		m.openArms--
	}
	a := arm{writes: m.CloseJournal(), rest: m.Mask}
	for _, d := range m.Departures[first:] {
		for _, w := range a.writes {
			if w.Object.ID <= d.Newest {
				d.Note(w.Object, w.Contents)
			}
		}
	}
	if open {
		for _, d := range m.Departures[first:] {
			d.Cond = m.And(d.Cond, cond)
		}
	}
	return a
}

// mergeArms joins the states and masks at the end of a branch.
func (m *machine) mergeArms(before state.Mask, cond *lanes.Value, a, b arm) {
	n := len(before.Truth)
	truths := cond.Truths(n)
	m.Mask = before.With(func(i int) lanes.Truth {
		t, x, y := before.Truth[i], a.rest.Truth[i], b.rest.Truth[i]
		switch c := truths.At(i); {
		case t == lanes.False:
			return t
		case c == lanes.True:
			return x
		case c == lanes.False:
			return y
		case x != lanes.False && y != lanes.False:
			return t
		}
		// Only one side goes on: its state is the state from here.
		return min(max(x, y), t)
	})
	pick := cond
	if forced, side := oneSided(before, truths, a, b); forced != nil {
		pick = m.Lanes.Select(m.Lanes.PerThread(lanes.Bool, forced), m.Lanes.PerThread(lanes.Bool, side), cond)
		if m.forcedAll(forced, before) {
			pick = m.Lanes.PerThread(lanes.Bool, side)
		}
	}
	m.MergeJournals(pick, a.writes, b.writes)
}

// oneSided returns vectors that are 1 for the threads of which only one side of a branch
// goes on, and in side if that is the first; nil where there is none.
func oneSided(before state.Mask, truths lanes.Truths, a, b arm) (forced, side []int64) {
	for i, t := range before.Truth {
		x, y := a.rest.Truth[i] != lanes.False, b.rest.Truth[i] != lanes.False
		if t == lanes.False || x == y || truths.At(i) != lanes.Maybe {
			continue
		}
		if forced == nil {
			forced, side = make([]int64, len(before.Truth)), make([]int64, len(before.Truth))
		}
		forced[i] = 1
		if x {
			side[i] = 1
		}
	}
	return forced, side
}

// forcedAll reports whether the state of every thread that goes on comes from one
// known side.
func (m *machine) forcedAll(forced []int64, before state.Mask) bool {
	for i, t := range before.Truth {
		if t != lanes.False && m.Mask.Truth[i] != lanes.False && forced[i] == 0 {
			return false
		}
	}
	return true
}
