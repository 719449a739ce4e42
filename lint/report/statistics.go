package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/cudalint/cudalint/lint"
)

// Statistics writes the number of findings of each rule, the most frequent
// first. The JSON format is that of Write without the findings.
func Statistics(w io.Writer, format string, r *lint.Result, opts Options) error {
	return flush(w, func(b *bufio.Writer) error {
		if format == "json" {
			out := resultJSON(r, opts)
			out.Findings = []jsonFinding{}
			return encode(b, out)
		}
		counts := r.ByRule()
		names := make([]string, 0, len(counts))
		for name := range counts {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
		for _, name := range names {
			fmt.Fprintf(b, "%6d  %s\n", counts[name], name)
		}
		return nil
	})
}
