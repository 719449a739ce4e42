package lanes

import "slices"

// Count says that a count of iterations is each number from 0 to last, once.
func (d *Domain) Count(iteration *Value, last int64) { iteration.terms[0].sym.counted = last + 1 }

// Shape returns a number that says what a value is made of: how many symbols of which kinds
// of how many alternatives, without counts of iterations if uncounted is set, or which numbers
// it is where these are known.
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
		case s.counted > 0 && uncounted && len(tm.coef) == 1:
		case s.onCount:
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

// onCount reports whether a value depends on a symbol that is counted.
func (v *Value) onCount() bool {
	return slices.ContainsFunc(v.terms, func(tm term) bool { return tm.sym.counted > 0 || tm.sym.onCount }) ||
		slices.ContainsFunc(v.alts(), (*Value).onCount)
}
