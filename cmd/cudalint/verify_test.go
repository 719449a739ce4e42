package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/verify"
)

const exports = "../../lint/verify/testdata/"

// verified is what check says about kernels and findings, by kernel and block.
type verified struct {
	Verification []struct {
		Kernel, Path, Status, Why string
		Line                      int
		Block                     *[3]int
		Predicted                 struct{ Most float64 }
	}
	Findings []struct {
		Rule, Severity, Confidence string
		Range                      struct{ Start struct{ Line int } }
		Verification               *struct {
			Kernel, Status, Note string
			Measured, Predicted  *float64
		}
	}
}

func checkVerified(t *testing.T, args ...string) verified {
	t.Helper()
	var out, problems bytes.Buffer
	c := &Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &problems, Getenv: func(string) string { return "" }}
	if status := c.Run(context.Background(), append([]string{"check", "--exit-zero", "-q", "--output-format", "json"}, args...)); status != exitClean || problems.Len() > 0 {
		t.Fatalf("%q: status %d: %s", args, status, problems.String())
	}
	var v verified
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVerifyExports holds real exports against the source that was measured.
func TestVerifyExports(t *testing.T) {
	tell := map[string]string{
		"rows_at_run_time": "cannot-tell", // another shape than assumed
		"behind_data":      "cannot-tell", // half of the lanes
		"sorted_data":      "disagrees",   // one address a warp
		"never_run":        "did-not-run",
	}
	for _, file := range []string{
		"live_raw.csv", "live_details.csv", "report_raw.csv", "report_raw_fp.csv", "report_raw_function.csv", "report_raw_mangled.csv",
		"report_raw_instances.csv", "report_details_mangled.csv", "report_details_c.csv", "report_summary.csv", "report_summary_raw.csv",
	} {
		v := checkVerified(t, "--verify", exports+file, exports+"cases.cu")
		// by_column has two shapes, by_thread two instances, overloaded two overloads.
		if len(v.Verification) != 20 {
			t.Errorf("%s: %d kernels", file, len(v.Verification))
		}
		for _, k := range v.Verification {
			want := tell[k.Kernel]
			if want == "" {
				want = "agrees"
			}
			if k.Status != want {
				t.Errorf("%s: %s at line %d: %s (%s), want %s", file, k.Kernel, k.Line, k.Status, k.Why, want)
			}
		}
		for _, f := range v.Findings {
			if f.Rule != "constant-divergent-index" {
				if f.Verification != nil {
					t.Errorf("%s: %s is verified", file, f.Rule)
				}
				continue
			}
			want := tell[f.Verification.Kernel]
			demoted := want == "disagrees" || want == "did-not-run"
			if demoted != (f.Severity == "info") {
				t.Errorf("%s: line %d: %s is %s", file, f.Range.Start.Line, f.Verification.Kernel, f.Severity)
			}
		}
	}
}

// TestVerifyGivenShape: with the shape that was measured, the prediction holds, and
// what was assumed about it becomes proven.
func TestVerifyGivenShape(t *testing.T) {
	confidence := func(args ...string) string {
		v := checkVerified(t, append(args, "--verify", exports+"live_raw.csv", exports+"cases.cu")...)
		for _, f := range v.Findings {
			if f.Verification != nil && f.Verification.Kernel == "rows_at_run_time" {
				return f.Verification.Status + " " + f.Confidence
			}
		}
		return ""
	}
	if got := confidence(); got != "cannot-tell likely" {
		t.Errorf("assumed: %q", got)
	}
	if got := confidence("--block", "8,16"); got != "agrees proven" {
		t.Errorf("given: %q", got)
	}
}

// TestVerifyMeasuredKernels holds all kernels of testdata/truth against one report
// of all their programs.
func TestVerifyMeasuredKernels(t *testing.T) {
	sources, err := filepath.Glob("../../testdata/truth/constant_*.cu")
	if err != nil || len(sources) != 11 {
		t.Fatal(sources, err)
	}
	v := checkVerified(t, append([]string{"--verify", exports + "truth_raw.csv"}, sources...)...)
	counts := map[string]int{}
	var untold []string
	for _, k := range v.Verification {
		counts[k.Status]++
		if k.Status != "agrees" {
			untold = append(untold, k.Kernel)
		}
	}
	// tail_guard's lanes depend on blockIdx.x (see the deviations of lint/analysis/warp).
	if want := []string{"tail_guard"}; !slices.Equal(untold, want) {
		t.Errorf("%v: %q, want %q", counts, untold, want)
	}
	if counts["agrees"] < 190 {
		t.Errorf("only %v", maps.Collect(maps.All(counts)))
	}
}

// TestVerifyTimedKernels holds the timed kernels against the counters that were
// measured with their times. No prediction was made with them in view, except that
// rows of tables (lanes.Value.Multiplied) followed from lj_types and blosum_score.
func TestVerifyTimedKernels(t *testing.T) {
	const folder = "../../lint/model/cost/testdata/kernels/"
	sources, err := filepath.Glob(folder + "*.cu")
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	v := checkVerified(t, append([]string{"--verify", exportOf(t, folder+"measured.csv")}, sources...)...)
	divergent := map[string]int{}
	for _, k := range v.Verification {
		if k.Status == "disagrees" {
			t.Errorf("%s %s: %s", k.Kernel, k.Status, k.Why)
		}
		if k.Predicted.Most > 0 {
			divergent[k.Status]++
		}
	}
	if divergent["agrees"] < 20 || divergent["agrees"] < 5*divergent["cannot-tell"] {
		t.Errorf("of the kernels with divergent reads %v", divergent)
	}
}

// exportOf writes the counters of a table of timed kernels as Nsight Compute does.
func exportOf(t *testing.T, table string) string {
	t.Helper()
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	dimensions := func(s string) string {
		parts := append(strings.Split(s, "x"), "1", "1")
		return "(" + strings.Join(parts[:3], ", ") + ")"
	}
	lines := []string{`"ID","Kernel Name","Block Size","Grid Size","` + verify.Divergent + `","` + verify.Replays + `"`}
	for i, row := range rows[1:] {
		at := func(name string) string { return row[column[name]] }
		kernel := at("kernel")
		if variant := at("variant"); variant != "before" {
			kernel += "_" + variant
		}
		lines = append(lines, fmt.Sprintf(`"%d","%s","%s","%s","%s","%s"`, i, kernel, dimensions(at("block")), dimensions(at("grid")), at("idc_divergent"), at("idc_replays")))
	}
	name := filepath.Join(t.TempDir(), "timed.csv")
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}
