package report

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
)

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("int filler; ", 30)
	for _, c := range []struct{ name, text, what, line, under string }{
		{"plain", "a = t[i];", "t[i]", "a = t[i];", "    ^^^^"},
		{"tab before", "\ta = t[i];", "t[i]", "    a = t[i];", "        ^^^^"},
		{"tab inside", "t[\ti]", "t[\ti]", "t[  i]", "^^^^^^"},
		{"wide characters before", "/* 表 */ t[i]", "t[i]", "/* 表 */ t[i]", "         ^^^^"},
		{"wide characters inside", "t[表]", "t[表]", "t[表]", "^^^^^"},
		{"accent of its own", "e\u0301 t[i]", "t[i]", "e\u0301 t[i]", "  ^^^^"},
		{"carriage return", "t[i];\r\nx", "t[i]", "t[i];", "^^^^"},
		{"not UTF-8", "/* \xe9 */ t[i]", "t[i]", "/* \uFFFD */ t[i]", "        ^^^^"},
		{"escape sequence", "/*\x1b[31m*/ t[i]", "t[i]", "/*\uFFFD[31m*/ t[i]", "          ^^^^"},
		{"order of characters changed", "/*\u202e*/ t[i]", "t[i]", "/*\uFFFD*/ t[i]", "      ^^^^"},
		{"over two lines", "a = t[\n  i];", "t[\n  i]", "a = t[", "    ^^"},
		{"end of file", "t[i]", "t[i]", "t[i]", "^^^^"},
		{"long line, far", long + "t[i]; " + long, "t[i]", "", ""},
		{"long line, near", "t[i]; " + long, "t[i]", "", "^^^^"},
		{"long line, span at the end", long + "t[i]", "t[i]", "", ""},
		{"long span", long, long[:300], "", ""},
	} {
		p := placeIn(c.text, c.what)
		line, under := excerpt(&p, excerptWidth)
		got := under.indent + under.carets
		if c.line != "" && line != c.line || c.under != "" && got != c.under {
			t.Errorf("%s:\n%s\n%s\nwant\n%s\n%s", c.name, line, got, c.line, c.under)
		}
		if columnsOf(line) > excerptWidth+8 {
			t.Errorf("%s: %d columns", c.name, columnsOf(line))
		}
		if c.line == "" && len(c.what) < 20 {
			if at := strings.Index(line, c.what); at != len(under.indent) || len(under.carets) != len(c.what) {
				t.Errorf("%s: %q is at column %d, carets at %d", c.name, c.what, at, len(under.indent))
			}
		}
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("\ta = t[表];\r\n", 3, 9)
	f.Add(strings.Repeat("x", 500), 300, 310)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		src := source.NewFile("a.cu", []byte(text))
		p := lint.Place{Start: src.Position(start), End: src.Position(max(start, end))}
		p.Line = src.Slice(src.LineSpan(p.Start.Line))
		line, under := excerpt(&p, excerptWidth)
		if !utf8.ValidString(line) || strings.ContainsAny(line, "\n\t\x1b") {
			t.Errorf("excerpt %q cannot be shown", line)
		}
		if line != "" && (under.carets == "" || strings.Trim(under.carets, "^") != "" || columnsOf(line)+10 < len(under.indent)) {
			t.Errorf("excerpt %q, underline %q", line, under)
		}
	})
}
