package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text                  string
		width, before, indent int
		want                  []string
	}{
		{"one two three", 0, 5, 2, []string{"one two three"}},
		{"one two three", 13, 0, 2, []string{"one two three"}},
		{"one two three", 12, 0, 2, []string{"one two", "  three"}},
		{"one two three", 13, 1, 2, []string{"one two", "  three"}},
		{"one two three", 6, 4, 2, []string{"", "  one", "  two", "  three"}},
		{"表表 表表", 8, 0, 1, []string{"表表", " 表表"}},
		{"", 8, 0, 1, []string{""}},
	} {
		if got := wrap(c.text, c.width, c.before, c.indent); !slices.Equal(got, c.want) {
			t.Errorf("wrap(%q, %d, %d, %d) = %q, want %q", c.text, c.width, c.before, c.indent, got, c.want)
		}
	}
}

// TestTextOfWidth: in a terminal no line is wider than it, nothing is lost, and without one nothing
// is wrapped.
func TestTextOfWidth(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("words of a text ", 20))
	code := strings.Repeat("int filler; ", 20) + "t[threadIdx.x]; " + strings.Repeat("int filler; ", 20)
	d := findingAt("a.cu", 1, lint.Warning, "k table", 0)
	d.Place = placeIn(code, "t[threadIdx.x]")
	d.Message, d.Label, d.Help, d.Assumptions = long, long, long, []string{long}
	other := findingAt("a.cu", 2, lint.Warning, "k table", 0)
	other.Label, other.Path = long, d.Path
	words := func(text string) int { return strings.Count(text, "words") }
	plain := textOfFindings(t, Options{}, d, other)
	for _, width := range []int{40, 60, 100, 200} {
		got := textOfFindings(t, Options{Width: width, Quiet: true}, d, other)
		for _, line := range strings.Split(got, "\n") {
			if columnsOf(line) > width {
				t.Errorf("width %d: %d columns: %s", width, columnsOf(line), line)
			}
		}
		if words(got) != words(plain) || !strings.Contains(got, "t[threadIdx.x]") || !strings.Contains(got, "\n    ") {
			t.Errorf("width %d:\n%s", width, got)
		}
		if painted := textOfFindings(t, Options{Width: width, Quiet: true, Color: true}, d, other); ansi.ReplaceAllString(painted, "") != got {
			t.Errorf("width %d: colours change the text:\n%s", width, painted)
		}
	}
	if strings.Count(plain, "\n"+"    words") > 0 || strings.Count(plain, long) != 5 {
		t.Errorf("without a terminal:\n%s", plain)
	}
}
