package lanes

import "slices"

// A warpOf is a warp of a footprint that has an active thread.
type warpOf struct {
	index  int
	active []int
	shape  uint64
	like   int // the index of an earlier warp with the same shape, -1 for none
	// figure and several are its last figure.
	figure  figure
	several float64
}

// warpsOf are the warps of one footprint.
type warpsOf struct {
	address *Value
	mask    []bool
	room    []int
	list    []warpOf
	// shape is the shape of all of them together, 0 where figures depend on more than shapes.
	shape uint64
}

// warpsOf returns the warps with an active thread; they are valid until the next call. The
// last ones are cached, as several figures of one footprint are counted in a row.
func (d *Domain) warpsOf(fp Footprint) []warpOf {
	c := &d.warps
	if c.address == fp.Address && slices.Equal(c.mask, fp.Active) {
		return c.list
	}
	c.address, c.mask = fp.Address, append(c.mask[:0], fp.Active...)
	c.room, c.list = slices.Grow(c.room[:0], d.threads), c.list[:0]
	for first := 0; first < d.threads; first += WarpSize {
		from := len(c.room)
		for i := first; i < min(first+WarpSize, d.threads); i++ {
			if fp.Active[i] {
				c.room = append(c.room, i)
			}
		}
		if len(c.room) == from {
			continue
		}
		w := warpOf{index: first / WarpSize, active: c.room[from:], like: -1}
		w.findLike(d, fp.Address, c.list)
		c.list = append(c.list, w)
	}
	c.shape = d.shapeOf(fp.Address, c.list)
	return c.list
}

// shapeOf returns the shape of some warps together, with what they share of an address.
func (d *Domain) shapeOf(v *Value, warps []warpOf) uint64 {
	shape := uint64(1)
	for i := range warps {
		if warps[i].shape == 0 {
			return 0
		}
		shape = mix(mix(shape, uint64(warps[i].index)), warps[i].shape)
	}
	for _, tm := range v.terms {
		shape = mix(shape, uint64(tm.pitch))
		if tm.sym.class == nil && len(tm.coef) == 1 {
			shape = mix(mix(shape, uint64(tm.sym.id)), uint64(tm.coef[0]))
		}
	}
	return max(shape, 1)
}

// maxSpreads bounds the cached spreads.
const maxSpreads = 1 << 12

// cachedSpread returns the spread of a footprint, from the cache where another one had the same
// shape. Footprints of the iterations of a loop often have: they are whole lines apart.
func (d *Domain) cachedSpread(fp Footprint, what figureKind, compute func(warps []warpOf) Spread) Spread {
	warps := d.warpsOf(fp)
	if d.warps.shape == 0 {
		return compute(warps)
	}
	k := keyOf("spread", uint64(what)).with(d.warps.shape).with(uint64(fp.Bytes)).with(uint64(fp.Extent)).with(uint64(fp.Align))
	s, ok := d.spreads[k]
	if !ok {
		s = compute(warps)
		if len(d.spreads) >= maxSpreads {
			clear(d.spreads)
		}
		d.spreads[k] = s
	}
	return s
}

// findLike sets like to an earlier warp with the same shape.
func (w *warpOf) findLike(d *Domain, v *Value, earlier []warpOf) {
	shape, ok := d.shape(v, w.active)
	if !ok {
		return
	}
	if w.shape = shape; shape == 0 {
		w.shape = 1
	}
	w.like = slices.IndexFunc(earlier, func(e warpOf) bool { return e.shape == w.shape })
}

// shape returns the shape of a warp, a hash of all that its figures depend on: the distances
// between lanes, which lanes share data, and where the first address is in a line of 128 bytes
// and in the grid that data selects from. ok is false where a figure depends on more. Most warps
// of a block have one shape.
func (d *Domain) shape(v *Value, active []int) (shape uint64, ok bool) {
	if v.unknown || len(v.choices()) > 0 {
		return 0, false
	}
	first := at(v.offset, active[0])
	shape = uint64(floorMod(first, bankCount*bankBytes))
	for _, i := range active {
		shape = mix(mix(shape, uint64(i%WarpSize)), uint64(at(v.offset, i)-first))
	}
	for _, tm := range v.terms {
		if tm.sym.turn != nil {
			return 0, false
		}
		if tm.sym.class == nil && len(tm.coef) == 1 {
			continue // the same for all
		}
		shape = d.termShape(mix(shape, uint64(tm.sym.id)), tm, first, active)
		if shape, ok = d.originShape(tm.sym, shape, active, 1); !ok {
			return 0, false
		}
	}
	return shape, true
}

// originShape adds to a shape the operands that a symbol was computed from, which its cover
// depends on: see Symbol.cover.
func (d *Domain) originShape(s *Symbol, shape uint64, active []int, depth int) (uint64, bool) {
	if s.origin == nil || depth > maxOrigins {
		return shape, true
	}
	ok := true
	for _, v := range s.origin.of {
		if shape, ok = d.coverShape(v, shape, active, depth); !ok {
			return 0, false
		}
	}
	return shape, true
}

// coverShape adds to a shape what the cover of a value depends on.
func (d *Domain) coverShape(v *Value, shape uint64, active []int, depth int) (_ uint64, ok bool) {
	if v.unknown || v.Type.Float {
		return shape, true
	}
	for _, a := range v.alts() {
		if shape, ok = d.coverShape(a, shape, active, depth); !ok {
			return 0, false
		}
	}
	if len(v.offset) > 1 {
		first := v.offset[active[0]]
		for _, i := range active {
			shape = mix(shape, uint64(v.offset[i]-first))
		}
	}
	for _, tm := range v.terms {
		if tm.sym.turn != nil {
			return 0, false
		}
		if len(tm.coef) > 1 {
			for _, i := range active {
				shape = mix(shape, uint64(tm.coef[i]))
			}
		}
		shape = d.classShape(tm.sym, shape, active)
		if shape, ok = d.originShape(tm.sym, shape, active, depth+1); !ok {
			return 0, false
		}
	}
	return shape, true
}

// termShape adds to a shape what a term is in each lane: its coefficient, and which
// lane is the first that shares its symbol.
func (d *Domain) termShape(shape uint64, tm term, first int64, active []int) uint64 {
	for _, i := range active {
		c := at(tm.coef, i)
		shape = mix(shape, uint64(c))
		if tm.sym.data && c != 0 {
			shape = mix(shape, uint64(floorMod(first, max(c, -c))))
		}
	}
	return d.classShape(tm.sym, shape, active)
}

// classShape adds to a shape which lane is the first that shares a symbol with each lane.
func (d *Domain) classShape(s *Symbol, shape uint64, active []int) uint64 {
	class := s.class
	if class == nil || len(class) == d.threads && &class[0] == &d.everyThread[0] {
		return shape
	}
	for j, i := range active {
		k := 0
		for class[active[k]] != class[i] {
			k++
		}
		shape = mix(shape, uint64(j-k))
	}
	return shape
}
