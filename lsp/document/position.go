package document

import (
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lsp/wire"
)

// ChooseEncoding returns the cheapest of the encodings that a client offers.
func ChooseEncoding(offered []wire.PositionEncoding) wire.PositionEncoding {
	for _, e := range []wire.PositionEncoding{wire.UTF8, wire.UTF32} {
		for _, o := range offered {
			if o == e {
				return e
			}
		}
	}
	return wire.UTF16
}

// unitsOfRune returns the number of units of a character of size bytes. A byte that is not UTF-8
// is one character.
func unitsOfRune(e wire.PositionEncoding, r rune, size int) int {
	switch {
	case e == wire.UTF8:
		return size
	case e == wire.UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// bytesOf returns the byte offset in a line for an offset in units. An offset past the end of the
// line gives its end, one inside a character gives the character's start.
func bytesOf(e wire.PositionEncoding, line []byte, units int) int {
	if units <= 0 {
		return 0
	}
	if e == wire.UTF8 {
		n := min(units, len(line))
		for n > 0 && n < len(line) && !utf8.RuneStart(line[n]) && n > units-utf8.UTFMax {
			n--
		}
		return n
	}
	n := 0
	for n < len(line) {
		if line[n] < utf8.RuneSelf {
			if units == 0 {
				break
			}
			units--
			n++
			continue
		}
		r, size := utf8.DecodeRune(line[n:])
		w := unitsOfRune(e, r, size)
		if units < w {
			break
		}
		units -= w
		n += size
	}
	return n
}

// unitsOf returns the length of a text in units.
func unitsOf(e wire.PositionEncoding, text []byte) int {
	if e == wire.UTF8 {
		return len(text)
	}
	units := 0
	for n := 0; n < len(text); {
		if text[n] < utf8.RuneSelf {
			n++
			units++
			continue
		}
		r, size := utf8.DecodeRune(text[n:])
		units += unitsOfRune(e, r, size)
		n += size
	}
	return units
}

// LineStarts returns where the lines of a text begin. A line ends with \n, \r\n or \r.
func LineStarts(text []byte) []int {
	starts := append(make([]int, 0, len(text)/24+1), 0)
	return appendStarts(starts, text, 0, len(text))
}

// appendStarts appends the starts of the lines whose predecessor ends between from and to.
func appendStarts(starts []int, text []byte, from, to int) []int {
	for i := from; i < to; i++ {
		if c := text[i]; c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// Lines converts between byte offsets and positions of a text. The text is not changed.
type Lines struct {
	Text   []byte
	Starts []int
	units  wire.PositionEncoding
	long   *longLines
	// Skipped is the length of a byte order mark before the text, which offsets of results
	// count; 0 for a document.
	Skipped int
}

// NewLines returns a text with the offsets at which its lines begin.
func NewLines(text []byte, starts []int, units wire.PositionEncoding) Lines {
	return Lines{Text: text, Starts: starts, units: units, long: &longLines{}}
}

// Line returns the bytes of a line without its ending.
func (l *Lines) Line(n int) (start, end int) {
	start, end = l.Starts[n], len(l.Text)
	if n+1 < len(l.Starts) {
		end = l.Starts[n+1]
		if end > start && l.Text[end-1] == '\n' {
			end--
		}
		if end > start && l.Text[end-1] == '\r' {
			end--
		}
	}
	return start, end
}

// Offset returns the byte offset of a position. A line past the end gives the end of the text, a
// character past the end gives the end of the line.
func (l *Lines) Offset(p lsp.Position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(l.Starts):
		return len(l.Text)
	}
	start, end := l.Line(p.Line)
	m := l.mark(p.Line, func(m mark) bool { return m.units > p.Character })
	return start + m.bytes + bytesOf(l.units, l.Text[start+m.bytes:end], p.Character-m.units)
}

// Position returns the position of a byte offset, which is clipped to the text.
func (l *Lines) Position(offset int) lsp.Position {
	offset = max(0, min(offset, len(l.Text)))
	n := sort.Search(len(l.Starts), func(i int) bool { return l.Starts[i] > offset }) - 1
	start, end := l.Line(n)
	offset = min(offset, end)
	m := l.mark(n, func(m mark) bool { return start+m.bytes > offset })
	return lsp.Position{Line: n, Character: m.units + unitsOf(l.units, l.Text[start+m.bytes:offset])}
}

// RangeOf returns the range of the bytes from start to end.
func (l *Lines) RangeOf(start, end int) lsp.Range {
	return lsp.Range{Start: l.Position(start), End: l.Position(end)}
}

// markEvery is the distance between two marks in a long line.
const markEvery = 1 << 10 // bytes

// A mark is an offset in a line, in bytes and in units.
type mark struct{ bytes, units int }

// longLines caches marks in the long lines of a text, so that a conversion does not count from
// the start of the line. A generated file may be one line with thousands of findings.
type longLines struct {
	mu    sync.Mutex
	marks map[int][]mark
}

// mark returns the last mark of a line for which after is false.
func (l *Lines) mark(n int, after func(mark) bool) mark {
	start, end := l.Line(n)
	if end-start < 2*markEvery || l.units == wire.UTF8 {
		return mark{}
	}
	l.long.mu.Lock()
	marks, ok := l.long.marks[n]
	if !ok {
		if l.long.marks == nil {
			l.long.marks = map[int][]mark{}
		}
		marks = marksOf(l.units, l.Text[start:end])
		l.long.marks[n] = marks
	}
	l.long.mu.Unlock()
	return marks[max(0, sort.Search(len(marks), func(i int) bool { return after(marks[i]) })-1)]
}

// marksOf returns the marks of a line, the first at its start.
func marksOf(e wire.PositionEncoding, line []byte) []mark {
	marks := []mark{{}}
	for at := (mark{}); ; {
		next := at.bytes + markEvery
		for next < len(line) && !utf8.RuneStart(line[next]) && next < at.bytes+markEvery+utf8.UTFMax {
			next++
		}
		if next >= len(line) {
			return marks
		}
		at = mark{next, at.units + unitsOf(e, line[at.bytes:next])}
		marks = append(marks, at)
	}
}
