package warp

import "github.com/cudalint/cudalint/lint/analysis/warp/lanes"

// mergeJournals sets every object either side wrote to the choice of the two.
func (m *memory) mergeJournals(cond *lanes.Value, a, b journal) {
	for len(a) > 0 || len(b) > 0 {
		var o *object
		if len(b) == 0 || len(a) > 0 && a[0].obj.id <= b[0].obj.id {
			o = a[0].obj
		} else {
			o = b[0].obj
		}
		x, y := o.state, o.state
		if len(a) > 0 && a[0].obj == o {
			x, a = a[0].state, a[1:]
		}
		if len(b) > 0 && b[0].obj == o {
			y, b = b[0].state, b[1:]
		}
		m.setState(o, m.mergeStates(o, cond, x, y))
	}
}

// mergeStates returns the state that is a where cond is true and b where not.
func (m *memory) mergeStates(o *object, cond *lanes.Value, a, b *state) *state {
	if truth, ok := cond.Constant(); a == b || ok && truth != 0 {
		return a
	}
	out := &state{cells: make([]cell, 0, max(len(a.cells), len(b.cells))), smeared: a.smeared || b.smeared, varied: a.varied || b.varied || (a.smeared || b.smeared) && !cond.IsUniform()}
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

// underIn returns new for the active threads and old for the others, as far as they
// see an object: all of them, where the active ones are those that declared it.
func (m *memory) underIn(o *object, new, old value) value {
	if !m.mask.full(m) && m.mask.same(o.birth) {
		return new
	}
	return m.under(m.mask, new, old)
}

// under returns new for the threads of a mask and old for the others.
func (m *memory) under(k mask, new, old value) value {
	if k.full(m) || old.undefined {
		return new
	}
	v := m.choose(k.value(m), new, old)
	if m.work != nil {
		v.op = m.nodeOf(new) // under a predicate
	}
	return v
}

// choose returns a where cond is true and b where it is false.
func (e *evaluator) choose(cond *lanes.Value, a, b value) value {
	v := e.chosen(cond, a, b)
	if e.work != nil && !a.undefined && !b.undefined && v.fn == nil && v.group == nil {
		v.op = e.merged(a, b)
	}
	return v
}

func (e *evaluator) chosen(cond *lanes.Value, a, b value) value {
	switch {
	case a.undefined:
		return b
	case b.undefined:
		return a
	case cond.Known() && cond.IsUniform():
		if cond.TruthAt(0) == lanes.True {
			return a
		}
		return b
	case a.num != nil && b.num != nil:
		x, y := a.num, b.num
		if x.Type != y.Type {
			y = e.d.Convert(x.Type, y)
		}
		return value{typ: a.typ, num: e.d.Select(cond, x, y)}
	case a.ptr != nil && b.ptr != nil:
		return value{typ: a.typ, ptr: e.choosePointer(cond, a.ptr, b.ptr)}
	case a.fn != nil && a.fn == b.fn, a.group != nil && b.group != nil && *a.group == *b.group:
		return a
	}
	return e.unknown(a.typ)
}

// maxTargets bounds how many objects a pointer may point to.
const maxTargets = 6

func (e *evaluator) choosePointer(cond *lanes.Value, a, b []target) []target {
	var out []target
	for _, x := range a {
		for _, y := range b {
			if x.obj == y.obj {
				x.off = e.d.Select(cond, x.off, y.off)
			}
		}
		out = append(out, x)
	}
	for _, y := range b {
		found := false
		for _, x := range a {
			found = found || x.obj == y.obj
		}
		if !found {
			out = append(out, y)
		}
	}
	if len(out) > maxTargets {
		return nil
	}
	return out
}
