package state

import (
	"maps"
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// And returns a and b of two conditions, where a may be nil for true.
func (e *evaluator) And(a, b *lanes.Value) *lanes.Value {
	if a == nil {
		return b
	}
	return e.Lanes.LogicalAnd(a, b)
}

// SmashBefore makes an object unknown before the loop when the body stores to it
// at unknown offsets; it reports whether that changed anything.
func (m *Memory) SmashBefore(o *Object, after *Contents) bool {
	if !after.Smashed || o.Contents.Smashed && o.Contents.Varied == after.Varied {
		return false
	}
	s := m.Writable(o)
	s.Varied = s.Varied || after.Varied
	for _, c := range s.Cells {
		s.Varied = s.Varied || c.Value.Num == nil && !c.Value.Undefined || c.Value.Num != nil && !c.Value.Num.IsUniform()
	}
	s.Cells, s.Smashed = nil, true
	return true
}

// Possibly returns the threads that may have left in some iteration.
func (m *Memory) Possibly(k, entry Mask) Mask {
	if len(k.Truth) == 0 {
		return k
	}
	truth := make([]lanes.Truth, len(k.Truth))
	for i, t := range k.Truth {
		if t != lanes.False && entry.Truth[i] != lanes.False {
			truth[i] = lanes.Maybe
		}
	}
	return NewMask(truth)
}

// A Departure is a break, continue or return by threads, where it is not known which threads
// leave. Stores by the other threads change objects from there on, so the departure has what
// these objects held. The threads come back at the end of the loop, of the iteration, or of the
// call: their objects are merged then.
type Departure struct {
	Mask Mask
	// Cond is true in the threads of the mask that left; nil means all of them. It
	// need not be false in those that left at an earlier departure.
	Cond   *lanes.Value
	States map[*Object]*Contents
	// Newest is the number of objects there were: later ones are of no interest.
	Newest int
}

// Condition returns a Bool that is true in the threads that left.
func (d *Departure) Condition(m *Memory) *lanes.Value {
	switch {
	case d.Mask.full(m) && d.Cond == nil:
		return m.Lanes.Const(lanes.Bool, 1)
	case d.Mask.full(m):
		return d.Cond
	case d.Cond == nil:
		return d.Mask.Value(m)
	}
	return m.Lanes.LogicalAnd(d.Mask.Value(m), d.Cond)
}

// Keep remembers an object's state before it changes.
func (d *Departure) Keep(o *Object) {
	if o.ID <= d.Newest {
		d.Note(o, o.Contents)
	}
}

// Note remembers a state of an object, unless one is known.
func (d *Departure) Note(o *Object, s *Contents) {
	if d.States == nil {
		d.States = map[*Object]*Contents{}
	}
	if d.States[o] == nil {
		d.States[o], s.Shared = s, true
	}
}

// Objects lists the objects of which it keeps states, in a fixed order: see CloseJournal.
func (d *Departure) Objects() []*Object {
	return slices.SortedFunc(maps.Keys(d.States), func(a, b *Object) int { return a.ID - b.ID })
}

// Rejoin lets threads come back with the state they left with. alone is set where
// no other threads are there.
func (m *Memory) Rejoin(list []*Departure, alone bool) {
	if len(list) == 0 {
		return
	}
	m.Departures = slices.DeleteFunc(slices.Clone(m.Departures), func(d *Departure) bool { return slices.Contains(list, d) })
	// Threads that left early left the later departures to others.
	for i := len(list) - 1; i >= 0; i-- {
		d := list[i]
		if alone && i == len(list)-1 {
			d.Cond = nil
		}
		cond := d.Condition(m)
		for _, o := range d.Objects() {
			m.SetState(o, m.mergeStates(o, cond, d.States[o], o.Contents))
		}
	}
}

// ScatterValue returns what is known of a value of one iteration after threads left the loop in
// different iterations.
func (e *evaluator) ScatterValue(v Value) Value {
	switch {
	case v.Undefined || v.Num != nil && v.Num.Known():
		return v
	case v.Num != nil:
		v.Num = e.Varying(v.Num.Type, v.Num.IsData(), v.Num.IsRead())
		return v
	}
	return e.Unknown(v.Type)
}

// ScatterState is ScatterValue for what differs from a state before the loop.
func (m *Memory) ScatterState(s, before *Contents) *Contents {
	out := s.clone()
	out.Varied = out.Varied || out.Smashed
	for i, c := range out.Cells {
		if before != nil {
			if k := before.Find(c.Offset); k >= 0 && m.SameValue(c.Value, before.Cells[k].Value) {
				continue
			}
		}
		out.Cells[i].Value = m.ScatterValue(c.Value)
	}
	return out
}
