package machine

import (
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// leave ends the current path for the active threads.
func (m *machine) leave(kind opgraph.Exit) {
	if m.Mask.Empty() {
		return
	}
	m.Graph.LeaveNests(kind, m.loops != nil && m.loops.isSwitch, m.callDepth)
	target := m.loops
	if kind == opgraph.ExitContinue {
		for target != nil && target.isSwitch {
			target = target.outer
		}
	}
	switch {
	case kind == opgraph.ExitReturn:
		m.frame.returned = m.frame.returned.Or(m.Mask)
		m.frame.left++
		m.leaveGuarded(m.frame.guards)
	case target == nil:
		// Not in a loop: broken source.
	case kind == opgraph.ExitBreak:
		target.broke = target.broke.Or(m.Mask)
		target.leftBy += m.leaveGuarded(target.guards)
	default:
		target.continued = target.continued.Or(m.Mask)
		target.skippedBy += m.leaveGuarded(target.guards)
	}
	if m.openArms > 0 || len(m.Departures) > 0 || !m.Sure() {
		m.depart(kind, target)
	}
	m.Mask = m.NoThreads()
}

// depart notes a departure. What is after a kernel's return needs no state.
func (m *machine) depart(kind opgraph.Exit, target *loopContext) {
	if kind == opgraph.ExitReturn && m.frame.caller == nil || kind != opgraph.ExitReturn && target == nil {
		return
	}
	d := &state.Departure{Mask: m.Mask, Newest: m.Objects}
	// Threads that left on the way here are not among these.
	exclude := func(list []*state.Departure) {
		for _, e := range list {
			if e.Cond != nil {
				d.Cond = m.And(d.Cond, m.Lanes.Not(e.Condition(&m.Memory)))
			}
		}
	}
	switch {
	case kind == opgraph.ExitReturn:
		for l := m.loops; l != nil; l = l.outer {
			exclude(l.onRepeat)
			exclude(l.onBreak)
		}
		m.frame.departed = append(m.frame.departed, d)
	case kind == opgraph.ExitBreak:
		exclude(target.onRepeat)
		target.onBreak = append(target.onBreak, d)
	default:
		for l := m.loops; l != target; l = l.outer {
			exclude(l.onBreak)
		}
		target.onRepeat = append(target.onRepeat, d)
	}
	m.Departures = append(m.Departures, d)
}
