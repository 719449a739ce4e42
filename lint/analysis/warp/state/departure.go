package warp

import (
	"maps"
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

func (e *evaluator) both(a, b *lanes.Value) *lanes.Value {
	if a == nil {
		return b
	}
	return e.d.LogicalAnd(a, b)
}

// smearBefore makes an object unknown before the loop when the body stores to it
// at unknown offsets; it reports whether that changed anything.
func (m *memory) smearBefore(o *object, after *state) bool {
	if !after.smeared || o.state.smeared && o.state.varied == after.varied {
		return false
	}
	s := m.writable(o)
	s.varied = s.varied || after.varied
	for _, c := range s.cells {
		s.varied = s.varied || c.val.num == nil && !c.val.undefined || c.val.num != nil && !c.val.num.IsUniform()
	}
	s.cells, s.smeared = nil, true
	return true
}

// possibly lowers a mask of threads that left in some iteration to Maybe: an
// iteration need not be reached.
func (m *memory) possibly(k, entry mask) mask {
	if len(k.truth) == 0 {
		return k
	}
	truth := make([]lanes.Truth, len(k.truth))
	for i, t := range k.truth {
		if t != lanes.False && entry.truth[i] != lanes.False {
			truth[i] = lanes.Maybe
		}
	}
	return newMask(truth)
}

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
func (d *departure) condition(m *memory) *lanes.Value {
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

// rejoin lets threads come back with the state they left with. alone is set where
// no other threads are there.
func (m *memory) rejoin(list []*departure, alone bool) {
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
func (e *evaluator) scatterValue(v value) value {
	switch {
	case v.undefined || v.num != nil && v.num.Known():
		return v
	case v.num != nil:
		v.num = e.open(v.num.Type, v.num.IsData(), v.num.IsRead())
		return v
	}
	return e.unknown(v.typ)
}

// scatterState is scatterValue for what differs from a state before the loop.
func (m *memory) scatterState(s, before *state) *state {
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
