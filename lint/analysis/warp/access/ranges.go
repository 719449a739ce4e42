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

// anything reports whether the ranges hold all that so many lanes can do.
func anything(x *warp.Ranges, active int) bool {
	return x.Addresses.Least == 1 && x.Addresses.Most >= active &&
		(!x.Sectors.Known() || x.Sectors.Least == 1 && x.Sectors.Most >= active) &&
		(!x.BankConflict.Known() || x.BankConflict.Most >= active)
}

// tellRanges sets the ranges of an access: of an index that is data, and of figures that
// are not known otherwise, unless they may be anything that lanes can do.
func (r *row) tellRanges(a *warp.Access) {
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
