package lanes

import (
	"math"
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
	// Data is set where the figures are an expectation over data.
	Data bool
	// DataRange is the number of equally likely positions it was taken over.
	DataRange int64
	// WorstWarp is the index of the worst warp.
	WorstWarp int
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
}

// perWarp runs f over every warp with an active thread, for every alternative of
// the address, and combines the figures.
func (d *Domain) perWarp(fp Footprint, f func(v *Value, lanes []int, s *Spread) (float64, bool)) Spread {
	s := Spread{Known: true}
	if fp.Address.IsUnknown() {
		return Spread{}
	}
	cases := fp.Address.alts
	if fp.Address.choice == nil {
		cases = []*Value{fp.Address}
	}
	sum, n := 0.0, 0
	worst := 0.0
	for _, v := range cases {
		for w := 0; w < d.threads; w += WarpSize {
			var active []int
			for i := w; i < min(w+WarpSize, d.threads); i++ {
				if fp.Active[i] {
					active = append(active, i)
				}
			}
			if len(active) == 0 {
				continue
			}
			data := s.Data
			s.Data = false
			x, ok := f(v, active, &s)
			if !ok {
				return Spread{}
			}
			most := x
			if s.Data {
				most = float64(s.Worst)
			}
			if most > worst {
				worst, s.WorstWarp = most, w/WarpSize
			}
			s.Data = s.Data || data
			sum += x
			n++
		}
	}
	if n == 0 {
		return Spread{}
	}
	s.Worst, s.Mean = int(worst), sum/float64(n)
	return s
}

// Addresses counts the distinct addresses of a warp.
func (d *Domain) Addresses(fp Footprint) Spread {
	return d.perWarp(fp, func(v *Value, active []int, s *Spread) (float64, bool) {
		return d.distinct(v, active, fp, 1, s)
	})
}

// Sectors counts the 32-byte sectors a warp touches. An object is taken to start
// at a sector boundary; where the shared part of the address is not a multiple
// of 32 bytes, the figure is over all the alignments it can have.
func (d *Domain) Sectors(fp Footprint) Spread {
	return d.perWarp(fp, func(v *Value, active []int, s *Spread) (float64, bool) {
		return d.distinct(v, active, fp, sectorBytes, s)
	})
}

const sectorBytes = 32

// A lane is one active thread's address: its known offset, a number that is the
// same for threads whose distance is known, and a number that is the same for
// threads that share their data.
type lane struct {
	offset     int64
	base, data uint64
	unit       int64 // bytes between neighbouring data values, 0 without data
}

// distinct counts the distinct blocks of unit bytes that active threads touch.
func (d *Domain) distinct(v *Value, active []int, fp Footprint, unit int64, s *Spread) (float64, bool) {
	ls, vary, ok := d.lanesOf(v, active)
	if !ok {
		return 0, false
	}
	if vary != nil {
		return d.expected(ls, vary, fp, unit, s)
	}
	if unit == 1 {
		seen := map[lane]bool{}
		for _, l := range ls {
			seen[l] = true
		}
		return float64(len(seen)), true
	}
	return d.blocks(v, ls, fp, unit, s)
}

// blocks counts blocks of unit bytes over the alignments the base can have.
func (d *Domain) blocks(v *Value, ls []lane, fp Footprint, unit int64, s *Spread) (float64, bool) {
	step := unit
	for _, tm := range v.terms {
		if len(tm.coef) == 1 {
			step = gcd(step, tm.coef[0])
		}
	}
	type block struct {
		base uint64
		at   int64
	}
	sum, worst := 0, 0
	for shift := int64(0); shift < unit; shift += step {
		seen := map[block]bool{}
		for _, l := range ls {
			for b := floorDiv(l.offset+shift, unit); b <= floorDiv(l.offset+shift+fp.Bytes-1, unit); b++ {
				seen[block{l.base, b}] = true
			}
		}
		sum += len(seen)
		worst = max(worst, len(seen))
	}
	mean := float64(sum) / float64(unit/step)
	if step != unit {
		s.Data, s.Worst = true, worst
	}
	return mean, true
}

// lanesOf reduces the address of each active thread; vary holds the symbols that
// are data. ok is false if the address depends on something that is neither
// known nor data.
func (d *Domain) lanesOf(v *Value, active []int) (ls []lane, vary []term, ok bool) {
	ls = make([]lane, len(active))
	for j, i := range active {
		ls[j].offset = at(v.offset, i)
	}
	for _, tm := range v.terms {
		if tm.sym.class == nil {
			if len(tm.coef) > 1 {
				for j, i := range active {
					// A coefficient that differs per thread times an unknown: only
					// threads with the same coefficient are at a known distance.
					ls[j].base = mix(ls[j].base, uint64(tm.coef[i])+uint64(tm.sym.id)<<40)
				}
			}
			continue
		}
		if sameIn(tm, active) {
			continue // uniform within this warp
		}
		if !tm.sym.data && !tm.sym.injective {
			return nil, nil, false
		}
		for j, i := range active {
			c := at(tm.coef, i)
			if tm.sym.injective && !tm.sym.data {
				ls[j].base = mix(ls[j].base, uint64(tm.sym.class[i])+uint64(c)<<32)
				continue
			}
			if c != 0 {
				ls[j].data = mix(ls[j].data, uint64(tm.sym.class[i])+uint64(c)<<32)
			}
		}
		if tm.sym.data {
			vary = append(vary, tm)
		}
	}
	return ls, vary, true
}

// sameIn reports whether a term is the same for all active threads.
func sameIn(tm term, active []int) bool {
	for _, i := range active[1:] {
		if at(tm.coef, i) != at(tm.coef, active[0]) || tm.sym.class[i] != tm.sym.class[active[0]] {
			return false
		}
	}
	return true
}

// expected returns the expected number of distinct blocks for independent,
// equally likely data, and sets the worst case.
func (d *Domain) expected(ls []lane, vary []term, fp Footprint, unit int64, s *Spread) (float64, bool) {
	step, count := dataPositions(vary, fp)
	// A block of unit bytes holds several positions, or a position several blocks.
	perAccess := 1.0
	if unit > 1 {
		perAccess = float64((max(fp.Bytes, unit) + unit - 1) / unit)
		if step < unit {
			count = max((count*step+unit-1)/unit, 1)
			step = unit
		}
	}
	s.Data = true
	s.DataRange = max(s.DataRange, count)
	groups := groupByResidue(ls, step)
	mean, worst := 0.0, 0
	for _, g := range groups {
		mean += expectedDistinct(g, count)
		span := count
		if len(g) > 0 {
			span += (g[len(g)-1] - g[0])
		}
		worst += int(min(int64(len(g)), span))
	}
	s.Worst = max(s.Worst, int(float64(worst)*perAccess))
	return mean * perAccess, true
}

// dataPositions returns the distance in bytes between neighbouring positions the
// data can select and how many there are inside the object.
func dataPositions(vary []term, fp Footprint) (step, count int64) {
	span := int64(0)
	for _, tm := range vary {
		for _, c := range tm.coef {
			if c != 0 {
				step = gcd(step, c)
			}
		}
	}
	if step == 0 {
		return 1, 1
	}
	combinations := int64(1)
	for _, tm := range vary {
		c := int64(0)
		for _, x := range tm.coef {
			c = max(c, x, -x)
		}
		values := satAdd(satAdd(tm.sym.hi, -tm.sym.lo), 1)
		span = satAdd(span, satMul(c, values-1))
		combinations = min(satMul(combinations, values), limit)
	}
	count = min(span/step+1, combinations)
	if fp.Extent > 0 {
		count = min(count, max((fp.Extent-fp.Bytes)/step+1, 1))
	}
	return step, count
}

// groupByResidue collects, for threads that can meet, the position at which the
// range of each starts, in ascending order; threads that share their data and
// offset count once.
func groupByResidue(ls []lane, step int64) map[[2]uint64][]int64 {
	groups := map[[2]uint64][]int64{}
	seen := map[lane]bool{}
	for _, l := range ls {
		if seen[l] {
			continue
		}
		seen[l] = true
		k := [2]uint64{l.base, uint64(floorMod(l.offset, step))}
		groups[k] = insert(groups[k], floorDiv(l.offset, step))
	}
	return groups
}

func insert(sorted []int64, x int64) []int64 {
	i := len(sorted)
	sorted = append(sorted, x)
	for i > 0 && sorted[i-1] > x {
		sorted[i] = sorted[i-1]
		i--
	}
	sorted[i] = x
	return sorted
}

// expectedDistinct returns the expected number of distinct positions when each
// thread k picks one of [start_k, start_k + n) with equal chance: the sum over all
// positions of the chance that somebody picks it, which is constant between the
// ends of the ranges.
func expectedDistinct(starts []int64, n int64) float64 {
	if n <= 0 {
		return 1
	}
	var edges []int64
	for _, s := range starts {
		edges = insert(insert(edges, s), s+n)
	}
	miss := math.Log1p(-1 / float64(n))
	if n == 1 {
		miss = math.Inf(-1)
	}
	total := 0.0
	for i := 1; i < len(edges); i++ {
		length := edges[i] - edges[i-1]
		if length == 0 {
			continue
		}
		cover := 0
		for _, s := range starts {
			if s <= edges[i-1] && edges[i] <= s+n {
				cover++
			}
		}
		if cover > 0 {
			total += float64(length) * -math.Expm1(float64(cover)*miss)
		}
	}
	return total
}

// Stride returns the distance between neighbouring lanes' addresses where it is
// one number in every warp, for the active threads.
func (d *Domain) Stride(fp Footprint) (int64, bool) {
	v := fp.Address
	if v.unknown || v.choice != nil {
		return 0, false
	}
	for _, tm := range v.terms {
		if len(tm.coef) > 1 || tm.sym.class != nil {
			return 0, false
		}
	}
	stride, found := int64(0), false
	for i := 1; i < d.threads; i++ {
		if i%WarpSize == 0 || !fp.Active[i] || !fp.Active[i-1] {
			continue
		}
		diff := at(v.offset, i) - at(v.offset, i-1)
		if found && diff != stride {
			return 0, false
		}
		stride, found = diff, true
	}
	return stride, found
}

// WarpOffsets returns the byte offset of each lane of a warp from the lowest
// active one, -1 for inactive lanes; nil where the distances are not known.
func (d *Domain) WarpOffsets(fp Footprint, warp int) []int64 {
	v := fp.Address
	if v.choice != nil && !v.unknown {
		v = v.alts[0]
	}
	if v.unknown || v.choice != nil {
		return nil
	}
	for _, tm := range v.terms {
		if len(tm.coef) > 1 || tm.sym.class != nil {
			return nil
		}
	}
	out := make([]int64, WarpSize)
	lowest := int64(math.MaxInt64)
	for l := range out {
		i := warp*WarpSize + l
		if out[l] = -1; i < d.threads && fp.Active[i] {
			lowest = min(lowest, at(v.offset, i))
		}
	}
	for l := range out {
		if i := warp*WarpSize + l; i < d.threads && fp.Active[i] {
			out[l] = at(v.offset, i) - lowest
		}
	}
	return out
}
