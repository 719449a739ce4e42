package warp

import (
	"slices"

	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// branch runs then for the threads for which cond is true and otherwise for the
// others (nil: nothing), and merges what they leave behind.
func (m *machine) branch(cond *lanes.Value, then, otherwise func()) {
	if otherwise == nil {
		otherwise = func() {}
	}
	var seen [3]bool
	uniform := cond.IsUniform()
	for i, t := range m.mask.truth {
		if t != lanes.False {
			seen[cond.TruthAt(i)] = true
			if uniform {
				break
			}
		}
	}
	switch {
	case !seen[lanes.Maybe] && !seen[lanes.False] && !seen[lanes.True]:
		return
	case !seen[lanes.Maybe] && !seen[lanes.False]:
		then()
		return
	case !seen[lanes.Maybe] && !seen[lanes.True]:
		otherwise()
		return
	}
	before, exits := m.mask, m.exits
	a := m.runArm(before.and(cond, true), cond, seen[lanes.Maybe], then)
	b := m.runArm(before.and(cond, false), m.d.Not(cond), seen[lanes.Maybe], otherwise)
	m.exits = exits | a.exits | b.exits
	m.mergeArms(before, cond, a, b)
}

// An arm is what running one side of a branch left behind.
type arm struct {
	writes journal
	rest   mask // the threads that ran to its end
	exits  exitKind
}

// runArm runs one side of a branch and takes its effects back. What it returned
// or carried out of a loop is made conditional on the branch where that is open.
func (m *machine) runArm(k mask, cond *lanes.Value, open bool, run func()) arm {
	returns := len(m.frame.returns)
	loop := m.loops
	var breaks, repeats int
	if loop != nil {
		breaks, repeats = len(loop.onBreak), len(loop.onRepeat)
	}
	m.exits, m.mask = 0, k
	m.openJournal()
	if !k.empty() {
		run()
	}
	a := arm{writes: m.closeJournal(), rest: m.mask, exits: m.exits}
	if !open {
		return a
	}
	for i := returns; i < len(m.frame.returns); i++ {
		m.frame.returns[i].cond = m.both(m.frame.returns[i].cond, cond)
	}
	if loop == nil {
		return a
	}
	if a.exits&exitBreak != 0 {
		loop.onBreak = append(loop.onBreak, pendingWrites{nil, a.writes})
	}
	if a.exits&exitContinue != 0 {
		loop.onRepeat = append(loop.onRepeat, pendingWrites{nil, a.writes})
	}
	for i := breaks; i < len(loop.onBreak); i++ {
		loop.onBreak[i].cond = m.both(loop.onBreak[i].cond, cond)
	}
	for i := repeats; i < len(loop.onRepeat); i++ {
		loop.onRepeat[i].cond = m.both(loop.onRepeat[i].cond, cond)
	}
	return a
}

func (m *machine) both(a, b *lanes.Value) *lanes.Value {
	if a == nil {
		return b
	}
	return m.d.LogicalAnd(a, b)
}

// mergeArms joins the states and masks at the end of a branch.
func (m *machine) mergeArms(before mask, cond *lanes.Value, a, b arm) {
	n := len(before.truth)
	after := make([]lanes.Truth, n)
	forced, side := make([]int64, n), make([]int64, n)
	anyForced := false
	for i, t := range before.truth {
		x, y := a.rest.truth[i], b.rest.truth[i]
		switch c := cond.TruthAt(i); {
		case t == lanes.False:
			continue
		case c == lanes.True:
			after[i] = x
		case c == lanes.False:
			after[i] = y
		case x != lanes.False && y != lanes.False:
			after[i] = t
		default:
			// Only one side goes on: its state is the state from here.
			after[i] = min(max(x, y), t)
			if x != y {
				forced[i], anyForced = 1, true
				if x != lanes.False {
					side[i] = 1
				}
			}
		}
	}
	m.mask = newMask(after)
	pick := cond
	if anyForced {
		pick = m.d.Select(m.d.PerThread(lanes.Bool, forced), m.d.PerThread(lanes.Bool, side), cond)
		if m.forcedAll(forced, before) {
			pick = m.d.PerThread(lanes.Bool, side)
		}
	}
	m.mergeJournals(pick, a.writes, b.writes)
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

// mergeJournals sets every object either side wrote to the choice of the two.
func (m *machine) mergeJournals(cond *lanes.Value, a, b journal) {
	for _, o := range objectsOf(a, b) {
		x, y := a[o], b[o]
		if x == nil {
			x = o.state
		}
		if y == nil {
			y = o.state
		}
		m.setState(o, m.mergeStates(o, cond, x, y))
	}
}

// objectsOf lists the objects of the journals, each once, in a fixed order, so
// that symbols are made in the same order in every run.
func objectsOf(journals ...journal) []*object {
	var out []*object
	seen := map[*object]bool{}
	for _, j := range journals {
		for o := range j {
			if !seen[o] {
				seen[o] = true
				out = append(out, o)
			}
		}
	}
	slices.SortFunc(out, func(a, b *object) int { return a.id - b.id })
	return out
}

// mergeStates returns the state that is a where cond is true and b where not.
func (m *machine) mergeStates(o *object, cond *lanes.Value, a, b *state) *state {
	if a == b {
		return a
	}
	out := &state{smeared: a.smeared || b.smeared, varied: a.varied || b.varied || (a.smeared || b.smeared) && !cond.IsUniform()}
	get := func(s *state, c cell) value {
		if i := s.find(c.off); i >= 0 {
			return s.cells[i].val
		}
		keep := o.state
		o.state = s
		v := m.loadCell(o, c.off, c.val.typ)
		o.state = keep
		return v
	}
	for _, c := range a.cells {
		out.cells = append(out.cells, cell{c.off, m.choose(cond, c.val, get(b, c))})
	}
	for _, c := range b.cells {
		if a.find(c.off) < 0 {
			out.cells = append(out.cells, cell{c.off, m.choose(cond, get(a, c), c.val)})
		}
	}
	return out
}

// applyPending makes the stores of arms that left by break or continue count.
func (m *machine) applyPending(list []pendingWrites) {
	for i := len(list) - 1; i >= 0; i-- {
		for _, o := range objectsOf(list[i].writes) {
			m.setState(o, m.mergeStates(o, list[i].cond, list[i].writes[o], o.state))
		}
	}
}

// leave ends the current path for the active threads.
func (m *machine) leave(kind exitKind) {
	if m.mask.empty() {
		return
	}
	m.exits |= kind
	switch kind {
	case exitReturn:
		m.frame.returned = m.frame.returned.or(m.mask)
	case exitBreak:
		if m.loops != nil {
			m.loops.broke = m.loops.broke.or(m.mask)
		}
	case exitContinue:
		for l := m.loops; l != nil; l = l.outer {
			if !l.isSwitch {
				l.continued = l.continued.or(m.mask)
				break
			}
		}
	}
	m.mask = m.noThreads()
}
