package price

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// located adds the places of loops with unknown trip counts to a price. Cached values do not
// hold places, so that they stay valid when lines move.
func (p *Pricer) located(i *lint.Impact, kernels ...warp.Result) *lint.Impact {
	if i != nil && i.TripsAssumed {
		i.Hidden.Loops = p.hiddenLoops(kernels...)
	}
	return i
}

// hiddenLoops returns the places of the kernels' loops with unknown trip counts, sorted.
func (p *Pricer) hiddenLoops(kernels ...warp.Result) (out []string) {
	var places []lint.Place
	for k := range kernels {
		for i := range kernels[k].Nests {
			if n := &kernels[k].Nests[i]; !n.TripsKnown && n.Runs > 0 && n.Loop.Valid() {
				places = append(places, p.place(n.Loop))
			}
		}
	}
	slices.SortFunc(places, func(a, b lint.Place) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start.Line, b.Start.Line))
	})
	for _, at := range places {
		out = append(out, fmt.Sprintf("%s:%d", at.Path, at.Start.Line))
	}
	return slices.Compact(out)
}
