package engine_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// BenchmarkCache measures a check with fixes: with an empty cache, a second time, and
// with one file changed, each as a ratio to the time of one without a cache.
func BenchmarkCache(b *testing.B) {
	inputs := generated(48)
	touched := slices.Clone(inputs)
	touched[0].Text = append([]byte("// touched\n"), touched[0].Text...)
	check := func(inputs []discover.Input, store *cache.Store) time.Duration {
		start := time.Now()
		o := engine.Options{Rules: rules.All(), Known: rules.All(), Fixes: true, Cache: store}
		r := engine.New(o).Check(context.Background(), inputs)
		if err := outcome(r.Problems, r.Files, len(inputs), len(r.Findings)); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	var without, first, second, changed time.Duration
	for range b.N {
		store, err := cache.Open(b.TempDir(), "benchmark", cache.DefaultLimit)
		if err != nil {
			b.Fatal(err)
		}
		without += check(inputs, nil)
		first += check(inputs, store)
		second += check(inputs, store)
		changed += check(touched, store)
	}
	b.ReportMetric(float64(first)/float64(without), "x-first")
	b.ReportMetric(float64(second)/float64(without), "x-second")
	b.ReportMetric(float64(changed)/float64(without), "x-touched")
}
