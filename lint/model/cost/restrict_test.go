package cost

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// qualified prices const __restrict__ on one parameter of a kernel of a file.
func qualified(t testing.TB, path, kernel, parameter string) (plain *Estimate, q Qualified) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Arch: 900, Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	m, p := gpuNamed(t, "H200")
	for _, k := range unit.Kernels() {
		if k.Name != kernel {
			continue
		}
		now := kernels.Analyze(context.Background(), unit, kernels.Options{Kernel: k})
		then := kernels.Analyze(context.Background(), unit, kernels.Options{Kernel: k, Restrict: parameter})
		if len(now) != 1 || len(then) != 1 {
			t.Fatalf("%s: %d and %d results", kernel, len(now), len(then))
		}
		plain = Kernel(m, p, &now[0], Resources{})
		q, ok := Qualify(plain, Kernel(m, p, &then[0], Resources{}))
		if !ok {
			t.Fatalf("%s: no price", kernel)
		}
		return plain, q
	}
	t.Fatalf("no kernel %s", kernel)
	return nil, q
}

// repeatedParameters are those that the variants "restrict" of testdata/restrict qualify.
var repeatedParameters = map[string]string{"scaled_ramp": "factor", "series_terms": "c", "row_update": "w", "column_stencil": "c",
	"axpy_stream": "a", "pendulum": "motion", "smooth_samples": "taps", "drift": "s"}

const predictedRestrict = "testdata/restrict/predicted.md"

// TestTimedRestrict compares what const __restrict__ saves with what it saved on an
// H200, and the loads with those counted there, kernel by kernel. The savings are
// loose: the median is held to 10 points, the largest error of them is 35, see
// testdata/restrict/README.md. The loads agree within 1 %.
func TestTimedRestrict(t *testing.T) {
	measured := map[string]map[string]map[string]string{}
	var names []string
	for _, row := range table(t, "testdata/restrict/measured.csv") {
		name := row["kernel"]
		if measured[name] == nil {
			measured[name] = map[string]map[string]string{}
			names = append(names, name)
		}
		measured[name][row["variant"]] = row
	}
	var off []float64
	var rows strings.Builder
	for _, name := range names {
		before, after := measured[name]["before"], measured[name]["restrict"]
		plain, q := qualified(t, "testdata/restrict/"+name+".cu", name, repeatedParameters[name])
		want := 100 * (1 - number(t, after["ms"])/number(t, before["ms"]))
		off = append(off, math.Abs(q.Saving-want))
		ms, _ := plain.Milliseconds()
		fmt.Fprintf(&rows, "| %s | %s | %.0f to %.0f | %.0f | %.0f | %.4f | %.4f | %s, then %s |\n", name, repeatedParameters[name], q.Executions, q.ExecutionsThen,
			q.Saving, want, ms, number(t, before["ms"]), q.Bound, q.BoundThen)
		spared := number(t, before["loads_per_warp"]) - number(t, after["loads_per_warp"])
		if got := q.Executions - q.ExecutionsThen; math.Abs(got-spared) > 0.01*spared {
			t.Errorf("%s: %.1f loads a warp are spared, measured %.1f", name, got, spared)
		}
	}
	m := median(slices.Clone(off))
	if m > 10 || slices.Max(off) > 36 {
		t.Errorf("median error %.1f points, the largest %.1f", m, slices.Max(off))
	}
	text := fmt.Sprintf(`# Predicted and measured

Written by TestTimedRestrict with -update. Loads through the parameter are those a warp executes without and with const __restrict__; savings are in percent of the kernel's time, on an H200 (measured.csv); times are those of the kernel as it is, in milliseconds.

Median error of the saving: %.1f points over %d kernels; the largest: %.0f points.

| kernel | parameter | loads | predicted | measured | predicted ms | measured ms | waits for |
|---|---|---|---|---|---|---|---|
%s`, m, len(off), slices.Max(off), rows.String())
	t.Log(text)
	if *update {
		if err := os.WriteFile(predictedRestrict, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(predictedRestrict); err != nil || string(old) != text {
		t.Errorf("%s is not what is predicted: run go test -update (%v)", predictedRestrict, err)
	}
}

// TestQualifyNeedsTheSameKernel: estimates that do not belong together have no price.
func TestQualifyNeedsTheSameKernel(t *testing.T) {
	const path = "testdata/restrict/scaled_ramp.cu"
	plain, _ := qualified(t, path, "scaled_ramp", "factor")
	other, _ := qualified(t, path, "scaled_ramp_restrict", "factor")
	for _, c := range [][2]*Estimate{{plain, plain}, {plain, other}, {other, plain}} {
		if q, ok := Qualify(c[0], c[1]); ok {
			t.Errorf("%+v", q)
		}
	}
	// Qualified already: there is nothing to save.
	if _, q := qualified(t, path, "scaled_ramp_restrict", "factor"); q.Saving != 0 || q.Executions != q.ExecutionsThen {
		t.Errorf("%+v", q)
	}
}
