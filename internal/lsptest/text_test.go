package lsptest

import (
	"testing"
)

func TestPositions(t *testing.T) {
	const text = "aΩ𝛼b\r\nc\rd\n𝛼"
	for _, c := range []struct {
		offset             int
		utf8, utf16, utf32 Position
	}{
		{0, Position{0, 0}, Position{0, 0}, Position{0, 0}},
		{3, Position{0, 3}, Position{0, 2}, Position{0, 2}},
		{7, Position{0, 7}, Position{0, 4}, Position{0, 3}},
		{8, Position{0, 8}, Position{0, 5}, Position{0, 4}},
		{10, Position{1, 0}, Position{1, 0}, Position{1, 0}},
		{12, Position{2, 0}, Position{2, 0}, Position{2, 0}},
		{14, Position{3, 0}, Position{3, 0}, Position{3, 0}},
		{18, Position{3, 4}, Position{3, 2}, Position{3, 1}},
	} {
		for encoding, want := range map[string]Position{"utf-8": c.utf8, "utf-16": c.utf16, "utf-32": c.utf32} {
			if got := PositionOf(text, c.offset, encoding); got != want {
				t.Errorf("byte %d is at %v in %s, want %v", c.offset, got, encoding, want)
			}
			if got, err := OffsetOf(text, want, encoding); err != nil || got != c.offset {
				t.Errorf("%v in %s is byte %d, %v; want %d", want, encoding, got, err, c.offset)
			}
		}
	}
	for _, p := range []Position{{0, 3}, {0, 6}, {1, 2}, {4, 0}} {
		if got, err := OffsetOf(text, p, "utf-16"); err == nil {
			t.Errorf("%v is byte %d, and should be refused", p, got)
		}
	}
}

func TestApply(t *testing.T) {
	at := func(start, end int, text string) TextEdit {
		return TextEdit{Range{Position{0, start}, Position{0, end}}, text}
	}
	for _, c := range []struct {
		edits []TextEdit
		want  string // "" where it has to be refused
	}{
		{[]TextEdit{at(4, 5, "E"), at(0, 1, "AAA")}, "AAAbcdE"},
		{[]TextEdit{at(2, 2, "1"), at(2, 2, "2")}, "ab12cde"},
		{[]TextEdit{at(0, 3, ""), at(2, 4, "")}, ""},
		{[]TextEdit{at(3, 2, "")}, ""},
		{[]TextEdit{at(5, 6, "")}, ""},
	} {
		if got, err := Apply("abcde", c.edits, "utf-16"); got != c.want || (err == nil) == (c.want == "") {
			t.Errorf("%v gives %q, %v; want %q", c.edits, got, err, c.want)
		}
	}
}
