package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cudalint/cudalint/lint"
)

// homeURL is the page of the tool.
const homeURL = "https://github.com/cudalint/cudalint"

// PageURL returns the address of the page of a rule.
func PageURL(rule string) string { return homeURL + "/blob/main/rules/" + rule + "/doc.md" }

// What one text of a finding and all its notes take at most, in bytes: names in generated
// sources can be of any length, and readers have limits. The JSON formats have all of it.
const (
	maxMessage = 4 << 10
	maxDetail  = 16 << 10
)

// A note is a line below a finding: "help" and what helps.
type note struct {
	title, text string
	// aside is set for what explains a price: annotations do without.
	aside bool
}

// notesOf returns what there is to say about a finding besides its message: its price,
// what it rests on, what explains it, and the next step.
func notesOf(d *lint.Diagnostic) []note {
	notes := priceNotes(d)
	for _, r := range d.Related {
		notes = append(notes, note{title: "note", text: fmt.Sprintf("%s:%d:%d: %s", r.Path, r.Start.Line, r.Start.Column, r.Message)})
	}
	return append(notes, stepNotes(d)...)
}

// priceNotes returns the price of a finding and what the finding rests on.
func priceNotes(d *lint.Diagnostic) []note {
	var notes []note
	add := func(title, text string) { notes = append(notes, note{title: title, text: text}) }
	if text := impactText(d.Impact); text != "" {
		add("price", text)
		for _, text := range impactReasons(d.Impact) {
			notes = append(notes, note{title: "note", text: text, aside: true})
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

// stepNotes returns the next step: help, and fixes or why there are none.
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

// inlineText returns the message of a finding with its price and its help on one line,
// for formats that have one text.
func inlineText(d *lint.Diagnostic) string {
	text := d.Message
	if price := impactText(d.Impact); price != "" {
		text += "; price: " + price
	}
	if d.Help != "" {
		text += "; help: " + d.Help
	}
	return bounded(text)
}

// detailText returns the notes of a finding, a line each.
func detailText(d *lint.Diagnostic) string { return linesOf(notesOf(d)) }

// annotationText returns the notes of a finding that a reader of a pull request needs, a
// line each.
func annotationText(d *lint.Diagnostic) string {
	return linesOf(slices.DeleteFunc(notesOf(d), func(n note) bool { return n.aside }))
}

func linesOf(notes []note) string {
	var lines []string
	for _, n := range notes {
		lines = append(lines, n.title+": "+bounded(n.text))
	}
	return clip(strings.Join(lines, "\n"), maxDetail)
}

// conciseText returns a finding on one line, as compilers write it.
func conciseText(d *lint.Diagnostic) string {
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s]", Printable(d.Path), d.Start.Line, d.Start.Column, d.Severity, bounded(d.Message), d.Rule)
}

// lastLine returns the last line of which a place has something; its end is exclusive and
// may be the start of the line after that.
func lastLine(p *lint.Place) int {
	if p.End.Column <= 1 {
		return max(p.Start.Line, p.End.Line-1)
	}
	return p.End.Line
}

// Printable returns a text for one line of a terminal or a log: what is unprintable, line
// ends too, and what is not UTF-8 is replaced by U+FFFD. A file may have any name, one that
// looks like a finding in another file or that moves the cursor, too.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unprintable(r) {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// unprintable reports whether a character ends a line, controls a terminal, or changes the
// order in which others are shown.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// bounded returns a text for one line as Printable does, and no more than maxMessage of
// it.
func bounded(s string) string { return clip(Printable(s), maxMessage) }

// clip returns at most that many bytes of a text that is UTF-8, with an ellipsis where
// something is left out.
func clip(s string, most int) string {
	const ellipsis = " ..."
	if len(s) <= most {
		return s
	}
	end := most - len(ellipsis)
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + ellipsis
}
