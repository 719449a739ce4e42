package document

import (
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lsp/wire"
)

var encodings = []wire.PositionEncoding{wire.UTF8, wire.UTF16, wire.UTF32}

// naiveLines splits a text as the protocol says.
func naiveLines(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// naiveUnits counts a text in an encoding.
func naiveUnits(e wire.PositionEncoding, text string) int {
	switch e {
	case wire.UTF8:
		return len(text)
	case wire.UTF16:
		return len(utf16.Encode([]rune(text)))
	}
	return len([]rune(text))
}

// randomText is made of what is hard: line ends of all kinds, characters of one to four
// bytes, long lines.
func randomText(r *rand.Rand, most int) string {
	parts := []string{"a", "b", " ", "\n", "\r\n", "\r", "é", "€", "𝄞", "\t", "\u2028", "z\u0301"}
	var b strings.Builder
	for n := r.Intn(most + 1); n > 0; n-- {
		if r.Intn(200) == 0 {
			b.WriteString(strings.Repeat("x€𝄞", r.Intn(1500)))
		}
		b.WriteString(parts[r.Intn(len(parts))])
	}
	return b.String()
}

func TestPositionsAgreeWithCounting(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	checked := 0
	for range 300 {
		text := randomText(r, 60)
		for _, e := range encodings {
			l := NewLines([]byte(text), LineStarts([]byte(text)), e)
			want := naiveLines(text)
			if len(l.Starts) != len(want) {
				t.Fatalf("%q has %d lines, want %d", text, len(l.Starts), len(want))
			}
			for n, line := range want {
				start, end := l.Line(n)
				if got := text[start:end]; got != line {
					t.Fatalf("line %d of %q is %q, want %q", n, text, got, line)
				}
				before := ""
				for _, c := range line + "|" {
					p := lsp.Position{Line: n, Character: naiveUnits(e, before)}
					offset := start + len(before)
					if got := l.Offset(p); got != offset {
						t.Fatalf("%s %v in %q: offset %d, want %d", e, p, text, got, offset)
					}
					if got := l.Position(offset); got != p {
						t.Fatalf("%s offset %d in %q: position %v, want %v", e, offset, text, got, p)
					}
					before += string(c)
					checked++
				}
			}
		}
	}
	if checked < 10_000 {
		t.Errorf("%d positions checked: the texts are too short", checked)
	}
}

// TestPositionsAreClamped asks for places that are not there.
func TestPositionsAreClamped(t *testing.T) {
	text := []byte("ab\r\n𝄞c\n")
	for _, c := range []struct {
		e    wire.PositionEncoding
		p    lsp.Position
		want int
	}{
		{wire.UTF16, lsp.Position{Line: -1, Character: 5}, 0},
		{wire.UTF16, lsp.Position{Line: 0, Character: -3}, 0},
		{wire.UTF16, lsp.Position{Line: 0, Character: 3}, 2},  // the end of the line, not of its ending
		{wire.UTF16, lsp.Position{Line: 1, Character: 1}, 4},  // between the halves of a character
		{wire.UTF8, lsp.Position{Line: 1, Character: 2}, 4},   // in the middle of one
		{wire.UTF32, lsp.Position{Line: 1, Character: 99}, 9}, // past the line
		{wire.UTF32, lsp.Position{Line: 2, Character: 0}, 10},
		{wire.UTF16, lsp.Position{Line: 1 << 40, Character: 1 << 40}, 10},
	} {
		l := NewLines(text, LineStarts(text), c.e)
		if got := l.Offset(c.p); got != c.want {
			t.Errorf("%s %v is offset %d, want %d", c.e, c.p, got, c.want)
		}
	}
	l := NewLines(text, LineStarts(text), wire.UTF16)
	if got, want := l.Position(1000), (lsp.Position{Line: 2}); got != want {
		t.Errorf("offset 1000 is %v, want %v", got, want)
	}
	if got, want := l.Position(3), (lsp.Position{Character: 2}); got != want {
		t.Errorf("offset 3, in a line ending, is %v, want %v", got, want)
	}
}

func TestChooseEncoding(t *testing.T) {
	for _, c := range []struct {
		offered []wire.PositionEncoding
		want    wire.PositionEncoding
	}{
		{nil, wire.UTF16}, {[]wire.PositionEncoding{"utf-16"}, wire.UTF16}, {[]wire.PositionEncoding{"utf-7"}, wire.UTF16},
		{[]wire.PositionEncoding{"utf-16", "utf-8"}, wire.UTF8}, {[]wire.PositionEncoding{"utf-16", "utf-32"}, wire.UTF32}, {[]wire.PositionEncoding{"utf-32", "utf-8"}, wire.UTF8},
	} {
		if got := ChooseEncoding(c.offered); got != c.want {
			t.Errorf("of %v %s is chosen, want %s", c.offered, got, c.want)
		}
	}
}

// TestLongLineIsBounded converts many places of one long line: from its start each time
// that would take minutes.
func TestLongLineIsBounded(t *testing.T) {
	text := []byte(strings.Repeat("a€𝄞", 500_000)) // 4 MB
	l := NewLines(text, LineStarts(text), wire.UTF16)
	for i := range 100_000 {
		offset := 8 * ((i * 7919) % 500_000)
		p := l.Position(offset)
		if want := offset / 8 * 4; p.Character != want {
			t.Fatalf("offset %d is character %d, want %d", offset, p.Character, want)
		}
		if got := l.Offset(p); got != offset {
			t.Fatalf("%v is offset %d, want %d", p, got, offset)
		}
	}
}
