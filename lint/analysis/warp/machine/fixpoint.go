package machine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// maxRounds bounds how often a loop body is tried before its changes are taken as unknown.
const maxRounds = 4

// runAbstract interprets all remaining iterations of a loop at once. Cells that
// change by a known step keep it as start + iteration * step; others become
// unknown numbers, uniform where every iteration leaves them so.
func (m *machine) runAbstract(l *ir.Op, ctx *loopContext, nest *nesting) {
	m.runAll(l, ctx, nest, &fixpoint{})
}

// runAll is runAbstract for a given fixpoint. For a closed form whose iterations are not equal
// it does nothing and returns false.
func (m *machine) runAll(l *ir.Op, ctx *loopContext, nest *nesting, f *fixpoint) bool {
	entry, away, returns := m.Mask, len(m.Departures), len(m.frame.returns)
	m.trackEffects(nest, func() { m.findChanges(l, ctx, f) })
	if f.closed && (!f.equal || m.unrolls(l, nest, f.last+1, f.size)) {
		return false
	}
	m.executed = min(m.executed+min(f.size, maxExecuted)*int(max(min(f.last, 1<<10), 0)+1), maxExecuted)
	if !f.done {
		m.withSummaries(f.inner, func() { m.recordIterations(l, ctx, nest, f) })
	}
	for _, d := range m.Departures[away:] {
		m.departInSome(d, entry, f.together, f.before, returns)
	}
	if !f.together {
		for _, w := range f.before {
			m.SetState(w.Object, m.ScatterState(w.Object.Contents, w.Contents))
		}
	}
	m.forgetIterations(f)
	if f.endless {
		m.Mask = m.NoThreads() // only break leaves; the caller adds those threads
		return true
	}
	// Threads that may have returned on the way may be gone.
	m.Mask = entry.Without(m.Possibly(m.frame.returned, entry))
	return true
}

// recordIterations runs the iterations under the assumption that was found, and records
// their accesses.
func (m *machine) recordIterations(l *ir.Op, ctx *loopContext, nest *nesting, f *fixpoint) {
	arms := m.openArms
	if !f.closed {
		m.openArms++
	}
	weight := m.beginAbstract(nest, f.changes)
	f.pass = m.beginPass(l, f.changes)
	outerTrips, times := m.Recorder.Trips, m.Recorder.Times
	m.Recorder.Trips = 0
	exact := f.exact
	if exact || nest.countsTo(exact) {
		early := m.leavesEarly(l, ctx)
		exact = exact && !early
		nest.early(early)
	}
	if exact {
		m.Recorder.Trips = outerTrips * max(f.last+1, 0)
		m.Recorder.Times *= float64(max(f.last+1, 1))
	}
	m.weighIterations(nest, f.last, exact)
	m.runNest(l, ctx, nest)
	if l.Flags.Has(ir.TestLast) && !m.Mask.Empty() {
		m.loopCondition(l) // for what it reads and changes
		m.tested(nest)
	}
	m.endAbstract(nest, f.changes, weight)
	m.Recorder.Trips, m.Recorder.Times = outerTrips, times
	m.openArms = arms
}

// beginPass sets up an arbitrary iteration of a loop: the cells that change get the values
// that they have in it, and its number is bounded by the condition of the loop.
func (m *machine) beginPass(l *ir.Op, changes []change) pass {
	p := pass{iteration: m.Lanes.Iteration()}
	m.assume(changes, p.iteration)
	p.endless, p.together, p.read = m.endings(l)
	p.last, p.exact = m.boundIterations(l, p.iteration)
	p.together = p.together || p.exact
	if p.exact && !m.leaves(l) {
		m.Lanes.Count(p.iteration, p.last)
	}
	return p
}

// leavesEarly reports whether threads may leave a loop from inside its body.
func (m *machine) leavesEarly(l *ir.Op, ctx *loopContext) bool {
	early := false
	if !m.frame.ir.Contains(&l.X.Regions[1], ir.OpBreak, ir.OpReturn, ir.OpGoto) {
		return false
	}
	m.trial(func() {
		returns := m.frame.left
		m.runOnce(l, ctx)
		early = !ctx.broke.Empty() || m.frame.left > returns
	})
	return early
}

// departInSome makes a departure in one iteration stand for a departure in any iteration.
// Threads that do not leave together leave in different iterations.
func (m *machine) departInSome(d *state.Departure, entry state.Mask, together bool, before state.Journal, returns int) {
	together = together && (d.Cond == nil || d.Cond.IsUniform()) && slices.Equal(d.Mask.Truth, entry.Truth)
	if together {
		d.Cond = m.And(d.Cond, m.Lanes.UniformOf(lanes.Bool))
		return
	}
	d.Cond = m.And(d.Cond, m.Varying(lanes.Bool, false, d.Cond != nil && d.Cond.IsRead()))
	for _, w := range before {
		d.Keep(w.Object)
	}
	for _, o := range d.Objects() {
		d.States[o] = m.ScatterState(d.States[o], before.Of(o))
	}
	for i := range m.frame.returns[returns:] {
		if r := &m.frame.returns[returns+i]; r.from == d {
			r.val = m.ScatterValue(r.val)
		}
	}
}

// endings reports whether a loop's condition holds in every iteration, whether it becomes false
// for all threads in the same one, and whether memory decides that. It has to be called before
// the condition itself bounds the iterations.
func (m *machine) endings(l *ir.Op) (never, together, read bool) {
	if l.Flags.Has(ir.Endless) {
		return true, true, false
	}
	m.trial(func() {
		cond := m.loopCondition(l)
		together, read = cond.IsUniform(), cond.IsRead()
		never = cond.Known() && together && cond.TruthAt(0) == lanes.True
	})
	return never, together, read
}

// A fixpoint describes what a loop changes, in terms that hold for every iteration.
type fixpoint struct {
	changes []change
	// before are the states from before the loop of what the body stores to.
	before state.Journal
	inner  summaries
	// pass is the last one. done is set where it is also the final one, as this is a trial in
	// which nothing is recorded: its effects are kept.
	pass
	done bool
	// closed is set where a closed form is tried, equal where all iterations are equal; outcome
	// is the hash of what an iteration does.
	closed, equal bool
	outcome       uint64
	size          int // how many operations an iteration has
}

// findChanges tries the body until an assumption about every cell it changes holds.
func (m *machine) findChanges(l *ir.Op, ctx *loopContext, f *fixpoint) {
	if m.summaries == nil {
		m.oldest, m.latest = m.Objects, map[state.Declaration]*state.Object{}
	}
	round, recalled, outer := 0, false, m.Fingerprint
	if f.changes, f.inner, f.outcome = m.lookUpSummary(l); f.changes != nil {
		round, recalled = 1, true
	}
	var first iterationEffects
	if f.inner == nil {
		f.inner = summaries{}
	}
	for ; ; round++ {
		mark := m.Lanes.Mark()
		m.Fingerprint = 0
		executed := m.executed
		end, w := m.attempt(func() {
			m.withSummaries(f.inner, func() { m.tryIterations(l, ctx, f, round) })
		})
		now := iterationEffects{w, m.Fingerprint}
		m.Fingerprint = outer
		f.size, m.executed = m.executed-executed, executed
		if round == 0 {
			first = iterationEffects{slices.Clone(w), now.events}
		}
		stable, holds := m.check(f, w, round)
		if f.closed && stable {
			holds = m.iterationsEqual(f, first, now) || !recalled
		}
		if f.done = m.Trials > 0 && round > 0 && holds && (stable || round > maxRounds+2); !f.done {
			m.Lanes.Forget(mark)
		}
		if recalled && !holds {
			// The changes of the earlier pass do not hold in this one.
			f.changes, f.inner, round, recalled = nil, summaries{}, -1, false
			m.Release(w)
			continue
		}
		recalled = false
		if !stable && round <= maxRounds+2 {
			m.Release(w)
			continue
		}
		if m.Mix(now.events); f.closed && !f.equal {
			m.Release(w)
			return
		}
		f.before = make(state.Journal, len(w))
		for i := range w {
			o := w[i].Object
			f.before[i] = state.Written{Object: o, Contents: o.Contents}
			o.Contents.Shared = true
		}
		if f.done {
			m.goTo(&end)
			for i := range w {
				m.SetState(w[i].Object, w[i].Contents)
			}
		}
		m.Release(w)
		m.storeSummary(l, f)
		return
	}
}

// tryIterations runs the iterations under the assumption of a round, the first one alone
// in round 0.
func (m *machine) tryIterations(l *ir.Op, ctx *loopContext, f *fixpoint, round int) {
	if round == 0 {
		m.runOnce(l, ctx)
		return
	}
	arms := m.openArms
	if !f.closed {
		m.openArms++
	}
	f.pass = m.beginPass(l, f.changes)
	m.runOnce(l, ctx)
	if l.Flags.Has(ir.TestLast) && !m.Mask.Empty() {
		m.loopCondition(l) // for what it changes
	}
	m.openArms = arms
}

// check corrects the assumption by what an iteration made of it. It reports whether there
// was no need to, and whether every step that was assumed is still there.
func (m *machine) check(f *fixpoint, w state.Journal, round int) (stable, holds bool) {
	stable, holds = true, true
	known := slices.Clone(f.changes)
	for _, x := range w {
		o, after := x.Object, x.Contents
		if o.Contents.Smashed != after.Smashed || o.Contents.Varied != after.Varied {
			stable = stable && !m.SmashBefore(o, after)
		}
		for _, c := range after.Cells {
			if m.refine(&f.changes, o, c, f.iteration, round) {
				stable = false
			}
		}
	}
	for i, c := range known {
		if c.step != nil && (f.changes[i].step == nil || w.Of(c.obj) == nil) {
			holds = false
		}
	}
	return stable, holds
}

// runOnce runs the condition, the body and the update for one iteration.
func (m *machine) runOnce(l *ir.Op, ctx *loopContext) { m.runNest(l, ctx, nil) }

// runNest is runOnce for a nest that is counted.
func (m *machine) runNest(l *ir.Op, ctx *loopContext, nest *nesting) {
	if !l.Flags.Has(ir.TestLast) {
		cond := m.loopCondition(l)
		m.tested(nest)
		m.Mask = m.Mask.And(cond, true)
		m.MixMask()
		if m.Mask.Empty() {
			return
		}
	}
	m.beginBody(nest)
	m.underGuard(ctx.guarded, func() { m.iterate(l, ctx) })
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
		if a.Num == nil || b.Num == nil || a.Num.Type.Float || b.Num.Type.Float {
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
		last, exact, ok = m.Lanes.LastIteration(m.Lanes.Sub(lanes.Int64, b.Num, a.Num), iteration, bound)
	})
	if !ok {
		return 0, false
	}
	if l.Flags.Has(ir.TestLast) {
		last++
	}
	m.Lanes.Narrow(iteration, last)
	return last, exact
}
