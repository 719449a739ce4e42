package report

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

// ambiguous is a text that can be read as the end of a path and what follows it, which
// the formats for people do not escape.
var ambiguous = regexp.MustCompile(`:\d+:\d+`)

// FuzzFormats: whatever texts and places findings have, no format fails, and each can be
// read and has every finding.
func FuzzFormats(f *testing.F) {
	for _, text := range hostile {
		f.Add(text[:min(len(text), 1000)], uint16(20), uint16(40), uint8(0), uint8(1))
	}
	f.Add("a\tb", uint16(500), uint16(3), uint8(2), uint8(7))
	f.Fuzz(func(t *testing.T, text string, start, end uint16, lines, which uint8) {
		if len(text) > 10_000 {
			return
		}
		r := hostileResult(text)
		for i := range r.Findings {
			d := &r.Findings[i]
			d.Start.Column, d.End.Column, d.End.Line = int(start)+1, int(end)+1, d.Start.Line+int(lines)
			if lines == 0 {
				d.End.Column = max(d.Start.Column, d.End.Column)
			}
			d.Severity = lint.Severity(which%3) + lint.Info
			d.Confidence = lint.Confidence(which / 3 % 3)
			if which&64 != 0 {
				d.Impact = nil
			}
			if which&128 != 0 {
				d.Line, d.LineOffset = text, int(end)
			}
		}
		for _, format := range Formats() {
			if (format == "text" || format == "concise") && ambiguous.MatchString(text) {
				continue
			}
			var b bytes.Buffer
			if err := Write(&b, format, r, testOptions); err != nil {
				t.Fatal(err)
			}
			list, err := readers[format](b.Bytes())
			if err == nil {
				err = checkSeen(format, r, list)
			}
			if err != nil {
				t.Fatalf("%s: %.1000v", format, err)
			}
		}
	})
}
