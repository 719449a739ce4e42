package cost

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// TestAlign: rows at unknown places count as rows that begin with a sector; lanes that each have
// a sector keep it, and so does what is known.
func TestAlign(t *testing.T) {
	for _, c := range []struct {
		name      string
		bytes     int64
		addresses float64
		mean      float64
		worst     int
		want      float64
	}{
		{"a row of floats", 4, 32, 4.875, 5, 4},
		{"two rows of 16 floats", 4, 32, 5.75, 6, 4},
		{"half a row of floats", 4, 16, 2.875, 3, 2},
		{"a row of float4", 16, 32, 16.5, 17, 16},
		{"a row that is known", 4, 32, 5, 5, 5},
		{"a sector for each lane", 4, 32, 32, 32, 32},
	} {
		a := &warp.Access{Space: sema.GlobalSpace, Pattern: warp.Affine, Bytes: c.bytes, Addresses: warp.Count{Worst: int(c.addresses), Mean: c.addresses}, Sectors: warp.Count{Worst: c.worst, Mean: c.mean}}
		x := access{Access: a, read: readOf(a)}
		x.align()
		if got := sectorsOf(&x); got != c.want {
			t.Errorf("%s: %g sectors, want %g", c.name, got, c.want)
		}
	}
}

// TestSplit: a struct is loaded in pieces of its alignment, which share its new sectors.
func TestSplit(t *testing.T) {
	for _, c := range []struct{ bytes, align, pieces int64 }{{8, 2, 4}, {32, 8, 4}, {24, 4, 6}, {16, 16, 1}, {32, 16, 1}, {4, 4, 1}, {8, 0, 1}} {
		x := access{Access: &warp.Access{Space: sema.GlobalSpace, Bytes: c.bytes, Align: c.align}, executions: 1, fresh: 1, read: gpu.Read{Bytes: c.bytes}}
		x.split()
		if x.executions != float64(c.pieces) || x.fresh != 1/float64(c.pieces) || c.pieces > 1 && x.read.Bytes != c.align {
			t.Errorf("%d bytes aligned to %d: %g executions of %d bytes, %g new", c.bytes, c.align, x.executions, x.read.Bytes, x.fresh)
		}
	}
}

// TestContendedAtomics: an atomic at one address of the grid is bound by the slice that has it; the
// more addresses there are the less so, and integers at one address are added up before.
func TestContendedAtomics(t *testing.T) {
	m, p := gpuNamed(t, "H100")
	cycles := func(floating bool, sectors, addresses float64, byBlock bool) float64 {
		a := &warp.Access{Space: sema.GlobalSpace, Kind: warp.Atomic, Pattern: warp.Affine, Bytes: 4, Floating: floating, Addresses: warp.Count{Worst: int(addresses), Mean: addresses},
			Sectors: warp.Count{Worst: int(sectors), Mean: sectors}, ActiveLanes: warp.Count{Worst: 32, Mean: 32}}
		e := &Estimate{model: m, product: p, kernel: &warp.Result{Block: warp.Block{Dim: [3]int{256, 1, 1}}}, Occupancy: Occupancy{Grid: 1320, GridKnown: true}}
		x := &access{Access: a, read: readOf(a), perBlock: byBlock}
		c := m.GlobalStore(x.read, gpu.Residency{L2: 1})
		e.globalAtomic(x, &c)
		return e.demandOf(c)[L2]
	}
	one, many, row := cycles(true, 1, 1, false), cycles(true, 4, 32, true), cycles(true, 4, 32, false)
	if whole := cycles(false, 1, 1, false); !(one > 20*whole && one > 2*row && row > 5*many) {
		t.Errorf("one address of floats %g cycles, of integers %g; a row for all blocks %g, one for each %g", one, whole, row, many)
	}
}

// TestTail: the last blocks of an SM take as long as if they filled it.
func TestTail(t *testing.T) {
	for _, c := range []struct{ perSM, blocks, want float64 }{{5, 4, 1.6}, {4, 4, 1}, {1, 1, 1}, {9, 2, 10.0 / 9}} {
		if got := (Occupancy{Blocks: c.blocks, PerSM: c.perSM, GridKnown: true}).tail(); got != c.want {
			t.Errorf("%g blocks, %g at a time: %g, want %g", c.perSM, c.blocks, got, c.want)
		}
	}
	if got := (Occupancy{Blocks: 4, PerSM: 5}).tail(); got != 1 {
		t.Errorf("a grid that is not known: %g", got)
	}
}

// TestRegistersLimitOccupancy: registers are given out to warps in units of 256, for each scheduler.
func TestRegistersLimitOccupancy(t *testing.T) {
	m, p := gpuNamed(t, "H100")
	k := &warp.Result{Block: warp.Block{Dim: [3]int{256, 1, 1}}}
	for _, c := range []struct{ registers, warps float64 }{{0, 64}, {32, 64}, {33, 48}, {64, 32}, {128, 16}, {255, 8}} {
		if got := occupancy(m, p, k, Resources{Known: true, Registers: c.registers}, 0).Warps; got != c.warps {
			t.Errorf("%g registers: %g warps, want %g", c.registers, got, c.warps)
		}
	}
}
