package machine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/codegen"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// leastClosed is the number of iterations from which on a short loop is first looked at as
// a whole: fewer cost no more than the look does.
const leastClosed = 4

// closed runs all iterations of a loop of a few, known iterations at once where that gives
// the figures that the iterations have one by one: see alike. It reports whether it did.
func (m *machine) closed(l *ir.Op, ctx *loopContext, nest *nesting, trips int64) bool {
	if trips < leastClosed || m.iterated[l] || m.leaves(l, ir.OpContinue) || m.unrolls(l, nest, trips, m.textSize(&l.X.Regions[1])) {
		return false
	}
	steps, events := m.Steps, m.Fingerprint
	f := fixpoint{closed: true}
	if m.runAll(l, ctx, nest, &f) {
		return true
	}
	m.Steps, m.Fingerprint = steps, events
	m.iterated[l] = !f.equal
	return false
}

// unrolls reports whether the compiler is taken to unroll a loop fully that is counted: the
// graph prices what it makes of each iteration. size is how many operations one has, about
// four of which are an instruction.
func (m *machine) unrolls(l *ir.Op, nest *nesting, trips int64, size int) bool {
	if m.Trials > 0 || nest == nil || !nest.constant {
		return false
	}
	return l.Int < 0 || l.Int >= trips || l.Int == 0 && trips*int64(size) <= 4*codegen.FullSize
}

// maxExecuted is more operations than matter.
const maxExecuted = 1 << 30

// textSize returns the number of operations in a region, or many where it has calls or
// loops.
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
func (m *machine) leaves(l *ir.Op, codes ...ir.Code) bool {
	return m.frame.ir.Contains(&l.X.Regions[1], append(codes, ir.OpBreak, ir.OpReturn)...)
}

// A happened is what an iteration did: what it wrote to, and what it noted.
type effects struct {
	state.Journal
	events uint64
}

// alike reports whether each iteration does what the first one did, or what is remembered
// of it, at addresses that are moved by a number that all lanes share: so many threads take
// each branch, addresses are made of the same, and what is left behind is known as well as if
// they were run one by one.
func (m *machine) iterationsEqual(f *fixpoint, first, now effects) bool {
	if first.Journal != nil || first.events != 0 {
		f.outcome = m.outcome(f, first)
	}
	// What changes otherwise is no part of an address if it is a floating-point number.
	f.equal = f.exact && f.outcome == m.outcome(f, now) &&
		!slices.ContainsFunc(f.changes, func(c change) bool { return c.step == nil && (c.start.Num == nil || !c.start.Num.Type.Float) })
	return f.equal
}

// outcome returns a hash of what an iteration did and of what it left in the cells that do
// not change by a known step. Floating-point numbers are no part of addresses.
func (m *machine) outcome(f *fixpoint, h effects) uint64 {
	outer := m.Fingerprint
	m.Fingerprint = h.events
	for i, x := range h.Journal {
		for _, c := range x.Contents.Cells {
			stepped := slices.ContainsFunc(f.changes, func(k change) bool { return k.obj == x.Object && k.off == c.Offset && k.step != nil })
			if !stepped && (c.Value.Num == nil || !c.Value.Num.Type.Float) {
				m.Mix(uint64(i)<<32 ^ uint64(c.Offset))
				m.MixValue(c.Value)
			}
		}
	}
	outcome := m.Fingerprint
	m.Fingerprint = outer
	return outcome
}
