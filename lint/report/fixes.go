package report

import (
	"fmt"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// fixTexts says what can be done about a finding and with which flags: the fix that is
// applied with all of them, the one with --fix alone if that is another, and else the
// first of those that are only shown, if it has edits.
func fixTexts(d *lint.Diagnostic) []string {
	all, safe := d.Fixable(true), d.Fixable(false)
	var out []string
	if all != nil && all.Safety == fixes.Unsafe {
		out = append(out, all.Title+" (--fix --unsafe-fixes)")
	}
	if safe != nil {
		out = append(out, safe.Title+" (--fix)")
	}
	if all == nil && len(d.Fixes) > 0 && len(d.Fixes[0].Edits) > 0 {
		out = append(out, d.Fixes[0].Title+" (by hand)")
	}
	return out
}

// unfixedText says why a finding has no fix, as the title of a fix without edits does,
// "" if it has one or nothing is known.
func unfixedText(d *lint.Diagnostic) string {
	if len(d.Fixes) > 0 && len(d.Fixes[0].Edits) == 0 && d.Fixable(true) == nil {
		return d.Fixes[0].Title
	}
	return ""
}

// fixableText says how many findings can be fixed and how, "" if none can.
func fixableText(r *engine.Result) string {
	safe, all := 0, 0
	for i := range r.Findings {
		if r.Findings[i].Fixable(true) != nil {
			all++
		}
		if r.Findings[i].Fixable(false) != nil {
			safe++
		}
	}
	switch {
	case all == 0:
		return ""
	case safe == 0:
		return fmt.Sprintf("%d fixable with --fix --unsafe-fixes", all)
	case all > safe:
		return fmt.Sprintf("%d fixable with --fix, %d more with --fix --unsafe-fixes", safe, all-safe)
	}
	return fmt.Sprintf("%d fixable with --fix", safe)
}
