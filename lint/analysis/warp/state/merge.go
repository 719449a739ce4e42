package state

import "github.com/cudalint/cudalint/lint/analysis/warp/lanes"

// MergeJournals sets every object either side wrote to the choice of the two.
func (m *Memory) MergeJournals(cond *lanes.Value, a, b Journal) {
	for len(a) > 0 || len(b) > 0 {
		var o *Object
		if len(b) == 0 || len(a) > 0 && a[0].Object.ID <= b[0].Object.ID {
			o = a[0].Object
		} else {
			o = b[0].Object
		}
		x, y := o.Contents, o.Contents
		if len(a) > 0 && a[0].Object == o {
			x, a = a[0].Contents, a[1:]
		}
		if len(b) > 0 && b[0].Object == o {
			y, b = b[0].Contents, b[1:]
		}
		m.SetState(o, m.mergeStates(o, cond, x, y))
	}
}

// mergeStates returns the state that is a where cond is true and b where not.
func (m *Memory) mergeStates(o *Object, cond *lanes.Value, a, b *Contents) *Contents {
	if truth, ok := cond.Constant(); a == b || ok && truth != 0 {
		return a
	}
	out := &Contents{Cells: make([]Cell, 0, max(len(a.Cells), len(b.Cells))), Smashed: a.Smashed || b.Smashed, Varied: a.Varied || b.Varied || (a.Smashed || b.Smashed) && !cond.IsUniform()}
	get := func(s *Contents, c Cell) Value {
		if i := s.Find(c.Offset); i >= 0 {
			return s.Cells[i].Value
		}
		keep := o.Contents
		o.Contents = s
		v := m.loadCell(o, c.Offset, c.Value.Type)
		o.Contents = keep
		return v
	}
	for _, c := range a.Cells {
		out.Cells = append(out.Cells, Cell{c.Offset, m.Choose(cond, c.Value, get(b, c))})
	}
	for _, c := range b.Cells {
		if a.Find(c.Offset) < 0 {
			out.Cells = append(out.Cells, Cell{c.Offset, m.Choose(cond, get(a, c), c.Value)})
		}
	}
	return out
}

// underIn returns new for the active threads and old for the others, as far as they
// see an object: all of them, where the active ones are those that declared it.
func (m *Memory) underIn(o *Object, new, old Value) Value {
	if !m.Mask.full(m) && m.Mask.same(o.birth) {
		return new
	}
	return m.under(m.Mask, new, old)
}

// under returns new for the threads of a mask and old for the others.
func (m *Memory) under(k Mask, new, old Value) Value {
	if k.full(m) || old.Undefined {
		return new
	}
	v := m.Choose(k.Value(m), new, old)
	if m.Graph != nil {
		v.Node = m.NodeOf(new) // under a predicate
	}
	return v
}

// Choose returns a where cond is true and b where it is false.
func (e *evaluator) Choose(cond *lanes.Value, a, b Value) Value {
	v := e.chosen(cond, a, b)
	if e.Graph != nil && !a.Undefined && !b.Undefined && v.Func == nil && v.Group == nil {
		v.Node = e.merged(a, b)
	}
	return v
}

func (e *evaluator) chosen(cond *lanes.Value, a, b Value) Value {
	switch {
	case a.Undefined:
		return b
	case b.Undefined:
		return a
	case cond.Known() && cond.IsUniform():
		if cond.TruthAt(0) == lanes.True {
			return a
		}
		return b
	case a.Num != nil && b.Num != nil:
		x, y := a.Num, b.Num
		if x.Type != y.Type {
			y = e.Lanes.Convert(x.Type, y)
		}
		return Value{Type: a.Type, Num: e.Lanes.Select(cond, x, y)}
	case a.Ptr != nil && b.Ptr != nil:
		return Value{Type: a.Type, Ptr: e.choosePointer(cond, a.Ptr, b.Ptr)}
	case a.Func != nil && a.Func == b.Func, a.Group != nil && b.Group != nil && *a.Group == *b.Group:
		return a
	}
	return e.Unknown(a.Type)
}

// maxTargets bounds how many objects a pointer may point to.
const maxTargets = 6

func (e *evaluator) choosePointer(cond *lanes.Value, a, b []Target) []Target {
	var out []Target
	for _, x := range a {
		for _, y := range b {
			if x.Object == y.Object {
				x.Offset = e.Lanes.Select(cond, x.Offset, y.Offset)
			}
		}
		out = append(out, x)
	}
	for _, y := range b {
		found := false
		for _, x := range a {
			found = found || x.Object == y.Object
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
