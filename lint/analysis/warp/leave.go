package warp

import (
	"maps"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// An exitKind is how threads leave the path they are on.
type exitKind uint8

const (
	exitReturn exitKind = iota
	exitBreak
	exitContinue
)

// A departure is a break, continue or return by threads that cannot be told from
// those that go on. The others' stores overwrite the tracked state from there on,
// so it keeps what the objects they change held, until the threads come back: at
// the end of the loop, of the iteration, or of the call.
type departure struct {
	mask mask
	// cond is true in the threads of the mask that left; nil means all of them. It
	// need not be false in those that left at an earlier departure.
	cond   *lanes.Value
	states map[*object]*state
	// newest is the number of objects there were: later ones are of no interest.
	newest int
}

// condition returns a Bool that is true in the threads that left.
func (d *departure) condition(m *machine) *lanes.Value {
	switch {
	case d.mask.full(m) && d.cond == nil:
		return m.d.Const(lanes.Bool, 1)
	case d.mask.full(m):
		return d.cond
	case d.cond == nil:
		return d.mask.value(m)
	}
	return m.d.LogicalAnd(d.mask.value(m), d.cond)
}

// keep remembers an object's state before it changes.
func (d *departure) keep(o *object) {
	if o.id <= d.newest {
		d.note(o, o.state)
	}
}

// note remembers a state of an object, unless one is known.
func (d *departure) note(o *object, s *state) {
	if d.states == nil {
		d.states = map[*object]*state{}
	}
	if d.states[o] == nil {
		d.states[o], s.kept = s, true
	}
}

// objects lists the objects of which it keeps states, in a fixed order: see closeJournal.
func (d *departure) objects() []*object {
	return slices.SortedFunc(maps.Keys(d.states), func(a, b *object) int { return a.id - b.id })
}

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
				d.cond = m.both(d.cond, m.d.Not(e.condition(m)))
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

// rejoin lets threads come back with the state they left with. alone is set where
// no other threads are there.
func (m *machine) rejoin(list []*departure, alone bool) {
	if len(list) == 0 {
		return
	}
	m.away = slices.DeleteFunc(slices.Clone(m.away), func(d *departure) bool { return slices.Contains(list, d) })
	// Threads that left early left the later departures to others.
	for i := len(list) - 1; i >= 0; i-- {
		d := list[i]
		if alone && i == len(list)-1 {
			d.cond = nil
		}
		cond := d.condition(m)
		for _, o := range d.objects() {
			m.setState(o, m.mergeStates(o, cond, d.states[o], o.state))
		}
	}
}

// scatterValue gives up what a value that an iteration made says of all threads, since
// they leave the loop in different iterations.
func (m *machine) scatterValue(v value) value {
	switch {
	case v.undefined || v.num != nil && v.num.Known():
		return v
	case v.num != nil:
		v.num = m.open(v.num.Type, v.num.IsData(), v.num.IsRead())
		return v
	}
	return m.unknown(v.typ)
}

// scatterState is scatterValue for what differs from a state before the loop.
func (m *machine) scatterState(s, before *state) *state {
	out := s.clone()
	out.varied = out.varied || out.smeared
	for i, c := range out.cells {
		if before != nil {
			if k := before.find(c.off); k >= 0 && m.sameValue(c.val, before.cells[k].val) {
				continue
			}
		}
		out.cells[i].val = m.scatterValue(c.val)
	}
	return out
}

// runBody interprets the body of a call in a frame made for it.
func (m *machine) runBody(f *frame) {
	youngest := m.objects
	m.runFrame(f, &f.ir.Body)
	m.hideSince(youngest)
}

// runFrame interprets a region in a frame made for it. Its threads go on together after it.
func (m *machine) runFrame(f *frame, r *ir.Region) {
	caller, loops, before := m.frame, m.loops, m.mask
	f.caller, f.guards = caller, m.guards
	m.frame, m.loops = f, nil
	m.callDepth++
	var called region
	if m.work != nil {
		called = m.work.region()
	}
	m.run(r)
	m.work.rejoinBlock(called)
	m.rejoin(f.departed, m.mask.empty())
	m.callDepth--
	m.frame, m.loops, m.mask, m.guards = caller, loops, before, f.guards
}
