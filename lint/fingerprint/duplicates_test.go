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

// TestDeduplicateRanksWithoutWords: the worst finding of a place stays, in whatever order the
// findings come, and whatever their messages and assumptions say.
func TestDeduplicateRanksWithoutWords(t *testing.T) {
	at := func(path string, offset int) lint.Related {
		r := lint.Related{Message: fmt.Sprint(-offset)}
		r.Path, r.Start.Offset, r.End.Offset = path, offset, offset+1
		return r
	}
	saving := func(percent int) *lint.Impact { return &lint.Impact{SavingPercent: percent} }
	for name, c := range map[string]struct{ worse, better lint.Diagnostic }{
		"impact": {
			lint.Diagnostic{Impact: saving(20), Confidence: lint.Possible, Assumptions: []string{"x", "y"}},
			lint.Diagnostic{Impact: saving(10), Confidence: lint.Proven},
		},
		"severity": {
			lint.Diagnostic{Severity: lint.Warning, Confidence: lint.Possible},
			lint.Diagnostic{Severity: lint.Info, Confidence: lint.Proven},
		},
		"confidence": {
			lint.Diagnostic{Confidence: lint.Proven, Assumptions: []string{"x", "y"}},
			lint.Diagnostic{Confidence: lint.Likely, Assumptions: []string{"x"}},
		},
		"fewer assumptions": {
			lint.Diagnostic{Assumptions: []string{"x"}, Related: []lint.Related{at("b.cu", 5)}},
			lint.Diagnostic{Assumptions: []string{"x", "y"}, Related: []lint.Related{at("a.cu", 3)}},
		},
		"included": {
			lint.Diagnostic{Origin: lint.Origin{Included: true}, Related: []lint.Related{at("b.cu", 5)}},
			lint.Diagnostic{Related: []lint.Related{at("a.cu", 3)}},
		},
		"related path": {
			lint.Diagnostic{Related: []lint.Related{at("a.cu", 9)}},
			lint.Diagnostic{Related: []lint.Related{at("b.cu", 3)}},
		},
		"related offset": {
			lint.Diagnostic{Related: []lint.Related{at("a.cu", 1), at("a.cu", 3)}},
			lint.Diagnostic{Related: []lint.Related{at("a.cu", 1), at("a.cu", 20)}},
		},
	} {
		for _, messages := range [][2]string{{"a", "b"}, {"b", "a"}} {
			worse, better := c.worse, c.better
			worse.Message, better.Message = messages[0], messages[1]
			for _, both := range [][]lint.Diagnostic{{worse, better}, {better, worse}} {
				if got := Deduplicate(both, nil); len(got) != 1 || got[0].Message != worse.Message {
					t.Errorf("%s, messages %q: %q stays", name, messages, got[0].Message)
				}
			}
		}
	}
}

// TestDeduplicateIgnoresWords: of findings that differ in their texts alone, the first stays.
func TestDeduplicateIgnoresWords(t *testing.T) {
	for _, texts := range [][2]string{{"a", "b"}, {"b", "a"}} {
		of := func(text string) lint.Diagnostic {
			return lint.Diagnostic{Message: text, Label: text, Help: text, Assumptions: []string{text}}
		}
		got := Deduplicate([]lint.Diagnostic{of(texts[0]), of(texts[1])}, nil)
		if len(got) != 1 || got[0].Message != texts[0] {
			t.Errorf("%q: %q stays", texts, got[0].Message)
		}
	}
}
