package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Arguments describes what the visible launches of a kernel pass for its parameters.
type Arguments struct {
	Launches []*sema.Launch
	// Rows holds, for each launch, what its arguments point into: one row for each
	// chain of calls that leads to the function around the launch.
	Rows [][][]sema.PointerArg

	analysis *Analysis
}

// ArgumentsOf returns the arguments of launches of one kernel.
func (a *Analysis) ArgumentsOf(code *host.Analysis, launches []*sema.Launch) Arguments {
	s := Arguments{Launches: launches, analysis: a}
	for _, l := range launches {
		s.Rows = append(s.Rows, code.Pointers(l))
	}
	return s
}

// Overlap returns a launch for which the memory of a parameter may be written: its argument
// may overlap that of one of others, the program also launches the kernel with these two
// exchanged, or its argument is one of the variables. If there is no such launch, disjoint
// is set if all launches certainly pass disjoint memory.
func (s Arguments) Overlap(param int, others []int, variables []string) (launch *sema.Launch, disjoint bool) {
	disjoint = len(s.Launches) > 0
	for i, rows := range s.Rows {
		if len(rows) == 0 {
			disjoint = false
		}
		for _, row := range rows {
			if param >= len(row) {
				return s.Launches[i], false // the launch is not understood
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
				overlap, sure := row[param].Overlaps(row[o])
				if overlap || s.exchanged(row[param], row[o], param, o) || s.analysis.exchange(s.Launches[i], param, o) {
					return s.Launches[i], false
				}
				disjoint = disjoint && sure
			}
		}
	}
	return nil, disjoint
}

// exchanged reports whether some launch passes two arguments in exchanged positions.
func (s Arguments) exchanged(a, b sema.PointerArg, param, other int) bool {
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
