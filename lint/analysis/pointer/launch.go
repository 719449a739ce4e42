package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Sight is what the launches in sight say of the memory of kernel parameters.
type Sight struct {
	Launches []*sema.Launch
	// Rows holds for each launch what its arguments point into, one row for each
	// way in which the function around it is called.
	Rows [][][]sema.PointerArg

	analysis *Analysis
}

// See returns what launches of a kernel say, of which code knows what their arguments point
// into.
func (a *Analysis) See(code *host.Analysis, launches []*sema.Launch) Sight {
	s := Sight{Launches: launches, analysis: a}
	for _, l := range launches {
		s.Rows = append(s.Rows, code.Pointers(l))
	}
	return s
}

// Overlap returns the launch that may pass overlapping pointers for a parameter
// and one of others, or passes two buffers now in one order and now in the other,
// or an object in the variables. Without one, apart tells whether every
// launch passes memory that is certainly not the same.
func (s Sight) Overlap(param int, others []int, variables []string) (launch *sema.Launch, apart bool) {
	apart = len(s.Launches) > 0
	for i, rows := range s.Rows {
		if len(rows) == 0 {
			apart = false
		}
		for _, row := range rows {
			if param >= len(row) {
				return s.Launches[i], false // not a launch that is understood
			}
			for _, b := range row[param].Bases {
				if slices.Contains(variables, b.Object) {
					return s.Launches[i], false
				}
			}
			for _, o := range others {
				if o >= len(row) || o == param {
					continue
				}
				meet, sure := row[param].Overlaps(row[o])
				if meet || s.exchanged(row[param], row[o], param, o) || s.analysis.exchange(s.Launches[i], param, o) {
					return s.Launches[i], false
				}
				apart = apart && sure
			}
		}
	}
	return nil, apart
}

// exchanged reports whether some launch passes two buffers the other way round.
func (s Sight) exchanged(a, b sema.PointerArg, param, other int) bool {
	for _, rows := range s.Rows {
		for _, row := range rows {
			if param >= len(row) || other >= len(row) {
				continue
			}
			x, _ := a.Overlaps(row[other])
			y, _ := b.Overlaps(row[param])
			if x && y {
				return true
			}
		}
	}
	return false
}
