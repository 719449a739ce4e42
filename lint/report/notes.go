package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/wording"
)

// homeURL is the page of the tool.
const homeURL = "https://github.com/cudalint/cudalint"

// PageURL returns the address of the page of a rule.
func PageURL(rule string) string { return homeURL + "/blob/main/rules/" + rule + "/doc.md" }

// A note is a titled line below a finding, such as "help: copy the table to shared memory".
type note struct {
	title, text string
	// explainsPrice marks notes that explain a price. Annotations leave them out.
	explainsPrice bool
}

// notesOf returns the notes of a finding: its price, its confidence and assumptions, related
// places, and the next step.
func notesOf(d *lint.Diagnostic) []note {
	return slices.Concat(priceNotes(d), relatedNotes(d), stepNotes(d))
}

// maxNamed is how many related places the text format names.
const maxNamed = 5

// textNotes returns the notes that the text format prints. They name a few of the related places
// and count the others, and their names are short.
func textNotes(d *lint.Diagnostic) []note {
	related := relatedNotes(d)
	if more := len(related) - maxNamed; more > 0 {
		related = append(related[:maxNamed], note{title: "note", text: "and " + wording.Plural(more, "more place")})
	}
	notes := slices.Concat(priceNotes(d), related)
	for i := range notes {
		notes[i].text = shortNames(notes[i].text)
	}
	return append(notes, stepNotes(d)...) // may have code to write
}

// relatedNotes returns the related places.
func relatedNotes(d *lint.Diagnostic) []note {
	var notes []note
	for _, r := range d.Related {
		notes = append(notes, note{title: "note", text: fmt.Sprintf("%s:%d:%d: %s", r.Path, r.Start.Line, r.Start.Column, r.Message)})
	}
	return notes
}

// priceNotes returns the price of a finding, its verification, confidence and assumptions.
func priceNotes(d *lint.Diagnostic) []note {
	var notes []note
	add := func(title, text string) { notes = append(notes, note{title: title, text: text}) }
	if text := wording.Impact(d.Impact); text != "" {
		add("price", text)
		for _, text := range impactReasons(d.Impact) {
			notes = append(notes, note{title: "note", text: text, explainsPrice: true})
		}
		if text := impactAssumes(d.Impact); text != "" {
			add("note", text)
		}
	}
	if d.Verification != nil {
		add("verify", d.Verification.Note)
	}
	if d.Confidence != lint.Proven {
		add("confidence", d.Confidence.String())
	}
	for _, a := range d.Assumptions {
		add("note", a)
	}
	return notes
}

// stepNotes returns the next step: the help, and the fixes or why there are none.
func stepNotes(d *lint.Diagnostic) []note {
	var notes []note
	if d.Help != "" {
		notes = append(notes, note{title: "help", text: d.Help})
	}
	for _, text := range fixTexts(d) {
		notes = append(notes, note{title: "fix", text: text})
	}
	if text := unfixedText(d); text != "" {
		notes = append(notes, note{title: "note", text: text})
	}
	return notes
}

// inlineText returns the message of a finding with its price and help on one line. It is for
// formats with a single text per finding.
func inlineText(d *lint.Diagnostic) string {
	text := d.Message
	if price := wording.Impact(d.Impact); price != "" {
		text += "; price: " + price
	}
	if d.Help != "" {
		text += "; help: " + d.Help
	}
	return wording.Bounded(text)
}

// detailText returns the notes of a finding, one per line.
func detailText(d *lint.Diagnostic) string { return linesOf(notesOf(d)) }

// annotationText returns the notes that the reader of a pull request needs, one per line.
func annotationText(d *lint.Diagnostic) string {
	return linesOf(slices.DeleteFunc(notesOf(d), func(n note) bool { return n.explainsPrice }))
}

func linesOf(notes []note) string {
	var lines []string
	for _, n := range notes {
		lines = append(lines, n.title+": "+wording.Bounded(n.text))
	}
	return wording.Clip(strings.Join(lines, "\n"), wording.MaxDetail)
}

// conciseText returns a finding on one line, as compilers write it.
func conciseText(d *lint.Diagnostic) string {
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s]", wording.Printable(d.Path), d.Start.Line, d.Start.Column, d.Severity, wording.Bounded(d.Message), d.Rule)
}

// lastLine returns the last line that a place covers. The end of a place is exclusive and may
// be the start of the line below.
func lastLine(p *lint.Place) int {
	if p.End.Column <= 1 {
		return max(p.Start.Line, p.End.Line-1)
	}
	return p.End.Line
}
