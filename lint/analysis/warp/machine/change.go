package warp

import (
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A change is what a loop does to one cell from iteration to iteration.
type change struct {
	obj   *object
	off   int64
	start value
	// step is what the cell grows by, nil where it changes otherwise; still is set
	// where it keeps its value.
	step *lanes.Value
	// targets are what a pointer that changes otherwise may point to.
	targets []target
	// phi is the node of what it holds in an iteration.
	phi     ref
	uniform bool // an irregular change that leaves the cell uniform
	data    bool
	read    bool // set where what it becomes depends on memory
	// alike is a number that threads share which have the same irregular number in each
	// iteration; nil where that is not known of any.
	alike *lanes.Value
}

// refine compares a cell after an iteration with what was assumed before it and
// corrects the assumption; it reports whether it had to.
func (m *machine) refine(changes *[]change, o *object, after cell, iteration *lanes.Value, round int) bool {
	if o.state.smeared && o.state.find(after.off) < 0 {
		return false
	}
	i := o.state.find(after.off)
	if i < 0 {
		return false // first written inside the body
	}
	start := o.state.cells[i].val
	if start.undefined {
		return false // never read before it is written, in a correct program
	}
	for k := range *changes {
		c := &(*changes)[k]
		if c.obj == o && c.off == after.off {
			return m.weaken(c, after.val, iteration, round)
		}
	}
	if m.sameValue(start, after.val) {
		return false
	}
	c := change{obj: o, off: after.off, start: start, uniform: isUniform(start) && isUniform(after.val), data: isData(start) || isData(after.val), read: isRead(start) || isRead(after.val)}
	if start.num != nil && after.val.num != nil && start.num.Type == after.val.num.Type && round < maxRounds {
		if step, ok := m.d.StepBetween(start.num.Type, start.num, after.val.num); ok {
			c.step = step
		}
	} else if step, ok := m.pointerStep(start, after.val); ok {
		c.step = step
	}
	if c.step == nil && start.ptr != nil && after.val.ptr != nil {
		c.targets, _ = m.joinTargets(start.ptr, after.val.ptr)
	}
	m.liken(&c, after.val, round)
	*changes = append(*changes, c)
	return true
}

// weaken checks an assumption against what an iteration made of it.
func (m *machine) weaken(c *change, after value, iteration *lanes.Value, round int) bool {
	if c.step != nil {
		assumed := m.inIteration(*c, iteration)
		var step *lanes.Value
		ok := false
		if assumed.num != nil && after.num != nil && assumed.num.Type == after.num.Type {
			step, ok = m.d.StepBetween(assumed.num.Type, assumed.num, after.num)
		} else {
			step, ok = m.pointerStep(assumed, after)
		}
		if ok && m.d.Same(step, c.step) {
			return false
		}
		c.step = nil
		if assumed.ptr != nil && after.ptr != nil {
			c.targets, _ = m.joinTargets(c.start.ptr, after.ptr)
		}
		c.data, c.read = c.data || isData(after), c.read || isRead(after)
		c.uniform = isUniform(c.start) && isUniform(after)
		m.liken(c, after, round)
		return true
	}
	was := *c
	moved := false
	if c.targets != nil && after.ptr != nil {
		c.targets, moved = m.joinTargets(c.targets, after.ptr)
	} else if c.targets != nil {
		c.targets, moved = nil, true
	}
	c.uniform = c.uniform && isUniform(after)
	c.data, c.read = c.data || isData(after), c.read || isRead(after)
	parted := c.alike != nil && m.d.Parts(c.alike, after.num)
	if parted {
		m.liken(c, after, round)
	}
	return was.uniform != c.uniform || was.data != c.data || was.read != c.read || moved || parted
}

// liken notes which threads have the same number before the loop and after an iteration, of
// those that had in each one so far.
func (m *machine) liken(c *change, after value, round int) {
	was := c.alike
	if c.alike = nil; c.step == nil && c.start.num != nil && after.num != nil && round < maxRounds {
		c.alike = m.d.Loaded(lanes.Int64, c.start.num, after.num)
		if was != nil {
			c.alike = m.d.Loaded(lanes.Int64, was, c.alike)
		}
	}
}

// assume sets every changing cell to what it holds in an iteration.
func (m *machine) assume(changes []change, iteration *lanes.Value) {
	for _, c := range changes {
		s := m.writable(c.obj)
		if i := s.find(c.off); i >= 0 {
			s.cells[i].val = m.inIteration(c, iteration)
		}
	}
}

// inIteration returns what a changing cell holds in an iteration.
func (m *machine) inIteration(c change, iteration *lanes.Value) value {
	v := c.start
	v.op = c.phi
	switch {
	case c.step != nil && v.num != nil:
		v.num = m.d.Induction(v.num.Type, v.num, iteration, c.step)
	case c.step != nil:
		v.ptr = append([]target(nil), v.ptr...)
		v.ptr[0].off = m.d.Induction(lanes.Int64, v.ptr[0].off, iteration, c.step)
	case v.num != nil:
		v.num = m.irregular(v.num.Type, c)
	default:
		v = m.unknown(v.typ)
		v.ptr, v.op = c.targets, c.phi
	}
	return v
}

func (m *machine) irregular(t lanes.Type, c change) *lanes.Value {
	if c.uniform {
		return m.d.UniformOf(t)
	}
	if c.alike != nil && c.data {
		return m.d.Loaded(t, c.alike)
	}
	return m.open(t, c.data, c.read)
}

// forgetIterations sets the changed cells to what they may hold after the loop. Threads that
// leave together have made the same number of iterations.
func (m *machine) forgetIterations(f *fixpoint) {
	final := m.d.Iteration()
	if f.exact {
		final = m.d.Const(lanes.Int64, f.last+1)
	}
	for _, c := range f.changes {
		s := m.writable(c.obj)
		i := s.find(c.off)
		if i < 0 {
			continue
		}
		switch {
		case f.together:
			s.cells[i].val = m.inIteration(c, final)
		default:
			v := c.start
			v.op = c.phi
			if v.num != nil {
				v.num = m.open(v.num.Type, c.data, f.read)
			} else {
				v = m.unknown(v.typ)
				v.op = c.phi
				for _, t := range c.targets {
					if _, constant := t.off.Constant(); !constant {
						t.off = m.open(lanes.Int64, false, f.read)
					}
					v.ptr = append(v.ptr, t)
				}
			}
			s.cells[i].val = v
		}
	}
}
