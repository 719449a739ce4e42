package report

import (
	"bufio"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/wording"
)

// fewBlocks is how many blocks of findings fit on about one screen: the reader sees them all.
const fewBlocks = 3

// shownBest is how many findings the list of the best est. speedups names.
const shownBest = 3

// writeBest writes below many blocks which findings save most. The first blocks may have left the
// screen by then. Of the findings in one kernel only the one that saves most is named.
func writeBest(w *bufio.Writer, blocks []*block) {
	if len(blocks) <= fewBlocks {
		return
	}
	type kernel struct{ path, function string }
	named := map[kernel]bool{}
	var best []*lint.Diagnostic
	for _, d := range bySaving(blocks) {
		k := kernel{d.Path, d.Function}
		if !named[k] && len(best) < shownBest {
			named[k], best = true, append(best, d)
		}
	}
	if len(best) == 0 {
		return
	}
	fmt.Fprintln(w, "Best est. speedups:")
	for _, d := range best {
		in := ""
		if d.Function != "" {
			in = " in " + wording.Bounded(shortNames(d.Function))
		}
		fmt.Fprintf(w, "  %s: %s:%d%s [%s]\n", speedupText(d), wording.Printable(d.Path), d.Start.Line, in, d.Rule)
	}
	fmt.Fprintln(w)
}

// bySaving returns the findings that blocks show and that save something, the largest saving first.
// Those that no kernel in sight reaches are left out.
func bySaving(blocks []*block) []*lint.Diagnostic {
	var out []*lint.Diagnostic
	for _, b := range blocks {
		if d := b.first; priced(d) && d.Impact.SavingPercent > 0 && d.Confidence != lint.Possible {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b *lint.Diagnostic) int { return lint.CompareImpact(a.Impact, b.Impact) })
	return out
}
