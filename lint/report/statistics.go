package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/cudalint/cudalint/lint/engine"
)

// Statistics writes the number of findings of each rule instead of the findings.
// CheckStatistics says which formats can hold that.
func Statistics(w io.Writer, format string, r *engine.Result, opts Options) error {
	if err := CheckStatistics(format); err != nil {
		return err
	}
	return flush(w, func(b *bufio.Writer) error { return lookup(format).statistics(b, r, opts) })
}

// writeCounts writes one line per rule, the most frequent rule first.
func writeCounts(w *bufio.Writer, r *engine.Result, opts Options) error {
	counts := r.ByRule()
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	for _, name := range names {
		fmt.Fprintf(w, "%6d  %s\n", counts[name], name)
	}
	return nil
}

// writeJSONCounts writes the JSON format without the findings.
func writeJSONCounts(w *bufio.Writer, r *engine.Result, opts Options) error {
	return encode(w, headJSON(r, opts))
}
