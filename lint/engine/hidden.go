package engine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// located adds the places of loops with unknown trip counts to a price. Places are not part
// of cached results, which stay valid when lines move.
func (u *unitRun) located(i *lint.Impact, kernels ...warp.Result) *lint.Impact {
	if i != nil && i.TripsAssumed {
		i.Hidden.Loops = u.hiddenLoops(kernels...)
	}
	return i
}

// hiddenLoops returns the places of the kernels' loops with unknown trip counts, sorted.
func (u *unitRun) hiddenLoops(kernels ...warp.Result) (out []string) {
	var places []lint.Place
	for k := range kernels {
		for i := range kernels[k].Nests {
			if n := &kernels[k].Nests[i]; !n.TripsKnown && n.Runs > 0 && n.Loop.Valid() {
				places = append(places, u.place(n.Loop))
			}
		}
	}
	slices.SortFunc(places, func(a, b lint.Place) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start.Line, b.Start.Line))
	})
	for _, p := range places {
		out = append(out, fmt.Sprintf("%s:%d", p.Path, p.Start.Line))
	}
	return slices.Compact(out)
}
