package lsp_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
)

// BenchmarkCodeActions asks for the actions at findings of a file of 5,000 lines, one after
// the other, as a cursor passes them: those of each finding for the first time since the
// text changed, and again; then for the edits. The figures are of single requests.
func BenchmarkCodeActions(b *testing.B) {
	dir := b.TempDir()
	source := lsptest.Source(200_000, 8)
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "a.cu"), []byte(source), 0o666)); err != nil {
		b.Fatal(err)
	}
	e := newEditor(b, dir, nil, nil)
	e.must(e.Open("a.cu"))
	e.shown("a.cu")
	figures := map[string][]float64{}
	timed := func(what string, f func()) {
		start := time.Now()
		f()
		figures[what] = append(figures[what], float64(time.Since(start).Microseconds())/1000)
	}
	for range b.N {
		e.must(e.Edit("a.cu", 0, 0, "\n"))
		list := e.shown("a.cu")
		for i, d := range list {
			if i%8 > 0 {
				continue
			}
			at := lsptest.Range{Start: d.Range.Start, End: d.Range.Start}
			first := "another"
			if i == 0 {
				first = "first"
			}
			var actions []codeAction
			timed(first, func() { actions = e.actions("a.cu", at, nil) })
			timed("again", func() { actions = e.actions("a.cu", at, nil) })
			for _, a := range actions {
				kind, _, _ := strings.Cut(a.Title, " ")
				timed("edit:"+kind, func() { e.must(e.call("codeAction/resolve", a.raw, nil)) })
			}
		}
		b.ReportMetric(float64(len(list)), "findings")
		b.ReportMetric(float64(strings.Count(source, "\n")), "lines")
	}
	for what, values := range figures {
		slices.Sort(values)
		b.ReportMetric(lsptest.Percentile(values, 50), what+"-ms")
		b.ReportMetric(lsptest.Percentile(values, 99), what+"-99%-ms")
	}
}
