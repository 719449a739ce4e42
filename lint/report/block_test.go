package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// findingAt returns a finding at a line of a file.
func findingAt(path string, line int, severity lint.Severity, block string, saving int) lint.Diagnostic {
	at := source.Position{Offset: 10 * line, Line: line, Column: 1}
	d := lint.Diagnostic{Rule: "r", Severity: severity, Confidence: lint.Proven, Place: lint.Place{Path: path, Start: at, End: at},
		Message: fmt.Sprintf("message %d", line), Label: fmt.Sprintf("label %d", line), Block: block}
	if saving > 0 {
		d.Impact = &lint.Impact{SavingPercent: saving, Level: lint.Medium, GPU: "sm_90"}
	}
	return d
}

func textOfFindings(t *testing.T, opts Options, findings ...lint.Diagnostic) string {
	var out bytes.Buffer
	if err := Write(&out, "text", &engine.Result{Findings: findings, Files: 1}, opts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestBlocks: findings about one object in one kernel are one block, which shows the one that saves
// most and the places of the others.
func TestBlocks(t *testing.T) {
	got := textOfFindings(t, Options{},
		findingAt("a.cu", 1, lint.Warning, "k table", 10), findingAt("a.cu", 2, lint.Warning, "k other", 0), findingAt("a.cu", 3, lint.Warning, "k table", 30),
		findingAt("b.cu", 4, lint.Warning, "k table", 0), findingAt("b.cu", 5, lint.Warning, "", 0), findingAt("b.cu", 6, lint.Warning, "", 0))
	for text, want := range map[string]int{"warning[r]": 5, "message 3": 1, "message 1": 0, "also: a.cu:1:1: label 1, est. speedup about 10 %": 1, "also:": 1, "6 findings (6 warnings)": 1} {
		if n := strings.Count(got, text); n != want {
			t.Errorf("%q occurs %d times, want %d:\n%s", text, n, want, got)
		}
	}
	if strings.Index(got, "message 3") > strings.Index(got, "message 2") {
		t.Errorf("a block does not stand where its first finding does:\n%s", got)
	}
	var many []lint.Diagnostic
	for i := range 40 {
		many = append(many, findingAt("a.cu", i+1, lint.Warning, "k table", 0))
	}
	if got := textOfFindings(t, Options{}, many...); strings.Count(got, "also:") != maxPlaces+1 || !strings.Contains(got, "also: 31 more places") {
		t.Errorf("40 places:\n%s", got)
	}
}

// TestInfoTable: more than ten findings of severity info are a table, but for those with a price.
func TestInfoTable(t *testing.T) {
	var findings []lint.Diagnostic
	for i := range 11 {
		findings = append(findings, findingAt([]string{"a/x.cu", "b/y.cu"}[i%2], i+1, lint.Info, "", 0))
	}
	findings = append(findings, findingAt("a/x.cu", 20, lint.Warning, "", 0), findingAt("a/x.cu", 21, lint.Info, "", 30))
	got := textOfFindings(t, Options{}, findings...)
	for _, want := range []string{"message 20", "message 21", "11 findings of severity info (--show-info prints them):", "     6  r  a\n", "     5  r  b\n", "13 findings (1 warning, 12 info)"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "message 3") {
		t.Errorf("findings of severity info are printed:\n%s", got)
	}
	for _, c := range []struct {
		opts     Options
		findings []lint.Diagnostic
	}{{Options{ShowInfo: true}, findings}, {Options{}, findings[1:]}} {
		if got := textOfFindings(t, c.opts, c.findings...); strings.Contains(got, "--show-info") || strings.Count(got, "info[r]") != len(c.findings)-1 {
			t.Errorf("%+v:\n%s", c.opts, got)
		}
	}
}

// TestRelatedPlaces: the text names five related places and counts the others. JSON has all.
func TestRelatedPlaces(t *testing.T) {
	for n, want := range map[int]string{5: "", 6: "note: and 1 more place\n", 70: "note: and 65 more places\n"} {
		d := findingAt("a.cu", 1, lint.Warning, "", 0)
		d.Help = "the help"
		for i := range n {
			d.Related = append(d.Related, lint.Related{Place: findingAt("a.cu", 10+i, lint.Warning, "", 0).Place, Message: "is like it"})
		}
		got := textOfFindings(t, Options{}, d)
		if strings.Count(got, "is like it") != 5 || !strings.Contains(got, want) || strings.Contains(got, "more place") != (want != "") || !strings.Contains(got, "help: the help") {
			t.Errorf("%d places:\n%s", n, got)
		}
		var out bytes.Buffer
		if err := Write(&out, "json", &engine.Result{Findings: []lint.Diagnostic{d}, Files: 1}, Options{}); err != nil || strings.Count(out.String(), "is like it") != n {
			t.Errorf("%d places: JSON has %d (%v)", n, strings.Count(out.String(), "is like it"), err)
		}
	}
}

// TestMaxSame: at most so many findings of a rule about an object, or else in a kernel, are printed.
func TestMaxSame(t *testing.T) {
	at := func(line int, block, function string) lint.Diagnostic {
		d := findingAt("a.cu", line, lint.Warning, block, 0)
		d.Function = function
		return d
	}
	other := findingAt("b.cu", 30, lint.Warning, "k\x00table", 0)
	findings := []lint.Diagnostic{
		at(1, "k\x00table", "k"), at(2, "k\x00table", "k"), at(3, "k\x00table", "k"), at(4, "j\x00table", "j"), at(5, "j\x00table", "j"), at(6, "k\x00row", "k"),
		at(10, "", "k"), at(11, "", "k"), at(12, "", "k"), at(13, "", "j"), at(20, "", ""), at(21, "", ""), at(22, "", ""), other,
	}
	for n, want := range map[int]struct{ blocks, places, left int }{0: {11, 3, 0}, 1: {8, 0, 6}, 2: {9, 1, 4}, 3: {10, 2, 2}, 4: {11, 2, 1}, 5: {11, 3, 0}} {
		got := textOfFindings(t, Options{MaxSame: n}, findings...)
		left := fmt.Sprintf("%d findings not printed because of --max-same %d\n", want.left, n)
		if want.left == 1 {
			left = strings.Replace(left, "findings", "finding", 1)
		}
		if strings.Count(got, "warning[r]") != want.blocks || strings.Count(got, "also:") != want.places || strings.Contains(got, left) != (want.left > 0) ||
			!strings.Contains(got, "14 findings (14 warnings)") || want.blocks+want.places+want.left != 14 {
			t.Errorf("--max-same %d:\n%s", n, got)
		}
	}
}
