package lanes

import (
	"cmp"
	"math"
	"slices"
)

// A figureKind is a figure of a warp's access.
type figureKind uint8

const (
	addresses figureKind = iota
	sectors
	conflicts
)

// between returns the bounds of a figure for some lanes of a warp, over all numbers that the
// source does not determine.
func (d *Domain) between(what figureKind, v *Value, fp Footprint, active []int) (least, most int) {
	w := &d.warp
	if v.unknown || !w.set(v, active, nil, true) {
		w.setUnknown(active, fp.Bytes)
	}
	w.sortTogether()
	grid := w.grid(v)
	c := v.cover(active, 0)
	n := int64(w.keys())
	apart := min(n, addHigh(c.span/max(grid, 1), c.pieces))
	fewest := max(int64(w.fewest(1, 1, 1)), w.separate(v, 0))
	if v.oneToOne() {
		fewest = n
	}
	fewest = max(min(fewest, apart), 1)
	switch what {
	case addresses:
		return int(fewest), int(apart)
	case conflicts:
		return 1, int(max(min(apart, conflictsIn(c, fp.Bytes, gcd(bankBytes, w.alignment(v, true)))), 1))
	}
	// Lanes at different places are a grid's width apart.
	align, step := gcd(sectorBytes, w.alignment(v, true)), gcd(sectorBytes, w.alignment(v, false))
	lo := max(int64(w.fewest(sectorBytes, fp.Bytes, step)), w.separate(v, sectorBytes-1), ((fewest-1)*min(grid, fp.Bytes)+fp.Bytes+sectorBytes-1)/sectorBytes)
	hi := satMul(apart, sectorsIn(cover{1, 0}, fp.Bytes, align))
	hi = min(hi, sectorsIn(c, fp.Bytes, align))
	return int(min(lo, hi)), int(hi)
}

// setUnknown sets lanes with unknown addresses, aligned to the size of an element.
func (w *warpLanes) setUnknown(active []int, bytes int64) {
	w.threads, w.lanes, w.grain, w.rest, w.counts, w.vary = active, w.room[:len(active)], 0, 0, w.counts[:0], nil
	for j := range active {
		w.lanes[j] = lane{data: uint64(j + 1), unit: bytes}
	}
}

// sortTogether sorts the lanes so that those at known distances are neighbours, by offset.
func (w *warpLanes) sortTogether() {
	w.sort(func(a, b lane) int {
		switch {
		case a.base != b.base:
			return cmp.Compare(a.base, b.base)
		case a.data != b.data:
			return cmp.Compare(a.data, b.data)
		}
		return a.compare(b)
	})
}

// sort sorts the lanes, which most often are in order as they are.
func (w *warpLanes) sort(compare func(a, b lane) int) {
	if !slices.IsSortedFunc(w.lanes, compare) {
		slices.SortFunc(w.lanes, compare)
	}
}

// keys counts the lanes that may have different addresses. It comes after sortTogether.
func (w *warpLanes) keys() int {
	n := 0
	for j, l := range w.lanes {
		if j == 0 || l != w.lanes[j-1] {
			n++
		}
	}
	return n
}

// grid returns a number that divides the distance between any two lanes.
func (w *warpLanes) grid(v *Value) int64 {
	if v.unknown {
		return w.lanes[0].unit
	}
	g := int64(0)
	for _, i := range w.threads {
		g = gcd(g, at(v.offset, i)-at(v.offset, w.threads[0]))
	}
	for _, tm := range v.terms {
		if tm.sym.class == nil && len(tm.coef) == 1 {
			continue
		}
		for _, i := range w.threads {
			g = gcd(g, at(tm.coef, i))
		}
	}
	return max(g, 1)
}

// alignment returns a number that divides every lane's address, or its unknown part unless
// known is set.
func (w *warpLanes) alignment(v *Value, known bool) int64 {
	if v.unknown {
		return w.lanes[0].unit
	}
	g := int64(0)
	for _, i := range w.threads {
		if known {
			g = gcd(g, at(v.offset, i))
		}
		for _, tm := range v.terms {
			g = gcd(g, at(tm.coef, i))
		}
	}
	return max(g, -g)
}

// fewest returns how many blocks of unit bytes the lanes of some group touch at
// least, for every value of their common part, a multiple of step. It comes after
// sortTogether.
func (w *warpLanes) fewest(unit, bytes, step int64) int {
	most := 0
	for rest := w.lanes; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].base == rest[0].base && rest[n].data == rest[0].data {
			n++
		}
		g := rest[:n]
		rest = rest[n:]
		least := math.MaxInt
		for shift := int64(0); shift < unit; shift += step {
			least = min(least, blocksOf(g, shift, unit, bytes))
		}
		most = max(most, least)
	}
	return most
}

// blocksOf returns how many blocks of unit bytes accesses of some lanes touch, which come by
// ascending offset and are moved by shift.
func blocksOf(lanes []lane, shift, unit, bytes int64) int {
	// A lane adds the blocks after those seen so far.
	n, seen := 0, int64(math.MinInt64)
	for _, l := range lanes {
		first, last := floorDiv(l.offset+shift, unit), floorDiv(l.offset+shift+bytes-1, unit)
		last = min(last, first+maxBlocks-1)
		if first = max(first, seen+1); first <= last {
			n += int(last - first + 1)
			seen = last
		}
	}
	return n
}

// separate returns how many lanes are certain to be more than gap bytes apart, by the ranges of
// the parts that they do not share.
func (w *warpLanes) separate(v *Value, gap int64) int64 {
	if v.unknown {
		return 1
	}
	type interval struct{ lo, hi int64 }
	var room [WarpSize]interval
	all := room[:len(w.threads)]
	nearest, ordered := w.nearest(v)
	for j, i := range w.threads {
		if ordered {
			all[j] = interval{nearest[j], nearest[j]}
			continue
		}
		x := interval{clamp(at(v.offset, i)), clamp(at(v.offset, i))}
		for _, tm := range v.terms {
			if tm.sym.class == nil && len(tm.coef) == 1 {
				continue
			}
			lo, hi := tm.sym.times(at(tm.coef, i))
			x.lo, x.hi = addLow(x.lo, lo), addHigh(x.hi, hi)
		}
		all[j] = x
	}
	slices.SortFunc(all, func(a, b interval) int { return cmp.Compare(a.hi, b.hi) })
	n, end := int64(0), int64(math.MinInt64)
	for _, x := range all {
		if n == 0 || x.lo > addHigh(end, gap) {
			n, end = n+1, x.hi
		}
	}
	return n
}

// nearest returns addresses of which no two are further apart than those of the lanes are,
// whatever the number is that they share: with its least, lanes with a larger factor come
// later, and only move on with a larger number. ok is false where more than one such number,
// or something else, tells the lanes apart, or their order changes.
func (w *warpLanes) nearest(v *Value) (at0 [WarpSize]int64, ok bool) {
	var stride *term
	for k := range v.terms {
		tm := &v.terms[k]
		switch {
		case tm.sym.class == nil && len(tm.coef) == 1:
		case tm.sym.class != nil || tm.sym.turn != nil || stride != nil:
			return at0, false
		default:
			stride = tm
		}
	}
	if stride == nil || stride.sym.lo <= -limit {
		return at0, false
	}
	order := make([]int, len(w.threads))
	for j, i := range w.threads {
		order[j] = j
		at0[j] = addHigh(clamp(at(v.offset, i)), satMul(stride.coef[i], stride.sym.lo))
	}
	coef := func(j int) int64 { return stride.coef[w.threads[j]] }
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(coef(a), coef(b)), cmp.Compare(at0[a], at0[b])) })
	for k := 1; k < len(order); k++ {
		if at0[order[k]] < at0[order[k-1]] {
			return at0, false
		}
	}
	return at0, true
}

// sectorsIn returns how many sectors accesses in the intervals of a cover touch at most,
// at addresses that are multiples of align.
func sectorsIn(c cover, bytes, align int64) int64 {
	if c.span >= limit {
		return limit
	}
	return (c.pieces*(sectorBytes-1-align+bytes)+c.span)/sectorBytes + c.pieces
}

// conflictsIn returns how many words of one bank the intervals of a cover hold at most,
// at addresses that are multiples of align.
func conflictsIn(c cover, bytes, align int64) int64 {
	if c.span >= limit {
		return limit
	}
	return (c.span+c.pieces*(bytes+bankBytes-1-align))/(bankCount*bankBytes) + c.pieces
}
