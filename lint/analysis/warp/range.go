package warp

import "github.com/cudalint/cudalint/lint/analysis/warp/lanes"

// A Range is between what and what a figure per warp instruction is, whatever the numbers
// are that the source does not determine. The zero Range says nothing.
type Range struct{ Least, Most int }

// Known reports whether the range says something.
func (r Range) Known() bool { return r.Most > 0 }

// add widens a range to hold the figure of one execution.
func (r *Range) add(s lanes.Spread) {
	switch {
	case s.Worst == 0:
	case !r.Known():
		*r = Range{s.Least, s.Worst}
	default:
		*r = Range{min(r.Least, s.Least), max(r.Most, s.Worst)}
	}
}

// Ranges are the ranges of the figures of an access. One is zero where the figure is known
// as one number, where it does not apply, and where it may be anything.
type Ranges struct {
	Addresses, Sectors, BankConflict Range
	// Data is set where some address is computed from data that differs between lanes.
	Data bool
}

// Pattern returns the pattern of an access whose figures are only bounded.
func (x *Ranges) Pattern() Pattern {
	switch {
	case !x.Addresses.Known():
		return PatternUnknown
	case x.Data:
		return DataDependent
	}
	return Permuted
}

// anything reports whether the ranges hold all that so many lanes can do.
func (x *Ranges) anything(active int) bool {
	return x.Addresses.Least == 1 && x.Addresses.Most >= active &&
		(!x.Sectors.Known() || x.Sectors.Least == 1 && x.Sectors.Most >= active) &&
		(!x.BankConflict.Known() || x.BankConflict.Most >= active)
}

// tellRanges sets the ranges of an access: of an index that is data, and of figures that
// are not known otherwise, unless they may be anything that lanes can do.
func (r *row) tellRanges(a *Access) {
	x := r.ranges
	x.Data = r.datum
	switch {
	case r.astray, r.unknown && x.anything(a.ActiveLanes.Worst) && !r.datum:
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
