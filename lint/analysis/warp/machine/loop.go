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

// runLoop interprets a loop for the active threads: in closed form where its iterations are
// known and alike, iteration by iteration while the condition is known and the iterations
// are few, else all iterations at once by a fixed point.
func (m *machine) runLoop(l *ir.Op) {
	ctx := &loopContext{outer: m.loops, broke: m.NoThreads(), guards: m.Recorder.Guards}
	m.loops = ctx
	path, exited := m.path, m.NoThreads()
	defer func() { m.loops, m.path = ctx.outer, path }()
	limit := m.concreteLimit
	n, most, ok := m.predictTrips(l)
	if ok && n > int64(limit) || m.mustAbstract(0) {
		limit = 0
	}
	nest := m.enterLoop(l, most)
	m.Mix(uint64(n))
	if !ok {
		n = 0
	}
	if limit == 0 || !m.closed(l, ctx, nest, n) {
		exited = m.runInTurn(l, ctx, nest, limit, n)
	}
	m.leaveLoop(nest)
	m.Recorder.Guards -= ctx.leftBy
	m.Mask = m.Mask.Or(exited)
	m.Rejoin(ctx.onBreak, m.Mask.Empty())
	m.Mask = m.Mask.Or(ctx.broke)
}

// runInTurn runs up to limit iterations of a loop one by one, those after them all at once;
// n is how many there are, 0 where that is not known. It returns the threads that found the
// condition false.
func (m *machine) runInTurn(l *ir.Op, ctx *loopContext, nest *nesting, limit int, n int64) (exited state.Mask) {
	exited = m.NoThreads()
	path, at, spent, away := m.path, uint64(m.frame.at)<<32, m.Steps, len(m.Departures)
	for i := 0; !m.Mask.Empty(); i++ {
		m.step()
		m.path = path
		m.path = m.pathUnder(at + uint64(i))
		if i > 0 || !l.Flags.Has(ir.TestLast) {
			if i >= limit || m.mustAbstract(0) || !m.decided(l) {
				m.path = path
				nest.ran(i)
				ctx.guarded = i == 0 && m.entryGuarded(l)
				m.runAbstract(l, ctx, nest)
				break
			}
			m.beginIteration(nest, l, ctx, i == 0)
			cond := m.loopCondition(l)
			m.tested(nest)
			exited = exited.Or(m.Mask.And(cond, false))
			m.Mask = m.Mask.And(cond, true)
			m.MixMask()
			if m.Mask.Empty() {
				break
			}
		}
		m.beginBody(nest)
		m.iterate(l, ctx)
		m.endBody(nest)
		switch {
		case n == 0 && m.endsInside(l) && slices.ContainsFunc(m.Departures[away:], func(d *state.Departure) bool { return d.Cond != nil }):
			limit = min(limit, maxOpen)
		case i == 0 && n > 0 && m.mustAbstract((m.Steps-spent)/2*int(n-1)):
			limit = 1
		}
	}
	return exited
}

// endsInside reports whether the condition of a loop always holds.
func (m *machine) endsInside(l *ir.Op) bool {
	return l.Flags.Has(ir.Endless) || m.frame.ir.Op(l.X.Regions[0].Value).Code == ir.OpConst
}

// iterate runs the body and the update once.
func (m *machine) iterate(l *ir.Op, ctx *loopContext) {
	ctx.continued, ctx.onRepeat, ctx.skippedBy = m.NoThreads(), nil, 0
	m.run(&l.X.Regions[1])
	m.Recorder.Guards -= ctx.skippedBy
	m.Rejoin(ctx.onRepeat, m.Mask.Empty())
	m.Mask = m.Mask.Or(ctx.continued)
	m.run(&l.X.Regions[2])
}

func (m *machine) loopCondition(l *ir.Op) *lanes.Value {
	switch {
	case l.Flags.Has(ir.Counted):
		return m.Lanes.UniformOf(lanes.Bool)
	case l.Flags.Has(ir.Endless):
		return m.Lanes.Const(lanes.Bool, 1)
	}
	return m.Truthy(m.run(&l.X.Regions[0]))
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
func (m *machine) decided(l *ir.Op) bool {
	yes := true
	m.trial(func() {
		cond := m.loopCondition(l)
		truths := cond.Truths(m.Lanes.Threads())
		for i, t := range m.Mask.Truth {
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
func (m *machine) predictTrips(l *ir.Op) (trips, up int64, ok bool) {
	if !m.comparesNumbers(l) {
		return 0, 0, false
	}
	m.trial(func() {
		a, b, op := m.compared(l)
		step, known := m.updateStep(l)
		if !known || step == 0 || a.Num == nil || b.Num == nil || a.Num.Type.Float || b.Num.Type.Float {
			return
		}
		ok = true
		for i, t := range m.Mask.Truth {
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
func (m *machine) comparesNumbers(l *ir.Op) bool {
	id := l.X.Regions[0].Value
	if id == 0 {
		return false
	}
	o := m.frame.ir.Op(id)
	return o.Code == ir.OpBinary && state.Compares(o.Operator)
}

// compared evaluates what the condition of a loop compares.
func (m *machine) compared(l *ir.Op) (a, b state.Value, op ast.Op) {
	m.run(&l.X.Regions[0])
	o := m.frame.ir.Op(l.X.Regions[0].Value)
	return m.unconverted(o.A), m.unconverted(o.B), o.Operator
}

// unconverted returns a value as it was before it was converted.
func (m *machine) unconverted(id ir.ID) state.Value {
	for o := m.frame.ir.Op(id); o.Code == ir.OpConvert && m.value(o.A).Num != nil; o = m.frame.ir.Op(id) {
		id = o.A
	}
	return m.value(id)
}

// updateStep returns the constant that the update of a loop, v += constant, adds.
func (m *machine) updateStep(l *ir.Op) (int64, bool) {
	f := m.frame.ir
	ops := l.X.Regions[2].Ops
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
	m.run(&l.X.Regions[2])
	v := m.value(step)
	if v.Num == nil {
		return 0, false
	}
	x, ok := v.Num.Constant()
	if sum.Operator == ast.Sub {
		x = -x
	}
	return x, ok
}
