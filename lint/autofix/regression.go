package autofix

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// regressions returns the offers of an attempt that have to be taken back: their findings are still
// in the result after the attempt, or they edit a file that can no longer be checked.
func regressions(a attempt, before, after *engine.Result) []failure {
	var bad []failure
	for _, p := range after.Problems {
		same := func(b lint.Problem) bool { return b.Kind == lint.Internal && b.Path == p.Path }
		if p.Kind == lint.Internal && a.edits[p.Path] != nil && !slices.ContainsFunc(before.Problems, same) {
			bad = append(bad, a.failuresIn(p.Path, lint.Internal, p.Message)...)
		}
	}
	l := newLeftovers(a, before, after)
	for i := range a.offers {
		if o := &a.offers[i]; l.holds(o) {
			bad = append(bad, failure{*o, lint.Internal, "its finding is still there"})
		}
	}
	return bad
}

// leftovers are the findings after an attempt, without those that were there before it and that it
// did not try to fix.
type leftovers struct {
	after []lint.Diagnostic
	other []bool // whether a finding does not count
	moves map[string]func(offset int) (first, last int)
}

func newLeftovers(a attempt, before, after *engine.Result) *leftovers {
	l := &leftovers{after.Findings, make([]bool, len(after.Findings)), map[string]func(int) (int, int){}}
	for path, edits := range a.edits {
		// No error: the edits were applied.
		l.moves[path], _ = fixes.Moves(a.before[path], edits)
	}
	fixed := map[int]bool{}
	for _, o := range a.offers {
		fixed[o.finding] = true
	}
	for i := range before.Findings {
		if d := &before.Findings[i]; !fixed[i] {
			if at := l.at(d.Rule, d.Place); at >= 0 {
				l.other[at] = true
			}
		}
	}
	return l
}

// holds reports whether the finding of an offer is still there: at its place, or with its
// fingerprint in text that the fix inserted elsewhere.
func (l *leftovers) holds(o *offer) bool {
	if l.at(o.Rule, o.Place) >= 0 {
		return true
	}
	for _, e := range o.fix.Edits {
		wrote := lint.Place{Path: e.Path}
		wrote.Start.Offset = e.Start
		if at := l.at(o.Rule, wrote); at >= 0 && l.after[at].Fingerprint == o.fingerprint {
			return true
		}
	}
	return false
}

// at returns the index of the leftover of a rule at a place of the text before the attempt, -1 for
// none.
func (l *leftovers) at(rule string, p lint.Place) int {
	first, last := p.Start.Offset, p.Start.Offset
	if move := l.moves[p.Path]; move != nil {
		first, last = move(first)
	}
	i, _ := slices.BinarySearchFunc(l.after, first, func(d lint.Diagnostic, first int) int {
		return cmp.Or(cmp.Compare(d.Path, p.Path), cmp.Compare(d.Start.Offset, first))
	})
	for ; i < len(l.after) && l.after[i].Path == p.Path && l.after[i].Start.Offset <= last; i++ {
		if l.after[i].Rule == rule && !l.other[i] {
			return i
		}
	}
	return -1
}
