package wording

import (
	"testing"

	"github.com/cudalint/cudalint/lint"
)

// TestSpeedup: a wide range takes the place of the estimate, an upper bound has its upper end.
func TestSpeedup(t *testing.T) {
	for _, c := range []struct {
		percent, least, most int
		upperBound           bool
		want                 string
	}{
		{25, 22, 28, false, "about 25 %"},
		{25, 20, 29, true, "up to 25 %"},
		{25, 20, 30, false, "20 to 30 %"},
		{25, 12, 40, true, "up to 40 %"},
		{0, 0, 3, false, "less than 1 %"},
		{0, 0, 3, true, "less than 1 %"},
		{0, 0, 30, false, "0 to 30 %"},
		{25, 0, 0, false, "about 25 %"}, // no range is known
	} {
		if got := Speedup(c.percent, lint.SavingRange{Least: c.least, Most: c.most}, c.upperBound); got != c.want {
			t.Errorf("%d (%d to %d), upper bound %v: %q, want %q", c.percent, c.least, c.most, c.upperBound, got, c.want)
		}
	}
}
