package render

import (
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/wording"
)

// EditorText returns what an editor shows of a finding next to the code, a line each: the
// message, the price, its assumptions if it is not proven, and the help.
func EditorText(d *lint.Diagnostic) string {
	lines := []string{wording.Bounded(d.Message)}
	if price := wording.Impact(d.Impact); price != "" {
		lines = append(lines, wording.Bounded(price))
	}
	if d.Confidence != lint.Proven {
		text := "confidence: " + d.Confidence.String()
		if len(d.Assumptions) > 0 {
			text = d.Confidence.String() + ": " + withoutFlags(strings.Join(d.Assumptions, "; "))
		}
		lines = append(lines, wording.Bounded(text))
	}
	if d.Help != "" {
		lines = append(lines, wording.Bounded(d.Help))
	}
	return wording.Clip(strings.Join(lines, "\n"), wording.MaxDetail)
}

// withoutFlags replaces flags in the text of assumptions, because an editor has no flags.
func withoutFlags(text string) string {
	return strings.ReplaceAll(text, "(--block gives another)", "(block in cudalint.toml gives another)")
}
