package verification

import (
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/verify"
)

// TestApplyLine: what a source page does to a finding about traffic.
func TestApplyLine(t *testing.T) {
	for name, c := range map[string]struct {
		status      verify.Status
		measured    float64
		severity    lint.Severity
		confidence  lint.Confidence
		unconfirmed bool
	}{
		"confirmed":     {verify.Agrees, 32, lint.Warning, lint.Proven, false},
		"less measured": {verify.Disagrees, 4, lint.Info, lint.Possible, true},
		"more measured": {verify.Disagrees, 64, lint.Warning, lint.Likely, false},
		"not executed":  {verify.DidNotRun, 0, lint.Info, lint.Likely, true},
		"not told":      {verify.CannotTell, 4, lint.Warning, lint.Likely, false},
	} {
		d := lint.Diagnostic{Severity: lint.Warning, Confidence: lint.Likely, Impact: &lint.Impact{}}
		r := verify.LineResult{LinePrediction: verify.LinePrediction{Known: true, Least: 32, Most: 32}, Status: c.status, Measured: c.measured}
		applyLine(&d, &r, "run.csv")
		if d.Severity != c.severity || d.Confidence != c.confidence || d.Impact.Unconfirmed != c.unconfirmed || d.Verification.Note == "" {
			t.Errorf("%s: %v %v %+v %+v", name, d.Severity, d.Confidence, d.Impact, d.Verification)
		}
	}
}
