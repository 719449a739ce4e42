package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/verify"
)

// TestVerifiedLines: JSON has the comparison of each line, with every verdict of the schema.
func TestVerifiedLines(t *testing.T) {
	r := measured()
	for status, verdict := range map[verify.Status]string{verify.Agrees: "agrees", verify.Disagrees: "differs", verify.DidNotRun: "not-run",
		verify.NoInstruction: "no-instruction", verify.CannotTell: "unknown"} {
		r.Verified.Lines = []verify.LineResult{{Status: status, Measured: 8, Requests: 10, LinePrediction: verify.LinePrediction{
			LineKey: verify.LineKey{Path: "a.cu", Line: 3, Shared: true, Kind: verify.Stores}, Kernels: []string{"k"}, Known: true, Least: 16, Most: 16}}}
		var b bytes.Buffer
		if err := Write(&b, "json", r, Options{Version: "0.1.0"}); err != nil {
			t.Fatal(err)
		}
		validate(t, "check.schema.json", b.Bytes())
		for _, want := range []string{`"verdict": "` + verdict + `"`, `"unit": "wavefronts/ideal"`, `"measured": 8`, `"most": 16`} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("no %s in\n%s", want, b.String())
			}
		}
	}
}
