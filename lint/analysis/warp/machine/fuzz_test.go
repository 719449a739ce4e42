package machine_test

import (
	"math"
	"math/rand"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// FuzzAnalyze analyses kernels that the fuzz input generates, some of them with a
// piece cut out: it must end soon, say the same each time and nothing impossible,
// and agree with running the kernel where that can be done.
func FuzzAnalyze(f *testing.F) {
	r := rand.New(rand.NewSource(1))
	for range 20 {
		seed := make([]byte, 400)
		r.Read(seed)
		f.Add(seed, uint16(0), uint16(0))
	}
	f.Add([]byte{}, uint16(100), uint16(30))
	f.Fuzz(func(t *testing.T, decisions []byte, cut, length uint16) {
		if len(decisions) > 4000 {
			return
		}
		p := generate(&bytesChooser{rest: decisions})
		if length == 0 {
			if wrong := compareProgram(t, p, rand.New(rand.NewSource(1)), &tally{}); wrong != "" {
				t.Fatalf("%s\n%s", wrong, p.text)
			}
		}
		text := p.text
		start := min(int(cut), len(text))
		text = text[:start] + text[min(start+int(length), len(text)):]
		began := time.Now()
		first := analyzeAll(t, text)
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("takes %v", took)
		}
		second := analyzeAll(t, text)
		if len(first) != len(second) {
			t.Fatalf("%d results, then %d", len(first), len(second))
		}
		for i, res := range first {
			checkPlausible(t, res, text)
			if !reflect.DeepEqual(counts(res), counts(second[i])) {
				t.Fatalf("counts differ from run to run\n%s", text)
			}
			for k, a := range res.Accesses {
				if k >= len(second[i].Accesses) || !sameFigures(a, second[i].Accesses[k]) {
					t.Fatalf("%s differs from run to run\n%s", a.Node.Text(), text)
				}
			}
		}
	})
}

// counts returns what does not depend on the syntax tree of the nests.
func counts(r warp.Result) []warp.Nest {
	nests := slices.Clone(r.Nests)
	for i := range nests {
		nests[i].Loop = ast.Node{}
	}
	return nests
}

func sameFigures(a, b warp.Access) bool {
	figures := func(a warp.Access) []any {
		return []any{a.Node.Text(), a.Space, a.Kind, a.Object, a.Pattern, a.Stride, a.Addresses, a.Sectors, a.BankConflict, a.ActiveLanes, a.Lanes, a.Trips, a.DataRange, a.Nest, a.Executions, a.Repeats, a.Vector, a.Immediate}
	}
	return reflect.DeepEqual(figures(a), figures(b))
}

// checkPlausible checks what holds of every row, whatever the kernel.
func checkPlausible(t *testing.T, res warp.Result, text string) {
	t.Helper()
	for i, n := range res.Nests {
		for _, x := range []float64{n.Trips, n.Entries, n.Runs, n.Barriers} {
			if !(x >= 0) || math.IsInf(x, 0) {
				t.Errorf("nest %d: %+v\n%s", i, n, text)
			}
		}
		if n.Parent >= i || n.Parent < 0 && i > 0 || n.Unroll < 0 {
			t.Errorf("nest %d: %+v\n%s", i, n, text)
		}
		for _, o := range n.Operations {
			if !(o.Count > 0) || math.IsInf(o.Count, 0) {
				t.Errorf("nest %d: %+v\n%s", i, o, text)
			}
		}
	}
	for _, a := range res.Accesses {
		if a.Nest < 0 || res.Nests != nil && a.Nest >= len(res.Nests) || !(a.Executions >= 0) || math.IsInf(a.Executions, 0) || res.Nests != nil && !(a.Vector >= 1 && a.Repeats >= 1) {
			t.Errorf("%s: nest %d, executions %g, vector %g\n%s", a.Node.Text(), a.Nest, a.Executions, a.Vector, text)
		}
		c := a.Addresses
		switch {
		case !c.Known() && a.Pattern != warp.PatternUnknown, c.Known() && a.Pattern == warp.PatternUnknown:
			t.Errorf("%s: %v with %d addresses\n%s", a.Node.Text(), a.Pattern, c.Worst, text)
		case c.Worst > a.ActiveLanes.Worst || a.ActiveLanes.Worst < 1 || a.ActiveLanes.Worst > 32:
			t.Errorf("%s: %d addresses of %d lanes\n%s", a.Node.Text(), c.Worst, a.ActiveLanes.Worst, text)
		case c.Known() && (c.Mean < 1-1e-9 || c.Mean > float64(c.Worst)+1e-9):
			t.Errorf("%s: mean %v of at most %d\n%s", a.Node.Text(), c.Mean, c.Worst, text)
		case (a.Pattern == warp.Uniform) != (c.Worst == 1):
			t.Errorf("%s: %v with %d addresses\n%s", a.Node.Text(), a.Pattern, c.Worst, text)
		}
	}
}
