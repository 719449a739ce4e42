package report

import (
	"bufio"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

func TestWriteBest(t *testing.T) {
	finding := func(function string, line, saving int, confidence lint.Confidence) *block {
		d := &lint.Diagnostic{}
		d.Rule, d.Function, d.Confidence = "global-uncoalesced", function, confidence
		d.Path, d.Start.Line = "a.cu", line
		if saving >= 0 {
			d.Impact = &lint.Impact{SavingPercent: saving}
		}
		return &block{first: d}
	}
	few := []*block{finding("a", 1, 10, lint.Proven), finding("b", 2, 20, lint.Likely), finding("c", 3, 30, lint.Proven)}
	many := append([]*block{finding("d", 4, -1, lint.Proven), finding("c", 5, 25, lint.Proven), finding("e", 6, 90, lint.Possible)}, few...)
	for _, c := range []struct {
		blocks []*block
		want   string
	}{
		{few, ""},
		{many[:1], ""},
		{[]*block{many[0], many[0], many[0], many[0]}, ""},
		{many, "Best est. speedups:\n  about 30 %: a.cu:3 in c [global-uncoalesced]\n  about 20 %: a.cu:2 in b [global-uncoalesced]\n  about 10 %: a.cu:1 in a [global-uncoalesced]\n\n"},
	} {
		var b strings.Builder
		w := bufio.NewWriter(&b)
		writeBest(w, c.blocks)
		if err := w.Flush(); err != nil || b.String() != c.want {
			t.Errorf("%d blocks: %q, want %q (%v)", len(c.blocks), b.String(), c.want, err)
		}
	}
}
