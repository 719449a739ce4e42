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
func (l *loopRun) runAbstract() {
	l.runAll(&fixpoint{Memory: &l.Memory})
}

// runAll is runAbstract for a given fixpoint. For a closed form whose iterations are not equal
// it does nothing and returns false.
func (l *loopRun) runAll(f *fixpoint) bool {
	entry, away, returns := l.Mask, len(l.Departures), len(l.frame.returns)
	l.trackEffects(func() { l.findChanges(f) })
	if f.closed && (!f.equal || l.unrolls(f.last+1, f.size)) {
		return false
	}
	l.executed = min(l.executed+min(f.size, maxExecuted)*int(max(min(f.last, 1<<10), 0)+1), maxExecuted)
	if !f.done {
		l.withSummaries(f.inner, func() { l.recordIterations(f) })
	}
	for _, d := range l.Departures[away:] {
		l.departInSome(d, entry, f.together, f.before, returns)
	}
	if !f.together {
		for _, w := range f.before {
			l.SetState(w.Object, l.ScatterState(w.Object.Contents, w.Contents))
		}
	}
	f.forgetIterations()
	if f.endless {
		l.Mask = l.NoThreads() // only break leaves; the caller adds those threads
		return true
	}
	// Threads that may have returned on the way may be gone.
	l.Mask = entry.Without(l.Possibly(l.frame.returned, entry))
	return true
}

// recordIterations runs the iterations under the assumption that was found, and records
// their accesses.
func (l *loopRun) recordIterations(f *fixpoint) {
	arms := l.openArms
	if !f.closed {
		l.openArms++
	}
	weight := l.beginAbstract(f.changes)
	l.beginPass(f)
	outerTrips, times := l.Recorder.Trips, l.Recorder.Times
	l.Recorder.Trips = 0
	exact := f.exact
	if exact || l.nest.countsTo(exact) {
		early := l.leavesEarly()
		exact = exact && !early
		l.nest.early(early)
	}
	if exact {
		l.Recorder.Trips = outerTrips * max(f.last+1, 0)
		l.Recorder.Times *= float64(max(f.last+1, 1))
	}
	l.weighIterations(f.last, exact)
	l.runNest()
	if l.op.Flags.Has(ir.TestLast) && !l.Mask.Empty() {
		l.loopCondition() // for what it reads and changes
		l.tested()
	}
	l.endAbstract(f.changes, weight)
	l.Recorder.Trips, l.Recorder.Times = outerTrips, times
	l.openArms = arms
}

// beginPass sets up an arbitrary iteration of a loop: the cells that change get the values
// that they have in it, and its number is bounded by the condition of the loop.
func (l *loopRun) beginPass(f *fixpoint) {
	f.pass = pass{iteration: l.Lanes.Iteration()}
	f.assume()
	f.endless, f.together, f.read = l.endings()
	f.last, f.exact = l.boundIterations(f.iteration)
	f.together = f.together || f.exact
	if f.exact && !l.leaves() {
		l.Lanes.Count(f.iteration, f.last)
	}
}

// leavesEarly reports whether threads may leave a loop from inside its body.
func (l *loopRun) leavesEarly() bool {
	early := false
	if !l.frame.ir.Contains(&l.op.X.Regions[1], ir.OpBreak, ir.OpReturn, ir.OpGoto) {
		return false
	}
	l.trial(func() {
		returns := l.frame.left
		l.runOnce()
		early = !l.broke.Empty() || l.frame.left > returns
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
func (l *loopRun) endings() (never, together, read bool) {
	if l.op.Flags.Has(ir.Endless) {
		return true, true, false
	}
	l.trial(func() {
		cond := l.loopCondition()
		together, read = cond.IsUniform(), cond.IsRead()
		never = cond.Known() && together && cond.TruthAt(0) == lanes.True
	})
	return never, together, read
}

// A fixpoint describes what a loop changes, in terms that hold for every iteration.
type fixpoint struct {
	*state.Memory
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
func (l *loopRun) findChanges(f *fixpoint) {
	if l.summaries == nil {
		l.oldest, l.latest = l.Objects, map[state.Declaration]*state.Object{}
	}
	round, recalled, outer := 0, false, l.Fingerprint
	if f.changes, f.inner, f.outcome = l.lookUpSummary(); f.changes != nil {
		round, recalled = 1, true
	}
	var first iterationEffects
	if f.inner == nil {
		f.inner = summaries{}
	}
	for ; ; round++ {
		mark := l.Lanes.Mark()
		l.Fingerprint = 0
		executed := l.executed
		end, w := l.attempt(func() {
			l.withSummaries(f.inner, func() { l.tryIterations(f, round) })
		})
		now := iterationEffects{w, l.Fingerprint}
		l.Fingerprint = outer
		f.size, l.executed = l.executed-executed, executed
		if round == 0 {
			first = iterationEffects{slices.Clone(w), now.events}
		}
		stable, holds := f.check(w, round)
		if f.closed && stable {
			holds = f.iterationsEqual(first, now) || !recalled
		}
		if f.done = l.Trials > 0 && round > 0 && holds && (stable || round > maxRounds+2); !f.done {
			l.Lanes.Forget(mark)
		}
		if recalled && !holds {
			// The changes of the earlier pass do not hold in this one.
			f.changes, f.inner, round, recalled = nil, summaries{}, -1, false
			l.Release(w)
			continue
		}
		recalled = false
		if !stable && round <= maxRounds+2 {
			l.Release(w)
			continue
		}
		if l.Mix(now.events); f.closed && !f.equal {
			l.Release(w)
			return
		}
		f.before = make(state.Journal, len(w))
		for i := range w {
			o := w[i].Object
			f.before[i] = state.Written{Object: o, Contents: o.Contents}
			o.Contents.Shared = true
		}
		if f.done {
			l.goTo(&end)
			for i := range w {
				l.SetState(w[i].Object, w[i].Contents)
			}
		}
		l.Release(w)
		l.storeSummary(f)
		return
	}
}

// tryIterations runs the iterations under the assumption of a round, the first one alone
// in round 0.
func (l *loopRun) tryIterations(f *fixpoint, round int) {
	if round == 0 {
		l.runOnce()
		return
	}
	arms := l.openArms
	if !f.closed {
		l.openArms++
	}
	l.beginPass(f)
	l.runOnce()
	if l.op.Flags.Has(ir.TestLast) && !l.Mask.Empty() {
		l.loopCondition() // for what it changes
	}
	l.openArms = arms
}

// check corrects the assumption by what an iteration made of it. It reports whether there
// was no need to, and whether every step that was assumed is still there.
func (f *fixpoint) check(w state.Journal, round int) (stable, holds bool) {
	stable, holds = true, true
	known := slices.Clone(f.changes)
	for _, x := range w {
		o, after := x.Object, x.Contents
		if o.Contents.Smashed != after.Smashed || o.Contents.Varied != after.Varied {
			stable = stable && !f.SmashBefore(o, after)
		}
		for _, c := range after.Cells {
			if f.refine(o, c, round) {
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

// runOnce runs the condition, the body and the update for one iteration, which is not counted.
func (l *loopRun) runOnce() {
	nest := l.nest
	l.nest = nil
	l.runNest()
	l.nest = nest
}

// runNest is runOnce for an iteration whose operations are counted.
func (l *loopRun) runNest() {
	if !l.op.Flags.Has(ir.TestLast) {
		cond := l.loopCondition()
		l.tested()
		l.Mask = l.Mask.And(cond, true)
		l.MixMask()
		if l.Mask.Empty() {
			return
		}
	}
	l.beginBody()
	l.underGuard(l.guarded, l.iterate)
}

// boundIterations narrows the iteration count by the loop's condition, a
// comparison whose difference changes by a known step. exact is set if every
// thread makes last + 1 iterations.
func (l *loopRun) boundIterations(iteration *lanes.Value) (last int64, exact bool) {
	if !l.comparesNumbers() {
		return 0, false
	}
	ok := false
	l.trial(func() {
		a, b, op := l.compared()
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
		last, exact, ok = l.Lanes.LastIteration(l.Lanes.Sub(lanes.Int64, b.Num, a.Num), iteration, bound)
	})
	if !ok {
		return 0, false
	}
	if l.op.Flags.Has(ir.TestLast) {
		last++
	}
	l.Lanes.Narrow(iteration, last)
	return last, exact
}
