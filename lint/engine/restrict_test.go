package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/discover"
)

// impactsOfRestrict reports every pointer parameter of every kernel and returns the
// impacts by parameter.
func impactsOfRestrict(t *testing.T, text string, analyze func(context.Context, *sema.Unit, kernels.Options) []warp.Result) map[string]*lint.Impact {
	t.Helper()
	rule := &lint.Rule{Name: "test-restrict", Severity: lint.Info, Check: func(p *lint.CheckPass) error {
		for _, k := range p.Unit.Kernels() {
			for _, param := range k.Params {
				if strings.Contains(param.Node.Text(), "*") {
					p.Report(lint.Finding{Node: param.Node, Function: k, Message: param.Name, Restrict: param.Name})
				}
			}
		}
		return nil
	}}
	l := New(Options{Rules: []*lint.Rule{rule}})
	if analyze != nil {
		l.analyze = analyze
	}
	out := map[string]*lint.Impact{}
	r := l.Check(context.Background(), []discover.Input{{Path: "a.cu", Text: []byte(text), HasText: true}})
	for _, p := range r.Problems {
		t.Errorf("problem: %s", p.Message)
	}
	for _, f := range r.Findings {
		out[f.Message] = f.Impact
	}
	return out
}

// TestPriceRestrict: the load of c is repeated after each store; in is read at another
// address each time, and the memory of none is not read at all. The larger launch
// counts.
func TestPriceRestrict(t *testing.T) {
	const text = `
__global__ void k(const float *c, const float *in, float *out, float *none, int n) {
	for (int i = 0; i < n; i++) out[(i & 3) * 256 + threadIdx.x] = c[0] * c[1] * c[2] * c[3] + in[i * 256 + threadIdx.x];
}
void run(float *a, float *b) { k<<<1000, 256>>>(a, a, b, b, 2); k<<<1000, 256>>>(a, a, b, b, 1000); }
`
	full := map[*sema.Function]int{}
	got := impactsOfRestrict(t, text, func(ctx context.Context, u *sema.Unit, o kernels.Options) []warp.Result {
		if o.Kernel == nil || !o.Brief {
			t.Errorf("a whole unit, or without a limit: %+v", o)
		}
		if o.Restrict == "" {
			full[o.Kernel]++
		}
		return kernels.Analyze(ctx, u, o)
	})
	if len(full) != 1 {
		t.Errorf("%d kernels", len(full))
	}
	for _, n := range full {
		if n != 1 {
			t.Errorf("the kernel as it is was analysed %d times", n)
		}
	}
	c := got["c"]
	if c == nil || !c.Restrict || !c.AtMost || c.Object != "c" || c.Reads != 4 || c.Executions != 4000 || c.ExecutionsThen != 4 || c.SavingPercent < 1 ||
		c.Best.Placement != "global-read-only" || len(c.Alternatives) != 1 || c.Cycles != c.Best.Cycles || c.Level != lint.High || c.GPU != "sm_90" || c.GridAssumed {
		t.Errorf("c: %+v", c)
	}
	if in := got["in"]; in == nil || in.Executions != in.ExecutionsThen || in.SavingPercent != 0 || in.Level != lint.Low {
		t.Errorf("in: %+v", in)
	}
	if none, ok := got["none"]; !ok || none != nil {
		t.Errorf("none: %+v", none)
	}
}

// TestPriceRestrictGivesUp: a kernel that takes long has no price, and the finding stays.
func TestPriceRestrictGivesUp(t *testing.T) {
	var text strings.Builder
	text.WriteString("__global__ void k(const float *c, float *out) {\n")
	for range 3000 {
		text.WriteString("\tfor (int i = threadIdx.x; i < 5; i++) out[i] = out[i] * c[0] + i;\n")
	}
	text.WriteString("}\n")
	got := impactsOfRestrict(t, text.String(), nil)
	if c, ok := got["c"]; !ok || c != nil {
		t.Errorf("%+v, %v", c, ok)
	}
}
