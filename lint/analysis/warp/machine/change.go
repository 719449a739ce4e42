package machine

import (
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// A change describes how a loop changes one cell in every iteration.
type change struct {
	obj   *state.Object
	off   int64
	start state.Value
	// step is what each iteration adds to the cell. It is nil if the cell changes otherwise.
	step *lanes.Value
	// targets are what a pointer without a step may point to.
	targets []state.Target
	// phi is the node of what it holds in an iteration.
	phi     opgraph.Ref
	uniform bool // an irregular change that leaves the cell uniform
	data    bool
	read    bool // set where what it becomes depends on memory
	// equalLanes is equal in threads whose numbers are equal in every iteration, of a change
	// without a step; nil where no such threads are known.
	equalLanes *lanes.Value
}

// refine compares a cell after an iteration with what was assumed before it and
// corrects the assumption; it reports whether it had to.
func (f *fixpoint) refine(o *state.Object, after state.Cell, round int) bool {
	if o.Contents.Smashed && o.Contents.Find(after.Offset) < 0 {
		return false
	}
	i := o.Contents.Find(after.Offset)
	if i < 0 {
		return false // first written inside the body
	}
	start := o.Contents.Cells[i].Value
	if start.Undefined {
		return false // never read before it is written, in a correct program
	}
	for k := range f.changes {
		c := &f.changes[k]
		if c.obj == o && c.off == after.Offset {
			return f.weaken(c, after.Value, round)
		}
	}
	if f.SameValue(start, after.Value) {
		return false
	}
	c := change{obj: o, off: after.Offset, start: start, uniform: state.IsUniform(start) && state.IsUniform(after.Value), data: state.IsData(start) || state.IsData(after.Value), read: state.IsRead(start) || state.IsRead(after.Value)}
	if start.Num != nil && after.Value.Num != nil && start.Num.Type == after.Value.Num.Type && round < maxRounds {
		if step, ok := f.Lanes.StepBetween(start.Num.Type, start.Num, after.Value.Num); ok {
			c.step = step
		}
	} else if step, ok := f.PointerStep(start, after.Value); ok {
		c.step = step
	}
	if c.step == nil && start.Ptr != nil && after.Value.Ptr != nil {
		c.targets, _ = f.JoinTargets(start.Ptr, after.Value.Ptr)
	}
	f.findEqualLanes(&c, after.Value, round)
	f.changes = append(f.changes, c)
	return true
}

// weaken checks an assumption against what an iteration made of it.
func (f *fixpoint) weaken(c *change, after state.Value, round int) bool {
	if c.step != nil {
		assumed := f.inIteration(*c, f.iteration)
		var step *lanes.Value
		ok := false
		if assumed.Num != nil && after.Num != nil && assumed.Num.Type == after.Num.Type {
			step, ok = f.Lanes.StepBetween(assumed.Num.Type, assumed.Num, after.Num)
		} else {
			step, ok = f.PointerStep(assumed, after)
		}
		if ok && f.Lanes.Same(step, c.step) {
			return false
		}
		c.step = nil
		if assumed.Ptr != nil && after.Ptr != nil {
			c.targets, _ = f.JoinTargets(c.start.Ptr, after.Ptr)
		}
		c.data, c.read = c.data || state.IsData(after), c.read || state.IsRead(after)
		c.uniform = state.IsUniform(c.start) && state.IsUniform(after)
		f.findEqualLanes(c, after, round)
		return true
	}
	was := *c
	moved := false
	if c.targets != nil && after.Ptr != nil {
		c.targets, moved = f.JoinTargets(c.targets, after.Ptr)
	} else if c.targets != nil {
		c.targets, moved = nil, true
	}
	c.uniform = c.uniform && state.IsUniform(after)
	c.data, c.read = c.data || state.IsData(after), c.read || state.IsRead(after)
	parted := c.equalLanes != nil && f.Lanes.Separates(c.equalLanes, after.Num)
	if parted {
		f.findEqualLanes(c, after, round)
	}
	return was.uniform != c.uniform || was.data != c.data || was.read != c.read || moved || parted
}

// findEqualLanes sets equalLanes of a change: to the threads whose numbers are equal before the
// loop, after an iteration, and in all iterations so far.
func (f *fixpoint) findEqualLanes(c *change, after state.Value, round int) {
	was := c.equalLanes
	if c.equalLanes = nil; c.step == nil && c.start.Num != nil && after.Num != nil && round < maxRounds {
		c.equalLanes = f.Lanes.Loaded(lanes.Int64, c.start.Num, after.Num)
		if was != nil {
			c.equalLanes = f.Lanes.Loaded(lanes.Int64, was, c.equalLanes)
		}
	}
}

// assume sets every changing cell to what it holds in an iteration.
func (f *fixpoint) assume() {
	for _, c := range f.changes {
		s := f.Writable(c.obj)
		if i := s.Find(c.off); i >= 0 {
			s.Cells[i].Value = f.inIteration(c, f.iteration)
		}
	}
}

// inIteration returns the value of a changing cell in an iteration.
func (f *fixpoint) inIteration(c change, iteration *lanes.Value) state.Value {
	v := c.start
	v.Node = c.phi
	switch {
	case c.step != nil && v.Num != nil:
		v.Num = f.Lanes.Induction(v.Num.Type, v.Num, iteration, c.step)
	case c.step != nil:
		v.Ptr = append([]state.Target(nil), v.Ptr...)
		v.Ptr[0].Offset = f.Lanes.Induction(lanes.Int64, v.Ptr[0].Offset, iteration, c.step)
	case v.Num != nil:
		v.Num = f.irregular(v.Num.Type, c)
	default:
		v = f.Unknown(v.Type)
		v.Ptr, v.Node = c.targets, c.phi
	}
	return v
}

func (f *fixpoint) irregular(t lanes.Type, c change) *lanes.Value {
	if c.uniform {
		return f.Lanes.UniformOf(t)
	}
	if c.equalLanes != nil && c.data {
		return f.Lanes.Loaded(t, c.equalLanes)
	}
	return f.Varying(t, c.data, c.read)
}

// forgetIterations sets the changed cells to what they may hold after the loop. Threads that
// leave together have executed the same number of iterations.
func (f *fixpoint) forgetIterations() {
	final := f.Lanes.Iterations()
	if f.exact {
		final = f.Lanes.Const(lanes.Int64, f.last+1)
	}
	for _, c := range f.changes {
		s := f.Writable(c.obj)
		i := s.Find(c.off)
		if i < 0 {
			continue
		}
		switch {
		case f.together:
			s.Cells[i].Value = f.inIteration(c, final)
		default:
			v := c.start
			v.Node = c.phi
			if v.Num != nil {
				v.Num = f.Varying(v.Num.Type, c.data, f.read)
			} else {
				v = f.Unknown(v.Type)
				v.Node = c.phi
				for _, t := range c.targets {
					if _, constant := t.Offset.Constant(); !constant {
						t.Offset = f.Varying(lanes.Int64, false, f.read)
					}
					v.Ptr = append(v.Ptr, t)
				}
			}
			s.Cells[i].Value = v
		}
	}
}
