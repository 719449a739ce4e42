package engine_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	constantdivergentindex "github.com/cudalint/cudalint/rules/constant-divergent-index"
)

// BenchmarkPrices checks kernels that all have findings with and without prices: the
// difference is what pricing takes. On other code it takes less, as only kernels
// with findings are estimated.
func BenchmarkPrices(b *testing.B) {
	paths, err := filepath.Glob("../model/cost/testdata/kernels/*.cu")
	if err != nil || len(paths) == 0 {
		b.Fatalf("no kernels: %v", err)
	}
	var inputs []discover.Input
	for _, path := range paths {
		inputs = append(inputs, discover.Input{Path: path})
	}
	for _, c := range []struct{ name, gpu string }{{"without", "sm_32"}, {"with", "sm_90"}} {
		b.Run(c.name, func(b *testing.B) {
			priced := 0
			for range b.N {
				l := engine.New(engine.Options{Rules: []*lint.Rule{constantdivergentindex.Rule}, Target: lint.Target{GPU: c.gpu}, Jobs: 1})
				for _, d := range l.Check(context.Background(), inputs).Findings {
					if d.Impact != nil {
						priced++
					}
				}
			}
			if (priced > 0) != (c.gpu == "sm_90") {
				b.Errorf("%d findings with a price", priced)
			}
		})
	}
}
