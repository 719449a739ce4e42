package engine_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// BenchmarkCheckCorpus checks the kernels of the test data with the rules that look at constant memory
// only and with all rules: the difference is what it takes to follow all memory accesses, and to
// price and verify what is found. Generated sources (BenchmarkCheck) have one kind of kernel.
func BenchmarkCheckCorpus(b *testing.B) {
	var inputs []discover.Input
	for _, pattern := range []string{"../model/cost/testdata/kernels/*.cu", "../../testdata/truth/*.cu", "../../testdata/rules/*/*.cu"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			b.Fatalf("%s: no kernels: %v", pattern, err)
		}
		for _, path := range paths {
			inputs = append(inputs, discover.Input{Path: path})
		}
	}
	var constant []*lint.Rule
	for _, rule := range rules.All() {
		if !rule.AllMemory {
			constant = append(constant, rule)
		}
	}
	for _, c := range []struct {
		name  string
		rules []*lint.Rule
	}{{"constant", constant}, {"all", rules.All()}} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				result := engine.New(engine.Options{Rules: c.rules, Jobs: 1, Fixes: true}).Check(context.Background(), inputs)
				if len(result.Findings) == 0 {
					b.Fatal("no findings")
				}
			}
		})
	}
}
