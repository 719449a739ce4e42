package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/wording"
)

// AccessFormats returns the names of the formats of access.
func AccessFormats() []string { return []string{"text", "json"} }

// WriteAccess writes a table of accesses in a format named by AccessFormats.
func WriteAccess(w io.Writer, name string, t *inspect.Table, opts Options) error {
	switch name {
	case "text":
		return flush(w, func(b *bufio.Writer) error { return writeAccessText(b, t) })
	case "json":
		return flush(w, func(b *bufio.Writer) error { return writeAccessJSON(b, t, opts) })
	}
	return CheckFormat(name, AccessFormats())
}

// writeAccessText writes one table for each kernel and block shape. A count is the worst
// per warp, with the mean in brackets where it differs. "1-5" is the range of a count that
// the source does not determine. "?" is a figure without bounds, "-" one that does not
// apply.
func writeAccessText(w *bufio.Writer, t *inspect.Table) error {
	if len(t.Rows) == 0 {
		fmt.Fprintf(w, "no memory access of a kernel found in %s\n", wording.Plural(t.Files, "file"))
		return nil
	}
	type group struct {
		path, kernel string
		block        warp.Block
	}
	var groups []group
	rows := map[group][]*inspect.Row{}
	for i := range t.Rows {
		r := &t.Rows[i]
		g := group{r.Path, r.Kernel, r.Block}
		if rows[g] == nil {
			groups = append(groups, g)
		}
		rows[g] = append(rows[g], r)
	}
	for i, g := range groups {
		if i > 0 {
			fmt.Fprintln(w)
		}
		dim := g.block.Dim
		fmt.Fprintf(w, "%s: kernel %s, block %dx%dx%d (%s)\n", wording.Printable(g.path), wording.Printable(g.kernel), dim[0], dim[1], dim[2], blockSource(rows[g][0]))
		var lines strings.Builder
		tab := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tab, "  line:col\taccess\tspace\tkind\tbytes\tpattern\taddresses\tsectors\tconflict\tlanes\ttrips\tcycles\t")
		for _, r := range rows[g] {
			fmt.Fprintf(tab, "  %d:%d\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Start.Line, r.Start.Column,
				wording.ClipRunes(oneLine(r.Expression), 40), r.Space, r.Kind, r.Bytes, patternOf(r),
				wording.Count(r.Addresses, r.Ranges.Addresses, true), wording.Count(r.Sectors, r.Ranges.Sectors, wording.InSectors(r)), wording.Count(r.BankConflict, r.Ranges.BankConflict, wording.InShared(r)),
				wording.Count(r.ActiveLanes, warp.Range{}, true), wording.Trips(r.Trips), wording.Cycles(r.Cycles), remarkText(r))
		}
		if err := tab.Flush(); err != nil {
			return err
		}
		for line := range strings.Lines(lines.String()) {
			fmt.Fprintln(w, strings.TrimRight(line, " \n"))
		}
	}
	return nil
}

// patternOf returns the access pattern of a row, also where its figures are only bounded.
func patternOf(r *inspect.Row) warp.Pattern {
	if r.Pattern == warp.PatternUnknown {
		return r.Ranges.Pattern()
	}
	return r.Pattern
}

// blockSource returns the origin of the block shape of a row.
func blockSource(r *inspect.Row) string {
	if r.BlockUnknownAt != "" {
		return "block unknown at the launch at " + wording.Printable(r.BlockUnknownAt)
	}
	switch r.Block.Source {
	case warp.FromLaunch:
		return "from a launch"
	case warp.FromBlockSize:
		return "from __block_size__"
	case warp.FromFlag:
		return "from --block"
	case warp.FromConfig:
		return "from the configuration"
	case warp.FromLaunchBounds:
		return "assumed: the maximum of __launch_bounds__"
	}
	return "assumed: no visible launch"
}

// remarkText returns the remarks at the end of a table line; "" for none.
func remarkText(r *inspect.Row) string {
	if r.Guarded {
		return "guarded"
	}
	return ""
}
