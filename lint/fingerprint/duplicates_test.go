package fingerprint

import (
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

// TestDeduplicateKeepsTheFirst: of findings that differ only in help, fixes or related places,
// that of the first unit stays, whatever others there are.
func TestDeduplicateKeepsTheFirst(t *testing.T) {
	for n := range 80 {
		var findings []lint.Diagnostic
		for unit := range 3 {
			for i := range n {
				d := lint.Diagnostic{Rule: "rule", Help: fmt.Sprint(unit)}
				d.Path, d.Start.Offset = "a.cuh", (i*37)%n
				findings = append(findings, d)
			}
		}
		for _, d := range Deduplicate(findings, nil) {
			if d.Help != "0" {
				t.Fatalf("%d findings in each of three units: that of unit %s stays at offset %d", n, d.Help, d.Start.Offset)
			}
		}
	}
}
