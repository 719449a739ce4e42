package engine

import (
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
	// Edited are the files whose texts fixes have changed in memory before the check.
	Edited []EditedFile
	// Baselined is how many findings were left out of Findings as a baseline knows them,
	// Unchanged how many as they have nothing to do with changed lines.
	Baselined, Unchanged int
	// Verified is what measurements say; nil where none were given.
	Verified *lint.Verified
	// program is what the result is of, in those of a Session.
	program *programRun
}

// An EditedFile is a file that fixes changed.
type EditedFile struct {
	Path          string
	Before, After []byte
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

// Of returns which findings of a result the filter keeps.
func (f Filter) Of(r *Result) func(*lint.Diagnostic) bool {
	if f == nil {
		return func(*lint.Diagnostic) bool { return true }
	}
	return f(r)
}

// Keep drops the findings that a filter refuses.
func (r *Result) Keep(filter Filter) {
	keep := filter.Of(r)
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
