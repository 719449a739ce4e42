package cost_test

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/model/cost"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/rules"
)

// The GPU of testdata/traffic/measured.csv.
const pairsGPU = "H100"

// A pair is a costly kernel and its remedied form, see testdata/traffic/README.md.
type pair struct {
	name, file, rule string
	held             bool
	measured         [2]float64 // milliseconds, costly and remedied
	predicted        [2]float64 // milliseconds
	bound            string
	findings         int
	saving           float64 // predicted, in percent
	warned           bool    // the rule reports the remedied form
}

// measuredSaving returns what the remedy saves as measured, in percent.
func (p *pair) measuredSaving() float64 { return 100 * (1 - p.measured[1]/p.measured[0]) }

// TestPairs compares what the rules say that a remedy saves with what it saves as measured, pair by
// pair, and the table in testdata/traffic with what is predicted.
func TestPairs(t *testing.T) {
	const file = "testdata/traffic/predicted.md"
	pairs := readPairs(t)
	for _, name := range []string{"rows", "structs", "transpose", "tiles", "bounds", "private"} {
		predictPairs(t, name, pairs)
	}
	text := pairsTable(pairs)
	t.Log(text)
	var off []float64
	for _, p := range pairs {
		if ruleNamed(p.rule) != nil {
			off = append(off, math.Abs(p.saving-p.measuredSaving()))
		}
		if p.warned {
			t.Errorf("%s reports the remedied form of %s", p.rule, p.name)
		}
	}
	if len(off) < 30 {
		t.Errorf("%d pairs compared, want at least 30", len(off))
	}
	if m := middle(off); m > 8 {
		t.Errorf("median error %.1f points", m)
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(file); err != nil || string(old) != text {
		t.Errorf("%s is not what is predicted (%v): run go test -update", file, err)
	}
}

// readPairs reads split.csv and measured.csv, in the order of split.csv.
func readPairs(t *testing.T) []*pair {
	var pairs []*pair
	byName := map[string]*pair{}
	for _, row := range readTable(t, "testdata/traffic/split.csv") {
		p := &pair{name: row["pair"], file: row["file"], rule: row["rule"], held: row["part"] == "held-out"}
		pairs, byName[p.name] = append(pairs, p), p
	}
	for _, row := range readTable(t, "testdata/traffic/measured.csv") {
		form := slices.Index([]string{"costly", "remedied"}, row["form"])
		for _, column := range []string{"ms", "ms_repeat"} {
			ms, err := strconv.ParseFloat(row[column], 64)
			if err != nil || form < 0 || byName[row["pair"]] == nil {
				t.Fatalf("%v: %v", row, err)
			}
			// The faster of two runs: what disturbs a run makes it slower.
			if m := &byName[row["pair"]].measured[form]; *m == 0 || ms < *m {
				*m = ms
			}
		}
	}
	for _, p := range pairs {
		if !(p.measured[0] > 0 && p.measured[1] > 0) {
			t.Fatalf("%s was not measured", p.name)
		}
	}
	return pairs
}

// readTable reads a CSV file into rows by column.
func readTable(t *testing.T, name string) (rows []map[string]string) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cells, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range cells[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[cells[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func ruleNamed(name string) *lint.Rule {
	all := rules.All()
	if i := slices.IndexFunc(all, func(r *lint.Rule) bool { return r.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// predictPairs fills in the predictions for the pairs of one file.
func predictPairs(t *testing.T, name string, pairs []*pair) {
	path := "testdata/traffic/" + name + ".cu"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, product, err := gpu.Resolve(pairsGPU)
	if err != nil {
		t.Fatal(err)
	}
	result := engine.New(engine.Options{Rules: rules.All(), Target: lint.Target{GPU: m.Name}, Model: m, Product: product, Dir: "."}).
		Check(context.Background(), []discover.Input{{Path: path, Text: text, HasText: true}})
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Arch: 900, Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	estimates := map[string]*cost.Estimate{}
	results := kernels.Analyze(context.Background(), unit, kernels.Options{})
	for i := range results {
		estimates[results[i].Kernel.Name] = cost.Kernel(m, product, &results[i], cost.Resources{})
	}
	for _, p := range pairs {
		if p.file != name {
			continue
		}
		costly, remedied := estimates[p.name], estimates[p.remedied()]
		if costly == nil || remedied == nil {
			t.Fatalf("%s is not in %s", p.name, path)
		}
		p.predicted[0], _ = costly.Milliseconds()
		p.predicted[1], _ = remedied.Milliseconds()
		p.bound = costly.Bound().String()
		for _, d := range result.Findings {
			switch {
			case d.Rule != p.rule:
			case d.Function == p.name:
				p.findings++
				if d.Impact != nil {
					p.saving += float64(d.Impact.SavingPercent)
				}
			case d.Function == p.remedied():
				p.warned = true
			}
		}
		p.saving = min(99, p.saving)
	}
}

// remedied returns the name of the remedied kernel.
func (p *pair) remedied() string {
	if strings.HasPrefix(p.name, "transpose_strided_") {
		return "transpose_tile" // of both
	}
	return p.name + "_remedied"
}

// pairsTable returns the table of predicted.md.
func pairsTable(pairs []*pair) string {
	var out strings.Builder
	out.WriteString(`# Predicted and measured

Written by TestPairs with -update. Saving in percent of the kernel's time: what the findings of the rule in the costly form say, added up, 0 where there is none; and as measured on an H100 (measured.csv). Times are in milliseconds.

`)
	for _, part := range []string{"all", "fitted", "held out"} {
		var off []float64
		within := 0
		for _, p := range pairs {
			if ruleNamed(p.rule) == nil || part == "fitted" && p.held || part == "held out" && !p.held {
				continue
			}
			d := math.Abs(p.saving - p.measuredSaving())
			if off = append(off, d); d <= 15 {
				within++
			}
		}
		fmt.Fprintf(&out, "- %s: %d pairs, median error %.1f points, %d within 15 points (%.0f %%)\n", part, len(off), middle(off), within, 100*float64(within)/float64(max(1, len(off))))
	}
	out.WriteString("\n| pair | rule | findings | predicted | measured | costly ms: predicted | measured | remedied ms: predicted | measured | waits for |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, p := range pairs {
		name, rule := p.name, p.rule
		if p.held {
			name += " (held out)"
		}
		saving := fmt.Sprintf("%.0f", p.saving)
		if ruleNamed(rule) == nil {
			saving = "no rule yet"
		}
		fmt.Fprintf(&out, "| %s | %s | %d | %s | %.0f | %.3f | %.3f | %.3f | %.3f | %s |\n", name, rule, p.findings, saving, p.measuredSaving(), p.predicted[0], p.measured[0], p.predicted[1], p.measured[1], p.bound)
	}
	return out.String()
}

// middle returns the median.
func middle(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}
