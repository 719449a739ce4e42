package warp

// A Range has the bounds of a figure per warp instruction that the source does not determine.
// The zero Range says nothing.
type Range struct{ Least, Most int }

// Known reports whether the range says something.
func (r Range) Known() bool { return r.Most > 0 }

// Ranges are the ranges of the figures of an access. A range is zero where the figure is one
// number, where it does not apply, and where nothing bounds it.
type Ranges struct {
	Addresses, Sectors, BankConflict Range
	// Data is set where some address is computed from data that differs between lanes.
	Data bool
}

// Pattern returns the pattern of an access that has ranges instead of figures.
func (x *Ranges) Pattern() Pattern {
	switch {
	case !x.Addresses.Known():
		return PatternUnknown
	case x.Data:
		return DataDependent
	}
	return Permuted
}
