package report

import (
	"strings"

	"github.com/cudalint/cudalint/lint"
)

// A sameness is what findings have in common that --max-same counts together: the rule, the file, and
// the object or else the kernel.
type sameness struct{ rule, path, what string }

// samenessOf returns the sameness of a finding; false if the finding is about no object and in no
// function.
func samenessOf(d *lint.Diagnostic) (sameness, bool) {
	what := d.Block
	if _, object, ok := strings.Cut(d.Block, "\x00"); ok {
		what = object // in whatever kernel
	}
	if what == "" {
		what = d.Function
	}
	return sameness{d.Rule, d.Path, what}, what != ""
}

// atMost returns the blocks with at most n findings of each sameness, the first ones, and how many
// findings it leaves out. 0 leaves out none.
func atMost(blocks []*block, n int) (kept []*block, left int) {
	if n == 0 {
		return blocks, 0
	}
	printed := map[sameness]int{}
	for _, b := range blocks {
		same, ok := samenessOf(b.first)
		room := n - printed[same]
		switch {
		case !ok || 1+len(b.others) <= room:
		case room <= 0:
			left += 1 + len(b.others)
			continue
		default:
			left += 1 + len(b.others) - room
			b = &block{first: b.first, others: b.others[:room-1]}
		}
		printed[same] += 1 + len(b.others)
		kept = append(kept, b)
	}
	return kept, left
}
