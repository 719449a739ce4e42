package warp

import (
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
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
	uniform, truths := cond.IsUniform(), cond.Truths(m.d.Threads())
	which := uint64(0)
	for i, t := range m.mask.truth {
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
	m.note(which)
	switch {
	case !seen[lanes.Maybe] && !seen[lanes.False] && !seen[lanes.True]:
		return
	case !seen[lanes.Maybe] && !seen[lanes.False]:
		m.work.noBranch()
		then()
		return
	case !seen[lanes.Maybe] && !seen[lanes.True]:
		m.work.noBranch()
		otherwise()
		return
	}
	b := m.work.openBranch(uniform && seen[lanes.Maybe] && both)
	before, guarded := m.mask, seen[lanes.Maybe] && onData(cond)
	x := m.runArm(before.and(cond, true), cond, seen[lanes.Maybe], func() { m.underGuard(guarded, then) })
	m.work.otherArm(b)
	y := m.runArm(before.and(cond, false), m.d.Not(cond), seen[lanes.Maybe], func() { m.underGuard(guarded, otherwise) })
	m.mask = before
	m.work.closeBranch(b, ending{x.rest.empty(), y.rest.empty()}, m.callDepth > 0)
	m.mergeArms(before, cond, x, y)
	m.release(x.writes, y.writes)
	m.work.endBranch()
}

// An arm is what running one side of a branch left behind.
type arm struct {
	writes journal
	rest   mask // the threads that ran to its end
}

// runArm runs one side of a branch and takes its effects back. The threads that
// leave it on the way do so on the condition of the branch, where that is open, and
// with what it stored.
func (m *machine) runArm(k mask, cond *lanes.Value, open bool, run func()) arm {
	first := len(m.away)
	m.mask = k
	m.openJournal()
	if open {
		m.openArms++
	}
	if !k.empty() {
		run()
	}
	if open {
		m.openArms--
	}
	a := arm{writes: m.closeJournal(), rest: m.mask}
	for _, d := range m.away[first:] {
		for _, w := range a.writes {
			if w.obj.id <= d.newest {
				d.note(w.obj, w.state)
			}
		}
	}
	if open {
		for _, d := range m.away[first:] {
			d.cond = m.both(d.cond, cond)
		}
	}
	return a
}

// mergeArms joins the states and masks at the end of a branch.
func (m *machine) mergeArms(before mask, cond *lanes.Value, a, b arm) {
	n := len(before.truth)
	truths := cond.Truths(n)
	m.mask = before.with(func(i int) lanes.Truth {
		t, x, y := before.truth[i], a.rest.truth[i], b.rest.truth[i]
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
		pick = m.d.Select(m.d.PerThread(lanes.Bool, forced), m.d.PerThread(lanes.Bool, side), cond)
		if m.forcedAll(forced, before) {
			pick = m.d.PerThread(lanes.Bool, side)
		}
	}
	m.mergeJournals(pick, a.writes, b.writes)
}

// oneSided returns vectors that are 1 for the threads of which only one side of a branch
// goes on, and in side if that is the first; nil where there is none.
func oneSided(before mask, truths lanes.Truths, a, b arm) (forced, side []int64) {
	for i, t := range before.truth {
		x, y := a.rest.truth[i] != lanes.False, b.rest.truth[i] != lanes.False
		if t == lanes.False || x == y || truths.At(i) != lanes.Maybe {
			continue
		}
		if forced == nil {
			forced, side = make([]int64, len(before.truth)), make([]int64, len(before.truth))
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
func (m *machine) forcedAll(forced []int64, before mask) bool {
	for i, t := range before.truth {
		if t != lanes.False && m.mask.truth[i] != lanes.False && forced[i] == 0 {
			return false
		}
	}
	return true
}
