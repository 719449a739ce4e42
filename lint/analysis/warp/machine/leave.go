package warp

// leave ends the current path for the active threads.
func (m *machine) leave(kind exitKind) {
	if m.mask.empty() {
		return
	}
	m.work.leaveNests(kind, m.loops != nil && m.loops.isSwitch, m.callDepth)
	target := m.loops
	if kind == exitContinue {
		for target != nil && target.isSwitch {
			target = target.outer
		}
	}
	switch {
	case kind == exitReturn:
		m.frame.returned = m.frame.returned.or(m.mask)
		m.frame.left++
		m.leaveGuarded(m.frame.guards)
	case target == nil:
		// Not in a loop: broken source.
	case kind == exitBreak:
		target.broke = target.broke.or(m.mask)
		target.leftBy += m.leaveGuarded(target.guards)
	default:
		target.continued = target.continued.or(m.mask)
		target.skippedBy += m.leaveGuarded(target.guards)
	}
	if m.openArms > 0 || len(m.away) > 0 || !m.sure() {
		m.depart(kind, target)
	}
	m.mask = m.noThreads()
}

// depart notes a departure. What is after a kernel's return needs no state.
func (m *machine) depart(kind exitKind, target *loopContext) {
	if kind == exitReturn && m.frame.caller == nil || kind != exitReturn && target == nil {
		return
	}
	d := &departure{mask: m.mask, newest: m.objects}
	// Threads that left on the way here are not among these.
	exclude := func(list []*departure) {
		for _, e := range list {
			if e.cond != nil {
				d.cond = m.both(d.cond, m.d.Not(e.condition(&m.memory)))
			}
		}
	}
	switch {
	case kind == exitReturn:
		for l := m.loops; l != nil; l = l.outer {
			exclude(l.onRepeat)
			exclude(l.onBreak)
		}
		m.frame.departed = append(m.frame.departed, d)
	case kind == exitBreak:
		exclude(target.onRepeat)
		target.onBreak = append(target.onBreak, d)
	default:
		for l := m.loops; l != target; l = l.outer {
			exclude(l.onBreak)
		}
		target.onRepeat = append(target.onRepeat, d)
	}
	m.away = append(m.away, d)
}
