package price

import (
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/ptxas"
)

// doubles returns a kernel that executes a product of double precision with its conversions so often,
// and the proposal to do it in single precision.
func doubles(times float64) []lint.Replacement {
	r := lint.Replacement{Executions: times}
	r.Now.Add(warp.Convert, warp.Single, warp.Double)
	r.Now.Add(warp.Multiply, warp.Double, warp.Double)
	r.Now.Add(warp.Convert, warp.Double, warp.Single)
	r.Then.Add(warp.Multiply, warp.Single, warp.Single)
	var all warp.Work
	all.Plus(r.Now, times)
	add := warp.OperationCount{Operation: warp.Add, Type: warp.Single, From: warp.Single, Count: 1000}
	root := warp.Nest{Parent: -1, Trips: 1, TripsKnown: true, Constant: true, Unroll: 1, Entries: 1, Runs: 1, Operations: append(all.Operations, add)}
	r.Kernel = &warp.Result{Nests: []warp.Nest{root}, Block: warp.Block{Dim: [3]int{256, 1, 1}}}
	return []lint.Replacement{r}
}

func replaced(t *testing.T, name string, list []lint.Replacement) *lint.Impact {
	t.Helper()
	model, product := ModelOf(nil, nil, name)
	return New(model, product, lint.PlaceOf, func(*warp.Result) *ptxas.Usage { return nil }).Replace(list, "single-precision")
}

// TestReplaceByGPU: double precision is 64 times as slow as single on sm_89, twice on sm_90.
func TestReplaceByGPU(t *testing.T) {
	slow, fast := replaced(t, "sm_89", doubles(100)), replaced(t, "sm_90", doubles(100))
	if slow == nil || fast == nil || slow.Cycles != 16 || slow.Bound != "double-precision arithmetic" || slow.SavingPercent < 60 || fast.SavingPercent > slow.SavingPercent/2 {
		t.Errorf("sm_89: %+v\nsm_90: %+v", slow, fast)
	}
	if !slow.AtMost || !slow.Replaces || slow.Best.Placement != "single-precision" || slow.TogetherPercent != 0 {
		t.Errorf("%+v", slow)
	}
	if i := replaced(t, "sm_999", doubles(100)); i != nil {
		t.Errorf("a price without a model: %+v", i)
	}
}

// TestReplaceTakesTheWorst: the kernel where a change saves most gives the price; more executions than
// the kernel has cannot save more than all.
func TestReplaceTakesTheWorst(t *testing.T) {
	few, many := doubles(1), doubles(1000)
	worst := replaced(t, "sm_89", append(few, many...))
	if one := replaced(t, "sm_89", many); worst == nil || worst.SavingPercent != one.SavingPercent {
		t.Errorf("%+v, want %+v", worst, one)
	}
	many[0].Executions *= 100
	if i := replaced(t, "sm_89", many); i == nil || i.SavingPercent > 99 {
		t.Errorf("%+v", i)
	}
}

// TestReplaceUnknown: a kernel that was not followed to its end has no price.
func TestReplaceUnknown(t *testing.T) {
	list := doubles(100)
	list[0].Kernel.Incomplete = warp.TooLong
	if i := replaced(t, "sm_89", list); i != nil {
		t.Errorf("%+v", i)
	}
	list = doubles(100)
	list[0].Executions = 0
	if i := replaced(t, "sm_89", list); i != nil {
		t.Errorf("a price of what is not executed: %+v", i)
	}
}
