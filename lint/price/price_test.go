package price

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/ptxas"
)

func TestLevelOf(t *testing.T) {
	for saving, want := range map[int]lint.Level{0: lint.Low, 4: lint.Low, 5: lint.Medium, 19: lint.Medium, 20: lint.High, 49: lint.High, 50: lint.Critical, 99: lint.Critical} {
		if got := levelOf(saving); got != want {
			t.Errorf("%d %%: %s, want %s", saving, got, want)
		}
	}
	for _, name := range []string{"low", "medium", "high", "critical"} {
		if l, err := lint.ParseLevel(name); err != nil || l.String() != name {
			t.Errorf("ParseLevel(%q) = %v, %v", name, l, err)
		}
	}
	if _, err := lint.ParseLevel("huge"); err == nil {
		t.Error("an unknown level is accepted")
	}
}

func constantRead(addresses int, bytes int64) warp.Access {
	lanes := make([]int64, 32)
	for i := range lanes {
		lanes[i] = bytes * int64(i%addresses)
	}
	count := warp.Count{Worst: addresses, Mean: float64(addresses)}
	return warp.Access{Space: sema.ConstantSpace, Kind: warp.Load, Object: "table", Bytes: bytes, ObjectBytes: 1024, Pattern: warp.Permuted,
		Addresses: count, ActiveLanes: warp.Count{Worst: 32, Mean: 32}, Lanes: lanes, Trips: 1000,
		Block: warp.Block{Dim: [3]int{256, 1, 1}}}
}

// priceOf prices the first access of a kernel on a model.
func priceOf(m *gpu.Model, name string, accesses ...warp.Access) (*lint.Impact, bool) {
	kernel := &warp.Result{Accesses: accesses, Block: warp.Block{Dim: [3]int{256, 1, 1}}}
	model, product := ModelOf(m, nil, name)
	return New(model, product, lint.PlaceOf, func(*warp.Result) *ptxas.Usage { return nil }).Impact(kernel, &kernel.Accesses[0])
}

func TestImpact(t *testing.T) {
	impact, worth := priceOf(nil, "sm_90", constantRead(32, 4))
	if !worth || impact == nil {
		t.Fatal("no price")
	}
	if impact.GPU != "sm_90" || impact.Product == "" || impact.Cycles != 64 || impact.Level != lint.Critical || impact.SavingPercent < 90 ||
		impact.Best.Placement != "global-read-only" || impact.Bound != "the constant cache" || !impact.GridAssumed || impact.TripsAssumed {
		t.Errorf("%+v", impact)
	}
	if len(impact.Alternatives) < 2 || impact.Alternatives[0] != impact.Best {
		t.Errorf("alternatives %+v, want the best first, then others", impact.Alternatives)
	}
	if impact, worth := priceOf(nil, "sm_999", constantRead(32, 4)); impact != nil || !worth {
		t.Errorf("price %v, worth %v: a GPU without a model has no price and the finding stays", impact, worth)
	}
}

// TestBestPlacementIsNotReported has a GPU on which every other placement is slower.
func TestBestPlacementIsNotReported(t *testing.T) {
	slow := *gpu.Lookup("sm_90")
	slow.Global.Cycles.Value, slow.Shared.ConflictCycles.Value, slow.Texture.Cycles.Value = 10, 10, 10
	if impact, worth := priceOf(&slow, "sm_90", constantRead(4, 4)); worth {
		t.Errorf("4 addresses at 8 cycles are reported where every other placement costs 10: %+v", impact)
	}
	if _, worth := priceOf(&slow, "sm_90", constantRead(8, 4)); !worth {
		t.Error("8 addresses at 16 cycles are not reported where others cost 10")
	}
}

func TestSavingCountsTheRestOfTheKernel(t *testing.T) {
	read, other := constantRead(32, 4), constantRead(32, 4)
	read.Trips, other.Trips = 1, 1000
	other.Space, other.Object = sema.SharedSpace, "tile"
	impact, worth := priceOf(nil, "sm_90", read, other)
	if worth && impact.Level != lint.Low {
		t.Errorf("saving %d %% (%s), want low: a read executed once beside a thousand others", impact.SavingPercent, impact.Level)
	}
}
