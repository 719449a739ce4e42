package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A nesting is a loop under way, as the graph sees it.
type nesting struct {
	nest int32
	// rolled is set unless the compiler knows in every iteration whether there is
	// another one: each iteration so far was counted by itself.
	rolled bool
	// constant is set while the compiler is taken to know the number of iterations.
	constant bool
	// most is how often the slowest thread runs the loop, if no one leaves early; 0
	// where that is not known.
	most  int64
	cells []changing
	// What the iterations store to, and whether they have barriers.
	stored  []*object
	barrier bool
}

// changing is a cell that holds something else in every iteration.
type changing struct {
	obj *object
	off int64
	phi ref
}

// maxTried is the depth of loops up to which iterations are looked at first.
const maxTried = 4

// enterLoop opens the nest of a loop; nil while nothing is counted.
func (m *machine) enterLoop(l *ir.Op, most int64) *nesting {
	g := m.work
	if g == nil {
		return nil
	}
	n := &nesting{constant: m.constantCondition(l), most: most}
	n.rolled = !n.constant
	n.nest = g.openNest(l, m.callDepth)
	return n
}

// countsTo reports whether the number of iterations is known unless threads leave
// early.
func (n *nesting) countsTo(exact bool) bool { return n != nil && (exact || n.most > 0) }

// ran notes how many iterations were run one by one before the others.
func (n *nesting) ran(iterations int) {
	if n != nil && n.most > 0 {
		n.most = max(n.most-int64(iterations), 1)
	}
}

// early notes whether threads leave a loop early.
func (n *nesting) early(yes bool) {
	if n != nil && yes {
		n.most = 0
	}
}

// constantCondition reports whether the compiler knows if the first iteration is run.
func (m *machine) constantCondition(l *ir.Op) bool {
	if l.Flags&(ir.Counted|ir.Endless) != 0 {
		return false
	}
	if o := m.frame.ir.Op(l.X.Regions[0].Value); o.Code == ir.OpConst || l.Flags.Has(ir.TestLast) {
		return o.Code == ir.OpConst && o.Int == 0
	}
	g := m.work
	constant := false
	steps := m.steps
	m.trial(func() {
		m.work, g.silent = g, true
		m.loopCondition(l)
		constant = g.is(g.last, opConst)
		g.silent = false
	})
	m.steps = steps
	return constant
}

// leaveLoop closes a nest.
func (m *machine) leaveLoop(n *nesting) {
	if n == nil || m.work == nil {
		return
	}
	m.work.closeNest(n.nest, n.rolled, n.constant)
}

// beginIteration makes what the iterations of a rolled loop change unlike what it was
// before.
func (m *machine) beginIteration(n *nesting, l *ir.Op, ctx *loopContext, first bool) {
	g := m.work
	if n == nil || g == nil || !n.rolled {
		return
	}
	if first {
		m.findRolled(n, l, ctx)
	}
	g.nextIteration(n.nest)
	for i, c := range n.cells {
		s := m.writable(c.obj)
		k := s.find(c.off)
		if k < 0 {
			continue
		}
		v := &s.cells[k].val
		if c.phi == 0 {
			n.cells[i].phi = m.phiFor(i, *v)
		}
		v.op = n.cells[i].phi
	}
	m.renewMemory(n, len(n.cells))
}

// phiFor returns the phi of a value that changes.
func (m *machine) phiFor(number int, v value) ref {
	cls, flags := Int64, uint8(0)
	if v.num != nil {
		cls = classOf(v.num.Type)
		if v.num.IsUniform() && !v.num.IsData() {
			flags = flagUniform
		}
	}
	return m.work.phiOf(number, cls, m.nodeOf(v), flags)
}

// renewMemory makes the memory that the iterations change unlike what it was before.
func (m *machine) renewMemory(n *nesting, number int) {
	g := m.work
	for i, o := range n.stored {
		o.version = g.renewVersion(number+i, o.version, o.space != sema.SharedSpace && !o.restrict)
	}
	if n.barrier {
		g.renewBarrier(number + len(n.stored))
	}
}

// findRolled tries one iteration to see what it changes.
func (m *machine) findRolled(n *nesting, l *ir.Op, ctx *loopContext) {
	if m.work.depth(n.nest) > maxTried {
		return
	}
	steps := m.steps
	m.trackEffects(n, func() {
		mark := m.d.Mark()
		_, w := m.attempt(func() { m.runOnce(l, ctx) })
		m.d.Forget(mark)
		for _, x := range w {
			for _, c := range x.state.cells {
				if k := x.obj.state.find(c.off); k >= 0 && !x.obj.state.cells[k].val.undefined && !m.sameValue(x.obj.state.cells[k].val, c.val) {
					n.cells = append(n.cells, changing{obj: x.obj, off: c.off})
				}
			}
		}
		m.release(w)
	})
	m.steps = steps
}

// trackEffects notes what memory something that is tried out stores to.
func (m *machine) trackEffects(n *nesting, try func()) {
	if n == nil {
		try()
		return
	}
	stored, barriers := m.stored, m.barriers
	m.stored = nil
	m.trying++
	try()
	m.trying--
	for _, o := range m.stored {
		known := false
		for _, k := range n.stored {
			known = known || k == o
		}
		if !known {
			n.stored = append(n.stored, o)
		}
	}
	n.barrier = n.barrier || m.barriers > barriers
	m.stored = stored
}

// tested notes the test of a loop's condition, after it was evaluated.
func (m *machine) tested(n *nesting) {
	g := m.work
	if n == nil || g == nil {
		return
	}
	if !g.is(g.last, opConst) && !n.rolled {
		n.rolled, n.constant = true, false
	}
	if n.rolled {
		g.testLoop()
	}
}

// beginBody notes an execution of a loop's body, endBody its end.
func (m *machine) beginBody(n *nesting) {
	if n != nil && m.work != nil {
		m.work.runBody(n.nest)
	}
}

func (m *machine) endBody(n *nesting) {
	if n == nil || m.work == nil {
		return
	}
	for _, c := range n.cells {
		if k := c.obj.state.find(c.off); k >= 0 {
			m.work.setNext(c.phi, m.nodeOf(c.obj.state.cells[k].val))
		}
	}
}

// beginAbstract prepares the graph for all iterations at once; it returns the weight
// to go back to.
func (m *machine) beginAbstract(n *nesting, changes []change) float64 {
	g := m.work
	if n == nil || g == nil {
		return 0
	}
	n.rolled = true
	g.nextIteration(n.nest)
	for i := range changes {
		c := &changes[i]
		c.phi = m.phiFor(i, c.start)
		if c.phi == 0 || c.step == nil {
			continue
		}
		if x, ok := c.step.Constant(); ok && x > 0 {
			g.growing(c.phi)
		}
	}
	m.renewMemory(n, len(changes))
	return g.weight
}

// shortLoop is the number of iterations up to which a loop that is known to be
// shorter is taken to run to its end.
const shortLoop = 1 << 16

// weighIterations says how many iterations stand to be counted: last + 1 where exact
// is set, at most that many where last is positive.
func (m *machine) weighIterations(n *nesting, last int64, exact bool) {
	g := m.work
	if n == nil || g == nil {
		return
	}
	times := float64(UnknownTrips)
	switch {
	case exact:
		times = float64(max(last+1, 0))
	case n.most > 0:
		times = float64(n.most)
	case last > 0 && last < shortLoop:
		times = float64(last + 1)
	}
	if !exact {
		n.constant = n.constant && n.most > 0
	}
	g.repeat(n.nest, times, exact || n.most > 0)
}

// endAbstract notes what the phis are after an iteration.
func (m *machine) endAbstract(n *nesting, changes []change, weight float64) {
	g := m.work
	if n == nil || g == nil {
		return
	}
	for _, c := range changes {
		if k := c.obj.state.find(c.off); k >= 0 {
			g.setNext(c.phi, m.nodeOf(c.obj.state.cells[k].val))
		}
	}
	g.weight = weight
}
