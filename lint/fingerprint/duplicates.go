package fingerprint

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/lint"
)

// ComparePlaces orders findings by path, offset and rule.
func ComparePlaces(a, b lint.Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Start.Offset, b.Start.Offset),
		cmp.Compare(a.End.Offset, b.End.Offset),
		cmp.Compare(a.Rule, b.Rule),
	)
}

// compareWorst puts the worse of two findings of one rule at one place first. Of equally bad ones
// it prefers that of a unit that includes the file: such a unit knows types and launches that the
// file alone does not. How a text is worded does not matter: another wording of a message must not
// change which finding users see.
func compareWorst(a, b lint.Diagnostic) int {
	return cmp.Or(
		lint.CompareImpact(a.Impact, b.Impact),
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(b.Confidence, a.Confidence),
		cmp.Compare(len(a.Assumptions), len(b.Assumptions)),
		trueFirst(a.Origin.Included, b.Origin.Included),
		slices.CompareFunc(a.Related, b.Related, func(a, b lint.Related) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start.Offset, b.Start.Offset), cmp.Compare(a.End.Offset, b.End.Offset))
		}),
	)
}

// trueFirst orders true before false.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// DeduplicateUnit sorts the findings of one unit and keeps the worst of each rule at each place:
// several kernels reach one access. Findings that assume different things (see package
// assumption) are not duplicates yet, as launches in other files may replace some.
func DeduplicateUnit(findings []lint.Diagnostic) []lint.Diagnostic {
	slices.SortStableFunc(findings, func(a, b lint.Diagnostic) int {
		return cmp.Or(ComparePlaces(a, b), cmp.Compare(a.Origin.Assumed, b.Origin.Assumed), compareWorst(a, b))
	})
	return slices.CompactFunc(findings, func(a, b lint.Diagnostic) bool {
		return ComparePlaces(a, b) == 0 && a.Origin.Assumed == b.Origin.Assumed
	})
}

// Deduplicate sorts the findings of all units, keeps the worst of each rule at each place, and
// gives each its fingerprint. Findings whose assumption a launch replaces are dropped first:
// launched has the keys of these assumptions. Of findings that are equally bad, the first stays.
func Deduplicate(findings []lint.Diagnostic, launched map[string]bool) []lint.Diagnostic {
	findings = slices.DeleteFunc(findings, func(d lint.Diagnostic) bool { return launched[d.Origin.Assumed] })
	slices.SortStableFunc(findings, func(a, b lint.Diagnostic) int { return cmp.Or(ComparePlaces(a, b), compareWorst(a, b)) })
	findings = slices.CompactFunc(findings, func(a, b lint.Diagnostic) bool { return ComparePlaces(a, b) == 0 })
	assign(findings)
	return findings
}
