package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/wording"
)

// HintKinds says which hints are shown.
type HintKinds struct {
	// Addresses are those of reads of constant memory at more than one address: "32 addr".
	Addresses bool
	// BankConflicts are those of shared memory: "x2 bank conflict".
	BankConflicts bool
	// Sectors are how many times the ideal accesses of global memory ask for that are poorly
	// coalesced, see Uncoalesced: "x4 sectors".
	Sectors bool
}

// Any reports whether there is a kind to show.
func (k HintKinds) Any() bool { return k != HintKinds{} }

// Hint returns the inlay hint of an access, with the figures of its worst launch; "" where
// nothing is to be warned of or nothing is known.
func Hint(a *inspect.Access, kinds HintKinds) string {
	var worst [3]float64
	var labels [3]string
	note := func(kind int, count float64, label string) {
		if count > worst[kind] {
			worst[kind], labels[kind] = count, label
		}
	}
	for i := range a.Rows {
		r := &a.Rows[i]
		switch {
		case r.Pattern == warp.PatternUnknown:
		case r.Space == sema.ConstantSpace || r.Space == sema.ParameterSpace:
			if c := r.Addresses; kinds.Addresses && c.Worst > 1 {
				note(0, c.Mean, hintCount("", c, r.Pattern)+" addr")
			}
		case r.Space == sema.SharedSpace:
			if c := r.BankConflict; kinds.BankConflicts && c.Worst > 1 {
				note(1, c.Mean, hintCount("x", c, r.Pattern)+" bank conflict")
			}
		case kinds.Sectors && Uncoalesced(&r.Row):
			note(2, r.Sectors.Mean, timesIdeal(&r.Row)+" sectors")
		}
	}
	var shown []string
	for _, label := range labels {
		if label != "" {
			shown = append(shown, label)
		}
	}
	return strings.Join(shown, ", ")
}

// hintCount is the count of the worst warp; the expectation where indexes are data.
func hintCount(before string, c warp.Count, pattern warp.Pattern) string {
	if pattern == warp.DataDependent && c.Mean != float64(c.Worst) {
		return fmt.Sprintf("~%s%.0f", before, c.Mean)
	}
	return fmt.Sprintf("%s%d", before, c.Worst)
}

// timesIdeal returns how many times as many sectors an access asks for as its bytes would fill:
// "x8"; the expectation where indexes are data.
func timesIdeal(r *inspect.Row) string {
	ideal := float64(max(1, neededSectors(r)))
	if r.Pattern == warp.DataDependent && r.Sectors.Mean != float64(r.Sectors.Worst) {
		return fmt.Sprintf("~x%.0f", r.Sectors.Mean/ideal)
	}
	return "x" + strconv.FormatFloat(math.Round(10*float64(r.Sectors.Worst)/ideal)/10, 'f', -1, 64)
}

// HintTooltip returns the tooltip of a hint: the text that Hover returns for its access.
func HintTooltip(in *inspect.File, a *inspect.Access, markdown bool) string {
	p := &page{markdown: markdown}
	p.access(in, a)
	return wording.Clip(p.String(), wording.MaxDetail)
}
