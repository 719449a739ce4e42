package lanes

import "slices"

// A lane is the address of one active thread: its known offset, base, which is equal in lanes at
// known distances, and data, which is equal in lanes that share their data.
type lane struct {
	offset     int64
	base, data uint64
	// grain divides the unknown part of the address that belongs to base, 0 if there is none.
	grain int64
	// unit is the distance between the addresses that neighbouring data selects, 0
	// without data.
	unit int64
}

// warpLanes are the addresses of a warp's active lanes.
type warpLanes struct {
	threads []int
	lanes   []lane
	// grain divides the unknown part that all lanes share, 0 if there is none.
	grain int64
	// counts are the terms that are counts of iterations: each of their values is equally often.
	// rest is grain without them.
	rest   int64
	counts []term
	// pitch is the least distance between rows that the rest of the address is
	// expected to stay in, 0 without.
	pitch int64
	// strides are the terms that all lanes share a number of, each times its own factor.
	strides []term
	// vary are the terms that are data.
	vary []term
	// scattered is set where lanes differ for certain, by unknown distances.
	scattered bool
	// room is the memory of lanes.
	room [WarpSize]lane
}

// set reduces the address of each active thread, with the turns standing at the
// given k. It returns false if the address depends on something that is neither
// known nor data; with open, that and turns are taken for data.
func (w *warpLanes) set(v *Value, active []int, k map[*Symbol]int64, open bool) bool {
	w.threads, w.lanes, w.grain, w.pitch, w.vary, w.scattered = active, w.room[:len(active)], 0, 0, nil, false
	w.strides = w.strides[:0]
	w.rest, w.counts = 0, w.counts[:0]
	for j, i := range active {
		w.lanes[j] = lane{offset: at(v.offset, i)}
	}
	for _, tm := range v.terms {
		s := tm.sym
		switch {
		case s.turn != nil && !open:
			w.addTurn(tm, k[s.turn.of])
		case s.class == nil || s.turn == nil && sameClass(s, active) && !(s.twoValued() && len(tm.coef) > 1):
			by := w.addShared(s, tm.coef, 1)
			if s.iterations > 0 && by != 0 {
				w.counts = append(w.counts, tm)
			} else {
				w.rest = gcd(w.rest, by)
			}
			w.notePitch(tm)
		case s.data || open && !s.injective:
			w.vary = append(w.vary, tm)
			for j, i := range active {
				if c := at(tm.coef, i); c != 0 {
					l := &w.lanes[j]
					l.data = mix(mix(mix(l.data, uint64(s.id)), uint64(s.class[i])), uint64(c))
				}
			}
		case s.injective:
			w.scattered = true
			for j, i := range active {
				if c := at(tm.coef, i); c != 0 {
					l := &w.lanes[j]
					l.base = mix(mix(mix(l.base, uint64(s.id)), uint64(s.class[i])), uint64(c))
				}
			}
		default:
			return false
		}
	}
	w.startRanges()
	return true
}

// startRanges moves each lane to where the range of its data starts, and sets how
// far its data moves it. Several data terms together go by their common divisor.
func (w *warpLanes) startRanges() {
	for _, tm := range w.vary {
		for j, i := range w.threads {
			c, l := at(tm.coef, i), &w.lanes[j]
			if start, _ := tm.sym.times(c); start > -limit && start < limit {
				l.offset += start
			}
			if len(w.vary) == 1 {
				l.unit = max(c, -c)
			} else if l.data != 0 {
				l.unit = dataStep(w.vary, w.threads)
			}
		}
	}
}

// dataStep returns the greatest common divisor of what data moves the threads by.
func dataStep(vary []term, threads []int) int64 {
	step := int64(0)
	for _, tm := range vary {
		for _, i := range threads {
			step = gcd(step, at(tm.coef, i))
		}
	}
	return step
}

func sameClass(s *Symbol, active []int) bool {
	for _, i := range active {
		if s.class[i] != s.class[active[0]] {
			return false
		}
	}
	return true
}

// addShared adds coef * by * s for a symbol that the lanes share. Only lanes with
// the same coefficient stay at a known distance. It returns what divides the number that
// it adds to all lanes, 0 where these differ.
func (w *warpLanes) addShared(s *Symbol, coef []int64, by int64) int64 {
	same := true
	first := at(coef, w.threads[0])
	for _, i := range w.threads {
		same = same && at(coef, i) == first
	}
	if same {
		w.grain = gcd(w.grain, first*by)
		return first * by
	}
	w.strides = append(w.strides, term{sym: s, coef: times(coef, single(by))})
	for j, i := range w.threads {
		l := &w.lanes[j]
		c := at(coef, i) * by
		l.base = mix(mix(l.base, uint64(s.id)), uint64(c))
		l.grain = gcd(l.grain, c)
	}
	return 0
}

// addTurn adds a term whose symbol is a turn that stands at k.
func (w *warpLanes) addTurn(tm term, k int64) {
	u := tm.sym.turn
	for j, i := range w.threads {
		c := at(tm.coef, i)
		carries := truth(k >= u.from(i))
		if u.carry {
			w.lanes[j].offset += c * carries
		} else {
			w.lanes[j].offset += c * (at(u.at, i) - u.modulus*carries)
		}
	}
	if !u.carry {
		// k is one of a range in which the same threads carry.
		w.rest = gcd(w.rest, w.addShared(u.of, tm.coef, u.by))
	}
}

// A stand gives the symbols that turns depend on a number each, and the share of
// all their numbers that have the same threads carry.
type stand struct {
	k      map[*Symbol]int64
	weight float64
}

// maxStands bounds the combinations for addresses with several turns.
const maxStands = 2048

// still has the one stand of an address without turns.
var still = []stand{{weight: 1}}

// standsOf returns the ways in which the turns of an address can stand.
func standsOf(v *Value, active []int) (stands []stand, ok bool) {
	stands = still
	var done []*Symbol
	for _, tm := range v.terms {
		if tm.sym.turn == nil || slices.Contains(done, tm.sym.turn.of) {
			continue
		}
		of := tm.sym.turn.of
		done = append(done, of)
		edges := []int64{0, of.hi + 1}
		for _, um := range v.terms {
			if u := um.sym.turn; u != nil && u.of == of {
				for _, i := range active {
					edges = append(edges, min(u.from(i), of.hi+1))
				}
			}
		}
		slices.Sort(edges)
		edges = slices.Compact(edges)
		if len(stands)*(len(edges)-1) > maxStands {
			return nil, false
		}
		var all []stand
		for _, s := range stands {
			for e, k := range edges[:len(edges)-1] {
				ks := map[*Symbol]int64{of: k}
				for s, x := range s.k {
					ks[s] = x
				}
				share := float64(edges[e+1]-k) / float64(of.hi+1)
				all = append(all, stand{k: ks, weight: s.weight * share})
			}
		}
		stands = all
	}
	return stands, true
}
