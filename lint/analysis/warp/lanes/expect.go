package lanes

import (
	"cmp"
	"math"
	"slices"
)

// A source is a set of lanes that are certain to have the same address: it has their data, and
// where the range of positions begins that it selects from.
type source struct {
	data  uint64 // 0 without data
	start int64  // in positions
	fixed bool
}

// overData returns f of the positions that data can select; the mean is over those
// of a row where data is expected to stay in one.
func overData(w *warpLanes, fp Footprint, f func(r positions) figure) figure {
	all := dataRange(w, fp)
	fig := f(all)
	if n, ok := w.rowPlaces(fp.Extent); ok && n < all.count && !all.few {
		row := all
		row.count = n
		likely := f(row)
		likely.worst, likely.inRow = max(fig.worst, likely.worst), true
		return likely
	}
	return fig
}

// expected returns the expected number of distinct addresses (unit 1) or blocks
// of unit bytes, for independent, equally likely data, and the worst case.
func expected(w *warpLanes, fp Footprint, unit int64, r positions) figure {
	if (unit > 1 || r.uneven || r.few) && r.count <= maxExact/int64(len(w.lanes)) {
		if unit == 1 {
			fp.Bytes = 1 // blocks are addresses
		}
		return exactBlocks(w, fp, unit, r)
	}
	fig := figure{positions: r.count}
	for _, g := range groupLanes(w, r.step, unit) {
		perDraw, count, most := 1.0, r.count, int64(1)
		if unit > 1 {
			perDraw, most = blocksPerAccess(g, r.step, fp.Bytes, unit)
			count = max(int64(math.Ceil(float64(r.count)*math.Min(1, float64(r.step)/float64(unit)))), 1)
			if r.step >= unit {
				count = satMul(count, most)
				perDraw = float64(most)
			}
		}
		sources := sourcesOf(g, r.step, unit)
		mean, worst := expectedDistinct(sources, count, perDraw), satMul(int64(len(sources)), most)
		if unit > 1 && sharesData(g) {
			// Lanes that share data are in blocks together, as their place in one has it.
			blocks, top := blocksTogether(g, r.step, fp.Bytes, unit)
			mean, worst = mean*blocks/(float64(len(sources))*perDraw), top
		}
		fig.mean += mean
		if !r.uneven {
			worst = min(worst, satMul(reach(sources, count, r.dense), most))
		}
		fig.worst += int(worst)
	}
	return fig
}

// maxExact bounds the draws times lanes that exactBlocks looks at.
const maxExact = 8192

// exactBlocks returns the expected number of blocks by going through all draws.
func exactBlocks(w *warpLanes, fp Footprint, unit int64, r positions) figure {
	step := gcd(unit, w.grain)
	for _, l := range w.lanes {
		step = gcd(step, l.grain)
	}
	draws := drawsOf(w, r)
	fig := figure{positions: r.count, shifts: step < unit}
	for shift := int64(0); shift < unit; shift += step {
		miss := map[block]float64{}
		worst := 0
		for i := range draws {
			d := &draws[i]
			hits, most := d.hits(fp.Bytes, unit, shift)
			worst += most * d.times
			for b, n := range hits {
				m, ok := miss[b]
				if !ok {
					m = 1
				}
				for range d.times {
					m *= 1 - float64(n)/float64(len(d.moves))
				}
				miss[b] = m
			}
		}
		fig.worst = max(fig.worst, min(worst, len(miss)))
		// The order of addition must not change from run to run.
		var hit []float64
		for _, m := range miss {
			hit = append(hit, 1-m)
		}
		slices.Sort(hit)
		sum := 0.0
		for _, h := range hit {
			sum += h
		}
		fig.mean += sum * float64(step) / float64(unit)
	}
	return fig
}

// A block is one of unit bytes of an object.
type block struct {
	base uint64
	at   int64
}

// A draw is what moves lanes together: data of their own, or none. times data do the
// same, each by itself.
type draw struct {
	lanes []lane
	moves []int64 // how far each of the values moves them
	times int
}

// drawsOf returns the draws of a warp. Most often each lane has data of its own, and all
// lanes do the same with theirs.
func drawsOf(w *warpLanes, r positions) []draw {
	var order []int // the first lane of each
	byData := map[uint64][]lane{}
	for j, l := range w.lanes {
		if _, seen := byData[l.data]; !seen {
			order = append(order, j)
		}
		byData[l.data] = append(byData[l.data], l)
	}
	var out []draw
	for _, j := range order {
		d := draw{lanes: byData[w.lanes[j].data], moves: []int64{0}, times: 1}
		if w.lanes[j].data != 0 {
			for x := int64(1); x < r.count; x++ {
				d.moves = append(d.moves, w.move(j, r, x))
			}
		}
		if i := slices.IndexFunc(out, d.same); i >= 0 {
			out[i].times++
		} else {
			out = append(out, d)
		}
	}
	return out
}

// same reports whether two draws reach the same blocks equally often.
func (d *draw) same(e draw) bool {
	return slices.Equal(d.moves, e.moves) && slices.EqualFunc(d.lanes, e.lanes, func(a, b lane) bool {
		return a.base == b.base && a.offset == b.offset
	})
}

// move returns how far the x-th of the positions is from where the range of a lane's data
// starts.
func (w *warpLanes) move(j int, r positions, x int64) (by int64) {
	if !r.few {
		return x * w.lanes[j].unit
	}
	for _, tm := range w.vary {
		c, values := at(tm.coef, w.threads[j]), tm.sym.hi-tm.sym.lo+1
		by += max(c, -c) * (x % values)
		x /= values
	}
	return by
}

// hits returns how many of the values reach each block, and how many blocks one reaches at
// most.
func (d *draw) hits(bytes, unit, shift int64) (hits map[block]int64, most int) {
	hits = map[block]int64{}
	touched := map[block]bool{}
	for _, by := range d.moves {
		clear(touched)
		for _, l := range d.lanes {
			from := l.offset + shift + by
			for b := floorDiv(from, unit); b <= floorDiv(from+bytes-1, unit); b++ {
				touched[block{l.base, b}] = true
			}
		}
		for b := range touched {
			hits[b]++
		}
		most = max(most, len(touched))
	}
	return hits, most
}

// positions are the places in an object that data can select: count of them, step
// bytes apart; dense says that every one of them can be, uneven that data moves
// lanes by different distances, which step divides, few that count is that of the
// combinations of several data, each of which has a place of its own.
type positions struct {
	step, count        int64
	dense, uneven, few bool
}

func dataRange(w *warpLanes, fp Footprint) positions {
	step, span, combinations := dataStep(w.vary, w.threads), int64(0), int64(1)
	if step == 0 {
		return positions{step: 1, count: 1, dense: true}
	}
	for _, tm := range w.vary {
		c := int64(0)
		for _, i := range w.threads {
			c = max(c, at(tm.coef, i), -at(tm.coef, i))
		}
		values := max(addHigh(addHigh(tm.sym.hi, -tm.sym.lo), 1), 1)
		span = addHigh(span, satMul(c, values-1))
		combinations = min(satMul(combinations, values), limit)
	}
	p := positions{step: step, count: span/step + 1, dense: true}
	for _, l := range w.lanes {
		p.uneven = p.uneven || l.data != 0 && l.unit != step
	}
	if combinations < p.count {
		p.count, p.dense = combinations, false
		p.few = len(w.vary) > 1 && combinations <= maxExact/WarpSize
	}
	if fp.Extent > 0 && !p.few {
		p.count = min(p.count, max((fp.Extent-fp.Bytes)/step+1, 1))
	}
	return p
}

// groupLanes returns the lanes that can meet, by group: for addresses, those at
// the same distance modulo step.
func groupLanes(w *warpLanes, step, unit int64) [][]lane {
	type id struct {
		base    uint64
		residue int64
	}
	index := map[id]int{}
	var groups [][]lane
	for _, l := range w.lanes {
		k := id{base: l.base}
		switch {
		case unit == 1:
			k.residue = floorMod(l.offset, step)
		case step%unit == 0:
			k.residue = floorMod(l.offset, step) / unit
		}
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], l)
	}
	return groups
}

// blocksPerAccess returns how many blocks an access touches, on average and most,
// over the alignments that the positions lead to.
func blocksPerAccess(ls []lane, step, bytes, unit int64) (mean float64, most int64) {
	cycle := unit / gcd(unit, step)
	sum := int64(0)
	for _, l := range ls {
		for k := range cycle {
			from := l.offset + k*step
			n := floorDiv(from+bytes-1, unit) - floorDiv(from, unit) + 1
			sum += n
			most = max(most, n)
		}
	}
	return float64(sum) / float64(cycle*int64(len(ls))), most
}

// sharesData reports whether some lanes have the same data.
func sharesData(ls []lane) bool {
	for j, l := range ls {
		if slices.ContainsFunc(ls[:j], func(m lane) bool { return m.data == l.data }) {
			return true
		}
	}
	return false
}

// blocksTogether returns how many blocks lanes touch whose data never meet, on average and
// at most, over the alignments that the positions lead to.
func blocksTogether(ls []lane, step, bytes, unit int64) (mean float64, most int64) {
	sorted := slices.Clone(ls)
	slices.SortFunc(sorted, func(a, b lane) int { return cmp.Or(cmp.Compare(a.data, b.data), cmp.Compare(a.offset, b.offset)) })
	cycle := unit / gcd(unit, step)
	for rest := sorted; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].data == rest[0].data {
			n++
		}
		sum, top := 0, 0
		for k := range cycle {
			x := blocksOf(rest[:n], k*step, unit, bytes)
			sum, top = sum+x, max(top, x)
		}
		mean, most = mean+float64(sum)/float64(cycle), most+int64(top)
		rest = rest[n:]
	}
	return mean, most
}

func sourcesOf(ls []lane, step, unit int64) []source {
	var out []source
	for _, l := range ls {
		start := floorDiv(l.offset, max(step, unit))
		s := source{data: l.data, start: start, fixed: l.data == 0}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// reach returns how many positions the sources can select together.
func reach(sources []source, count int64, dense bool) int64 {
	lo, hi := sources[0].start, sources[0].start
	var starts []int64
	for _, s := range sources {
		lo, hi = min(lo, s.start), max(hi, s.start)
		if !slices.Contains(starts, s.start) {
			starts = append(starts, s.start)
		}
	}
	all := satMul(int64(len(starts)), count)
	if dense {
		return min(all, addHigh(count, hi-lo))
	}
	return all
}

// expectedDistinct returns the expected number of distinct positions when the
// data of each source picks one of [start, start + n) with equal chance: the sum
// over all positions of the chance that some data picks it, which is constant
// between the ends of the ranges. Sources that share their data never meet. A
// draw covers perDraw positions.
func expectedDistinct(sources []source, n int64, perDraw float64) float64 {
	var edges []int64
	var keys []uint64
	for _, s := range sources {
		end := s.start + n
		if s.fixed {
			end = s.start + 1
		}
		edges = append(edges, s.start, end)
		if !slices.Contains(keys, s.data) {
			keys = append(keys, s.data)
		}
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	total := 0.0
	for i := 1; i < len(edges); i++ {
		logMiss := 0.0
		for _, k := range keys {
			cover := 0
			for _, s := range sources {
				if s.data == k && s.start <= edges[i-1] && (edges[i] <= s.start+n && !s.fixed || s.fixed && edges[i] == s.start+1) {
					cover++
				}
			}
			share := float64(cover) * perDraw / float64(n)
			if k == 0 {
				share = float64(cover)
			}
			if share >= 1 {
				logMiss = math.Inf(-1)
			} else {
				logMiss += math.Log1p(-share)
			}
		}
		total += float64(edges[i]-edges[i-1]) * -math.Expm1(logMiss)
	}
	return total
}
