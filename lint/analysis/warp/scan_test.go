package warp_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// TestFirstLook holds the first look, which check uses, against the full analysis
// of the measured kernels: it must lead to the same divergent reads.
func TestFirstLook(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/truth/constant_*.cu")
	if err != nil || len(files) == 0 {
		t.Fatalf("no measured kernels: %v", err)
	}
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		unit, err := sema.NewUnit(context.Background(), source.NewFile(file, text), sema.Options{Arch: 900, Read: os.ReadFile})
		if err != nil {
			t.Fatal(err)
		}
		whole := divergentReads(unit, kernels.Options{})
		look := divergentReads(unit, kernels.Options{ConstantOnly: true})
		found += len(whole)
		for read, worst := range whole {
			if look[read] != worst {
				t.Errorf("%s: %v has %d addresses, the first look leads to %d", filepath.Base(file), read, worst, look[read])
			}
		}
		if len(look) > len(whole) {
			t.Errorf("%s: the first look leads to %d reads, there are %d", filepath.Base(file), len(look), len(whole))
		}
	}
	if found < 100 {
		t.Errorf("only %d divergent reads compared", found)
	}
}

// read names a read of one kernel under one block shape.
type read struct {
	kernel, text string
	block        [3]int
}

func divergentReads(unit *sema.Unit, opts kernels.Options) map[read]int {
	out := map[read]int{}
	for _, r := range kernels.Analyze(context.Background(), unit, opts) {
		for _, a := range r.Accesses {
			constant := a.Space == sema.ConstantSpace || a.Space == sema.ParameterSpace
			if constant && a.Kind == warp.Load && a.Addresses.Worst > 1 {
				k := read{r.Kernel.Name, a.Node.Text(), r.Block.Dim}
				out[k] = max(out[k], a.Addresses.Worst)
			}
		}
	}
	return out
}
