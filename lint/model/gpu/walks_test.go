package gpu

import (
	"fmt"
	"strings"
	"testing"
)

// TestRandomLookups compares random_lookups.csv: lanes that draw fresh random
// elements of 4, 8 and 16 bytes. Its loops take 1.43 cycles for shared and 2.07 for
// global memory where the lookup takes less.
func TestRandomLookups(t *testing.T) {
	m := Lookup("sm_90")
	var predictions []prediction
	for _, row := range table(t, "random_lookups.csv") {
		r := drawn(int(number(t, row["lanes"])), int64(number(t, row["table"])), int64(number(t, row["bytes"])))
		loop := map[string]float64{"shared": 1.435, "global": 2.063}[row["space"]]
		got := max(loop, costOf(t, m, row["space"], r).Cycles)
		predictions = append(predictions, prediction{row["space"], fmt.Sprint(row), got, number(t, row["cycles"])})
	}
	check(t, predictions, map[string]accuracy{
		"shared": {0.01, 0.02, 0.07},
		"global": {0.01, 0.03, 0.25},
	})
}

// TestWalks compares the constant reads of paths.csv (one SM, tables of 2 to 64 KB)
// and walks.csv (one SM and all of them) whose warps walk in step.
func TestWalks(t *testing.T) {
	m := Lookup("sm_90")
	var predictions []prediction
	for _, row := range append(table(t, "paths.csv"), table(t, "walks.csv")...) {
		if row["path"] != "const_walk" || row["apart"] != "0" {
			continue
		}
		n, apart, size := int64(number(t, row["d"])), int64(number(t, row["lane_stride"])), int64(number(t, row["table"]))
		r := fixed(4, lanesOf(func(l int64) int64 { return l % n * apart % size }))
		r.Table, r.Order, r.Step, r.Alone = size, Walking, number(t, row["step"]), row["blocks"] != "132"
		class := "new lines"
		switch {
		case r.Step == 0:
			class, r.Order = "the same lines", Fixed
		case r.Step < 64:
			class = "steps within a line"
		}
		want := row["cycles"]
		if want == "" {
			want = row["cycles_per_warp_instr"]
		}
		predictions = append(predictions, prediction{class, fmt.Sprint(row), m.ConstantIndexed(r).Cycles, number(t, want)})
	}
	check(t, predictions, map[string]accuracy{
		"the same lines":      {0.02, 0.15, 0.2},
		"steps within a line": {0.03, 0.15, 0.3},
		"new lines":           {0.2, 0.6, 1.3},
	})
}

// TestStores compares the stores of walks.csv: one SM by the cycles of the pipe,
// all SMs by those of the second level.
func TestStores(t *testing.T) {
	m := Lookup("sm_90")
	var predictions []prediction
	for _, row := range table(t, "walks.csv") {
		space, isStore := strings.CutSuffix(row["path"], "_store")
		if !isStore || space == "global" && row["table"] == "0" {
			continue // the same sectors again and again are put together in L1
		}
		bytes, apart := int64(number(t, row["bytes"])), int64(number(t, row["lane_stride"]+row["step"]))
		r := fixed(bytes, lanesOf(func(l int64) int64 { return l * apart }))
		class, got := space, m.SharedStore(r).Cycles
		if space == "global" {
			c := m.GlobalStore(r, Residency{L2: 1})
			if got = c.Cycles; row["blocks"] != "1" {
				class, got = "global, all SMs", c.L2Lines*m.Memory.L2SectorCycles.Value
			}
		}
		predictions = append(predictions, prediction{class, fmt.Sprint(row), got, number(t, row["cycles"])})
	}
	check(t, predictions, map[string]accuracy{
		"shared":          {0.011, 0.02, 0.02},
		"global":          {0.01, 0.06, 0.06},
		"global, all SMs": {0.03, 0.25, 0.25},
	})
}

// TestPairsOfPaths compares the loops of paths.csv that read by two paths at a
// time, the lanes 4 or 32 bytes apart: the pipe that both need most is what they
// take.
func TestPairsOfPaths(t *testing.T) {
	m := Lookup("sm_90")
	cost := func(space string, apart int64) Cost {
		r := fixed(4, lanesOf(func(l int64) int64 { return l * apart }))
		switch space {
		case "tex":
			space = "tex1dfetch"
		case "shfl":
			c, _ := m.ShuffleLookup(Read{Addresses: 32, Worst: 32, Bytes: 4, Table: 128})
			return c
		}
		return costOf(t, m, space, r)
	}
	var predictions []prediction
	for _, row := range table(t, "paths.csv") {
		a, b, isPair := strings.Cut(row["path"], "+")
		if !isPair {
			continue
		}
		busy := map[Pipe]float64{}
		for _, c := range []Cost{cost(a, int64(number(t, row["lane_stride"]))), cost(b, int64(number(t, row["step"])))} {
			busy[c.Pipe] += c.Cycles
			busy[PipeTexture] += c.TextureCycles
		}
		longest := 0.0
		for _, cycles := range busy {
			longest = max(longest, cycles)
		}
		predictions = append(predictions, prediction{"cycles", fmt.Sprint(row), longest, number(t, row["cycles_per_warp_instr"])})
	}
	check(t, predictions, map[string]accuracy{"cycles": {0.01, 0.06, 0.1}})
}
