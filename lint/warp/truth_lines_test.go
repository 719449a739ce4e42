package warp_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/warp"
)

// deviatingLines are the measured lines whose figure is another one, by file, line, kernel,
// space and kind, and why. All rest on what host code puts into an object or a pointer
// before the launch, which nothing follows yet: the figure is unknown, or a bound, but for
// the pointer, which counts as aligned.
var deviatingLines = map[string]string{
	"lines_callable:71 for_each_index global load":      "[src = p + 3] is made by host code: it counts as aligned",
	"lines_callable:144 map_into global load":           "the member shift is set by host code",
	"lines_callable:153 map_into global load":           "the member offset is set by host code",
	"lines_callable:162 by_const_reference global load": "the member last is set by host code",
	"lines_view:41 span_members global load":            "the size of the span is set by host code",
	"lines_view:61 pitched_rows global load":            "the step of the view is set by host code",
	"lines_view:63 pitched_rows global load":            "the step of the view is set by host code",
	"lines_view:64 pitched_rows global store":           "the step of the view is set by host code",
	"lines_view:69 pitched_image global load":           "the step of the view is set by host code",
	"lines_view:70 pitched_image global store":          "the step of the view is set by host code",
	"lines_view:94 read_right global load":              "the extents are set by host code",
	"lines_view:101 read_left global load":              "the extents are set by host code",
	"lines_view:106 read_strided global load":           "the strides are set by host code",
	"lines_view:107 read_strided global load":           "the strides are set by host code",
}

// assumed are the deviating lines whose figure may be too low.
var assumed = map[string]bool{"lines_callable:71 for_each_index global load": true}

// TestMeasuredLines compares the analysis with what was measured of each source line.
func TestMeasuredLines(t *testing.T) {
	tables, err := filepath.Glob("../../testdata/truth/lines_*.csv")
	if err != nil || len(tables) == 0 {
		t.Fatalf("no measured lines: %v", err)
	}
	met := 0
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
				switch why := deviatingLines[key]; {
				case why == "" && wrong != "":
					t.Errorf("%s: %s", key, wrong)
				case why != "" && wrong == "":
					t.Errorf("%s is as measured: take it out of the deviations", key)
				case why != "":
					met++
					if worst, _ := lineColumns(row); known && !assumed[key] && figure.Worst < int(row.float(t, worst)) {
						t.Errorf("%s: at most %d, measured %s", key, figure.Worst, row[worst])
					}
				}
			}
		})
	}
	if met != len(deviatingLines) {
		t.Errorf("%d deviating lines were met, %d are listed", met, len(deviatingLines))
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
