package report

import (
	"bufio"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/warp"
)

// palette paints the parts of the text format.
type palette struct {
	severity map[lint.Severity]func(a ...any) string
	frame    func(a ...any) string // gutter, arrows, "="
	title    func(a ...any) string // message and note titles
}

func newPalette(use bool) palette {
	paint := func(attributes ...color.Attribute) func(a ...any) string {
		c := color.New(attributes...)
		if use {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.SprintFunc()
	}
	return palette{
		severity: map[lint.Severity]func(a ...any) string{
			lint.Error:   paint(color.FgRed, color.Bold),
			lint.Warning: paint(color.FgYellow, color.Bold),
			lint.Info:    paint(color.FgCyan, color.Bold),
		},
		frame: paint(color.FgBlue, color.Bold),
		title: paint(color.Bold),
	}
}

// writeText writes findings for people: the message, the source with the span
// underlined, the price, what the finding rests on, and the next step. The last
// line counts.
func writeText(w *bufio.Writer, r *engine.Result, opts Options) error {
	p := newPalette(opts.Color)
	for i := range r.Findings {
		writeFinding(w, p, &r.Findings[i])
		fmt.Fprintln(w)
	}
	if !opts.Quiet {
		for _, line := range counts(r) {
			fmt.Fprintln(w, line)
		}
		if text := fixableText(r); text != "" && !opts.Fixed {
			fmt.Fprintln(w, text)
		}
	}
	return nil
}

// Summary says on one line how many findings there are, in how many files, and how many
// are hidden and by what, as the text format does on its last lines.
func Summary(r *engine.Result) string { return strings.Join(counts(r), "; ") }

// counts are the lines below the findings: how many they are, and what a baseline and
// unchanged lines keep from being listed.
func counts(r *engine.Result) []string {
	lines := []string{summary(r)}
	if r.Baselined > 0 {
		lines = append(lines, Plural(r.Baselined, "known finding")+" hidden by the baseline")
	}
	if r.Unchanged > 0 {
		lines = append(lines, Plural(r.Unchanged, "finding")+" hidden outside of what changed")
	}
	return lines
}

// summary counts the findings: "2 findings (1 error, 1 warning) in 3 files, 4
// suppressed".
func summary(r *engine.Result) string {
	counts := map[lint.Severity]int{}
	for i := range r.Findings {
		counts[r.Findings[i].Severity]++
	}
	var parts []string
	for s := lint.Error; ; s-- {
		if counts[s] > 0 {
			name := s.String()
			if s != lint.Info && counts[s] > 1 {
				name += "s"
			}
			parts = append(parts, fmt.Sprintf("%d %s", counts[s], name))
		}
		if s == lint.Info {
			break
		}
	}
	text := Plural(len(r.Findings), "finding")
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	text += " in " + Plural(r.Files, "file")
	if n := len(r.Suppressed); n > 0 {
		text += fmt.Sprintf(", %d suppressed", n)
	}
	return text
}

func writeFinding(w *bufio.Writer, p palette, d *lint.Diagnostic) {
	fmt.Fprintf(w, "%s%s\n", p.severity[d.Severity](d.Severity, "[", d.Rule, "]"), p.title(": ", bounded(d.Message)))
	gutter := strings.Repeat(" ", max(2, len(fmt.Sprint(d.Start.Line))))
	in := ""
	if d.Function != "" {
		in = " in " + bounded(d.Function)
	}
	fmt.Fprintf(w, "%s%s %s:%d:%d%s\n", gutter, p.frame("-->"), Printable(d.Path), d.Start.Line, d.Start.Column, in)
	source, under := excerpt(&d.Place)
	if source != "" {
		fmt.Fprintf(w, "%s %s\n", gutter, p.frame("|"))
		fmt.Fprintf(w, "%s %s %s\n", p.frame(fmt.Sprintf("%*d", len(gutter), d.Start.Line)), p.frame("|"), source)
		fmt.Fprintf(w, "%s %s %s\n", gutter, p.frame("|"), strings.TrimRight(under.indent+p.severity[d.Severity](under.carets)+" "+bounded(d.Label), " "))
	}
	for _, n := range notesOf(d) {
		fmt.Fprintf(w, "%s %s %s %s\n", gutter, p.frame("="), p.title(n.title+":"), bounded(n.text))
	}
}

// through names the ways to the placements for a sentence.
var through = map[string]string{
	"literal":          "at literal offsets, the loop unrolled",
	"register":         "by shuffles from registers",
	"constant":         "from constant memory",
	"shared":           "from shared memory",
	"global":           "by plain loads",
	"global-read-only": "through the L1 cache",
	"texture":          "through a texture object",
}

// basisText says how the figures behind a price are known; the saving is always an
// estimate.
var basisText = map[gpu.Basis]string{gpu.Measured: "measured on", gpu.Published: "published for", gpu.Extrapolated: "extrapolated to"}

// impactText says what the access costs and what the best placement would save.
func impactText(i *lint.Impact) string {
	if i == nil {
		return ""
	}
	if i.Restrict {
		return restrictText(i)
	}
	way := through[i.Best.Placement]
	if i.Uncached && i.Best.Placement == "global-read-only" {
		way = "through the read-only cache"
	}
	price := fmt.Sprintf("%.1f cycles per warp on %s, %.1f %s (%s; %s %s)", i.Cycles, i.GPU, i.Best.Cycles, way, i.Best.Placement, basisText[i.Basis], i.GPU)
	if i.Unconfirmed {
		return price + ", if it ran as predicted"
	}
	return fmt.Sprintf("%s; saves %s of the kernel's time (%s)", price, savingText(i, i.SavingPercent), i.Level)
}

// restrictText says how often a warp executes the loads through a parameter, as it is
// and with const __restrict__, and what that saves.
func restrictText(i *lint.Impact) string {
	loads := "its load is"
	if i.Reads > 1 {
		loads = fmt.Sprintf("its %d loads are", i.Reads)
	}
	price := fmt.Sprintf("%s executed %s a warp", loads, timesText(i.Executions))
	if i.ExecutionsThen < i.Executions {
		price += " instead of " + timesText(i.ExecutionsThen)
	} else {
		price += " either way"
	}
	price += fmt.Sprintf(", %.1f cycles each", i.Cycles)
	if i.Best.Cycles != i.Cycles {
		price += fmt.Sprintf(", %.1f by the read-only path", i.Best.Cycles)
	}
	return fmt.Sprintf("%s (%s %s); saves %s of the kernel's time (%s)", price, basisText[i.Basis], i.GPU, savingText(i, i.SavingPercent), i.Level)
}

// timesText says how often something is executed.
func timesText(n float64) string {
	if n == 1 {
		return "once"
	}
	return strconv.FormatFloat(n, 'f', -1, 64) + " times"
}

// savingText says a saving in percent as exactly as it is known.
func savingText(i *lint.Impact, percent int) string {
	switch {
	case percent <= 0:
		return "less than 1 %"
	case i.UpperBound():
		return fmt.Sprintf("up to %d %%", percent)
	}
	return fmt.Sprintf("about %d %%", percent)
}

// impactReasons explain a price: what the kernel waits for, the second choice, and what
// else moves.
func impactReasons(i *lint.Impact) []string {
	if i == nil || i.Unconfirmed {
		return nil
	}
	var notes []string
	if i.Bound != "" && i.Best.Bound != "" {
		text := "the kernel waits for " + i.Bound
		if i.Best.Bound != i.Bound {
			text += ", then for " + i.Best.Bound
		}
		if len(i.Alternatives) > 1 {
			// The best may be the simpler of two that are close.
			if a := i.Alternatives[1]; a.SavingPercent > i.SavingPercent {
				text += fmt.Sprintf("; %s it would save %s", through[a.Placement], savingText(i, a.SavingPercent))
			}
		}
		notes = append(notes, text)
	}
	if i.Reads > 1 && !i.Restrict {
		notes = append(notes, fmt.Sprintf("the saving is that of moving %s, which the kernel reads at %d places", cmp.Or(i.Object, "the object"), i.Reads))
	}
	switch together := savingText(i, i.TogetherPercent); {
	case i.TogetherPercent > i.SavingPercent:
		notes = append(notes, "together with the kernel's other tables in constant memory it would save "+together)
	case i.TogetherPercent > 0 && i.TogetherPercent < i.SavingPercent-1:
		notes = append(notes, "if the kernel's other tables in constant memory move as well it would save less, "+together)
	}
	if i.Misses > 0 {
		notes = append(notes, fmt.Sprintf("reads of %s miss the first-level constant cache (%d bytes)", cmp.Or(i.Object, "the object"), i.Misses))
	}
	return notes
}

// impactAssumes says what a price assumes that the source does not tell, "" if nothing.
func impactAssumes(i *lint.Impact) string {
	if i == nil || i.Unconfirmed {
		return ""
	}
	var assumed []string
	if i.GridAssumed {
		assumed = append(assumed, "a grid that fills the GPU")
	}
	if i.TripsAssumed {
		assumed = append(assumed, tripsAssumed(&i.Hidden))
	}
	var text []string
	if len(assumed) > 0 {
		text = append(text, "the price takes "+strings.Join(assumed, ", and "))
	}
	if len(i.Hidden.Calls) > 0 {
		text = append(text, "the price leaves out "+hiddenCalls(&i.Hidden))
	}
	return strings.Join(text, "; ")
}

// maxHidden is the number of unknown loops, or calls, that a message lists by name.
const maxHidden = 3

// tripsAssumed returns the sentence about the iterations that were assumed for loops with
// unknown trip counts.
func tripsAssumed(h *lint.Hidden) string {
	text := fmt.Sprintf("%d iterations for loops of unknown length", warp.UnknownTrips)
	if len(h.Loops) == 0 {
		return text
	}
	return text + " (" + someOf(h.Loops) + ")"
}

// hiddenCalls returns the sentence about a kernel's calls of unknown functions.
func hiddenCalls(h *lint.Hidden) string {
	var names []string
	pointers := ""
	for _, name := range h.Calls {
		if name == "" {
			pointers = "calls through pointers"
		} else {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "what " + pointers + " do"
	}
	text := "what calls of " + someOf(names) + " do, which are not followed"
	if pointers != "" {
		text = "what " + pointers + " do, and " + text[len("what "):]
	}
	return text
}

// someOf lists the first few names and the number of the others.
func someOf(names []string) string {
	if more := len(names) - maxHidden; more > 0 {
		return strings.Join(names[:maxHidden], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}
