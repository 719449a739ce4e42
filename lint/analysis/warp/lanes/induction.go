package lanes

import "slices"

// Induction returns start + iteration * step: what a variable holds that changes
// by a known step in every iteration. iteration comes from Iteration.
func (d *Domain) Induction(t Type, start, iteration, step *Value) *Value {
	return d.Add(t, start, d.Mul(t, iteration, step))
}

// Iteration returns a fresh number of an iteration that is being executed: 0 or more, the same
// number for all threads that execute an iteration together.
func (d *Domain) Iteration() *Value {
	return d.fresh(Int64, Symbol{lo: 0, hi: limit, counter: true})
}

// Iterations returns a fresh number of the iterations of a loop that has ended.
func (d *Domain) Iterations() *Value { return d.Uniform(Int64, 0, limit) }

// Narrow lowers the largest value of a count of iterations, as its loop's
// condition is understood. It affects every value the count occurs in.
func (d *Domain) Narrow(iteration *Value, hi int64) {
	s := iteration.terms[0].sym
	s.hi = min(s.hi, max(hi, s.lo))
}

// LastIteration returns the largest count of iterations for which a value can
// still be at least bound in some thread, given that the value falls by a known
// step per iteration. exact is set if all threads stop after the same iteration,
// whatever the other symbols are.
func (d *Domain) LastIteration(v, iteration *Value, bound int64) (last int64, exact, ok bool) {
	if v.unknown || len(v.choices()) > 0 || v.Type.Float {
		return 0, false, false
	}
	var rest []term
	step := int64(0)
	for _, tm := range v.terms {
		if tm.sym == iteration.terms[0].sym {
			if len(tm.coef) != 1 || tm.coef[0] >= 0 {
				return 0, false, false
			}
			step = -tm.coef[0]
			continue
		}
		rest = append(rest, tm)
	}
	if step == 0 {
		return 0, false, false
	}
	start := &Value{Type: v.Type, offset: v.offset, terms: rest}
	_, hi := d.BlockBounds(start)
	if hi >= limit {
		return 0, false, false
	}
	last = floorDiv(hi-bound, step)
	exact = len(rest) == 0
	for _, x := range v.offset {
		exact = exact && floorDiv(x-bound, step) == last
	}
	return last, exact, true
}

// StepBetween returns by how much after exceeds before: a known number per thread,
// plus a number that is not known but the same for all threads, such as a
// grid's size.
func (d *Domain) StepBetween(t Type, before, after *Value) (step *Value, ok bool) {
	if before.unknown || after.unknown || t.Float {
		return nil, false
	}
	step = d.Sub(t, after, before)
	if !step.Known() {
		for _, tm := range step.terms {
			if tm.sym.class != nil {
				return nil, false
			}
		}
		return step, step.choices() == nil && !step.unknown
	}
	if !t.Signed && t.Bits < 64 {
		// i-- of an unsigned variable is a step of -1.
		signed := t
		signed.Signed = true
		step = d.PerThread(signed, step.offset)
	}
	return step, true
}

// Same reports whether two values are known to be the same number in every thread.
func (d *Domain) Same(a, b *Value) bool {
	return a != nil && b != nil && a.Type == b.Type && d.equal(a, b)
}

// Count says that a count of iterations is each number from 0 to last, once.
func (d *Domain) Count(iteration *Value, last int64) { iteration.terms[0].sym.iterations = last + 1 }

// Shape returns a hash of the structure of a value: how many symbols of each kind it has in each
// alternative, or its numbers where these are known. If uncounted is set, counts of iterations
// and known numbers do not count.
func (d *Domain) Shape(v *Value, uncounted bool) uint64 {
	if v.unknown {
		return 1
	}
	if v.Known() && !uncounted {
		return d.hash(v)
	}
	h := uint64(2)
	for _, tm := range v.terms {
		switch s := tm.sym; {
		case s.iterations > 0 && uncounted && len(tm.coef) == 1:
		case s.fromCount:
			h += 1 << 48
		case s.class == nil:
			h += 4
		case s.data || s.read:
			h += 1 << 16
		default:
			h += 1 << 32
		}
	}
	for _, a := range v.alts() {
		h = mix(h, d.Shape(a, uncounted))
	}
	return h
}

// dependsOnCount reports whether a value depends on a symbol that is counted.
func (v *Value) dependsOnCount() bool {
	return slices.ContainsFunc(v.terms, func(tm term) bool { return tm.sym.iterations > 0 || tm.sym.fromCount }) ||
		slices.ContainsFunc(v.alts(), (*Value).dependsOnCount)
}
