package lsp

import (
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/sourcegraph/go-lsp"
)

var encodings = []encoding{utf8Units, utf16Units, utf32Units}

// naiveLines splits a text as the protocol says.
func naiveLines(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// naiveUnits counts a text in an encoding.
func naiveUnits(e encoding, text string) int {
	switch e {
	case utf8Units:
		return len(text)
	case utf16Units:
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
			l := newLines([]byte(text), lineStarts([]byte(text)), e)
			want := naiveLines(text)
			if len(l.starts) != len(want) {
				t.Fatalf("%q has %d lines, want %d", text, len(l.starts), len(want))
			}
			for n, line := range want {
				start, end := l.line(n)
				if got := text[start:end]; got != line {
					t.Fatalf("line %d of %q is %q, want %q", n, text, got, line)
				}
				before := ""
				for _, c := range line + "|" {
					p := lsp.Position{Line: n, Character: naiveUnits(e, before)}
					offset := start + len(before)
					if got := l.offset(p); got != offset {
						t.Fatalf("%s %v in %q: offset %d, want %d", e, p, text, got, offset)
					}
					if got := l.position(offset); got != p {
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
		e    encoding
		p    lsp.Position
		want int
	}{
		{utf16Units, lsp.Position{Line: -1, Character: 5}, 0},
		{utf16Units, lsp.Position{Line: 0, Character: -3}, 0},
		{utf16Units, lsp.Position{Line: 0, Character: 3}, 2},  // the end of the line, not of its ending
		{utf16Units, lsp.Position{Line: 1, Character: 1}, 4},  // between the halves of a character
		{utf8Units, lsp.Position{Line: 1, Character: 2}, 4},   // in the middle of one
		{utf32Units, lsp.Position{Line: 1, Character: 99}, 9}, // past the line
		{utf32Units, lsp.Position{Line: 2, Character: 0}, 10},
		{utf16Units, lsp.Position{Line: 1 << 40, Character: 1 << 40}, 10},
	} {
		l := newLines(text, lineStarts(text), c.e)
		if got := l.offset(c.p); got != c.want {
			t.Errorf("%s %v is offset %d, want %d", c.e, c.p, got, c.want)
		}
	}
	l := newLines(text, lineStarts(text), utf16Units)
	if got, want := l.position(1000), (lsp.Position{Line: 2}); got != want {
		t.Errorf("offset 1000 is %v, want %v", got, want)
	}
	if got, want := l.position(3), (lsp.Position{Character: 2}); got != want {
		t.Errorf("offset 3, in a line ending, is %v, want %v", got, want)
	}
}

func TestChooseEncoding(t *testing.T) {
	for _, c := range []struct {
		offered []encoding
		want    encoding
	}{
		{nil, utf16Units}, {[]encoding{"utf-16"}, utf16Units}, {[]encoding{"utf-7"}, utf16Units},
		{[]encoding{"utf-16", "utf-8"}, utf8Units}, {[]encoding{"utf-16", "utf-32"}, utf32Units}, {[]encoding{"utf-32", "utf-8"}, utf8Units},
	} {
		if got := chooseEncoding(c.offered); got != c.want {
			t.Errorf("of %v %s is chosen, want %s", c.offered, got, c.want)
		}
	}
}

// TestLongLineIsBounded converts many places of one long line: from its start each time
// that would take minutes.
func TestLongLineIsBounded(t *testing.T) {
	text := []byte(strings.Repeat("a€𝄞", 500_000)) // 4 MB
	l := newLines(text, lineStarts(text), utf16Units)
	for i := range 100_000 {
		offset := 8 * ((i * 7919) % 500_000)
		p := l.position(offset)
		if want := offset / 8 * 4; p.Character != want {
			t.Fatalf("offset %d is character %d, want %d", offset, p.Character, want)
		}
		if got := l.offset(p); got != offset {
			t.Fatalf("%v is offset %d, want %d", p, got, offset)
		}
	}
}
