package report

import (
	"strings"

	"github.com/cudalint/cudalint/lint"
)

// EditorText returns what an editor shows of a finding next to the code, a line each: the
// message, the price, what it rests on if it is not proven, and the next step.
func EditorText(d *lint.Diagnostic) string {
	lines := []string{bounded(d.Message)}
	if price := impactText(d.Impact); price != "" {
		lines = append(lines, bounded(price))
	}
	if d.Confidence != lint.Proven {
		text := "confidence: " + d.Confidence.String()
		if len(d.Assumptions) > 0 {
			text = d.Confidence.String() + ": " + withoutFlags(strings.Join(d.Assumptions, "; "))
		}
		lines = append(lines, bounded(text))
	}
	if d.Help != "" {
		lines = append(lines, bounded(d.Help))
	}
	return clip(strings.Join(lines, "\n"), maxDetail)
}

// withoutFlags returns assumptions as they are told in an editor, which has no flags.
func withoutFlags(text string) string {
	return strings.ReplaceAll(text, "(--block gives another)", "(block in cudalint.toml gives another)")
}
