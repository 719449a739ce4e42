package constantdivergentindex

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

func read(pattern warp.Pattern, worst int, mean float64) *warp.Access {
	a := &warp.Access{Space: sema.ConstantSpace, Kind: warp.Load, Object: "t", Pattern: pattern, Bytes: 4, Stride: 4,
		Addresses: warp.Count{Worst: worst, Mean: mean}, ActiveLanes: warp.Count{Worst: 32, Mean: 32},
		Block: warp.Block{Dim: [3]int{256, 1, 1}, Source: warp.FromBlockSize}}
	for i := range int64(32) {
		a.Lanes = append(a.Lanes, 4*(i%int64(max(worst, 1))))
	}
	return a
}

func TestDivergent(t *testing.T) {
	change := func(f func(a *warp.Access)) *warp.Access {
		a := read(warp.Affine, 32, 32)
		f(a)
		return a
	}
	for _, c := range []struct {
		name   string
		access *warp.Access
		want   bool
	}{
		{"32 addresses", read(warp.Affine, 32, 32), true},
		{"two addresses", read(warp.Permuted, 2, 1.1), true},
		{"data", read(warp.DataDependent, 32, 30.1), true},
		{"parameter", change(func(a *warp.Access) { a.Space = sema.ParameterSpace }), true},
		{"uniform", read(warp.Uniform, 1, 1), false},
		{"one active lane", read(warp.Affine, 1, 1), false},
		{"unknown", read(warp.PatternUnknown, 32, 32), false},
		{"unknown count", read(warp.DataDependent, 0, 0), false},
		{"global", change(func(a *warp.Access) { a.Space = sema.GlobalSpace }), false},
		{"store", change(func(a *warp.Access) { a.Kind = warp.Store }), false},
		{"literal", change(func(a *warp.Access) { a.Literal = true }), false},
	} {
		if got := divergent(c.access); got != c.want {
			t.Errorf("%s: reported %v", c.name, got)
		}
	}
}

func TestConfidence(t *testing.T) {
	for source, want := range map[warp.BlockSource]lint.Confidence{
		warp.FromLaunch: lint.Proven, warp.FromBlockSize: lint.Proven, warp.FromFlag: lint.Proven, warp.FromConfig: lint.Proven,
		warp.FromLaunchBounds: lint.Likely, warp.Assumed: lint.Likely,
	} {
		a := read(warp.Affine, 32, 32)
		a.Block.Source = source
		if got := confidence(&warp.Result{}, a); got != want {
			t.Errorf("block from %s: %s, want %s", source, got, want)
		}
		some := &warp.Result{SomeWarps: true}
		if got := confidence(some, a); got != lint.Likely {
			t.Errorf("block from %s, not all warps followed: %s", source, got)
		}
		a.Pattern = warp.DataDependent
		if got := confidence(&warp.Result{}, a); got != lint.Likely {
			t.Errorf("data-dependent with a block from %s: %s", source, got)
		}
	}
}

func TestWords(t *testing.T) {
	data := read(warp.DataDependent, 32, 30.1)
	data.Lanes, data.DataRange = nil, 256
	parameter := read(warp.Permuted, 16, 16)
	parameter.Space, parameter.Object = sema.ParameterSpace, "p"
	some := read(warp.Affine, 6, 3.5)
	some.ActiveLanes = warp.Count{Worst: 6, Mean: 6}
	for i := range some.Lanes {
		if i < 4 || i > 8 && i != 20 {
			some.Lanes[i] = -1
		}
	}
	comb := read(warp.Permuted, 16, 16)
	comb.ActiveLanes = warp.Count{Worst: 16, Mean: 16}
	for i := range comb.Lanes {
		if i%2 == 1 {
			comb.Lanes[i] = -1
		}
	}
	guarded := read(warp.Permuted, 16, 16)
	guarded.Guarded = true
	guardedData := read(warp.DataDependent, 32, 30.1)
	guardedData.Lanes, guardedData.DataRange, guardedData.Guarded = nil, 256, true
	nameless := read(warp.Affine, 32, 32)
	nameless.Object = ""
	for _, c := range []struct {
		access         *warp.Access
		message, label string
	}{
		{read(warp.Affine, 32, 32), "each warp reads 32 distinct addresses of __constant__ t", "lanes 0..31 read 32 addresses, stride 4 bytes"},
		{some, "a warp reads up to 6 distinct addresses of __constant__ t, 3.5 on average", "lanes 4..8,20 read 6 addresses, stride 4 bytes"},
		{comb, "each warp reads 16 distinct addresses of __constant__ t", "16 lanes read 16 addresses"},
		{parameter, "each warp reads 16 distinct addresses of kernel parameter p", "lanes 0..31 read 16 addresses"},
		{data, "each warp reads about 30.1 distinct addresses of __constant__ t: the index depends on data", "32 lanes read independent elements of 256"},
		{guarded, "a warp reads up to 16 distinct addresses of __constant__ t: the condition around the read depends on data", "lanes 0..31 read 16 addresses"},
		{guardedData, "a warp reads up to about 30.1 distinct addresses of __constant__ t: the index depends on data, and so does the condition around the read", "up to 32 lanes read independent elements of 256"},
		{nameless, "each warp reads 32 distinct addresses of constant memory", "lanes 0..31 read 32 addresses, stride 4 bytes"},
	} {
		if got := message(c.access); got != c.message {
			t.Errorf("message %q, want %q", got, c.message)
		}
		if got := label(c.access); got != c.label {
			t.Errorf("label %q, want %q", got, c.label)
		}
	}
}

func TestDataHoldsTheLaneTable(t *testing.T) {
	a := read(warp.Affine, 32, 32)
	a.Lanes[3], a.Trips = -1, 8
	text, err := json.Marshal(data(a))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"lanes":[0,4,8,null,16,`, `"trips":8`, `"pattern":"affine"`, `"addresses":{"worst":32,"mean":32}`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	a.Lanes[0] = 99
	if again, _ := json.Marshal(data(a)); string(again) == string(text) {
		t.Error("the lane table does not follow the access")
	}
}

func TestPageIsWhole(t *testing.T) {
	for _, heading := range []string{"# " + Rule.Name + "\n", "## What it reports", "## Why it costs", "## What it does not report", "## Example", "## Better", "## Options"} {
		if !strings.Contains(Rule.Doc, heading) {
			t.Errorf("the page lacks %q", heading)
		}
	}
}

func TestHelpNamesThePathThatIsCached(t *testing.T) {
	a := read(warp.Affine, 32, 32)
	if text := help(a, true); strings.Contains(text, "__ldg") || !strings.Contains(text, "__device__") {
		t.Errorf("loads are cached: %q", text)
	}
	if text := help(a, false); !strings.Contains(text, "__ldg") {
		t.Errorf("loads are not cached: %q", text)
	}
}

func TestHelpNamesSharedMemoryWhereTheTableFits(t *testing.T) {
	a := read(warp.Affine, 32, 32)
	for bytes, fits := range map[int64]bool{-1: true, 1024: true, 48 << 10: true, 48<<10 + 4: false} {
		a.ObjectBytes = bytes
		for _, cached := range []bool{true, false} {
			if text := help(a, cached); strings.Contains(text, "shared memory") != fits {
				t.Errorf("%d bytes: %q", bytes, text)
			}
		}
	}
}

func TestHelpForOtherPlacements(t *testing.T) {
	a := read(warp.Affine, 32, 32)
	if text := helpFor(a, false)["shared"]; !strings.Contains(text, "__ldg") {
		t.Errorf("loads are not cached: %q", text)
	}
	for placement, word := range map[string]string{"shared": "__syncthreads", "register": "__shfl_sync", "texture": "tex1Dfetch"} {
		if text := helpFor(a, true)[placement]; !strings.Contains(text, word) || !strings.Contains(text, "__device__") {
			t.Errorf("%s: %q", placement, text)
		}
		a.Space = sema.ParameterSpace
		if text := helpFor(a, true)[placement]; !strings.Contains(text, word) || strings.Contains(text, "__device__") {
			t.Errorf("%s of a parameter: %q", placement, text)
		}
		a.Space = sema.ConstantSpace
	}
}
