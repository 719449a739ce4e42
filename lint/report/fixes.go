package report

import (
	"fmt"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// fixTexts lists the fixes of a finding with the flags that apply them: the unsafe one, then
// the safe one. If no flag applies any, it lists the first display-only fix that has edits.
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

// unfixedText explains why a finding has no fix. The reason is the title of a fix without
// edits. It is "" if the finding has a fix or no reason is known.
func unfixedText(d *lint.Diagnostic) string {
	if len(d.Fixes) > 0 && len(d.Fixes[0].Edits) == 0 && d.Fixable(true) == nil {
		return d.Fixes[0].Title
	}
	return ""
}

// fixableText says how many findings can be fixed, and with which flags; "" if none can.
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
