package verification

import (
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/verify"
)

// TestDecisive: of the kernels that reach a read, one that agrees confirms it, and all have to
// disagree to refute it.
func TestDecisive(t *testing.T) {
	agrees, unsure := &verify.Result{Status: verify.Agrees}, &verify.Result{Status: verify.CannotTell}
	disagrees, more := &verify.Result{Status: verify.Disagrees, Most: 1}, &verify.Result{Status: verify.Disagrees, Most: 2}
	absent := &verify.Result{Status: verify.DidNotRun}
	for name, c := range map[string]struct {
		results []*verify.Result
		want    *verify.Result
	}{
		"none":                   {nil, nil},
		"one agrees":             {[]*verify.Result{disagrees, absent, agrees, unsure}, agrees},
		"one cannot tell":        {[]*verify.Result{more, unsure, absent}, unsure},
		"the others did not run": {[]*verify.Result{absent, disagrees}, disagrees},
		"the largest of equals":  {[]*verify.Result{disagrees, more, disagrees}, more},
		"none ran":               {[]*verify.Result{absent}, absent},
	} {
		if got := decisive(c.results); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestApply: what a measurement does to a finding.
func TestApply(t *testing.T) {
	for name, c := range map[string]struct {
		result      verify.Result
		confidence  lint.Confidence
		severity    lint.Severity
		unconfirmed bool
	}{
		"agrees with this shape": {verify.Result{Status: verify.Agrees, Exact: true, SameShape: true}, lint.Proven, lint.Warning, false},
		"agrees with another":    {verify.Result{Status: verify.Agrees, Exact: true}, lint.Likely, lint.Warning, false},
		"agrees roughly":         {verify.Result{Status: verify.Agrees, SameShape: true}, lint.Likely, lint.Warning, false},
		"cannot tell":            {verify.Result{Status: verify.CannotTell}, lint.Likely, lint.Warning, false},
		"disagrees":              {verify.Result{Status: verify.Disagrees}, lint.Possible, lint.Info, true},
		"did not run":            {verify.Result{Status: verify.DidNotRun}, lint.Likely, lint.Info, true},
	} {
		price := &lint.Impact{SavingPercent: 9}
		d := lint.Diagnostic{Confidence: lint.Likely, Severity: lint.Warning, Impact: price}
		apply(&d, &c.result, []*verify.Export{{File: "dir/a.csv"}})
		if d.Confidence != c.confidence || d.Severity != c.severity || d.Impact.Unconfirmed != c.unconfirmed {
			t.Errorf("%s: %s, %s, unconfirmed %t", name, d.Confidence, d.Severity, d.Impact.Unconfirmed)
		}
		if price.Unconfirmed || d.Verification == nil || d.Verification.Status != c.result.Status {
			t.Errorf("%s: the shared price is changed, or the status is not that of the result: %+v", name, d.Verification)
		}
	}
}

func TestFileList(t *testing.T) {
	for want, files := range map[string][]string{
		"":                      nil,
		"a, b":                  {"x/a", "b"},
		"a, b, c":               {"a", "b", "c"},
		"a, b and 2 more files": {"a", "b", "c", "d"},
	} {
		if got := fileList(files); got != want {
			t.Errorf("%q: %q, want %q", files, got, want)
		}
	}
}

// TestDistinct: equal predictions of a kernel are one; if launches differ in the grid, the grid is
// open.
func TestDistinct(t *testing.T) {
	at := func(line int, block, grid int64) Prediction {
		return Prediction{Kernel: verify.Kernel{Path: "a.cu", Line: line, Block: verify.Shape{block, 1, 1}, Grid: verify.Shape{grid, 1, 1}}}
	}
	got := distinct([]Prediction{at(7, 32, 1), at(3, 32, 1), at(3, 64, 1), at(3, 32, 2), at(7, 32, 1)})
	want := []Prediction{at(3, 32, 0), at(3, 64, 1), at(7, 32, 1)}
	want[0].Grid = verify.Shape{}
	if len(got) != len(want) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	for i := range want {
		if got[i].Line != want[i].Line || got[i].Block != want[i].Block || got[i].Grid != want[i].Grid {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
}
