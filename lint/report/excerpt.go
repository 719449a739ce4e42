package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/wording"
)

// The excerpt of a long line shows excerptWidth columns where no terminal says how many, and
// up to excerptLead of them before the span.
const (
	excerptWidth = 120
	excerptLead  = 40
	tabWidth     = 4
)

// underline is the line below an excerpt: white space, then carets.
type underline struct{ indent, carets string }

// cell is one character of a line as a terminal shows it.
type cell struct {
	text   string
	width  int // columns
	offset int // byte offset in the source line
}

// excerpt returns the source line of a place and its underline, "" if the line is unknown.
// Tabs are expanded and wide characters take two columns. Unprintable characters and bytes
// that are not UTF-8 are replaced. A line of more than that many columns is cut around the span. For a span over several
// lines the underline ends with the first line.
func excerpt(p *lint.Place, columns int) (string, underline) {
	line := strings.TrimRight(p.Line, " \t\r")
	if line == "" {
		return "", underline{}
	}
	start := p.Start.Column - 1 - p.LineOffset
	end := len(line)
	if p.End.Line == p.Start.Line {
		end = p.End.Column - 1 - p.LineOffset
	}
	cells := cellsOf(line)
	column, from, to := 0, -1, 0
	for _, c := range cells {
		if c.offset < start {
			column += c.width
			continue
		}
		if from < 0 {
			from = column
		}
		if c.offset >= end {
			break
		}
		column += c.width
		to = column
	}
	if from < 0 {
		from = column
	}
	to = max(to, from+1)
	first, last := window(from, to, columns, cells)
	var text strings.Builder
	at := 0
	for _, c := range cells {
		if at >= first && at+c.width <= last {
			text.WriteString(c.text)
		}
		at += c.width
	}
	prefix, suffix := "", ""
	if first > 0 {
		prefix = "... "
	}
	if last < at {
		suffix = " ..."
	}
	return prefix + text.String() + suffix, underline{
		indent: strings.Repeat(" ", len(prefix)+from-first),
		carets: strings.Repeat("^", max(1, min(to, last)-from)),
	}
}

// window returns the columns [first, last) to show, that many at most. It never splits a character.
func window(from, to, columns int, cells []cell) (first, last int) {
	total := 0
	for _, c := range cells {
		total += c.width
	}
	if total <= columns {
		return 0, total
	}
	want := max(0, min(from-min(excerptLead, columns/3), total-columns))
	if to <= columns {
		want = 0 // the start of the line is the most useful part
	}
	at, last := 0, 0
	first = -1
	for _, c := range cells {
		if first < 0 && at >= want {
			first = at
		}
		if first >= 0 && at+c.width-first > columns {
			break
		}
		at += c.width
		last = at
	}
	return max(first, 0), last
}

func cellsOf(line string) []cell {
	var cells []cell
	column := 0
	for i, r := range line {
		c := cell{text: string(r), width: runeWidth(r), offset: i}
		switch {
		case r == '\t':
			c.width = tabWidth - column%tabWidth
			c.text = strings.Repeat(" ", c.width)
		case r == utf8.RuneError || wording.Unprintable(r):
			c.text, c.width = "\uFFFD", 1
		}
		column += c.width
		cells = append(cells, c)
	}
	return cells
}

// wide are the East Asian wide and fullwidth blocks and the pictographs that
// terminals show in two columns (Unicode Standard Annex 11).
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x2e80, Hi: 0x303e, Stride: 1}, {Lo: 0x3041, Hi: 0xa4cf, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// runeWidth returns the columns a character takes.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}
