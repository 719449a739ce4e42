package access

import (
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// widen widens a range to hold the figure of one execution.
func widen(r *warp.Range, s lanes.Spread) {
	switch {
	case s.Worst == 0:
	case !r.Known():
		*r = warp.Range{Least: s.Least, Most: s.Worst}
	default:
		*r = warp.Range{Least: min(r.Least, s.Least), Most: max(r.Most, s.Worst)}
	}
}

// anything reports whether ranges say nothing of an access by so many lanes.
func anything(x *warp.Ranges, active int) bool {
	return x.Addresses.Least == 1 && x.Addresses.Most >= active &&
		(!x.Sectors.Known() || x.Sectors.Least == 1 && x.Sectors.Most >= active) &&
		(!x.BankConflict.Known() || x.BankConflict.Most >= active)
}

// setRanges sets the ranges of an access whose index is data, or some of whose figures are not
// known. There are none where they would say nothing.
func (r *row) setRanges(a *warp.Access) {
	x := r.ranges
	x.Data = r.dataAddress
	switch {
	case r.unbounded, r.unknown && anything(&x, a.ActiveLanes.Worst) && !r.dataAddress:
		return
	case !r.unknown && !r.sectorsOpen && !r.conflictsOpen && !r.open:
		return
	}
	if r.Unsure {
		// Some lanes may not take part.
		x.Addresses.Least, x.Sectors.Least, x.BankConflict.Least = min(x.Addresses.Least, 1), min(x.Sectors.Least, 1), min(x.BankConflict.Least, 1)
	}
	a.Ranges = x
}
