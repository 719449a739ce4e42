package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// maxRounds bounds how often a loop body is tried before everything it changes is
// given up.
const maxRounds = 4

// runAbstract interprets all remaining iterations of a loop at once. Cells that
// change by a known step keep it as start + iteration * step; others become
// unknown numbers, uniform where every iteration leaves them so.
func (m *machine) runAbstract(l *ir.Op, ctx *loopContext, nest *nesting) {
	entry := m.mask
	iteration := m.d.Iteration()
	var changes []change
	var before journal
	m.trackEffects(nest, func() { changes, before = m.findChanges(l, ctx, iteration) })
	away, returns := len(m.away), len(m.frame.returns)
	m.openArms++
	weight := m.beginAbstract(nest, changes)
	m.assume(changes, iteration)
	endless, together := m.endings(l)
	last, exact := m.boundIterations(l, iteration)
	together = together || exact
	outerTrips := m.trips
	m.trips = 0
	if exact && outerTrips > 0 || nest.countsTo(exact) {
		early := m.leavesEarly(l, ctx)
		exact = exact && !early
		nest.early(early)
	}
	if exact && outerTrips > 0 {
		m.trips = outerTrips * max(last+1, 0)
	}
	m.weighIterations(nest, last, exact)
	m.runNest(l, ctx, nest)
	if l.Flags.Has(ir.TestLast) && !m.mask.empty() {
		m.loopCondition(l) // for what it reads and changes
		m.tested(nest)
	}
	m.endAbstract(nest, changes, weight)
	m.trips = outerTrips
	m.openArms--
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

// leavesEarly reports whether threads may leave a loop from inside its body.
func (m *machine) leavesEarly(l *ir.Op, ctx *loopContext) bool {
	early := false
	m.trial(func() {
		returns := m.frame.left
		m.runOnce(l, ctx)
		early = !ctx.broke.empty() || m.frame.left > returns
	})
	return early
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

// endings reports whether a loop's condition holds in every iteration, and whether
// all threads find it false in the same one. It is asked before the iterations are
// bounded by the condition itself.
func (m *machine) endings(l *ir.Op) (never, together bool) {
	if l.Flags.Has(ir.Endless) {
		return true, true
	}
	m.trial(func() {
		cond := m.loopCondition(l)
		together = cond.IsUniform()
		never = cond.Known() && together && cond.TruthAt(0) == lanes.True
	})
	return never, together
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
func (m *machine) findChanges(l *ir.Op, ctx *loopContext, iteration *lanes.Value) (changes []change, before journal) {
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

// runOnce runs the condition, the body and the update for one iteration.
func (m *machine) runOnce(l *ir.Op, ctx *loopContext) { m.runNest(l, ctx, nil) }

// runNest is runOnce for a nest that is counted.
func (m *machine) runNest(l *ir.Op, ctx *loopContext, nest *nesting) {
	if !l.Flags.Has(ir.TestLast) {
		cond := m.loopCondition(l)
		m.tested(nest)
		m.mask = m.mask.and(cond, true)
		if m.mask.empty() {
			return
		}
	}
	m.beginBody(nest)
	m.iterate(l, ctx)
}

// boundIterations narrows the iteration count by the loop's condition, a
// comparison whose difference changes by a known step. exact is set if every
// thread makes last + 1 iterations.
func (m *machine) boundIterations(l *ir.Op, iteration *lanes.Value) (last int64, exact bool) {
	if !m.comparesNumbers(l) {
		return 0, false
	}
	ok := false
	m.trial(func() {
		a, b, op := m.compared(l)
		if a.num == nil || b.num == nil || a.num.Type.Float || b.num.Type.Float {
			return
		}
		bound := int64(1)
		switch op {
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
	if l.Flags.Has(ir.TestLast) {
		last++
	}
	m.d.Narrow(iteration, last)
	return last, exact
}
