package lint

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/warp"
)

func constantRead(addresses int, bytes int64) *warp.Access {
	lanes := make([]int64, 32)
	for i := range lanes {
		lanes[i] = bytes * int64(i%addresses)
	}
	count := warp.Count{Worst: addresses, Mean: float64(addresses)}
	return &warp.Access{Space: sema.ConstantSpace, Kind: warp.Load, Bytes: bytes, ObjectBytes: 1024, Pattern: warp.Permuted,
		Addresses: count, ActiveLanes: warp.Count{Worst: 32, Mean: 32}, Lanes: lanes, Trips: 1}
}

// TestSavingAgainstMeasured compares the saving of the table lookups measured on
// an H200 (one lookup per loop iteration, whole-kernel times in milliseconds
// from constant memory and from the read-only path) with the estimate.
func TestSavingAgainstMeasured(t *testing.T) {
	f, err := os.Open("testdata/lookup_placement.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[2:] { // the header, and the uniform read
		var v [3]float64
		for i := range v {
			if v[i], err = strconv.ParseFloat(row[i], 64); err != nil {
				t.Fatal(err)
			}
		}
		a := constantRead(int(v[0]), 4)
		a.Trips = 2048
		kernel := &warp.Result{Accesses: []warp.Access{*a}}
		impact, worth := price(gpu.Lookup("sm_90"), &kernel.Accesses[0], kernel)
		if !worth || impact == nil {
			t.Fatalf("%v addresses: no price", v[0])
		}
		measured := 100 * (1 - v[2]/v[1])
		if math.Abs(float64(impact.SavingPercent)-measured) > 6 {
			t.Errorf("%v addresses: saving %d %%, measured %.0f %%", v[0], impact.SavingPercent, measured)
		}
	}
}

func TestPrice(t *testing.T) {
	m := gpu.Lookup("sm_90")
	for _, c := range []struct {
		name         string
		access       *warp.Access
		cycles, best float64
		placement    string
		level        Level
	}{
		{"neighbouring words", constantRead(32, 4), 64, 1.3, "global-read-only", Critical},
		{"two addresses", constantRead(2, 4), 4, 1.3, "global-read-only", Critical},
		// A float4 is two 8-byte loads from constant memory; from the L1 cache it
		// is 512 bytes, four times what one cycle delivers.
		{"float4", constantRead(32, 16), 128, 4, "global-read-only", Critical},
	} {
		impact, worth := price(m, c.access, nil)
		if !worth || impact == nil {
			t.Errorf("%s: no price", c.name)
			continue
		}
		if impact.Cycles != c.cycles || impact.Best.Cycles != c.best || impact.Best.Placement != c.placement || impact.Level != c.level {
			t.Errorf("%s: %+v, want %v cycles, %v as %s, %v", c.name, *impact, c.cycles, c.best, c.placement, c.level)
		}
	}
}

func TestBestPlacementIsNotReported(t *testing.T) {
	// A GPU whose L1 cache is slower than its constant cache at 4 addresses.
	slow := *gpu.Lookup("sm_90")
	slow.Global.Cycles.Value, slow.Shared.ConflictCycles.Value = 10, 10
	if _, worth := price(&slow, constantRead(4, 4), nil); worth {
		t.Error("4 addresses at 8 cycles are reported where every other placement costs 10")
	}
	if impact, worth := price(&slow, constantRead(6, 4), nil); !worth || impact.Best.Cycles != 10 {
		t.Errorf("6 addresses at 12 cycles: %+v, want 10 as the best", impact)
	}
}

func TestNoPriceWithoutAModel(t *testing.T) {
	if impact, worth := price(gpu.Lookup("sm_35"), constantRead(32, 4), nil); impact != nil || !worth {
		t.Errorf("price %v, worth %v: a GPU without a model has no price and the finding stays", impact, worth)
	}
}

func TestSavingCountsTheRestOfTheKernel(t *testing.T) {
	a := constantRead(32, 4)
	other := *a
	other.Space, other.Trips = sema.GlobalSpace, 1000
	kernel := &warp.Result{Accesses: []warp.Access{*a, other}}
	impact, _ := price(gpu.Lookup("sm_90"), &kernel.Accesses[0], kernel)
	// 62.7 of 64 + 1 + 1000 (1.3 + 1) cycles.
	if impact.SavingPercent != 3 || impact.Level != Low {
		t.Errorf("saving %d %% (%s), want 3 (low): a read executed once beside a thousand others", impact.SavingPercent, impact.Level)
	}
}
