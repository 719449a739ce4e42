// Package source holds source files in memory, and spans of bytes in them. It expands text with
// a map back to the original. No other package converts byte offsets to lines and columns.
package source

import (
	"bytes"
	"sort"
	"sync"
)

// A Span is a half-open range of bytes [Start, End) of one file.
type Span struct {
	Start, End int
}

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether offset lies in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// A Position is a place in a file as people read it: the 1-based line, the 1-based column
// in bytes, and the 0-based byte offset.
type Position struct {
	Offset int `cbor:"1,keyasint"`
	Line   int `cbor:"2,keyasint"`
	Column int `cbor:"3,keyasint"`
}

// A File is one source file held in memory. It is immutable and safe for
// concurrent use.
type File struct {
	// Path is the name the file is reported under, with / separators.
	Path string
	// Text is the content, unchanged: a byte order mark, carriage returns and
	// a missing final newline are kept, so that every offset is the offset in
	// the file on disk.
	Text []byte

	linesOnce  sync.Once
	lineStarts []int // see lines

	indexOnce sync.Once
	index     *utf16Index // see UTF16Column

	cache sync.Map // see Cached
}

var newline = []byte{'\n'}

// NewFile returns a File of the given reported path and content. The content
// is not copied and must not change afterwards.
func NewFile(path string, text []byte) *File { return &File{Path: path, Text: text} }

// lines returns the offsets at which lines start.
func (f *File) lines() []int {
	f.linesOnce.Do(func() {
		starts := make([]int, 1, 1+bytes.Count(f.Text, newline))
		for start := 0; ; {
			// A lone carriage return ends no line: compilers agree.
			n := bytes.IndexByte(f.Text[start:], newline[0])
			if n < 0 {
				break
			}
			start += n + 1
			starts = append(starts, start)
		}
		f.lineStarts = starts
	})
	return f.lineStarts
}

// Len returns the size of the file in bytes.
func (f *File) Len() int { return len(f.Text) }

// LineCount returns the number of lines; an empty file has one.
func (f *File) LineCount() int { return len(f.lines()) }

// Slice returns the text of a span, clipped to the file.
func (f *File) Slice(s Span) string {
	s.Start = min(max(s.Start, 0), len(f.Text))
	s.End = min(max(s.End, s.Start), len(f.Text))
	return string(f.Text[s.Start:s.End])
}

// Position returns the line and byte column of an offset. Offsets outside the
// file are clipped to its ends.
func (f *File) Position(offset int) Position {
	offset = min(max(offset, 0), len(f.Text))
	starts := f.lines()
	line := sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
	return Position{Offset: offset, Line: line, Column: offset - starts[line-1] + 1}
}

// LineSpan returns the bytes of a 1-based line without its line ending. The
// span of a line that does not exist is empty.
func (f *File) LineSpan(line int) Span {
	starts := f.lines()
	if line < 1 || line > len(starts) {
		return Span{len(f.Text), len(f.Text)}
	}
	start, end := starts[line-1], len(f.Text)
	if line < len(starts) {
		end = starts[line] - 1
	}
	if end > start && f.Text[end-1] == '\r' {
		end--
	}
	return Span{start, end}
}

// UTF16Column returns the 0-based column of an offset in UTF-16 code units, as
// editors and SARIF count. A byte that is not valid UTF-8 counts as one unit.
func (f *File) UTF16Column(offset int) int {
	p := f.Position(offset)
	start := p.Offset - p.Column + 1
	if p.Column <= markEvery {
		return countUTF16(f.Text[start:p.Offset])
	}
	f.indexOnce.Do(func() { f.index = newUTF16Index(f.Text) })
	return f.index.units(f.Text, p.Offset) - f.index.units(f.Text, start)
}

// WordByte reports whether a byte can be part of an identifier, as a byte of a UTF-8
// character can, or of a number.
func WordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
