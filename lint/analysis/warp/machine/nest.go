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

// maxTried is the depth of a nest of loops beyond which findRolled tries no iteration: each level
// multiplies the work.
const maxTried = 4

// enterLoop opens the nest of a loop; nil while nothing is counted.
func (l *loopRun) enterLoop(most int64) *nesting {
	g := l.Graph
	if g == nil {
		return nil
	}
	n := &nesting{constant: l.constantCondition(), most: most}
	n.rolled = !n.constant
	n.nest = g.OpenNest(l.op, l.callDepth)
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
func (l *loopRun) constantCondition() bool {
	if l.op.Flags&(ir.Counted|ir.Endless) != 0 {
		return false
	}
	if o := l.frame.ir.Op(l.op.X.Regions[0].Value); o.Code == ir.OpConst || l.op.Flags.Has(ir.TestLast) {
		return o.Code == ir.OpConst && o.Int == 0
	}
	g := l.Graph
	constant := false
	steps := l.Steps
	l.trial(func() {
		l.Graph, g.Muted = g, true
		l.loopCondition()
		constant = g.Is(g.Test, opgraph.OpConst)
		g.Muted = false
	})
	l.Steps = steps
	return constant
}

// leaveLoop closes a nest.
func (l *loopRun) leaveLoop() {
	if l.nest == nil || l.Graph == nil {
		return
	}
	l.Graph.CloseNest(l.nest.nest, l.nest.rolled, l.nest.constant)
}

// beginIteration gives the cells that the iterations of a rolled loop change new nodes.
func (l *loopRun) beginIteration(first bool) {
	g := l.Graph
	if l.nest == nil || g == nil || !l.nest.rolled {
		return
	}
	if first {
		l.findRolled()
	}
	g.NextIteration(l.nest.nest)
	for i, c := range l.nest.cells {
		s := l.Writable(c.obj)
		k := s.Find(c.off)
		if k < 0 {
			continue
		}
		v := &s.Cells[k].Value
		if c.phi == 0 {
			l.nest.cells[i].phi = l.phiFor(i, *v)
		}
		v.Node = l.nest.cells[i].phi
	}
	l.renewMemory(len(l.nest.cells))
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
func (l *loopRun) renewMemory(number int) {
	g := l.Graph
	for i, o := range l.nest.stored {
		o.Version = g.RenewVersion(number+i, o.Version, o.Space != sema.SharedSpace && !o.Restrict)
	}
	if l.nest.barrier {
		g.RenewBarrier(number + len(l.nest.stored))
	}
}

// findRolled tries one iteration to see what it changes.
func (l *loopRun) findRolled() {
	if l.Graph.Depth(l.nest.nest) > maxTried {
		return
	}
	steps := l.Steps
	l.trackEffects(func() {
		mark := l.Lanes.Mark()
		_, w := l.attempt(func() { l.runOnce() })
		l.Lanes.Forget(mark)
		for _, x := range w {
			for _, c := range x.Contents.Cells {
				if k := x.Object.Contents.Find(c.Offset); k >= 0 && !x.Object.Contents.Cells[k].Value.Undefined && !l.SameValue(x.Object.Contents.Cells[k].Value, c.Value) {
					l.nest.cells = append(l.nest.cells, changingCell{obj: x.Object, off: c.Offset})
				}
			}
		}
		l.Release(w)
	})
	l.Steps = steps
}

// trackEffects runs a trial and notes which objects it stores to, and whether it has barriers.
func (l *loopRun) trackEffects(try func()) {
	if l.nest == nil {
		try()
		return
	}
	stored, barriers := l.Stored, l.Barriers
	l.Stored = nil
	l.Watching++
	try()
	l.Watching--
	for _, o := range l.Stored {
		known := false
		for _, k := range l.nest.stored {
			known = known || k == o
		}
		if !known {
			l.nest.stored = append(l.nest.stored, o)
		}
	}
	l.nest.barrier = l.nest.barrier || l.Barriers > barriers
	l.Stored = stored
}

// tested adds the branch of a loop to the graph, after its condition was evaluated.
func (l *loopRun) tested() {
	g := l.Graph
	if l.nest == nil || g == nil {
		return
	}
	if !g.Is(g.Test, opgraph.OpConst) && !l.nest.rolled {
		l.nest.rolled, l.nest.constant = true, false
	}
	if l.nest.rolled {
		g.TestLoop()
	}
}

// beginBody notes an execution of a loop's body, endBody its end.
func (l *loopRun) beginBody() {
	if l.nest != nil && l.Graph != nil {
		l.Graph.RunBody(l.nest.nest)
	}
}

func (l *loopRun) endBody() {
	if l.nest == nil || l.Graph == nil {
		return
	}
	for _, c := range l.nest.cells {
		if k := c.obj.Contents.Find(c.off); k >= 0 {
			l.Graph.SetNext(c.phi, l.NodeOf(c.obj.Contents.Cells[k].Value))
		}
	}
}

// beginAbstract prepares the graph for all iterations at once; it returns the weight
// to go back to.
func (l *loopRun) beginAbstract(changes []change) float64 {
	g := l.Graph
	if l.nest == nil || g == nil {
		return 0
	}
	l.nest.rolled = true
	g.NextIteration(l.nest.nest)
	for i := range changes {
		c := &changes[i]
		c.phi = l.phiFor(i, c.start)
		if c.phi == 0 || c.step == nil {
			continue
		}
		if x, ok := c.step.Constant(); ok && x > 0 {
			g.Growing(c.phi)
		}
	}
	l.renewMemory(len(changes))
	return g.Weight
}

// shortLoop bounds the known most iterations of a loop up to which they are taken as its
// number of iterations.
const shortLoop = 1 << 16

// weighIterations sets how many iterations the present one stands for: last + 1 where exact is
// set, at most that many where last is positive.
func (l *loopRun) weighIterations(last int64, exact bool) {
	g := l.Graph
	if l.nest == nil || g == nil {
		return
	}
	times := float64(warp.UnknownTrips)
	switch {
	case exact:
		times = float64(max(last+1, 0))
	case l.nest.most > 0:
		times = float64(l.nest.most)
	case last > 0 && last < shortLoop:
		times = float64(last + 1)
	}
	if !exact {
		l.nest.constant = l.nest.constant && l.nest.most > 0
	}
	g.Repeat(l.nest.nest, times, exact || l.nest.most > 0)
}

// endAbstract notes what the phis are after an iteration.
func (l *loopRun) endAbstract(changes []change, weight float64) {
	g := l.Graph
	if l.nest == nil || g == nil {
		return
	}
	for _, c := range changes {
		if k := c.obj.Contents.Find(c.off); k >= 0 {
			g.SetNext(c.phi, l.NodeOf(c.obj.Contents.Cells[k].Value))
		}
	}
	g.Weight = weight
}
