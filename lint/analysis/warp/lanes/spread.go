package lanes

import (
	"cmp"
	"math"
	"slices"
)

// WarpSize is the number of lanes of a warp on every NVIDIA GPU.
const WarpSize = 32

// A Spread says how the lanes of a warp spread over memory.
type Spread struct {
	// Known is set where the figures are.
	Known bool
	// Worst is the figure of the worst warp, Mean the average over the warps
	// with an active lane.
	Worst int
	Mean  float64
	// Least is the lower bound of the figure of a warp. Where Known is not set, Worst is its
	// upper bound, and nothing else is known.
	Least int
	// Data is set where the figures are an expectation over data.
	Data bool
	// DataRange is the number of equally likely positions it was taken over.
	DataRange int64
	// InRow is set where the mean takes data to stay in the row of a table that data
	// which the lanes share selects: DataRange is the length of the row. Worst does
	// not rely on it.
	InRow bool
	// Open is set where the distances between lanes depend on numbers that the source does
	// not determine: Mean and Worst take lanes at unknown distances never to meet.
	Open bool
	// WorstWarp is the index of the worst warp.
	WorstWarp int
	// Several is the share, from 0 to 1, of the warps with an active lane whose
	// figure is over 1. Over data it is an estimate: the chance that not all lanes
	// draw the same position.
	Several float64
	// Averaged is set where Mean is over values that the source does not determine
	// and that are no data: alternatives of an address, numbers that a warp shares.
	Averaged bool
}

// A Footprint is what an access looks like from memory.
type Footprint struct {
	// Address is the byte offset of each thread from the start of the object (or
	// from an unknown but shared base).
	Address *Value
	// Active says which threads may take part.
	Active []bool
	// Bytes is the size of what one thread accesses.
	Bytes int64
	// Extent is the size of the object in bytes, -1 where it is not known.
	Extent int64
	// Align divides every address, as the hardware has it; 0 says nothing.
	Align int64
}

// A figure is what is counted of one warp's access, on average and at worst.
type figure struct {
	mean  float64
	worst int
	// positions is the number of equally likely positions of data, 0 without data.
	positions int64
	// inRow is set where positions are those of one row.
	inRow bool
	// shifts is set where the mean is over alignments.
	shifts bool
}

// several returns the chance that the figure of a warp with so many active lanes
// is over 1. With two outcomes the mean gives it; with more, lanes that draw
// independently all draw what the first does with a chance of one in positions
// each.
func (f figure) several(active int) float64 {
	switch {
	case f.worst <= 1:
		return 0
	case f.positions == 0 && !f.shifts:
		return 1
	case f.worst == 2:
		return min(f.mean-1, 1)
	case f.positions > 1:
		return 1 - math.Pow(float64(f.positions), -float64(active-1))
	}
	return 1
}

// perWarp runs f over every warp with an active thread, for every alternative of
// the address and every way its turns can stand, and combines the figures. f gets
// the lanes' addresses and the data they depend on, which it must not keep. Where it
// returns false, the figure is bounded instead. Of warps with equal shapes only the first is
// counted.
func (d *Domain) perWarp(fp Footprint, what figureKind, f func(w *warpLanes) (figure, bool)) Spread {
	return d.cachedSpread(fp, what, func(warps []warpOf) Spread { return d.spreadOver(warps, fp, what, f) })
}

// spreadOver is perWarp for the warps with an active thread.
func (d *Domain) spreadOver(warps []warpOf, fp Footprint, what figureKind, f func(w *warpLanes) (figure, bool)) Spread {
	s := spreading{Spread: Spread{Known: !fp.Address.IsUnknown(), Least: math.MaxInt}, cases: fp.Address.alts()}
	if len(fp.Address.choices()) == 0 || !s.Known {
		s.cases = []*Value{fp.Address}
	}
	for i := range warps {
		w := &warps[i]
		if k := w.like; k >= 0 {
			s.sum += warps[k].figure.mean
			s.several += warps[k].several
			s.weight++
			continue
		}
		for _, v := range s.cases {
			d.addWarp(&s, v, fp, w, what, f)
		}
	}
	return s.done()
}

// addWarp adds the figures of a warp with one alternative of the address.
func (d *Domain) addWarp(s *spreading, v *Value, fp Footprint, w *warpOf, what figureKind, f func(w *warpLanes) (figure, bool)) {
	stands, ok := standsOf(v, w.active)
	s.Averaged = s.Averaged || len(s.cases)*len(stands) > 1
	open, bounds := !ok, [2]int{}
	between := func() (least, most int) {
		if bounds[1] == 0 {
			bounds[0], bounds[1] = d.between(what, v, fp, w.active)
		}
		return bounds[0], bounds[1]
	}
	for _, st := range stands {
		x, ok := figure{}, false
		if !v.unknown && d.warp.set(v, w.active, st.k, false) {
			x, ok = f(&d.warp)
		}
		if !ok {
			s.Known, open = false, true
			break
		}
		apart := d.warp.apart()
		s.Open = s.Open || apart
		if x.positions > 0 {
			x = x.within(between())
		}
		open = open || apart && min(s.Least, x.worst) > 1
		w.figure, w.several = x, x.several(len(w.active))
		s.add(x, st.weight, w.several, w.index)
	}
	if open {
		least, most := between()
		s.bound(least, most, w.index)
	}
}

// within returns a figure over data, limited to bounds that hold for all data. The mean over
// equally likely positions may exceed them where each lane has a few positions only.
func (f figure) within(least, most int) figure {
	f.worst = max(min(f.worst, most), least)
	f.mean = max(min(f.mean, float64(f.worst)), float64(least))
	return f
}

// A spreading is a Spread that is being summed up.
type spreading struct {
	Spread
	cases                []*Value
	sum, several, weight float64
}

// apart reports whether the distances of some lanes are not known.
func (w *warpLanes) apart() bool {
	for _, l := range w.lanes {
		if l.base != w.lanes[0].base || l.data != 0 {
			return true
		}
	}
	return false
}

// add adds the figure of a warp.
func (s *spreading) add(x figure, weight, several float64, warp int) {
	if x.worst > s.Worst {
		s.Worst, s.WorstWarp = x.worst, warp
	}
	s.Least = min(s.Least, x.worst)
	s.Data = s.Data || x.positions > 0 || x.shifts
	s.DataRange = max(s.DataRange, x.positions)
	s.InRow = s.InRow || x.inRow
	s.sum += x.mean * weight
	s.several += several * weight
	s.weight += weight
}

// bound adds what bounds the figure of a warp.
func (s *spreading) bound(least, most, warp int) {
	s.Least = min(s.Least, least)
	if !s.Known && most > s.Worst {
		s.Worst, s.WorstWarp = most, warp
	}
}

// done returns the combined figures.
func (s *spreading) done() Spread {
	switch {
	case s.Known && s.weight == 0:
		return Spread{}
	case s.Known:
		s.Mean, s.Several = s.sum/s.weight, s.several/s.weight
	case s.Worst > 0 && s.Least == s.Worst:
		s.Known, s.Mean = true, float64(s.Worst)
		if s.Worst > 1 {
			s.Several = 1
		}
	}
	return s.Spread
}

// Addresses counts the distinct addresses of a warp.
func (d *Domain) Addresses(fp Footprint) Spread {
	return d.perWarp(fp, addresses, func(w *warpLanes) (figure, bool) {
		if w.vary != nil {
			return overData(w, fp, func(r positions) figure { return expected(w, fp, 1, r) }), true
		}
		n := w.distinct()
		return figure{mean: float64(n), worst: n}, true
	})
}

// Sectors counts the 32-byte sectors a warp touches. An object is taken to start
// at a sector boundary; where the unknown part of an address is not a multiple of
// 32 bytes, the figure is over all the alignments it can have.
func (d *Domain) Sectors(fp Footprint) Spread {
	return d.perWarp(fp, sectors, func(w *warpLanes) (figure, bool) {
		switch {
		case w.scattered:
			return figure{}, false // distinct, but how near is not known
		case w.vary != nil:
			return overData(w, fp, func(r positions) figure { return expected(w, fp, sectorBytes, r) }), true
		}
		return blocks(w, fp), true
	})
}

// distinct counts the different addresses of the lanes. There are at most 32, so
// sorting them costs less than a hash table, and ticking them off even less where
// they are near each other.
func (w *warpLanes) distinct() int {
	if n, ok := w.distinctNearby(); ok {
		return n
	}
	var room [WarpSize]lane
	sorted := append(room[:0], w.lanes...)
	slices.SortFunc(sorted, lane.compare)
	return len(slices.Compact(sorted))
}

// distinctNearby is distinct for lanes at known distances of less than nearby bytes.
func (w *warpLanes) distinctNearby() (n int, ok bool) {
	const nearby = 2048
	first := w.lanes[0]
	lo, hi := first.offset, first.offset
	for _, l := range w.lanes {
		lo, hi = min(lo, l.offset), max(hi, l.offset)
		if l.offset = first.offset; l != first {
			return 0, false
		}
	}
	if uint64(hi)-uint64(lo) >= nearby {
		return 0, false
	}
	var seen [nearby / 64]uint64
	for _, l := range w.lanes {
		x := l.offset - lo
		if bit := uint64(1) << (x % 64); seen[x/64]&bit == 0 {
			seen[x/64] |= bit
			n++
		}
	}
	return n, true
}

// compare orders lanes by address, in some order where that is not known.
func (l lane) compare(m lane) int {
	switch {
	case l.offset != m.offset:
		return cmp.Compare(l.offset, m.offset)
	case l.base != m.base:
		return cmp.Compare(l.base, m.base)
	case l.data != m.data:
		return cmp.Compare(l.data, m.data)
	case l.grain != m.grain:
		return cmp.Compare(l.grain, m.grain)
	}
	return cmp.Compare(l.unit, m.unit)
}

const sectorBytes = 32

// blocks counts sectors over the alignments the unknown parts can have. Lanes at
// unknown distances count as if they never met.
func blocks(w *warpLanes, fp Footprint) figure {
	w.sort(func(a, b lane) int {
		if a.base != b.base {
			return cmp.Compare(a.base, b.base)
		}
		return cmp.Compare(a.offset, b.offset)
	})
	var total figure
	for rest := w.lanes; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].base == rest[0].base {
			n++
		}
		g := rest[:n]
		rest = rest[n:]
		step := gcd(gcd(sectorBytes, w.rest), g[0].grain)
		weights := w.alignments(step)
		sum, weight, worst, shifts := 0.0, 0.0, 0, 0
		step = gcd(gcd(sectorBytes, w.grain), step)
		align := gcd(sectorBytes, max(fp.Align, 1))
		if floorMod(g[0].offset, gcd(step, align)) != 0 {
			align = 1 // no shift makes it aligned
		}
		for shift := int64(0); shift < sectorBytes; shift += step {
			if weights[shift] == 0 || floorMod(g[0].offset+shift, align) != 0 {
				continue
			}
			n := blocksOf(g, shift, sectorBytes, fp.Bytes)
			sum += weights[shift] * float64(n)
			weight += weights[shift]
			shifts++
			worst = max(worst, n)
		}
		total.mean += sum / weight
		total.worst += worst
		total.shifts = total.shifts || shifts > 1
	}
	return total
}

// alignments returns how often each shift modulo sectorBytes is that of the part of an
// address that the lanes share: a multiple of step that is not known, and what is counted.
func (w *warpLanes) alignments(step int64) (often [sectorBytes]float64) {
	for shift := int64(0); shift < sectorBytes; shift += step {
		often[shift] = 1
	}
	for _, tm := range w.counts {
		c := at(tm.coef, w.threads[0])
		if c%step == 0 {
			continue // what is not known hides it
		}
		period := sectorBytes / gcd(sectorBytes, c)
		var next [sectorBytes]float64
		for k := range min(period, tm.sym.iterations) {
			times := float64((tm.sym.iterations - k + period - 1) / period)
			for shift, n := range often {
				next[floorMod(int64(shift)+k*c, sectorBytes)] += n * times
			}
		}
		often = next
	}
	return often
}

// maxBlocks bounds the sectors of one lane's access; none has more.
const maxBlocks = 64
