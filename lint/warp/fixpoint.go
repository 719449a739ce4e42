package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// maxRounds bounds how often a loop body is tried before everything it changes is
// given up.
const maxRounds = 4

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
	uniform bool // an irregular change that leaves the cell uniform
	data    bool
}

// runAbstract interprets all remaining iterations of a loop at once. Cells that
// change by a known step keep it as start + iteration * step; others become
// unknown numbers, uniform where every iteration leaves them so.
func (m *machine) runAbstract(l loop, ctx *loopContext) {
	entry := m.mask
	iteration := m.d.Iteration()
	changes, before := m.findChanges(l, ctx, iteration)
	away, returns := len(m.away), len(m.frame.returns)
	m.openArms++
	m.assume(changes, iteration)
	endless := m.endless(l)
	last, exact := m.boundIterations(l, iteration)
	outerTrips := m.trips
	m.trips = 0
	if exact && outerTrips > 0 {
		m.trips = outerTrips * max(last+1, 0)
	}
	var cond *lanes.Value
	if l.testLast {
		m.iterate(l, ctx)
		if l.condition.Valid() {
			cond = m.loopCondition(l)
		}
	} else {
		cond = m.loopCondition(l)
		m.mask = m.mask.and(cond, true)
		if !m.mask.empty() {
			m.iterate(l, ctx)
		}
	}
	m.trips = outerTrips
	m.openArms--
	together := cond == nil || cond.IsUniform()
	for _, d := range m.away[away:] {
		m.departInSome(d, entry, together, before, returns)
	}
	if !together {
		for _, o := range objectsOf(before) {
			m.setState(o, m.scatterState(o.state, before[o]))
		}
	}
	m.forgetIterations(changes, together)
	if endless {
		m.mask = m.noThreads() // only break leaves; the caller adds those threads
		return
	}
	// Threads that may have returned on the way may be gone.
	m.mask = entry.without(m.possibly(m.frame.returned, entry))
}

// departInSome makes a departure of one iteration stand for all of them. Threads
// that do not leave together leave in different iterations.
func (m *machine) departInSome(d *departure, entry mask, together bool, before journal, returns int) {
	together = together && (d.cond == nil || d.cond.IsUniform()) && slices.Equal(d.mask.truth, entry.truth)
	if together {
		d.cond = m.both(d.cond, m.d.UniformOf(lanes.Bool))
		return
	}
	d.cond = m.both(d.cond, m.d.Opaque(lanes.Bool, false))
	for o := range before {
		d.keep(o)
	}
	for _, o := range objectsOf(d.states) {
		d.states[o] = m.scatterState(d.states[o], before[o])
	}
	for i := range m.frame.returns[returns:] {
		if r := &m.frame.returns[returns+i]; r.from == d {
			r.val = m.scatterValue(r.val)
		}
	}
}

// endless reports whether a loop's condition holds in every iteration. It is asked
// before the iterations are bounded by the condition itself.
func (m *machine) endless(l loop) bool {
	if !l.condition.Valid() {
		return true
	}
	always := false
	m.trial(func() {
		cond := m.loopCondition(l)
		always = cond.Known() && cond.IsUniform() && cond.TruthAt(0) == lanes.True
	})
	return always
}

// possibly lowers a mask of threads that left in some iteration to Maybe: an
// iteration need not be reached.
func (m *machine) possibly(k, entry mask) mask {
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

// findChanges tries the body until an assumption about every cell it changes
// holds from one iteration to the next. It returns them with the states from before
// the loop of what the body stores to.
func (m *machine) findChanges(l loop, ctx *loopContext, iteration *lanes.Value) (changes []change, before journal) {
	for round := 0; ; round++ {
		stable := true
		w := m.trial(func() {
			m.assume(changes, iteration)
			m.runOnce(l, ctx)
		})
		for _, o := range objectsOf(w) {
			if o.state.smeared != w[o].smeared || o.state.varied != w[o].varied {
				stable = stable && !m.smearBefore(o, w[o])
			}
			for _, c := range w[o].cells {
				if m.refine(&changes, o, c, iteration, round) {
					stable = false
				}
			}
		}
		if stable || round > maxRounds+2 {
			before = journal{}
			for o := range w {
				before[o] = o.state.clone()
			}
			return changes, before
		}
	}
}

// smearBefore makes an object unknown before the loop when the body stores to it
// at unknown offsets; it reports whether that changed anything.
func (m *machine) smearBefore(o *object, after *state) bool {
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
	c := change{obj: o, off: after.off, start: start, uniform: isUniform(start) && isUniform(after.val), data: isData(start) || isData(after.val)}
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
	*changes = append(*changes, c)
	return true
}

// joinTargets returns the objects that either of two pointers may point to, at
// offsets that are kept where they are one constant. changed reports whether that
// is more than the first one says.
func (m *machine) joinTargets(a, b []target) (out []target, changed bool) {
	out = append(out, a...)
	for _, t := range b {
		i := slices.IndexFunc(out, func(x target) bool { return x.obj == t.obj })
		if i < 0 {
			out, changed = append(out, t), true
			continue
		}
		old := out[i].off
		_, constant := old.Constant()
		switch {
		case constant && m.d.Same(old, t.off):
		case old.IsUniform() && t.off.IsUniform():
			out[i].off = m.d.UniformOf(lanes.Int64)
			changed = changed || constant
		default:
			out[i].off = m.d.Opaque(lanes.Int64, false)
			changed = changed || old.IsUniform()
		}
	}
	if len(out) > maxTargets {
		return nil, true
	}
	return out, changed
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
		c.data = c.data || isData(after)
		c.uniform = isUniform(c.start) && isUniform(after)
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
	c.data = c.data || isData(after)
	return was.uniform != c.uniform || was.data != c.data || moved
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
		v.ptr = c.targets
	}
	return v
}

func (m *machine) irregular(t lanes.Type, c change) *lanes.Value {
	if c.uniform {
		return m.d.UniformOf(t)
	}
	return m.d.Opaque(t, c.data)
}

// forgetIterations sets the changed cells to what they may hold after the loop.
// Threads that leave together have made the same number of iterations.
func (m *machine) forgetIterations(changes []change, together bool) {
	final := m.d.Iteration()
	for _, c := range changes {
		s := m.writable(c.obj)
		i := s.find(c.off)
		if i < 0 {
			continue
		}
		switch {
		case together:
			s.cells[i].val = m.inIteration(c, final)
		default:
			v := c.start
			if v.num != nil {
				v.num = m.d.Opaque(v.num.Type, c.data)
			} else {
				v = m.unknown(v.typ)
				for _, t := range c.targets {
					if _, constant := t.off.Constant(); !constant {
						t.off = m.d.Opaque(lanes.Int64, false)
					}
					v.ptr = append(v.ptr, t)
				}
			}
			s.cells[i].val = v
		}
	}
}

// runOnce runs the condition, the body and the update for one iteration.
func (m *machine) runOnce(l loop, ctx *loopContext) {
	if !l.testLast {
		m.mask = m.mask.and(m.loopCondition(l), true)
		if m.mask.empty() {
			return
		}
	}
	m.iterate(l, ctx)
}

// boundIterations narrows the iteration count by the loop's condition, a
// comparison whose difference changes by a known step. exact is set if every
// thread makes last + 1 iterations.
func (m *machine) boundIterations(l loop, iteration *lanes.Value) (last int64, exact bool) {
	cond := unparenthesize(l.condition)
	if !cond.Is(ast.BinaryExpression) {
		return 0, false
	}
	ok := false
	m.trial(func() {
		a, b := m.eval(cond.Child(ast.FieldLeft)), m.eval(cond.Child(ast.FieldRight))
		if a.num == nil || b.num == nil || a.num.Type.Float || b.num.Type.Float {
			return
		}
		bound := int64(1)
		switch cond.Op() {
		case ast.Less, ast.NotEqual:
		case ast.LessEqual:
			bound = 0
		case ast.Greater:
			a, b = b, a
		case ast.GreaterEqual:
			a, b, bound = b, a, 0
		default:
			return
		}
		last, exact, ok = m.d.LastIteration(m.d.Sub(lanes.Int64, b.num, a.num), iteration, bound)
	})
	if !ok {
		return 0, false
	}
	if l.testLast {
		last++
	}
	m.d.Narrow(iteration, last)
	return last, exact
}

func isUniform(v value) bool {
	switch {
	case v.undefined:
		return true
	case v.num != nil:
		return v.num.IsUniform()
	case v.ptr != nil:
		for _, t := range v.ptr {
			if !t.off.IsUniform() {
				return false
			}
		}
		return true
	}
	return false
}

func isData(v value) bool { return v.num != nil && v.num.IsData() }

func (m *machine) sameValue(a, b value) bool {
	switch {
	case a.num != nil && b.num != nil:
		return m.d.Same(a.num, b.num)
	case a.ptr != nil && b.ptr != nil:
		if len(a.ptr) != len(b.ptr) {
			return false
		}
		for i := range a.ptr {
			if a.ptr[i].obj != b.ptr[i].obj || !m.d.Same(a.ptr[i].off, b.ptr[i].off) {
				return false
			}
		}
		return true
	case a.num != nil || b.num != nil || a.ptr != nil || b.ptr != nil:
		return false
	}
	return a.fn == b.fn
}

// pointerStep returns the known number of bytes per thread between two pointers
// into one object.
func (m *machine) pointerStep(a, b value) (*lanes.Value, bool) {
	if len(a.ptr) != 1 || len(b.ptr) != 1 || a.ptr[0].obj != b.ptr[0].obj {
		return nil, false
	}
	return m.d.StepBetween(lanes.Int64, a.ptr[0].off, b.ptr[0].off)
}
