package source

import "testing"

func TestLineOf(t *testing.T) {
	const text = "a\n\t b c\r\n  d"
	for _, test := range []struct {
		offset, start, end int
		indentation        string
	}{{0, 0, 1, ""}, {1, 0, 1, ""}, {2, 2, 7, "\t "}, {6, 2, 7, "\t "}, {7, 2, 7, "\t "}, {9, 9, 12, "  "}, {12, 9, 12, "  "}} {
		if start, end := LineStart(text, test.offset), LineEnd([]byte(text), test.offset); start != test.start || end != test.end {
			t.Errorf("%d: line from %d to %d, want %d to %d", test.offset, start, end, test.start, test.end)
		}
		if got := Indentation(text, test.offset); got != test.indentation {
			t.Errorf("%d: %q", test.offset, got)
		}
	}
}
