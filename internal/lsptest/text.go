package lsptest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Position is a place in a text as LSP counts: lines and characters from 0, characters in units
// of the agreed encoding.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A Range is a part of a text; End is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// String counts from 1, as editors show it.
func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line+1, p.Character+1) }

func (r Range) String() string { return r.Start.String() + "-" + r.End.String() }

// A TextEdit is a change of a text.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// width returns how many units of the encoding a character takes.
func width(r rune, size int, encoding string) int {
	switch {
	case encoding == "utf-8":
		return size
	case encoding == "utf-16" && r > 0xFFFF:
		return 2
	}
	return 1
}

// PositionOf returns the position of a byte offset.
func PositionOf(text string, offset int, encoding string) (p Position) {
	for at := 0; at < offset; {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == '\r' && strings.HasPrefix(text[at:], "\r\n"): // the line ends with both
		case r == '\r' || r == '\n':
			p = Position{Line: p.Line + 1}
		default:
			p.Character += width(r, size, encoding)
		}
		at += size
	}
	return p
}

// OffsetOf returns the byte offset of a position. It returns an error if the position is not in the
// text; a server has to accept such a position.
func OffsetOf(text string, p Position, encoding string) (int, error) {
	at := 0
	for line := 0; line < p.Line; line++ {
		i := strings.IndexAny(text[at:], "\r\n")
		if i < 0 {
			return 0, fmt.Errorf("no line %d", p.Line+1)
		}
		if strings.HasPrefix(text[at+i:], "\r\n") {
			i++
		}
		at += i + 1
	}
	for units := 0; units < p.Character; {
		r, size := utf8.DecodeRuneInString(text[at:])
		if size == 0 || r == '\n' || r == '\r' {
			return 0, fmt.Errorf("no character %d in line %d", p.Character+1, p.Line+1)
		}
		units += width(r, size, encoding)
		if units > p.Character {
			return 0, fmt.Errorf("%v is inside of a character", p)
		}
		at += size
	}
	return at, nil
}

// Apply returns text with edits applied. The ranges of all edits refer to the original text and
// must not overlap.
func Apply(text string, edits []TextEdit, encoding string) (string, error) {
	type span struct {
		start, end int
		text       string
	}
	var spans []span
	for _, e := range edits {
		start, err := OffsetOf(text, e.Range.Start, encoding)
		if err != nil {
			return "", err
		}
		end, err := OffsetOf(text, e.Range.End, encoding)
		if err != nil {
			return "", err
		}
		if end < start {
			return "", fmt.Errorf("range %v ends before it starts", e.Range)
		}
		spans = append(spans, span{start, end, e.NewText})
	}
	slices.SortStableFunc(spans, func(a, b span) int { return a.start - b.start })
	var b strings.Builder
	at := 0
	for _, s := range spans {
		if s.start < at {
			return "", fmt.Errorf("edits overlap: %+v", edits)
		}
		b.WriteString(text[at:s.start])
		b.WriteString(s.text)
		at = s.end
	}
	b.WriteString(text[at:])
	return b.String(), nil
}
