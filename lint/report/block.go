package report

import (
	"bufio"
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/wording"
)

// A block is the findings of one rule about one object in one kernel. The text format shows the
// first one, and the places of the others.
type block struct {
	first  *lint.Diagnostic
	others []*lint.Diagnostic
}

// blocksOf returns the findings in blocks. A block stands where the first of its findings does, and
// shows the one that saves most.
func blocksOf(findings []*lint.Diagnostic) []*block {
	type key struct{ rule, path, block string }
	var out []*block
	known := map[key]*block{}
	for _, d := range findings {
		k := key{d.Rule, d.Path, d.Block}
		b := known[k]
		switch {
		case b == nil || d.Block == "":
			b = &block{first: d}
			known[k] = b
			out = append(out, b)
		case worse(d, b.first):
			b.first, b.others = d, append(b.others, b.first)
		default:
			b.others = append(b.others, d)
		}
	}
	for _, b := range out {
		slices.SortStableFunc(b.others, func(x, y *lint.Diagnostic) int { return cmp.Compare(x.Start.Offset, y.Start.Offset) })
	}
	return out
}

// worse reports whether a finding matters more than another one of its block.
func worse(a, b *lint.Diagnostic) bool {
	return cmp.Or(cmp.Compare(a.Severity, b.Severity), lint.CompareImpact(b.Impact, a.Impact), cmp.Compare(a.Confidence, b.Confidence)) > 0
}

// maxPlaces is how many places a block lists.
const maxPlaces = 8

// writeOthers writes the places of the findings of a block that are not shown.
func writeOthers(w *bufio.Writer, p palette, gutter string, others []*lint.Diagnostic) {
	for i, d := range others {
		if i == maxPlaces && len(others) > maxPlaces+1 {
			p.note(w, gutter, "also", fmt.Sprintf("%d more places", len(others)-i))
			return
		}
		text := fmt.Sprintf("%s:%d:%d: %s", wording.Printable(d.Path), d.Start.Line, d.Start.Column, wording.Bounded(shortNames(cmp.Or(d.Label, d.Message))))
		if d.Impact != nil && d.Impact.SavingPercent > 0 && !d.Impact.Unconfirmed {
			text += ", est. speedup " + wording.Speedup(d.Impact.SavingPercent, d.Impact.Best.Range, d.Impact.UpperBound())
		}
		p.note(w, gutter, "also", text)
	}
}

// maxInfos is how many findings of severity info the text format prints without being asked for.
const maxInfos = 10

// withoutInfos returns the findings that the text format prints, and those that a table takes the
// place of: findings of severity info, if they are many. Those with a price of medium or more are
// printed.
func withoutInfos(findings []lint.Diagnostic, all bool) (shown, counted []*lint.Diagnostic) {
	for i := range findings {
		d := &findings[i]
		if d.Severity == lint.Info && (d.Impact == nil || d.Impact.Level < lint.Medium || d.Impact.Unconfirmed) {
			counted = append(counted, d)
		}
	}
	if all || len(counted) <= maxInfos {
		counted = nil
	}
	at := 0
	for i := range findings {
		if at < len(counted) && counted[at] == &findings[i] {
			at++
			continue
		}
		shown = append(shown, &findings[i])
	}
	return shown, counted
}

// maxInfoRows is how many lines the table of findings of severity info has.
const maxInfoRows = 12

// writeInfos writes the table of findings that are not printed: how many of each rule in each
// folder.
func writeInfos(w *bufio.Writer, counted []*lint.Diagnostic) {
	type row struct{ rule, folder string }
	counts := map[row]int{}
	for _, d := range counted {
		counts[row{d.Rule, path.Dir(d.Path)}]++
	}
	rows := make([]row, 0, len(counts))
	width := 0
	for r := range counts {
		rows = append(rows, r)
		width = max(width, len(r.rule))
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.rule, b.rule), cmp.Compare(a.folder, b.folder))
	})
	fmt.Fprintf(w, "%s of severity info (--show-info prints them):\n", wording.Plural(len(counted), "finding"))
	rest := 0
	for i, r := range rows {
		if i >= maxInfoRows-1 && len(rows) > maxInfoRows {
			rest += counts[r]
			continue
		}
		fmt.Fprintf(w, "%6d  %-*s  %s\n", counts[r], width, r.rule, wording.Printable(r.folder))
	}
	if rest > 0 {
		fmt.Fprintf(w, "%6d  in %d other folders\n", rest, len(rows)-maxInfoRows+1)
	}
	fmt.Fprintln(w)
}
