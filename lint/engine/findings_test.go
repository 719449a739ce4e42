package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// A finding about a function that no kernel in sight reaches is information, and says so.
func TestFindingsWithoutAKernel(t *testing.T) {
	const text = "__constant__ float table[256];\n__device__ float read(float *p) { return table[threadIdx.x]; }\n"
	l := engine.New(engine.Options{Rules: rules.All()})
	result := l.Check(context.Background(), []discover.Input{{Path: "a.cu", Text: []byte(text), HasText: true}})
	found := false
	for _, f := range result.Findings {
		if f.Rule != "constant-divergent-index" {
			continue
		}
		found = true
		if f.Severity != lint.Info || !slices.ContainsFunc(f.Assumptions, func(s string) bool { return strings.Contains(s, "no visible kernel reaches read") }) {
			t.Errorf("severity %v, assumptions %q", f.Severity, f.Assumptions)
		}
	}
	if !found {
		t.Errorf("findings %+v", result.Findings)
	}
}
