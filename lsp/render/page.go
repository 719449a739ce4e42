package render

import (
	"strings"
	"unicode/utf8"

	"github.com/cudalint/cudalint/lint/wording"
)

// A page is a text of a few paragraphs that an editor shows, in Markdown or plain.
type page struct {
	markdown bool
	parts    []string
}

// add adds a paragraph, whose parts are made by text, bold and code.
func (p *page) add(parts ...string) {
	if text := strings.Join(parts, ""); text != "" {
		p.parts = append(p.parts, text)
	}
}

// text returns a text that means itself.
func (p *page) text(s string) string {
	s = wording.Printable(s)
	if !p.markdown {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case strings.IndexByte("\\`*<~", c) >= 0,
			c == '_' && !(inWord(s, i-1) && inWord(s, i+1)), // emphasis does not begin inside of words
			c == ']' && strings.HasPrefix(s[i+1:], "("):
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func inWord(s string, i int) bool { return i >= 0 && i < len(s) && isAlphanumeric(s[i]) }

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf
}

func (p *page) bold(s string) string {
	if s = p.text(s); p.markdown && s != "" {
		return "**" + s + "**"
	}
	return s
}

// maxCode bounds the source that a page quotes, in characters.
const maxCode = 80

// code returns source text on one line.
func (p *page) code(s string) string {
	s = wording.ClipRunes(wording.Printable(strings.Join(strings.Fields(s), " ")), maxCode)
	if p.markdown && s != "" {
		return "`" + strings.ReplaceAll(s, "`", "'") + "`"
	}
	return s
}

// table adds rows of columns, set by a fixed width; what is in the first column, and in
// those of left, is flush left. Empty columns are left out.
func (p *page) table(rows [][]string, left ...int) {
	p.add(p.block(alignRows(rows, left)))
}

// block returns lines that keep their spaces.
func (p *page) block(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	text := strings.ReplaceAll(strings.Join(lines, "\n"), "```", "'''")
	if p.markdown {
		return "```text\n" + text + "\n```"
	}
	return text
}

func (p *page) String() string { return strings.Join(p.parts, "\n\n") }

// alignRows returns rows with their columns under each other.
func alignRows(rows [][]string, left []int) []string {
	var width []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	flushLeft := map[int]bool{0: true}
	for _, i := range left {
		flushLeft[i] = true
	}
	var lines []string
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			if width[i] == 0 {
				continue
			}
			space := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if line != "" {
				line += "  "
			}
			if flushLeft[i] {
				line += cell + space
			} else {
				line += space + cell
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}
