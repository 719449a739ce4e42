package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint/warp"
)

// Hidden is what a price rests on that is out of sight.
type Hidden struct {
	// Loops are the places, "src/a.cu:12", of the loops whose trip counts the source does not
	// tell: warp.UnknownTrips iterations are counted.
	Loops []string
	// Calls are the names of the functions that the kernel calls and of which it is not known
	// what they do: they may take any time. "" stands for calls through pointers.
	Calls []string
}

// located adds to a price of kernels where the loops of unknown length stand. That is no part
// of what is derived from results, as these are kept while text moves.
func (u *unitRun) located(i *Impact, kernels ...warp.Result) *Impact {
	if i != nil && i.TripsAssumed {
		i.Hidden.Loops = u.hiddenLoops(kernels...)
	}
	return i
}

// hiddenLoops returns the places of the loops of unknown length of kernels, in order.
func (u *unitRun) hiddenLoops(kernels ...warp.Result) (out []string) {
	var places []Place
	for k := range kernels {
		for i := range kernels[k].Nests {
			if n := &kernels[k].Nests[i]; !n.TripsKnown && n.Runs > 0 && n.Loop.Valid() {
				places = append(places, u.place(n.Loop))
			}
		}
	}
	slices.SortFunc(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start.Line, b.Start.Line))
	})
	for _, p := range places {
		out = append(out, fmt.Sprintf("%s:%d", p.Path, p.Start.Line))
	}
	return slices.Compact(out)
}
