package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/wording"
	"github.com/cudalint/cudalint/lsp/render"
)

// fromShared and throughL1 are two placements of one table.
var (
	fromShared = lint.Alternative{Placement: "shared", Cycles: 1, SavingPercent: 94, Bound: "instruction issue"}
	throughL1  = lint.Alternative{Placement: "global-read-only", Cycles: 1.3, SavingPercent: 91, Bound: "instruction issue"}
)

func TestImpactText(t *testing.T) {
	base := lint.Impact{GPU: "sm_90", Level: lint.Critical, Cycles: 24, Best: throughL1, SavingPercent: 91, Basis: gpu.Measured, Bound: "the constant cache"}
	with := func(change func(i *lint.Impact)) *lint.Impact {
		i := base
		change(&i)
		return &i
	}
	for _, c := range []struct {
		name   string
		impact *lint.Impact
		want   string
		notes  []string
	}{
		{"none", nil, "", nil},
		{"plain", &base, "24.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; measured on sm_90); est. speedup about 91 % of the kernel's time (critical)",
			[]string{"the kernel is bound by the constant cache, then by instruction issue"}},
		{"another that saves more", with(func(i *lint.Impact) { i.Alternatives = []lint.Alternative{throughL1, fromShared} }), "",
			[]string{"the kernel is bound by the constant cache, then by instruction issue; from shared memory the est. speedup is about 94 %"}},
		{"another that saves less", with(func(i *lint.Impact) {
			i.Best, i.SavingPercent, i.Alternatives = fromShared, 94, []lint.Alternative{fromShared, throughL1}
		}), "24.0 cycles per warp on sm_90, 1.0 from shared memory (shared; measured on sm_90); est. speedup about 94 % of the kernel's time (critical)",
			[]string{"the kernel is bound by the constant cache, then by instruction issue"}},
		{"data", with(func(i *lint.Impact) { i.AtMost = true }), "24.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; measured on sm_90); est. speedup up to 91 % of the kernel's time (critical)", nil},
		{"nothing", with(func(i *lint.Impact) { i.SavingPercent, i.Level, i.AtMost = 0, lint.Low, true }), "24.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; measured on sm_90); est. speedup less than 1 % of the kernel's time (low)", nil},
		{"published", with(func(i *lint.Impact) { i.Basis, i.Level = gpu.Published, lint.High }), "24.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; published for sm_90); est. speedup about 91 % of the kernel's time (high)", nil},
		{"plain loads are not cached", with(func(i *lint.Impact) { i.Uncached, i.Basis = true, gpu.Extrapolated }), "24.0 cycles per warp on sm_90, 1.3 through the read-only cache (global-read-only; extrapolated to sm_90); est. speedup about 91 % of the kernel's time (critical)", nil},
		{"not confirmed", with(func(i *lint.Impact) { i.Unconfirmed = true }), "24.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; measured on sm_90), if it ran as predicted", []string{}},
		{"the same bound", with(func(i *lint.Impact) { i.Bound = "instruction issue" }), "", []string{"the kernel is bound by instruction issue"}},
		{"several reads, several tables, unknown loops", with(func(i *lint.Impact) {
			i.Bound, i.Reads, i.Object, i.SavingPercent, i.TogetherPercent, i.TripsAssumed = "", 16, "t0", 25, 97, true
		}), "", []string{"the est. speedup is that of moving t0, which the kernel reads at 16 places",
			"together with the kernel's other tables in constant memory the est. speedup is up to 97 %",
			"the price assumes 16 iterations for loops of unknown length"}},
		{"several tables that compete elsewhere", with(func(i *lint.Impact) { i.Bound, i.TogetherPercent = "", 61 }), "",
			[]string{"if the kernel's other tables in constant memory move as well the est. speedup is less, about 61 %"}},
		{"data in several tables", with(func(i *lint.Impact) {
			i.AtMost, i.TogetherPercent, i.Alternatives = true, 97, []lint.Alternative{throughL1, fromShared}
		}), "", []string{"the kernel is bound by the constant cache, then by instruction issue; from shared memory the est. speedup is up to 94 %",
			"together with the kernel's other tables in constant memory the est. speedup is up to 97 %"}},
		{"misses, unknown grid and loops", with(func(i *lint.Impact) {
			i.Bound, i.Object, i.Misses, i.GridAssumed, i.TripsAssumed = "", "t0", 2048, true, true
		}), "",
			[]string{"reads of t0 miss the first-level constant cache (2048 bytes)", "the price assumes a grid that fills the GPU, and 16 iterations for loops of unknown length"}},
		{"a loop and a call out of sight", with(func(i *lint.Impact) {
			i.Bound, i.TripsAssumed, i.Hidden = "", true, lint.Hidden{Loops: []string{"a.cu:7"}, Calls: []string{"f"}}
		}), "24.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; measured on sm_90); est. speedup up to 91 % of the kernel's time (critical)",
			[]string{"the price assumes 16 iterations for loops of unknown length (a.cu:7); the price leaves out what calls of f do, which are not followed"}},
		{"calls out of sight", with(func(i *lint.Impact) { i.Bound, i.Hidden.Calls = "", []string{"", "a", "b", "c", "d", "e"} }),
			"24.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; measured on sm_90); est. speedup up to 91 % of the kernel's time (critical)",
			[]string{"the price leaves out what calls through pointers do, and calls of a, b, c and 2 more do, which are not followed"}},
		{"calls through pointers", with(func(i *lint.Impact) { i.Bound, i.Hidden.Calls = "", []string{""} }), "",
			[]string{"the price leaves out what calls through pointers do"}},
		{"restrict", &lint.Impact{GPU: "sm_90", Level: lint.Medium, Cycles: 1.3, Best: throughL1, SavingPercent: 12, Basis: gpu.Measured, AtMost: true,
			Restrict: true, Reads: 6, Executions: 768, ExecutionsThen: 6, Object: "c", Bound: "the L1 cache"},
			"its 6 loads are executed 768 times per warp instead of 6 times, 1.3 cycles each (measured on sm_90); est. speedup up to 12 % of the kernel's time (medium)",
			[]string{"the kernel is bound by the L1 cache, then by instruction issue"}},
		{"restrict, nothing spared", &lint.Impact{GPU: "sm_61", Cycles: 8.04, Best: lint.Alternative{Placement: "global-read-only", Cycles: 2}, Basis: gpu.Published, AtMost: true,
			Restrict: true, Reads: 1, Executions: 0.5, ExecutionsThen: 0.5},
			"its load is executed 0.5 times per warp either way, 8.0 cycles each, 2.0 through the read-only path (published for sm_61); est. speedup less than 1 % of the kernel's time (low)", []string{}},
		{"restrict, once", &lint.Impact{GPU: "sm_90", Cycles: 1.3, Best: throughL1, SavingPercent: 2, Basis: gpu.Measured, AtMost: true,
			Restrict: true, Reads: 1, Executions: 16, ExecutionsThen: 1},
			"its load is executed 16 times per warp instead of once, 1.3 cycles each (measured on sm_90); est. speedup up to 2 % of the kernel's time (low)", nil},
	} {
		if got := wording.Impact(c.impact); c.want != "" && got != c.want || c.impact == nil && got != "" {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
		if text := render.EditorText(&lint.Diagnostic{Message: "m", Impact: c.impact}); !strings.Contains(text, c.want) {
			t.Errorf("%s: an editor shows %q", c.name, text)
		}
		got := impactReasons(c.impact)
		if text := impactAssumes(c.impact); text != "" {
			got = append(got, text)
		}
		if c.notes != nil && !slices.Equal(got, c.notes) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.notes)
		}
	}
	for _, p := range []string{"literal", "register", "constant", "shared", "global", "global-read-only", "texture"} {
		if wording.Through[p] == "" {
			t.Errorf("no words for the placement %s", p)
		}
	}
}

func TestImpactInJSON(t *testing.T) {
	r := sample()
	i := r.Findings[0].Impact
	i.Best, i.SavingPercent, i.Alternatives = throughL1, 91, []lint.Alternative{throughL1, fromShared}
	i.Bound, i.Reads, i.TogetherPercent, i.TripsAssumed, i.AtMost = "the constant cache", 3, 95, true, true
	i.Hidden = lint.Hidden{Loops: []string{"a.cu:7"}, Calls: []string{"", "f"}}
	var b bytes.Buffer
	if err := Write(&b, "json", r, Options{Version: "0.1.0"}); err != nil {
		t.Fatal(err)
	}
	validate(t, "check.schema.json", b.Bytes())
	for _, want := range []string{`"saving_percent": 91`, `"placement": "shared"`, `"bound": "the constant cache"`, `"reads": 3`, `"together_percent": 95`, `"trips_assumed": true`, `"at_most": true`, `"upper_bound": true`, `"hidden_loops": [`, `"hidden_calls": [`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the output lacks %s", want)
		}
	}
}
