package warp_test

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// measured is one line of a table in testdata/truth, by column name.
type measured map[string]string

func (r measured) float(t *testing.T, column string) float64 {
	x, err := strconv.ParseFloat(r[column], 64)
	if err != nil {
		t.Fatalf("column %s: %v", column, err)
	}
	return x
}

func readTable(t *testing.T, path string) []measured {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []measured
	for _, line := range lines[1:] {
		row := measured{}
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// accessesOf returns what the analysis says of a file, by kernel.
func accessesOf(t testing.TB, path string) map[string][]warp.Access {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Arch: 900, Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]warp.Access{}
	for _, r := range kernels.Analyze(context.Background(), unit, kernels.Options{}) {
		if r.Incomplete != "" {
			t.Errorf("%s: %s", r.Kernel.Name, r.Incomplete)
		}
		out[r.Kernel.Name] = append(out[r.Kernel.Name], r.Accesses...)
	}
	return out
}

// deviations are the measured kernels for which the analysis says something else,
// and why. Only "unknown" and a mean that counts a guard's threads as active are
// accepted.
var deviations = map[string]string{
	"global_store/tail_guard": "whether a lane is below n depends on blockIdx.x: every lane counts as active",
}

// TestMeasuredKernels compares the analysis with what hardware counters gave.
func TestMeasuredKernels(t *testing.T) {
	tables, err := filepath.Glob("../../../testdata/truth/*.csv")
	if err != nil || len(tables) == 0 {
		t.Fatalf("no measured kernels: %v", err)
	}
	for _, table := range tables {
		name := strings.TrimSuffix(filepath.Base(table), ".csv")
		rows := readTable(t, table)
		if rows[0]["parameter"] != "" || rows[0]["line"] != "" {
			continue // about pointer parameters, not about lanes
		}
		t.Run(name, func(t *testing.T) {
			got := accessesOf(t, strings.TrimSuffix(table, ".csv")+".cu")
			for _, row := range rows {
				if deviations[name+"/"+row["kernel"]] != "" {
					compareDeviation(t, row, got[row["kernel"]])
					continue
				}
				if _, memory := row["space"]; memory {
					compareMemory(t, row, got[row["kernel"]])
				} else if row["kind"] != "compiler" {
					compareConstant(t, row, got[row["kernel"]])
				}
			}
		})
	}
}

// compareDeviation checks that a known deviation is on the safe side, and still one.
func compareDeviation(t *testing.T, row measured, got []warp.Access) {
	t.Helper()
	deviates := false
	for _, a := range got {
		column, c := "worst_addresses", a.Addresses
		if _, memory := row["space"]; !memory && a.Space != sema.ConstantSpace {
			continue
		}
		if _, memory := row["space"]; memory {
			if a.Kind.String() != row["kind"] {
				continue
			}
			column, c = "worst_sectors", a.Sectors
			deviates = deviates || c.Mean > row.float(t, "sectors_per_request")
		}
		deviates = deviates || !a.Addresses.Known()
		if c.Known() && c.Worst < int(row.float(t, column)) {
			t.Errorf("%s: at most %d, measured %s", row["kernel"], c.Worst, row[column])
		}
	}
	if !deviates {
		t.Errorf("%s is as measured: take it out of the deviations", row["kernel"])
	}
}

func compareConstant(t *testing.T, row measured, got []warp.Access) {
	t.Helper()
	worst, mean, rows := 0, 0.0, 0
	replays, divergent, guarded := 0.0, 0.0, false // the numbers per warp and execution
	for _, a := range got {
		if a.Kind != warp.Load || a.Space != sema.ConstantSpace && a.Space != sema.ParameterSpace {
			continue
		}
		rows++
		if !a.Addresses.Known() {
			t.Errorf("%s: the addresses of %s are unknown", row["kernel"], a.Node.Text())
			return
		}
		worst, mean = max(worst, a.Addresses.Worst), max(mean, a.Addresses.Mean)
		replays, divergent = replays+a.Addresses.Mean-1, divergent+a.DivergentShare
		guarded = guarded || a.Unsure
	}
	if want, tolerance := row.float(t, "mean_addresses"), map[string]float64{"exact": 0.005, "estimate": 0.03}[row["kind"]]; tolerance > 0 {
		// The counters take the mean over the executions that diverge.
		got := 1.0
		if divergent > 0 {
			got += replays / divergent
		}
		if got < want*(1-tolerance) || got > want*(1+tolerance) && !guarded {
			t.Errorf("%s: %.3f addresses in divergent executions, measured %.3f", row["kernel"], got, want)
		}
	}
	switch row["kind"] {
	case "absent":
		if worst > 1 {
			t.Errorf("%s: claims %d addresses, the table is not in the constant bank", row["kernel"], worst)
		}
	case "exact":
		if want := int(row.float(t, "worst_addresses")); worst != want || rows == 0 {
			t.Errorf("%s: worst %d addresses in %d rows, measured %d", row["kernel"], worst, rows, want)
		}
	case "estimate":
		if want := row.float(t, "mean_addresses"); math.Abs(mean-want) > 0.03*want {
			t.Errorf("%s: mean %.2f addresses, measured %.2f", row["kernel"], mean, want)
		}
	default:
		t.Errorf("%s: no comparison for kind %q", row["kernel"], row["kind"])
	}
}

// compareMemory compares sectors per request (global) or the bank conflict degree
// (shared).
func compareMemory(t *testing.T, row measured, got []warp.Access) {
	t.Helper()
	var figure warp.Count
	found := false
	for _, a := range got {
		if a.Kind.String() != row["kind"] || a.Space.String() != row["space"] {
			continue
		}
		found = true
		c := a.Sectors
		if row["space"] == "shared" {
			c = a.BankConflict
		}
		if c.Worst > figure.Worst {
			figure = c
		}
	}
	column, meanColumn, tolerance := "worst_sectors", "sectors_per_request", 0.001
	if row["space"] == "shared" {
		column, meanColumn = "worst_bank_conflict", ""
	}
	if row["truth_kind"] == "estimate" {
		column, tolerance = "", 0.03
		if meanColumn == "" {
			meanColumn = "bank_ways_per_request"
		}
	}
	if !found || !figure.Known() {
		t.Errorf("%s: no figure for its %s %s", row["kernel"], row["space"], row["kind"])
		return
	}
	if column != "" {
		if want := int(row.float(t, column)); figure.Worst != want {
			t.Errorf("%s: worst %d, measured %s %d", row["kernel"], figure.Worst, column, want)
		}
	}
	if meanColumn != "" {
		if want := row.float(t, meanColumn); math.Abs(figure.Mean-want) > tolerance*want {
			t.Errorf("%s: mean %.3f, measured %s %.3f", row["kernel"], figure.Mean, meanColumn, want)
		}
	}
}
