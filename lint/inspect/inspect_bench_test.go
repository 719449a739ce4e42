package inspect_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// BenchmarkInspect is what a hover, and the hints of a screen of 60 lines, take after a
// keystroke in a file of 5,000 lines: "cold" in a text that was not checked, "warm" in one
// that was, "again" where nothing has changed since.
func BenchmarkInspect(b *testing.B) {
	text := lsptest.Source(195<<10, 1)
	s := engine.NewSession(engine.Options{Rules: rules.All(), Dir: b.TempDir()})
	defer s.Close()
	s.SetInputs([]discover.Input{{Path: "a.cu"}})
	s.SetText("a.cu", []byte(text))
	ctx := context.Background()
	s.Check(ctx)
	took := map[string][]float64{}
	inspect := func(what string, start, end int) {
		began := time.Now()
		in, err := s.InspectRange(ctx, "a.cu", start, end)
		took[what] = append(took[what], float64(time.Since(began).Microseconds())/1000)
		if err != nil || len(in.Accesses) == 0 && !strings.HasPrefix(what, "cold") {
			b.Fatalf("%s: %d accesses, %v", what, len(in.Accesses), err)
		}
	}
	b.ResetTimer()
	for range b.N {
		at, statement := lsptest.Typing(text)
		screen := 60 * len(text) / strings.Count(text, "\n")
		for i := range statement {
			s.SetText("a.cu", []byte(text[:at]+statement[:i+1]+text[at:]))
			inspect("cold-hover", at-100, at)
			inspect("again-hover", at-screen/2, at-screen/2+1000)
			inspect("after-hover-hints", at-screen/2, at+screen/2)
		}
		for i := range statement {
			s.SetText("a.cu", []byte(text[:at]+statement[:i+1]+" "+text[at:]))
			s.CheckFile(ctx, "a.cu")
			inspect("warm-hints", at-screen/2, at+screen/2)
			inspect("again-hints", at-screen/2, at+screen/2)
		}
	}
	b.StopTimer()
	b.ReportMetric(0, "ns/op")
	for what, list := range took {
		b.ReportMetric(lsptest.Percentile(list, 50), what+"-median-ms")
		b.ReportMetric(lsptest.Percentile(list, 99), what+"-p99-ms")
	}
}
