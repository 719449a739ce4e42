package report

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"github.com/fatih/color"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// palette paints the parts of the text format.
type palette struct {
	severity map[lint.Severity]func(a ...any) string
	frame    func(a ...any) string // gutter, arrows, "="
	title    func(a ...any) string // message and note titles
	width    int                   // columns of the terminal, 0 for no terminal
}

func newPalette(use bool, width int) palette {
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
		width: width,
	}
}

// note writes a titled line below an excerpt.
func (p *palette) note(w *bufio.Writer, gutter, title, text string) {
	indent := len(gutter) + len(" = ")
	lines := wrap(text, p.width, indent+len(title)+len(": "), indent)
	fmt.Fprintf(w, "%s %s %s %s\n", gutter, p.frame("="), p.title(title+":"), strings.Join(lines, "\n"))
}

// continued is the indent of the further lines of a message.
const continued = 4

// heading writes the message of a finding.
func (p *palette) heading(w *bufio.Writer, d *lint.Diagnostic) {
	lines := wrap(wording.Bounded(shortNames(d.Message)), p.width, len(d.Severity.String())+len(d.Rule)+len("[]: "), continued)
	fmt.Fprint(w, p.severity[d.Severity](d.Severity, "[", d.Rule, "]"), p.title(": ", lines[0]), "\n")
	for _, line := range lines[1:] {
		fmt.Fprintln(w, p.title(line))
	}
}

// writeText writes findings for people: the message, the source with the span underlined, and
// the notes (price, assumptions, next step). The last lines count the findings.
func writeText(w *bufio.Writer, r *engine.Result, opts Options) error {
	p := newPalette(opts.Color, opts.Width)
	shown, counted := withoutInfos(r.Findings, opts.ShowInfo)
	blocks := blocksOf(shown)
	printed, left := atMost(blocks, opts.MaxSame)
	for _, b := range printed {
		writeBlock(w, p, b)
		fmt.Fprintln(w)
	}
	if len(counted) > 0 {
		writeInfos(w, counted)
	}
	if !opts.Quiet {
		writeBest(w, blocks)
		for _, line := range counts(r) {
			fmt.Fprintln(w, line)
		}
		if left > 0 {
			fmt.Fprintf(w, "%s not printed because of --max-same %d\n", wording.Plural(left, "finding"), opts.MaxSame)
		}
		if text := fixableText(r); text != "" && !opts.Fixed {
			fmt.Fprintln(w, text)
		}
	}
	return nil
}

// Summary counts the findings, the files, and the hidden findings on one line. The text format
// ends with the same counts.
func Summary(r *engine.Result) string { return strings.Join(counts(r), "; ") }

// counts returns the lines below the findings: the number of findings, and how many are hidden by
// what.
func counts(r *engine.Result) []string {
	lines := []string{summary(r)}
	if n := len(r.HIP); n > 0 {
		lines = append(lines, wording.Plural(n, "file")+" for HIP not linted")
	}
	for _, hidden := range []struct {
		n         int
		what, how string
	}{
		{r.Hidden.Severity, "finding", "by --min-severity"},
		{r.Hidden.Impact, "finding", "by --min-impact"},
		{r.Hidden.Generated, "info", "in generated files"},
		{r.Hidden.Baselined, "known finding", "by the baseline"},
		{r.Hidden.Unchanged, "finding", "outside of what changed"},
	} {
		if hidden.n > 0 {
			lines = append(lines, wording.Plural(hidden.n, hidden.what)+" hidden "+hidden.how)
		}
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
	text := wording.Plural(len(r.Findings), "finding")
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	text += " in " + wording.Plural(r.Files, "file")
	if n := len(r.Suppressed); n > 0 {
		text += fmt.Sprintf(", %d suppressed", n)
	}
	return text
}

// writeBlock writes the first finding of a block, and the places of the others.
func writeBlock(w *bufio.Writer, p palette, b *block) {
	d := b.first
	p.heading(w, d)
	gutter := strings.Repeat(" ", max(2, len(fmt.Sprint(d.Start.Line))))
	in := ""
	if d.Function != "" {
		in = " in " + wording.Bounded(shortNames(d.Function))
	}
	fmt.Fprintf(w, "%s%s %s:%d:%d%s\n", gutter, p.frame("-->"), wording.Printable(d.Path), d.Start.Line, d.Start.Column, in)
	p.excerpt(w, gutter, d)
	for _, n := range textNotes(d) {
		p.note(w, gutter, n.title, wording.Bounded(n.text))
	}
	writeOthers(w, p, gutter, b.others)
}

// excerpt writes the source line of a finding and the underline with its label.
func (p *palette) excerpt(w *bufio.Writer, gutter string, d *lint.Diagnostic) {
	margin := len(gutter) + len(" | ")
	columns := excerptWidth
	if p.width > 0 {
		columns = p.width - margin - len("... ") - len(" ...")
	}
	source, under := excerpt(&d.Place, columns)
	if source == "" {
		return
	}
	bar := fmt.Sprintf("%s %s", gutter, p.frame("|"))
	fmt.Fprintln(w, bar)
	fmt.Fprintf(w, "%s %s %s\n", p.frame(fmt.Sprintf("%*d", len(gutter), d.Start.Line)), p.frame("|"), source)
	label := wrap(wording.Bounded(d.Label), p.width, margin+len(under.indent)+len(under.carets)+1, 2*margin)
	fmt.Fprintf(w, "%s %s\n", bar, strings.TrimRight(under.indent+p.severity[d.Severity](under.carets)+" "+label[0], " "))
	for _, line := range label[1:] {
		fmt.Fprintf(w, "%s %s\n", bar, strings.TrimPrefix(line, strings.Repeat(" ", margin)))
	}
}

// impactReasons explains a price: the pipe that bounds the kernel, the second-best placement,
// and the other reads that move too.
func impactReasons(i *lint.Impact) []string {
	if i == nil || i.Unconfirmed {
		return nil
	}
	var notes []string
	if i.Bound != "" && i.Best.Bound != "" {
		text := "the kernel is bound by " + i.Bound
		if i.Best.Bound != i.Bound {
			text += ", then by " + i.Best.Bound
		}
		if len(i.Alternatives) > 1 {
			// The simpler of two close placements ranks first.
			if a := i.Alternatives[1]; a.SavingPercent > i.SavingPercent {
				text += fmt.Sprintf("; %s the est. speedup is %s", wording.Through[a.Placement], wording.Speedup(a.SavingPercent, a.Range, i.UpperBound()))
			}
		}
		notes = append(notes, text)
	}
	switch {
	case i.Reads > 1 && i.Remedy != "":
		notes = append(notes, fmt.Sprintf("the est. speedup is that of all %d places of this shape in the kernel", i.Reads))
	case i.Reads > 1 && !i.Restrict:
		notes = append(notes, fmt.Sprintf("the est. speedup is that of moving %s, which the kernel reads at %d places", cmp.Or(i.Object, "the object"), i.Reads))
	}
	switch together := wording.Speedup(i.TogetherPercent, lint.SavingRange{}, i.UpperBound()); {
	case i.Replaces && i.TogetherPercent > i.SavingPercent:
		notes = append(notes, "together with the other findings of this rule in the kernel the est. speedup is "+together)
	case i.Replaces:
	case i.TogetherPercent > i.SavingPercent:
		notes = append(notes, "together with the kernel's other tables in constant memory the est. speedup is "+together)
	case i.TogetherPercent > 0 && i.TogetherPercent < i.SavingPercent-1:
		notes = append(notes, "if the kernel's other tables in constant memory move as well the est. speedup is less, "+together)
	}
	if i.Misses > 0 {
		notes = append(notes, fmt.Sprintf("reads of %s miss the first-level constant cache (%d bytes)", cmp.Or(i.Object, "the object"), i.Misses))
	}
	return notes
}

// impactAssumes lists the assumptions of a price that the source does not determine, "" if
// there are none.
func impactAssumes(i *lint.Impact) string {
	if i == nil || i.Unconfirmed {
		return ""
	}
	var assumed []string
	if i.GridAssumed {
		assumed = append(assumed, "a grid that fills the GPU")
	}
	if i.TripsAssumed {
		assumed = append(assumed, wording.TripsAssumed(&i.Hidden))
	}
	var text []string
	if len(assumed) > 0 {
		text = append(text, "the price assumes "+strings.Join(assumed, ", and "))
	}
	if len(i.Hidden.Calls) > 0 {
		text = append(text, "the price leaves out "+wording.HiddenCalls(&i.Hidden))
	}
	return strings.Join(text, "; ")
}
