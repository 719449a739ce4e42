package cost_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/model/cost"
)

// A sassRow is a kernel of a table: instructions by pipe.
type sassRow struct {
	kernel string
	loop   bool
	byPipe map[string]float64
}

func readSass(t *testing.T, path string) []sassRow {
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
	var rows []sassRow
	for _, l := range lines[1:] {
		if len(rows) == 0 || rows[len(rows)-1].kernel != l[0] {
			rows = append(rows, sassRow{l[0], l[1] == "1", map[string]float64{}})
		}
		n, err := strconv.ParseFloat(l[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		rows[len(rows)-1].byPipe[l[2]] = n
	}
	return rows
}

func analyzeFile(t *testing.T, path string) []warp.Result {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Arch: 900, Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	return kernels.Analyze(context.Background(), unit, kernels.Options{})
}

// estimated returns what a result says of the part of a kernel that a row is about.
func estimated(r *warp.Result, loop bool) map[string]float64 {
	hot := 0
	for i := range r.Nests {
		if loop && r.Nests[i].Unroll > 0 && i > 0 && (hot == 0 || r.Nests[i].Runs > r.Nests[hot].Runs) {
			hot = i
		}
	}
	var sum cost.Instructions
	memory := 0.0
	for i := range r.Nests {
		if within(r.Nests, i, hot) {
			sum = sum.Plus(cost.InstructionsOf(&r.Nests[i]), 1)
		}
	}
	for _, a := range r.Accesses {
		if within(r.Nests, a.Nest, hot) {
			n := a.Executions * math.Ceil(float64(a.Bytes)/16) / a.Vector
			if a.Immediate {
				n /= 2 // an operand, or one of two that a uniform load reads
			}
			memory += n
		}
	}
	n := r.Nests[hot].Runs
	return map[string]float64{"integer": sum.Integer / n, "single": sum.Single / n, "double": sum.Double / n, "half": sum.Half / n,
		"special": sum.Special / n, "convert": sum.Convert / n, "control": sum.Control / n, "exchange": sum.Exchange / n,
		"uniform": sum.Uniform / n, "memory": memory / n}
}

func within(nests []warp.Nest, i, nest int) bool {
	for ; i >= 0; i = nests[i].Parent {
		if i == nest {
			return true
		}
	}
	return false
}

func total(byPipe map[string]float64) float64 {
	sum := 0.0
	for _, p := range pipeNames {
		sum += byPipe[p]
	}
	return sum
}

// TestInstructions holds the counts against what nvcc makes of the same kernels.
func TestInstructions(t *testing.T) {
	results := map[string]*warp.Result{}
	files, err := filepath.Glob("testdata/instructions/*.cu")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, r := range analyzeFile(t, f) {
			results[r.Kernel.Name] = &r
		}
	}
	errors := map[string][]float64{}
	held := []float64{}
	for _, row := range readSass(t, sassTable) {
		r := results[row.kernel]
		if r == nil {
			t.Errorf("%s: no result", row.kernel)
			continue
		}
		got := estimated(r, row.loop)
		e := total(got)/total(row.byPipe) - 1
		errors["total"] = append(errors["total"], math.Abs(e))
		if strings.HasPrefix(row.kernel, "held_") {
			held = append(held, math.Abs(e))
		}
		if !(e > -0.5 && e < 1) {
			t.Errorf("%s: %.1f instructions, nvcc makes %.1f", row.kernel, total(got), total(row.byPipe))
		}
		for _, p := range []string{"integer", "single"} {
			if row.byPipe[p] >= 1 {
				errors[p] = append(errors[p], math.Abs(got[p]/row.byPipe[p]-1))
			}
		}
		line := ""
		for _, p := range pipeNames {
			if got[p] > 0.004 || row.byPipe[p] > 0 {
				line += fmt.Sprintf("  %s %.2f/%.2f", p, got[p], row.byPipe[p])
			}
		}
		t.Logf("%-20s %6.2f/%6.2f %+5.0f%% %s", row.kernel, total(got), total(row.byPipe), 100*e, line)
	}
	errors["held out"] = held
	for _, p := range []string{"total", "held out", "integer", "single"} {
		slices.Sort(errors[p])
		n := len(errors[p])
		t.Logf("%s: %d kernels, median error %.0f %%, worst %.0f %%", p, n, 100*errors[p][n/2], 100*errors[p][n-1])
		if errors[p][n/2] > 0.2 {
			t.Errorf("%s: median error %.0f %%", p, 100*errors[p][n/2])
		}
	}
}
