package source

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestPosition(t *testing.T) {
	const text = "ab\r\ncd\n\nä🙂x\nlast"
	for _, c := range []struct {
		offset, line, column int
	}{
		{0, 1, 1}, {2, 1, 3}, {3, 1, 4}, {4, 2, 1}, {6, 2, 3}, {7, 3, 1}, {8, 4, 1}, {10, 4, 3}, {14, 4, 7}, {15, 4, 8},
		{16, 5, 1}, {20, 5, 5},
		{-5, 1, 1}, {1000, 5, 5}, // clipped
	} {
		p := NewFile("t.cu", []byte(text)).Position(c.offset)
		if p.Line != c.line || p.Column != c.column {
			t.Errorf("offset %d is at %d:%d, want %d:%d", c.offset, p.Line, p.Column, c.line, c.column)
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		text  string
		lines []string
	}{
		{"", []string{""}},
		{"a", []string{"a"}},
		{"a\n", []string{"a", ""}},
		{"a\r\nb\r\n", []string{"a", "b", ""}},
		{"\n\n", []string{"", "", ""}},
		{"a\rb\n", []string{"a\rb", ""}},
		{"\r\n\r", []string{"", ""}},
		{"\xef\xbb\xbfint a;\nb", []string{"\xef\xbb\xbfint a;", "b"}},
	} {
		f := NewFile("t.cu", []byte(c.text))
		if f.LineCount() != len(c.lines) {
			t.Errorf("%q has %d lines, want %d", c.text, f.LineCount(), len(c.lines))
			continue
		}
		for i, want := range c.lines {
			if got := f.Slice(f.LineSpan(i + 1)); got != want {
				t.Errorf("line %d of %q is %q, want %q", i+1, c.text, got, want)
			}
		}
		for _, none := range []int{-1, 0, len(c.lines) + 1} {
			if s := f.LineSpan(none); s.Len() != 0 {
				t.Errorf("line %d of %q is %v", none, c.text, s)
			}
		}
	}
}

func TestUTF16(t *testing.T) {
	// Per line: the text, then each offset in it with its column.
	for _, c := range []struct {
		text            string
		offset, columns int
	}{
		{"abc", 0, 0}, {"abc", 3, 3},
		{"äbc", 2, 1}, {"äbc", 3, 2},
		{"€uro", 3, 1},
		{"🙂x", 4, 2}, {"🙂x", 5, 3}, // a surrogate pair
		{"a🙂🙂", 9, 5},
		{"\xef\xbb\xbfab", 4, 2}, // the byte order mark is a character of the line
		{"\xf6\xdfx", 2, 2},      // bytes that are no UTF-8 count one each
		{"\xf0\x9f\x99x", 3, 3},  // a truncated character
		{"a\r\nb🙂c", 8, 3},
	} {
		f := NewFile("t.cu", []byte(c.text))
		if got := f.UTF16Column(c.offset); got != c.columns {
			t.Errorf("offset %d of %q is column %d, want %d", c.offset, c.text, got, c.columns)
		}
	}
}

func TestSlice(t *testing.T) {
	f := NewFile("t.cu", []byte("hello"))
	for _, c := range []struct {
		span Span
		want string
	}{{Span{0, 5}, "hello"}, {Span{1, 3}, "el"}, {Span{-2, 2}, "he"}, {Span{3, 99}, "lo"}, {Span{4, 2}, ""}, {Span{9, 12}, ""}} {
		if got := f.Slice(c.span); got != c.want {
			t.Errorf("%v is %q, want %q", c.span, got, c.want)
		}
	}
	if s := (Span{2, 4}); s.Len() != 2 || !s.Contains(2) || s.Contains(4) {
		t.Error("a span is half-open")
	}
}

func FuzzPositions(f *testing.F) {
	for _, text := range []string{"", "a\r\nb", "ä🙂\n", "\xff\n\r", "\xed\xa0\x80"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := NewFile("t.cu", []byte(text))
		for offset := 0; offset <= len(text); offset++ {
			p := file.Position(offset)
			before := text[:offset]
			if p.Line != strings.Count(before, "\n")+1 || p.Column != offset-strings.LastIndex(before, "\n") {
				t.Fatalf("offset %d of %q is at %d:%d", offset, text, p.Line, p.Column)
			}
			units := file.UTF16Column(offset)
			line := file.LineSpan(p.Line)
			if offset <= line.End && utf8.ValidString(text) && (offset == len(text) || utf8.RuneStart(text[offset])) {
				if want := len(utf16.Encode([]rune(text[line.Start:offset]))); units != want {
					t.Fatalf("offset %d of %q is column %d, want %d", offset, text, units, want)
				}
			}
		}
	})
}
