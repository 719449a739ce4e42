package lsp

import (
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/sourcegraph/go-lsp"
)

// An encoding is what the character of a position counts.
type encoding string

// The encodings of the protocol. UTF-16 is what clients use that know of no other.
const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
	utf32Units encoding = "utf-32"
)

// chooseEncoding returns the cheapest of the encodings that a client offers.
func chooseEncoding(offered []encoding) encoding {
	for _, e := range []encoding{utf8Units, utf32Units} {
		for _, o := range offered {
			if o == e {
				return e
			}
		}
	}
	return utf16Units
}

// width returns how many units a character of that many bytes counts. A byte that is not
// UTF-8 is one character.
func (e encoding) width(r rune, size int) int {
	switch {
	case e == utf8Units:
		return size
	case e == utf16Units && r > 0xFFFF:
		return 2
	}
	return 1
}

// bytesOf returns how many bytes of a line are before a number of units. Units past the
// end of the line are its end; one in the middle of a character is the character's start.
func (e encoding) bytesOf(line []byte, units int) int {
	if units <= 0 {
		return 0
	}
	if e == utf8Units {
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
		w := e.width(r, size)
		if units < w {
			break
		}
		units -= w
		n += size
	}
	return n
}

// unitsOf returns how many units a text counts.
func (e encoding) unitsOf(text []byte) int {
	if e == utf8Units {
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
		units += e.width(r, size)
		n += size
	}
	return units
}

// lineStarts returns where the lines of a text begin. A line ends with \n, \r\n or \r.
func lineStarts(text []byte) []int {
	starts := append(make([]int, 0, len(text)/24+1), 0)
	return appendStarts(starts, text, 0, len(text))
}

// appendStarts adds the lines that begin after from and up to to: those whose ending is
// before to.
func appendStarts(starts []int, text []byte, from, to int) []int {
	for i := from; i < to; i++ {
		if c := text[i]; c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lines tell offsets and positions of a text apart. The text is not changed.
type lines struct {
	text   []byte
	starts []int
	units  encoding
	long   *longLines
	// skipped is the length of a byte order mark before the text, which offsets of results
	// count; 0 for a document.
	skipped int
}

func newLines(text []byte, starts []int, units encoding) lines {
	return lines{text: text, starts: starts, units: units, long: &longLines{}}
}

// line returns the bytes of a line without its ending.
func (l *lines) line(n int) (start, end int) {
	start, end = l.starts[n], len(l.text)
	if n+1 < len(l.starts) {
		end = l.starts[n+1]
		if end > start && l.text[end-1] == '\n' {
			end--
		}
		if end > start && l.text[end-1] == '\r' {
			end--
		}
	}
	return start, end
}

// offset returns the byte offset of a position. A line or a character that does not exist
// is the end of the text or of the line.
func (l *lines) offset(p lsp.Position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(l.starts):
		return len(l.text)
	}
	start, end := l.line(p.Line)
	m := l.mark(p.Line, func(m mark) bool { return m.units > p.Character })
	return start + m.bytes + l.units.bytesOf(l.text[start+m.bytes:end], p.Character-m.units)
}

// position returns the position of a byte offset, which is clipped to the text.
func (l *lines) position(offset int) lsp.Position {
	offset = max(0, min(offset, len(l.text)))
	n := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset }) - 1
	start, end := l.line(n)
	offset = min(offset, end)
	m := l.mark(n, func(m mark) bool { return start+m.bytes > offset })
	return lsp.Position{Line: n, Character: m.units + l.units.unitsOf(l.text[start+m.bytes:offset])}
}

// rangeOf returns the range of the bytes from start to end.
func (l *lines) rangeOf(start, end int) lsp.Range {
	return lsp.Range{Start: l.position(start), End: l.position(end)}
}

// markEvery is how far apart the marks in a long line are.
const markEvery = 1 << 10 // bytes

// A mark is a place in a line, from its start on.
type mark struct{ bytes, units int }

// longLines are marks in the long lines of a text, made when one is first asked for: a
// generated file may be one line, with thousands of findings.
type longLines struct {
	mu    sync.Mutex
	marks map[int][]mark
}

// mark returns the last mark of a line before those that are after what is looked for.
func (l *lines) mark(n int, after func(mark) bool) mark {
	start, end := l.line(n)
	if end-start < 2*markEvery || l.units == utf8Units {
		return mark{}
	}
	l.long.mu.Lock()
	marks, ok := l.long.marks[n]
	if !ok {
		if l.long.marks == nil {
			l.long.marks = map[int][]mark{}
		}
		marks = l.units.marks(l.text[start:end])
		l.long.marks[n] = marks
	}
	l.long.mu.Unlock()
	return marks[max(0, sort.Search(len(marks), func(i int) bool { return after(marks[i]) })-1)]
}

// marks returns the marks of a line, the first at its start.
func (e encoding) marks(line []byte) []mark {
	marks := []mark{{}}
	for at := (mark{}); ; {
		next := at.bytes + markEvery
		for next < len(line) && !utf8.RuneStart(line[next]) && next < at.bytes+markEvery+utf8.UTFMax {
			next++
		}
		if next >= len(line) {
			return marks
		}
		at = mark{next, at.units + e.unitsOf(line[at.bytes:next])}
		marks = append(marks, at)
	}
}
