package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// A nesting is a loop that is being executed and whose operations are counted.
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
	cells []changingCell
	// What the iterations store to, and whether they have barriers.
	stored  []*state.Object
	barrier bool
}

// A changingCell is a cell whose value changes in every iteration.
type changingCell struct {
	obj *state.Object
	off int64
	phi opgraph.Ref
}

// maxTried is the depth of loops up to which findRolled tries an iteration.
const maxTried = 4

// enterLoop opens the nest of a loop; nil while nothing is counted.
func (m *machine) enterLoop(l *ir.Op, most int64) *nesting {
	g := m.Graph
	if g == nil {
		return nil
	}
	n := &nesting{constant: m.constantCondition(l), most: most}
	n.rolled = !n.constant
	n.nest = g.OpenNest(l, m.callDepth)
	return n
}

// countsTo reports whether the number of iterations is known unless threads leave
// early.
func (n *nesting) countsTo(exact bool) bool { return n != nil && (exact || n.most > 0) }

// ran notes that some iterations were executed one by one; the others follow all at once.
func (n *nesting) ran(iterations int) {
	if n != nil && n.most > 0 {
		n.most = max(n.most-int64(iterations), 1)
	}
}

// early notes that threads leave the loop early, if yes is set.
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
	g := m.Graph
	constant := false
	steps := m.Steps
	m.trial(func() {
		m.Graph, g.Muted = g, true
		m.loopCondition(l)
		constant = g.Is(g.Test, opgraph.OpConst)
		g.Muted = false
	})
	m.Steps = steps
	return constant
}

// leaveLoop closes a nest.
func (m *machine) leaveLoop(n *nesting) {
	if n == nil || m.Graph == nil {
		return
	}
	m.Graph.CloseNest(n.nest, n.rolled, n.constant)
}

// beginIteration gives the cells that the iterations of a rolled loop change new nodes.
func (m *machine) beginIteration(n *nesting, l *ir.Op, ctx *loopContext, first bool) {
	g := m.Graph
	if n == nil || g == nil || !n.rolled {
		return
	}
	if first {
		m.findRolled(n, l, ctx)
	}
	g.NextIteration(n.nest)
	for i, c := range n.cells {
		s := m.Writable(c.obj)
		k := s.Find(c.off)
		if k < 0 {
			continue
		}
		v := &s.Cells[k].Value
		if c.phi == 0 {
			n.cells[i].phi = m.phiFor(i, *v)
		}
		v.Node = n.cells[i].phi
	}
	m.renewMemory(n, len(n.cells))
}

// phiFor returns the phi of a value that changes.
func (m *machine) phiFor(number int, v state.Value) opgraph.Ref {
	cls, flags := warp.Int64, uint8(0)
	if v.Num != nil {
		cls = opgraph.ClassOf(v.Num.Type)
		if v.Num.IsUniform() && !v.Num.IsData() {
			flags = opgraph.FlagUniform
		}
	}
	return m.Graph.PhiOf(number, cls, m.NodeOf(v), flags)
}

// renewMemory gives the memory that the iterations change new versions.
func (m *machine) renewMemory(n *nesting, number int) {
	g := m.Graph
	for i, o := range n.stored {
		o.Version = g.RenewVersion(number+i, o.Version, o.Space != sema.SharedSpace && !o.Restrict)
	}
	if n.barrier {
		g.RenewBarrier(number + len(n.stored))
	}
}

// findRolled tries one iteration to see what it changes.
func (m *machine) findRolled(n *nesting, l *ir.Op, ctx *loopContext) {
	if m.Graph.Depth(n.nest) > maxTried {
		return
	}
	steps := m.Steps
	m.trackEffects(n, func() {
		mark := m.Lanes.Mark()
		_, w := m.attempt(func() { m.runOnce(l, ctx) })
		m.Lanes.Forget(mark)
		for _, x := range w {
			for _, c := range x.Contents.Cells {
				if k := x.Object.Contents.Find(c.Offset); k >= 0 && !x.Object.Contents.Cells[k].Value.Undefined && !m.SameValue(x.Object.Contents.Cells[k].Value, c.Value) {
					n.cells = append(n.cells, changingCell{obj: x.Object, off: c.Offset})
				}
			}
		}
		m.Release(w)
	})
	m.Steps = steps
}

// trackEffects runs a trial and notes which objects it stores to, and whether it has barriers.
func (m *machine) trackEffects(n *nesting, try func()) {
	if n == nil {
		try()
		return
	}
	stored, barriers := m.Stored, m.Barriers
	m.Stored = nil
	m.Watching++
	try()
	m.Watching--
	for _, o := range m.Stored {
		known := false
		for _, k := range n.stored {
			known = known || k == o
		}
		if !known {
			n.stored = append(n.stored, o)
		}
	}
	n.barrier = n.barrier || m.Barriers > barriers
	m.Stored = stored
}

// tested adds the branch of a loop to the graph, after its condition was evaluated.
func (m *machine) tested(n *nesting) {
	g := m.Graph
	if n == nil || g == nil {
		return
	}
	if !g.Is(g.Test, opgraph.OpConst) && !n.rolled {
		n.rolled, n.constant = true, false
	}
	if n.rolled {
		g.TestLoop()
	}
}

// beginBody notes an execution of a loop's body, endBody its end.
func (m *machine) beginBody(n *nesting) {
	if n != nil && m.Graph != nil {
		m.Graph.RunBody(n.nest)
	}
}

func (m *machine) endBody(n *nesting) {
	if n == nil || m.Graph == nil {
		return
	}
	for _, c := range n.cells {
		if k := c.obj.Contents.Find(c.off); k >= 0 {
			m.Graph.SetNext(c.phi, m.NodeOf(c.obj.Contents.Cells[k].Value))
		}
	}
}

// beginAbstract prepares the graph for all iterations at once; it returns the weight
// to go back to.
func (m *machine) beginAbstract(n *nesting, changes []change) float64 {
	g := m.Graph
	if n == nil || g == nil {
		return 0
	}
	n.rolled = true
	g.NextIteration(n.nest)
	for i := range changes {
		c := &changes[i]
		c.phi = m.phiFor(i, c.start)
		if c.phi == 0 || c.step == nil {
			continue
		}
		if x, ok := c.step.Constant(); ok && x > 0 {
			g.Growing(c.phi)
		}
	}
	m.renewMemory(n, len(changes))
	return g.Weight
}

// shortLoop bounds the known most iterations of a loop up to which they are taken as its
// number of iterations.
const shortLoop = 1 << 16

// weighIterations sets how many iterations the present one stands for: last + 1 where exact is
// set, at most that many where last is positive.
func (m *machine) weighIterations(n *nesting, last int64, exact bool) {
	g := m.Graph
	if n == nil || g == nil {
		return
	}
	times := float64(warp.UnknownTrips)
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
	g.Repeat(n.nest, times, exact || n.most > 0)
}

// endAbstract notes what the phis are after an iteration.
func (m *machine) endAbstract(n *nesting, changes []change, weight float64) {
	g := m.Graph
	if n == nil || g == nil {
		return
	}
	for _, c := range changes {
		if k := c.obj.Contents.Find(c.off); k >= 0 {
			g.SetNext(c.phi, m.NodeOf(c.obj.Contents.Cells[k].Value))
		}
	}
	g.Weight = weight
}
