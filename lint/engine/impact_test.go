package engine

import (
	"context"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

func TestCompareImpact(t *testing.T) {
	list := []lint.Diagnostic{
		{Rule: "none"},
		{Rule: "unconfirmed", Confidence: lint.Likely, Impact: &lint.Impact{SavingPercent: 99, Unconfirmed: true}},
		{Rule: "small", Confidence: lint.Likely, Impact: &lint.Impact{SavingPercent: 3, Cycles: 64}},
		{Rule: "dear", Confidence: lint.Likely, Impact: &lint.Impact{SavingPercent: 40, Cycles: 64}},
		{Rule: "cheap", Confidence: lint.Likely, Impact: &lint.Impact{SavingPercent: 40, Cycles: 8}},
		{Rule: "large", Confidence: lint.Likely, Impact: &lint.Impact{SavingPercent: 97, Cycles: 8}},
		{Rule: "possible", Confidence: lint.Possible, Impact: &lint.Impact{SavingPercent: 99, Cycles: 8}},
		{Rule: "none, too"},
	}
	r := &Result{Findings: list}
	r.SortByImpact()
	var got []string
	for _, d := range r.Findings {
		got = append(got, d.Rule)
	}
	if want := []string{"large", "dear", "cheap", "small", "possible", "none", "unconfirmed", "none, too"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNegligibleFindings: what saves nothing of a kernel that takes a while is information.
func TestNegligibleFindings(t *testing.T) {
	const kernel = `
__constant__ float t[256];
__global__ void k(float *out, const float *in) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i] * t[threadIdx.x & 7]; }
void run(float *out, const float *in) { k<<<GRID, 32>>>(out, in); }
`
	for grid, want := range map[string]lint.Severity{"1": lint.Warning, "1000000": lint.Info} {
		rule := &lint.Rule{Name: "test-reads", Severity: lint.Warning, Check: func(p *lint.CheckPass) error {
			kernels, err := p.Kernels()
			for i := range kernels {
				for j := range kernels[i].Accesses {
					if a := &kernels[i].Accesses[j]; a.Space == sema.ConstantSpace {
						p.Report(lint.Finding{Node: a.Node, Message: "read", Access: a, Kernel: &kernels[i]})
					}
				}
			}
			return err
		}}
		l := New(Options{Rules: []*lint.Rule{rule}, Defines: []string{"GRID=" + grid}})
		r := l.Check(context.Background(), []discover.Input{{Path: "a.cu", Text: []byte(kernel), HasText: true}})
		if len(r.Findings) != 1 || r.Findings[0].Severity != want {
			t.Errorf("grid of %s: %+v, want one finding, %s", grid, r.Findings, want)
		}
	}
}
