package report

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// shownAnnotations is how many annotations of one kind GitHub shows for a step
// (actions/toolkit, "Problem Matchers", Limitations).
const shownAnnotations = 10

// commands are the workflow commands for the severities.
var commands = map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "notice"}

// writeGitHub writes one workflow command per finding; GitHub Actions shows them as
// annotations. The message repeats the place, because the log of a job shows only the message.
func writeGitHub(w *bufio.Writer, r *engine.Result, opts Options) error {
	for i := range r.Findings {
		d := &r.Findings[i]
		path := wording.Printable(opts.located(d.Path))
		fmt.Fprintf(w, "::%s file=%s,line=%d,endLine=%d", commands[d.Severity], commandProperty.Replace(path), d.Start.Line, lastLine(&d.Place))
		if d.Start.Line == d.End.Line {
			// GitHub refuses columns on an annotation over several lines.
			fmt.Fprintf(w, ",col=%d,endColumn=%d", d.Start.Column, d.End.Column)
		}
		text := fmt.Sprintf("%s:%d:%d: %s", path, d.Start.Line, d.Start.Column, wording.Clip(wording.Printable(d.Message), wording.MaxMessage))
		if detail := annotationText(d); detail != "" {
			text += "\n" + detail
		}
		fmt.Fprintf(w, ",title=%s::%s\n", commandProperty.Replace("cudalint ("+d.Rule+")"), commandData.Replace(text))
	}
	return nil
}

// commandData and commandProperty escape the message and the properties of a workflow command.
// The runner reverses this escaping.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// leftOutGitHub says how many findings GitHub shows only in the log, "" if none.
func leftOutGitHub(r *engine.Result) string {
	counts := map[lint.Severity]int{}
	for i := range r.Findings {
		counts[r.Findings[i].Severity]++
	}
	var parts []string
	for _, s := range []lint.Severity{lint.Error, lint.Warning, lint.Info} {
		if n := counts[s]; n > shownAnnotations {
			parts = append(parts, fmt.Sprintf("%d of %s", n-shownAnnotations, wording.Plural(n, commands[s])))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("GitHub shows %d annotations of a kind for a step: %s are in its log alone (--sort impact puts the largest est. speedup first, --baseline and --diff-from leave only what is new, --output-format sarif for code scanning has room for all)",
		shownAnnotations, strings.Join(parts, " and "))
}

// mostImportant selects at most most findings and keeps their order. It prefers severe
// findings, and among equally severe ones those that save most.
func mostImportant(findings []lint.Diagnostic, most int) []*lint.Diagnostic {
	out := make([]*lint.Diagnostic, len(findings))
	for i := range findings {
		out[i] = &findings[i]
	}
	if len(out) <= most {
		return out
	}
	order := make([]int, len(out))
	for i := range order {
		order[i] = i
	}
	saving := func(d *lint.Diagnostic) int {
		if d.Impact == nil {
			return -1
		}
		return d.Impact.SavingPercent
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(out[b].Severity, out[a].Severity), cmp.Compare(saving(out[b]), saving(out[a])))
	})
	order = order[:most]
	slices.Sort(order)
	selected := make([]*lint.Diagnostic, most)
	for i, k := range order {
		selected[i] = out[k]
	}
	return selected
}
