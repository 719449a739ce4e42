package warp_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// TestMeasuredLines compares the analysis with what was measured of each source line.
func TestMeasuredLines(t *testing.T) {
	tables, err := filepath.Glob("../../../testdata/truth/lines_*.csv")
	if err != nil || len(tables) == 0 {
		t.Fatalf("no measured lines: %v", err)
	}
	for _, table := range tables {
		name := strings.TrimSuffix(filepath.Base(table), ".csv")
		t.Run(name, func(t *testing.T) {
			got := accessesOf(t, strings.TrimSuffix(table, ".csv")+".cu")
			for _, row := range readTable(t, table) {
				key := fmt.Sprintf("%s:%s %s %s %s", name, row["line"], row["kernel"], row["space"], row["kind"])
				figure, known := lineFigure(row, got[row["kernel"]])
				wrong := "no figure"
				if known {
					wrong = lineDifference(t, row, figure)
				}
				if wrong != "" {
					t.Errorf("%s: %s", key, wrong)
				}
			}
		})
	}
}

// lineFigure returns the figure of a measured line: the worst of its accesses and their
// mean. It is not known where one of them is not.
func lineFigure(row measured, accesses []warp.Access) (figure warp.Count, known bool) {
	executed := 0.0
	for _, a := range accesses {
		if a.Kind.String() != row["kind"] || a.Space.String() != row["space"] || strconv.Itoa(lineOf(a.Node)) != row["line"] {
			continue
		}
		c := a.Sectors
		if row["space"] == "shared" {
			c = a.BankConflict
		}
		if !c.Known() {
			return figure, false
		}
		trips := float64(max(a.Trips, 1))
		figure.Worst = max(figure.Worst, c.Worst)
		figure.Mean += c.Mean * trips
		executed += trips
	}
	figure.Mean /= max(executed, 1)
	return figure, executed > 0
}

func lineOf(n ast.Node) int { return n.File().Source.Position(n.Span().Start).Line }

// lineColumns returns the columns of the worst warp and of the mean.
func lineColumns(row measured) (worst, mean string) {
	if row["space"] == "shared" {
		return "worst_bank_conflict", "wavefronts_per_request"
	}
	return "worst_sectors", "sectors_per_request"
}

// lineDifference compares the worst warp with what the source says and the mean with what
// was measured; wide shared accesses take several wavefronts without any conflict.
func lineDifference(t *testing.T, row measured, figure warp.Count) string {
	t.Helper()
	worst, mean := lineColumns(row)
	if want := int(row.float(t, worst)); figure.Worst != want {
		return fmt.Sprintf("worst %d, measured %d", figure.Worst, want)
	}
	wide := row["space"] == "shared" && row.float(t, mean) > row.float(t, worst)
	if want := row.float(t, mean); !wide && math.Abs(figure.Mean-want) > 0.002*want {
		return fmt.Sprintf("mean %.3f, measured %.3f", figure.Mean, want)
	}
	return ""
}
