package lanes

import "slices"

// A cover bounds where the lanes of a warp are: in so many intervals (pieces), whose lengths
// (last minus first) add up to span. Where the intervals lie is not known.
type cover struct{ pieces, span int64 }

// maxPieces bounds the intervals of a cover: more say nothing of a warp.
const maxPieces = 2 * WarpSize

var nowhere = cover{1, limit}

// times returns the cover of c times the numbers of a cover.
func (c cover) times(by int64) cover {
	return cover{c.pieces, satMul(c.span, max(by, -by))}
}

// plus returns the cover of sums of the numbers of two covers.
func (c cover) plus(e cover) cover {
	sum := cover{satMul(c.pieces, e.pieces), addHigh(satMul(c.span, e.pieces), satMul(e.span, c.pieces))}
	if sum.pieces > maxPieces {
		return nowhere
	}
	return sum
}

// or returns the cover of the numbers of either of two covers.
func (c cover) or(e cover) cover {
	both := cover{c.pieces + e.pieces, addHigh(c.span, e.span)}
	if both.pieces > maxPieces {
		return nowhere
	}
	return both
}

// closer returns the cover that says more.
func (c cover) closer(e cover) cover {
	const apart = 16 // what an interval more counts for
	if addHigh(e.span, apart*e.pieces) < addHigh(c.span, apart*c.pieces) {
		return e
	}
	return c
}

// An origin says what a symbol was computed from, as far as that tells how far apart
// threads can be.
type origin struct {
	kind originKind
	by   int64 // of a steady one: a distance is at most that of the operand divided by this
	of   []*Value
}

type originKind uint8

const (
	// steady: the values of two threads differ by no more than those of some operand do.
	steady originKind = iota + 1
	// wrapping: the operand, modulo some number.
	wrapping
	// either: one of the operands, as each thread has it.
	either
	// same: the operand itself.
	same
)

// originOf returns the origin of the result of an operation that differs between threads; nil
// where it bounds nothing.
func originOf(op string, operands []*Value) *origin {
	switch op {
	case "/", ">>":
		if operands[1].IsUniform() {
			return &origin{kind: steady, by: 1, of: operands[:1]}
		}
	case "floor/":
		c, _ := operands[1].Constant()
		return &origin{kind: steady, by: max(c, 1), of: operands[:1]}
	case "min", "max":
		return &origin{kind: steady, by: 1, of: operands}
	case "abs", "labs", "llabs":
		return &origin{kind: steady, by: 1, of: operands[:1]}
	case "%", "floor%":
		if operands[1].IsUniform() {
			return &origin{kind: wrapping, of: operands[:1]}
		}
	case "widen":
		return &origin{kind: wrapping, of: operands[:1]}
	case "?:":
		return &origin{kind: either, of: operands[1:]}
	case "form", "merge":
		return &origin{kind: same, of: operands[:1]}
	}
	return nil
}

// maxOrigins bounds how deep origins are looked into.
const maxOrigins = 6

// cover returns the cover of a value in some lanes.
func (v *Value) cover(active []int, depth int) cover {
	switch {
	case v.unknown || v.Type.Float || depth > maxOrigins:
		return nowhere
	case len(v.choices()) > 0:
		// All lanes have the same of the alternatives.
		all := v.alts()[0].cover(active, depth)
		for _, a := range v.alts()[1:] {
			c := a.cover(active, depth)
			all = cover{max(all.pieces, c.pieces), max(all.span, c.span)}
		}
		return all
	}
	var all cover
	for _, group := range v.sameFactors(active) {
		c := cover{1, spanOf(v.offset, group)}
		for _, tm := range v.terms {
			apart := tm.sym.cover(group, depth).times(at(tm.coef, group[0]))
			if values := addHigh(tm.sym.hi, 1-tm.sym.lo); values <= maxPieces {
				apart = apart.closer(cover{values, 0})
			}
			c = c.plus(apart)
		}
		if all = all.or(c); all.span >= limit {
			return nowhere
		}
	}
	return all
}

// sameFactors splits lanes into groups with the same factor of each symbol.
func (v *Value) sameFactors(active []int) [][]int {
	if v.rigid() {
		return [][]int{active}
	}
	index := map[uint64]int{}
	var groups [][]int
	for _, i := range active {
		k := uint64(0)
		for _, tm := range v.terms {
			k = mix(k, uint64(at(tm.coef, i)))
		}
		g, ok := index[k]
		if !ok {
			g = len(groups)
			index[k] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// spanOf returns the largest number of some lanes minus the smallest.
func spanOf(x []int64, active []int) int64 {
	lo, hi := at(x, active[0]), at(x, active[0])
	for _, i := range active {
		lo, hi = min(lo, at(x, i)), max(hi, at(x, i))
	}
	return addHigh(clamp(hi), -clamp(lo))
}

// cover returns the cover of a symbol in some lanes.
func (s *Symbol) cover(active []int, depth int) cover {
	if s.class == nil && s.turn == nil || s.turn == nil && sameClass(s, active) {
		return cover{1, 0}
	}
	c := nowhere
	if s.lo > -limit && s.hi < limit {
		c.span = addHigh(s.hi, -s.lo)
	}
	if u := s.turn; u != nil {
		if !u.carry {
			c = c.closer(cover{2, spanOf(u.at, active)})
		}
		return c
	}
	c = c.closer(cover{int64(s.classesIn(active)), 0})
	if s.origin != nil {
		c = c.closer(s.origin.cover(active, depth+1))
	}
	return c
}

// classesIn counts the classes of a symbol in some lanes.
func (s *Symbol) classesIn(active []int) int {
	var room [WarpSize]int32
	seen := room[:0]
	for _, i := range active {
		seen = append(seen, s.class[i])
	}
	slices.Sort(seen)
	return len(slices.Compact(seen))
}

func (o *origin) cover(active []int, depth int) cover {
	first := o.of[0].cover(active, depth)
	switch o.kind {
	case same:
		return first
	case wrapping:
		return cover{2 * first.pieces, first.span}
	case either:
		return first.or(o.of[1].cover(active, depth))
	}
	for _, v := range o.of[1:] {
		c := v.cover(active, depth)
		if first.pieces > 1 || c.pieces > 1 {
			return nowhere
		}
		first.span = max(first.span, c.span)
	}
	if first.span >= limit {
		return nowhere
	}
	first.span = (first.span + (o.by-1)*first.pieces) / o.by
	return first
}
