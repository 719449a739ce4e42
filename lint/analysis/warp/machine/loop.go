package machine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// maxOpen bounds the iterations executed one by one of a loop whose last iteration is not
// known.
const maxOpen = 8

// A loopRun is a loop that is being executed.
type loopRun struct {
	*machine
	loopContext
	op   *ir.Op
	nest *nesting // nil while its operations are not counted
}

// runLoop interprets a loop for the active threads: in closed form where its iterations are
// known and alike, iteration by iteration while the condition is known and the iterations
// are few, else all iterations at once by a fixed point.
func (m *machine) runLoop(o *ir.Op) {
	l := &loopRun{machine: m, op: o, loopContext: loopContext{outer: m.loops, broke: m.NoThreads(), guards: m.Recorder.Guards}}
	m.loops = &l.loopContext
	path, exited := m.path, m.NoThreads()
	defer func() { m.loops, m.path = l.outer, path }()
	limit := m.concreteLimit
	n, most, ok := l.predictTrips()
	if ok && n > int64(limit) || m.mustAbstract(0) {
		limit = 0
	}
	l.nest = l.enterLoop(most)
	m.Mix(uint64(n))
	if !ok {
		n = 0
	}
	if limit == 0 || !l.closed(n) {
		exited = l.runInTurn(limit, n)
	}
	l.leaveLoop()
	m.Recorder.Guards -= l.leftBy
	m.Mask = m.Mask.Or(exited)
	m.Rejoin(l.onBreak, m.Mask.Empty())
	m.Mask = m.Mask.Or(l.broke)
}

// runInTurn runs up to limit iterations of a loop one by one, those after them all at once;
// n is how many there are, 0 where that is not known. It returns the threads that found the
// condition false.
func (l *loopRun) runInTurn(limit int, n int64) (exited state.Mask) {
	exited = l.NoThreads()
	path, at, spent, away := l.path, uint64(l.frame.at)<<32, l.Steps, len(l.Departures)
	for i := 0; !l.Mask.Empty(); i++ {
		l.step()
		l.path = path
		l.path = l.pathUnder(at + uint64(i))
		if i > 0 || !l.op.Flags.Has(ir.TestLast) {
			if i >= limit || l.mustAbstract(0) || !l.decided() {
				l.path = path
				l.nest.ran(i)
				l.guarded = i == 0 && l.entryGuarded()
				l.runAbstract()
				break
			}
			l.beginIteration(i == 0)
			cond := l.loopCondition()
			l.tested()
			exited = exited.Or(l.Mask.And(cond, false))
			l.Mask = l.Mask.And(cond, true)
			l.MixMask()
			if l.Mask.Empty() {
				break
			}
		}
		l.beginBody()
		l.iterate()
		l.endBody()
		switch {
		case n == 0 && l.endsInside() && slices.ContainsFunc(l.Departures[away:], func(d *state.Departure) bool { return d.Cond != nil }):
			limit = min(limit, maxOpen)
		case i == 0 && n > 0 && l.mustAbstract((l.Steps-spent)/2*int(n-1)):
			limit = 1
		}
	}
	return exited
}

// endsInside reports whether the condition of a loop always holds.
func (l *loopRun) endsInside() bool {
	return l.op.Flags.Has(ir.Endless) || l.frame.ir.Op(l.op.X.Regions[0].Value).Code == ir.OpConst
}

// iterate runs the body and the update once.
func (l *loopRun) iterate() {
	l.continued, l.onRepeat, l.skippedBy = l.NoThreads(), nil, 0
	l.run(&l.op.X.Regions[1])
	l.Recorder.Guards -= l.skippedBy
	l.Rejoin(l.onRepeat, l.Mask.Empty())
	l.Mask = l.Mask.Or(l.continued)
	l.run(&l.op.X.Regions[2])
}

// loopCondition evaluates the condition.
func (l *loopRun) loopCondition() *lanes.Value {
	switch {
	case l.op.Flags.Has(ir.Counted):
		return l.Lanes.UniformOf(lanes.Bool)
	case l.op.Flags.Has(ir.Endless):
		return l.Lanes.Const(lanes.Bool, 1)
	}
	return l.Truthy(l.run(&l.op.X.Regions[0]))
}

// trial runs something without recording accesses and undoes its effects.
func (m *machine) trial(run func()) {
	mark, events := m.Lanes.Mark(), m.Fingerprint
	_, w := m.attempt(run)
	m.Release(w)
	m.Lanes.Forget(mark)
	m.Fingerprint = events
}

// decided reports whether the loop's condition is known for every active thread.
func (l *loopRun) decided() bool {
	yes := true
	l.trial(func() {
		cond := l.loopCondition()
		truths := cond.Truths(l.Lanes.Threads())
		for i, t := range l.Mask.Truth {
			yes = yes && (t == lanes.False || truths.At(i) != lanes.Maybe)
			if !yes || cond.IsUniform() && t != lanes.False {
				break
			}
		}
	})
	return yes
}

// predictTrips returns how often the slowest thread runs a loop that counts up or
// down by a constant to a known bound: rounded down, and up.
func (l *loopRun) predictTrips() (trips, up int64, ok bool) {
	if !l.comparesNumbers() {
		return 0, 0, false
	}
	l.trial(func() {
		a, b, op := l.compared()
		step, known := l.updateStep()
		if !known || step == 0 || a.Num == nil || b.Num == nil || a.Num.Type.Float || b.Num.Type.Float {
			return
		}
		ok = true
		for i, t := range l.Mask.Truth {
			if t == lanes.False {
				continue
			}
			x, known1 := a.Num.At(i)
			y, known2 := b.Num.At(i)
			if ok = ok && known1 && known2; !ok {
				return
			}
			distance, size := y-x, step
			if step < 0 {
				distance, size = x-y, -step
			}
			trips = max(trips, distance/size)
			if op == ast.LessEqual || op == ast.GreaterEqual {
				distance++
			}
			up = max(up, (distance+size-1)/size)
		}
	})
	if !ok {
		up = 0
	}
	return trips, up, ok
}

// comparesNumbers reports whether the condition of a loop is a comparison.
func (l *loopRun) comparesNumbers() bool {
	id := l.op.X.Regions[0].Value
	if id == 0 {
		return false
	}
	o := l.frame.ir.Op(id)
	return o.Code == ir.OpBinary && state.Compares(o.Operator)
}

// compared evaluates what the condition of a loop compares.
func (l *loopRun) compared() (a, b state.Value, op ast.Op) {
	l.run(&l.op.X.Regions[0])
	o := l.frame.ir.Op(l.op.X.Regions[0].Value)
	return l.unconverted(o.A), l.unconverted(o.B), o.Operator
}

// unconverted returns a value as it was before it was converted.
func (m *machine) unconverted(id ir.ID) state.Value {
	for o := m.frame.ir.Op(id); o.Code == ir.OpConvert && m.value(o.A).Num != nil; o = m.frame.ir.Op(id) {
		id = o.A
	}
	return m.value(id)
}

// updateStep returns the constant that the update of a loop, v += constant, adds.
func (l *loopRun) updateStep() (int64, bool) {
	f := l.frame.ir
	ops := l.op.X.Regions[2].Ops
	if len(ops) == 0 {
		return 0, false
	}
	store := f.Op(ops[len(ops)-1])
	if store.Code != ir.OpStore {
		return 0, false
	}
	sum := f.Op(store.B)
	for sum.Code == ir.OpConvert {
		sum = f.Op(sum.A)
	}
	step := ir.ID(0)
	switch {
	case sum.Code == ir.OpBinary && (sum.Operator == ast.Add || sum.Operator == ast.Sub):
		step = sum.B
	default:
		return 0, false
	}
	old := f.Op(sum.A)
	for old.Code == ir.OpConvert {
		old = f.Op(old.A)
	}
	if old.Code != ir.OpLoad || old.A != store.A {
		return 0, false
	}
	l.run(&l.op.X.Regions[2])
	v := l.value(step)
	if v.Num == nil {
		return 0, false
	}
	x, ok := v.Num.Constant()
	if sum.Operator == ast.Sub {
		x = -x
	}
	return x, ok
}
