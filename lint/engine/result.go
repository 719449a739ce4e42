package engine

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/ptxas"
)

// A Result is what a run found. Findings are in the order of path, offset and rule.
type Result struct {
	Target lint.Target
	// GPUs are those that files were analyzed for, each once: several where no GPU was
	// asked for and their builds differ.
	GPUs     []string
	Findings []lint.Diagnostic
	// Suppressed are the findings that directives in comments suppress, in the same order.
	Suppressed []Suppressed
	Problems   []lint.Problem
	// Files is the number of inputs that were read.
	Files int
	// Edited are the files whose texts fixes have changed in memory before the check.
	Edited []EditedFile
	// Duplicates counts what other files find, too, of a finding that is in Findings or Suppressed.
	Duplicates int
	// Hidden counts the findings that are left out.
	Hidden Hidden
	// Compiled says how much of the compiler's logs is about kernels of the inputs.
	Compiled []ptxas.Coverage
	// Verified is the comparison with measurements; nil where none were given.
	Verified *lint.Verified
	// program is the program of the check, in results of a Session.
	program *programRun `cbor:"-"`
}

// An EditedFile is a file that fixes changed.
type EditedFile struct {
	Path          string
	Before, After []byte
}

// Hidden counts the findings that are left out besides the suppressed ones, by what leaves them
// out. A finding that several would leave out counts once, for the first in this order.
type Hidden struct {
	// Severity and Impact count findings below the least severity and impact that are asked for.
	Severity, Impact int
	// Generated counts findings of severity info in generated files.
	Generated int
	// Baselined counts findings that a baseline has, Unchanged those that depend on no changed line.
	Baselined, Unchanged int
}

// ByRule counts the findings of each rule.
func (r *Result) ByRule() map[string]int {
	counts := map[string]int{}
	for _, f := range r.Findings {
		counts[f.Rule]++
	}
	return counts
}

// A Filter returns, for a result, which of its findings are kept. Nil keeps all.
type Filter func(r *Result) func(*lint.Diagnostic) bool

// Of returns which findings of a result the filter keeps.
func (f Filter) Of(r *Result) func(*lint.Diagnostic) bool {
	if f == nil {
		return func(*lint.Diagnostic) bool { return true }
	}
	return f(r)
}

// Keep drops the findings that a filter does not keep.
func (r *Result) Keep(filter Filter) {
	keep := filter.Of(r)
	remaining := r.Findings[:0]
	for i := range r.Findings {
		if keep(&r.Findings[i]) {
			remaining = append(remaining, r.Findings[i])
		}
	}
	r.Findings = remaining
}

// SortByImpact sorts the findings by saving, the largest first. Those that are only possible, as no
// kernel in sight reaches them, come behind the others, and those without a price last. Equal ones
// stay in the order of path, offset and rule.
func (r *Result) SortByImpact() {
	group := func(d *lint.Diagnostic) int {
		switch {
		case d.Impact == nil || d.Impact.Unconfirmed:
			return 2
		case d.Confidence == lint.Possible:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(r.Findings, func(a, b lint.Diagnostic) int {
		return cmp.Or(cmp.Compare(group(&a), group(&b)), lint.CompareImpact(a.Impact, b.Impact))
	})
}
