package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// TestLaunchesThatAreCompiled: Pass.Instantiates is false for the functions around launches in
// templates of a header that the unit does not name, and true for those around other launches,
// which other files may have.
func TestLaunchesThatAreCompiled(t *testing.T) {
	dir := folder(t, map[string]string{
		"h.cuh": "static __global__ void k(int *p) { *p = 1; }\n" +
			"template <class T> void f(T *p) { k<<<1, 32>>>(p); }\ntemplate <class T> void g(T *p) { k<<<2, 32>>>(p); }\n",
		"a.cu": "#include \"h.cuh\"\nvoid h(int *p) { f(p); }\n",
		"b.cu": "#include \"h.cuh\"\nvoid h(int *p) { k<<<3, 32>>>(p); }\n",
		"c.cu": "__global__ void own(int *p) { *p = 1; }\n",
		"d.cu": "__global__ void own(int *p);\nvoid h(int *p) { own<<<4, 32>>>(p); }\n",
	})
	rule := &lint.Rule{Name: "test-launches", Severity: lint.Info, Check: func(p *lint.CheckPass) error {
		for _, k := range p.Unit.Kernels() {
			compiled := []string{}
			launches := p.DistinctLaunches(p.LaunchesOf(k))
			for _, l := range launches {
				if p.Instantiates(l.In) {
					compiled = append(compiled, p.LaunchAt(l))
				}
			}
			p.Report(lint.Finding{Node: p.Unit.File.Root(), Message: fmt.Sprintf("%d: %v", len(launches), compiled)})
		}
		return nil
	}}
	found, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	got := lines(New(Options{Dir: dir, Rules: []*lint.Rule{rule}}).Check(context.Background(), found))
	want := []string{
		"a.cu:1:1 2: [h.cuh:2]",
		"b.cu:1:1 3: [b.cu:2]",
		"c.cu:1:1 1: [d.cu:2]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
