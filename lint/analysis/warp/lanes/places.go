package lanes

// A Place is where a lane reaches: Offset bytes from a base that the source does not determine.
// Places with different bases are taken to be far from each other.
type Place struct {
	Base   uint64
	Offset int64
}

const (
	// placesOfLoop is how many iterations of a loop Places gives of those that the analysis
	// executes at once, placesOfNest how many of all loops around an access together.
	placesOfLoop, placesOfNest = 16, 32
)

// Places calls visit with the places that the active lanes of a warp reach: once, or once for
// each of the first iterations of the loops that the analysis executes at once. visit must not
// keep the places. Places returns false, and calls nothing, if an address depends on data that
// differs between lanes, or is unknown.
func (d *Domain) Places(fp Footprint, warp int, visit func(places []Place)) bool {
	v := fp.Address
	if len(v.choices()) > 0 && !v.unknown {
		v = v.alts()[0]
	}
	if v.unknown {
		return false
	}
	var counters []term
	for _, tm := range v.terms {
		switch u := tm.sym.turn; {
		case tm.sym.class != nil && (u == nil || u.carry):
			return false
		case tm.sym.counter && len(tm.coef) == 1:
			counters = append(counters, tm)
		}
	}
	var room [WarpSize]Place
	places := v.placesOf(room[:0], fp, warp*WarpSize, min((warp+1)*WarpSize, d.threads))
	if len(places) > 0 {
		visitIterations(places, counters, placesOfNest, visit)
	}
	return true
}

// placesOf returns the places of the active threads of a range in the iterations numbered 0.
func (v *Value) placesOf(out []Place, fp Footprint, from, to int) []Place {
	for i := from; i < to; i++ {
		if !fp.Active[i] {
			continue
		}
		p := Place{Base: 1, Offset: at(v.offset, i)}
		for _, tm := range v.terms {
			switch c := at(tm.coef, i); {
			case c == 0 || tm.sym.counter && len(tm.coef) == 1:
			case tm.sym.turn != nil && tm.sym.class != nil:
				p.Offset += c * at(tm.sym.turn.at, i)
			default:
				p.Base = mix(mix(p.Base, uint64(tm.sym.id)), uint64(c))
			}
		}
		out = append(out, p)
	}
	return out
}

// visitIterations calls visit for the places in each of at most so many iterations, the
// innermost loop counting fastest.
func visitIterations(places []Place, counters []term, most int64, visit func(places []Place)) {
	if len(counters) == 0 {
		visit(places)
		return
	}
	outer, c := counters[:len(counters)-1], counters[len(counters)-1] // symbols are by age
	n := min(most, placesOfLoop, max(1, addHigh(c.sym.hi, 1)))
	if c.sym.iterations > 0 {
		n = min(n, c.sym.iterations)
	}
	visitIterations(places, outer, most/n, func(places []Place) {
		for range n {
			visit(places)
			for i := range places {
				places[i].Offset += c.coef[0]
			}
		}
		for i := range places {
			places[i].Offset -= n * c.coef[0]
		}
	})
}
