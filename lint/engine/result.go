package engine

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/lint"
)

// A Result is what a run over some files found, in the order it is printed:
// path, offset, rule.
type Result struct {
	Target lint.Target
	// GPUs are those that the files were analysed for, each once: several where
	// their builds differ and none was asked for.
	GPUs     []string
	Findings []lint.Diagnostic
	// Suppressed are the findings that directives in comments suppress, in their order.
	Suppressed []Suppressed
	Problems   []lint.Problem
	// Files is the number of files given and read.
	Files int
	// Edited are the files that fixes have changed in memory so far, in results of
	// Linter.Fix; nil in others.
	Edited []FixedFile
	// Baselined is how many findings were left out of Findings as a baseline knows them,
	// Unchanged how many as they have nothing to do with changed lines.
	Baselined, Unchanged int
	// Verified is what measurements say; nil where none were given.
	Verified *lint.Verified
	// program is what the result is of, in those of a Session.
	program *programRun
}

// ByRule counts the findings of each rule.
func (r *Result) ByRule() map[string]int {
	counts := map[string]int{}
	for _, f := range r.Findings {
		counts[f.Rule]++
	}
	return counts
}

// A Filter returns, for the findings of a result as a whole, which of them are reported.
// Nil keeps all.
type Filter func(r *Result) func(*lint.Diagnostic) bool

func (f Filter) keep(r *Result) func(*lint.Diagnostic) bool {
	if f == nil {
		return func(*lint.Diagnostic) bool { return true }
	}
	return f(r)
}

// Keep drops the findings that a filter refuses.
func (r *Result) Keep(filter Filter) {
	keep := filter.keep(r)
	kept := r.Findings[:0]
	for i := range r.Findings {
		if keep(&r.Findings[i]) {
			kept = append(kept, r.Findings[i])
		}
	}
	r.Findings = kept
}

// SortByImpact puts the findings that save most first, those without a price last;
// what is equal stays in the order of path, offset and rule.
func (r *Result) SortByImpact() {
	slices.SortStableFunc(r.Findings, func(a, b lint.Diagnostic) int { return lint.CompareImpact(a.Impact, b.Impact) })
}

// comparePlaces orders by path, offset and rule.
func comparePlaces(a, b lint.Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Start.Offset, b.Start.Offset),
		cmp.Compare(a.End.Offset, b.End.Offset),
		cmp.Compare(a.Rule, b.Rule),
	)
}

// compareWorst puts the worse of two findings of one rule at one place first.
// The remaining keys only make the order independent of the order of the work.
func compareWorst(a, b lint.Diagnostic) int {
	return cmp.Or(
		lint.CompareImpact(a.Impact, b.Impact),
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(b.Confidence, a.Confidence),
		cmp.Compare(a.Message, b.Message),
		slices.Compare(a.Assumptions, b.Assumptions),
	)
}

// merge sorts the findings and keeps the worst of each rule at each place: an
// access is reached from several kernels, a header from several files. What
// may have to give way to results of other files is kept apart until settle.
func merge(findings []lint.Diagnostic) []lint.Diagnostic {
	slices.SortFunc(findings, func(a, b lint.Diagnostic) int {
		return cmp.Or(comparePlaces(a, b), cmp.Compare(a.Origin.Assumed, b.Origin.Assumed), compareWorst(a, b))
	})
	return slices.CompactFunc(findings, func(a, b lint.Diagnostic) bool {
		return comparePlaces(a, b) == 0 && a.Origin.Assumed == b.Origin.Assumed
	})
}

// settle is the last step: it drops findings that rest on assumptions
// where a launch is in sight that needs none, and then keeps the worst at each place.
func settle(findings []lint.Diagnostic, launched map[string]bool) []lint.Diagnostic {
	findings = slices.DeleteFunc(findings, func(d lint.Diagnostic) bool { return launched[d.Origin.Assumed] })
	slices.SortFunc(findings, func(a, b lint.Diagnostic) int { return cmp.Or(comparePlaces(a, b), compareWorst(a, b)) })
	findings = slices.CompactFunc(findings, func(a, b lint.Diagnostic) bool { return comparePlaces(a, b) == 0 })
	number(findings)
	return findings
}
