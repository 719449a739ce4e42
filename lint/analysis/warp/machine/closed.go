package machine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/codegen"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// leastClosed is the least number of iterations for which the closed form of a short loop is
// tried: executing fewer costs no more.
const leastClosed = 4

// closed executes all iterations of a loop of few, known iterations at once, if that gives the
// same figures as executing them one by one: see iterationsEqual. It reports whether it did.
func (l *loopRun) closed(trips int64) bool {
	if trips < leastClosed || l.iterated[l.op] || l.leaves(ir.OpContinue) || l.unrolls(trips, l.textSize(&l.op.X.Regions[1])) {
		return false
	}
	steps, events := l.Steps, l.Fingerprint
	f := fixpoint{Memory: &l.Memory, closed: true}
	if l.runAll(&f) {
		return true
	}
	l.Steps, l.Fingerprint = steps, events
	l.iterated[l.op] = !f.equal
	return false
}

// unrolls reports whether the compiler is assumed to unroll a loop fully. Each iteration then
// has nodes of its own in the graph. size is the number of operations of an iteration; about
// four of them make an instruction.
func (l *loopRun) unrolls(trips int64, size int) bool {
	if l.Trials > 0 || l.nest == nil || !l.nest.constant {
		return false
	}
	return l.op.Int < 0 || l.op.Int >= trips || l.op.Int == 0 && trips*int64(size) <= 4*codegen.FullSize
}

// maxExecuted bounds the count of operations: more make no difference.
const maxExecuted = 1 << 30

// textSize returns the number of operations in a region, or a number too large to unroll
// where it has calls or loops.
func (m *machine) textSize(r *ir.Region) int {
	size := len(r.Ops)
	for _, id := range r.Ops {
		o := m.frame.ir.Op(id)
		if o.Code == ir.OpCall || o.Code == ir.OpLoop {
			return 4*codegen.FullSize + 1
		}
		if o.X == nil {
			continue
		}
		for i := range o.X.Regions {
			size += m.textSize(&o.X.Regions[i])
		}
		for i := range o.X.Cases {
			size += m.textSize(&o.X.Cases[i].Body)
		}
	}
	return size
}

// leaves reports whether the body of a loop has a break or a return, or one of codes.
func (l *loopRun) leaves(codes ...ir.Code) bool {
	return l.frame.ir.Contains(&l.op.X.Regions[1], append(codes, ir.OpBreak, ir.OpReturn)...)
}

// An iterationEffects is what an iteration did: the objects it stored to, and its fingerprint.
type iterationEffects struct {
	state.Journal
	events uint64
}

// iterationsEqual reports whether all iterations have the figures of the first one: the same
// number of threads takes each branch, addresses differ by a number that all lanes share, and
// what the loop leaves in memory is known as well as if they were executed one by one. first is
// empty where the first iteration was executed in an earlier pass.
func (f *fixpoint) iterationsEqual(first, now iterationEffects) bool {
	if first.Journal != nil || first.events != 0 {
		f.outcome = f.effects(first)
	}
	// A change without a step is harmless in a floating-point number: it is no part of an address.
	f.equal = f.exact && f.outcome == f.effects(now) &&
		!slices.ContainsFunc(f.changes, func(c change) bool { return c.step == nil && (c.start.Num == nil || !c.start.Num.Type.Float) })
	return f.equal
}

// effects returns a hash of the fingerprint of an iteration and of the cells that it changed.
// Cells that change by a known step, and floating-point numbers, are left out: they do not make
// the figures of iterations differ.
func (f *fixpoint) effects(h iterationEffects) uint64 {
	outer := f.Fingerprint
	f.Fingerprint = h.events
	for i, x := range h.Journal {
		for _, c := range x.Contents.Cells {
			stepped := slices.ContainsFunc(f.changes, func(k change) bool { return k.obj == x.Object && k.off == c.Offset && k.step != nil })
			if !stepped && (c.Value.Num == nil || !c.Value.Num.Type.Float) {
				f.Mix(uint64(i)<<32 ^ uint64(c.Offset))
				f.MixValue(c.Value)
			}
		}
	}
	outcome := f.Fingerprint
	f.Fingerprint = outer
	return outcome
}
