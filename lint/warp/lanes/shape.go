package lanes

// shape returns a number that is the same for warps whose lanes use the same
// distances and share their data in the same way, from a first address at the same
// place in a line of all banks and in the grid that data selects from; ok is false
// where that is not all that a figure depends on. Most warps of a block look alike.
func (d *Domain) shape(v *Value, active []int) (shape uint64, ok bool) {
	if v.unknown || len(v.choices) > 0 {
		return 0, false
	}
	first := at(v.offset, active[0])
	shape = uint64(floorMod(first, bankCount*bankBytes))
	for _, i := range active {
		shape = mix(mix(shape, uint64(i%WarpSize)), uint64(at(v.offset, i)-first))
	}
	for _, tm := range v.terms {
		if tm.sym.turn != nil || tm.sym.origin != nil {
			return 0, false
		}
		if tm.sym.class == nil && len(tm.coef) == 1 {
			continue // the same for all
		}
		shape = d.termShape(mix(shape, uint64(tm.sym.id)), tm, first, active)
	}
	return shape, true
}

// termShape adds to a shape what a term is in each lane: its coefficient, and which
// lane is the first that shares its symbol.
func (d *Domain) termShape(shape uint64, tm term, first int64, active []int) uint64 {
	class := tm.sym.class
	own := len(class) == d.threads && &class[0] == &d.everyThread[0]
	for j, i := range active {
		c := at(tm.coef, i)
		shape = mix(shape, uint64(c))
		if tm.sym.data && c != 0 {
			shape = mix(shape, uint64(floorMod(first, max(c, -c))))
		}
		if own || class == nil {
			continue
		}
		k := 0
		for class[active[k]] != class[i] {
			k++
		}
		shape = mix(shape, uint64(j-k))
	}
	return shape
}
