package cost

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// lookup returns a read of a table of constant memory at so many addresses.
func lookup(addresses int, bytes int64) warp.Access {
	lanes := make([]int64, 32)
	for i := range lanes {
		lanes[i] = bytes * int64(i%addresses)
	}
	count := warp.Count{Worst: addresses, Mean: float64(addresses)}
	return warp.Access{Space: sema.ConstantSpace, Kind: warp.Load, Object: "table", Bytes: bytes, ObjectBytes: 1024,
		Pattern: warp.Permuted, Addresses: count, ActiveLanes: warp.Count{Worst: 32, Mean: 32}, Lanes: lanes,
		Executions: 100, Trips: 100}
}

// kernelOf returns a kernel of some accesses with so many additions for each.
func kernelOf(additions float64, accesses ...warp.Access) *warp.Result {
	executions := 0.0
	for _, a := range accesses {
		executions += a.Executions
	}
	return &warp.Result{Block: warp.Block{Dim: [3]int{256, 1, 1}}, Accesses: accesses, Nests: []warp.Nest{{Parent: -1, Trips: 1, Entries: 1, Runs: 1, Unroll: 1,
		Operations: []warp.OperationCount{{Operation: warp.Add, Type: warp.Single, From: warp.Single, Count: additions * executions}}}}}
}

// TestMoreAddressesCostMore: neither the price nor the saving falls with the number of
// distinct addresses, and a saving is a share.
func TestMoreAddressesCostMore(t *testing.T) {
	for _, name := range gpu.Names() {
		m, p := gpuNamed(t, name)
		for _, additions := range []float64{0, 4, 40, 400} {
			cycles, most := 0.0, 0.0
			for n := 2; n <= 32; n++ {
				k := kernelOf(additions, lookup(n, 4))
				e := Kernel(m, p, k, Resources{})
				price, ok := e.Price(&k.Accesses[0])
				if !ok {
					t.Fatalf("%s, %d addresses: no price", name, n)
				}
				if price.Cycles < cycles {
					t.Errorf("%s: %d addresses cost %v cycles, less than %v for one fewer", name, n, price.Cycles, cycles)
				}
				// Reads elsewhere get dearer with more addresses, too: by bank conflicts,
				// none of which these have.
				saved := 0.0
				for _, alt := range price.Alternatives {
					saved = max(saved, alt.Saving)
				}
				if saved < most-1e-9 || saved >= 100 {
					t.Errorf("%s, %v additions, %d addresses: saving %v %%, one fewer %v %%", name, additions, n, saved, most)
				}
				cycles, most = price.Cycles, saved
			}
		}
	}
}

// TestMoreArithmeticSavesLess: the same read is worth less in a kernel that computes
// more.
func TestMoreArithmeticSavesLess(t *testing.T) {
	m, p := gpuNamed(t, "H200")
	most := 100.0
	for _, additions := range []float64{0, 1, 10, 100, 1000} {
		k := kernelOf(additions, lookup(16, 4))
		price, _ := Kernel(m, p, k, Resources{}).Price(&k.Accesses[0])
		if saved := best(price); saved > most {
			t.Errorf("%v additions: saving %v %%, more than with fewer (%v %%)", additions, saved, most)
		} else {
			most = saved
		}
	}
	if most > 5 {
		t.Errorf("saving %v %% beside 1000 additions for each read of 32 cycles", most)
	}
}

// TestOtherReadsOfTheTableCount: a table with one divergent read and many at literal
// offsets is not worth moving, as those get slower.
func TestOtherReadsOfTheTableCount(t *testing.T) {
	m, p := gpuNamed(t, "H200")
	divergent, literal := lookup(4, 4), lookup(1, 4)
	divergent.Executions = 1
	literal.Literal, literal.Pattern, literal.Executions = true, warp.Uniform, 1000
	k := kernelOf(1, divergent, literal)
	if price, ok := Kernel(m, p, k, Resources{}).Price(&k.Accesses[0]); !ok || len(price.Alternatives) > 0 {
		t.Errorf("alternatives %+v beside 1000 literal reads of the table", price.Alternatives)
	}
	k = kernelOf(1, divergent)
	if price, ok := Kernel(m, p, k, Resources{}).Price(&k.Accesses[0]); !ok || len(price.Alternatives) == 0 {
		t.Error("no alternative for the divergent read alone")
	}
}

// TestRanking: the simplest of those that are close is advised, else the best; a texture
// has to save much more than another placement.
func TestRanking(t *testing.T) {
	move := func(p Placement, saving float64) Move { return Move{Placement: p, Saving: saving, Better: true} }
	for _, c := range []struct {
		moves []Move
		want  []Placement
	}{
		{[]Move{move(ReadOnly, 90), move(InShared, 94), move(ThroughTexture, 70)}, []Placement{ReadOnly, InShared, ThroughTexture}},
		{[]Move{move(ReadOnly, 40), move(InShared, 64)}, []Placement{InShared, ReadOnly}},
		{[]Move{move(ReadOnly, 40), move(InShared, 30), move(ThroughTexture, 50)}, []Placement{ReadOnly, ThroughTexture, InShared}},
		{[]Move{move(ReadOnly, 40), move(InShared, 30), move(ThroughTexture, 70)}, []Placement{ThroughTexture, ReadOnly, InShared}},
		{[]Move{move(ThroughTexture, 40)}, []Placement{ThroughTexture}},
		{[]Move{move(ReadOnly, 40), {Placement: InShared, Saving: -3}}, []Placement{ReadOnly}},
		{nil, nil},
	} {
		var got []Placement
		for _, m := range ranked(c.moves) {
			got = append(got, m.Placement)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.moves, got, c.want)
		}
	}
}

// TestPossiblePlacements: a table has to fit, and shuffles need all lanes.
func TestPossiblePlacements(t *testing.T) {
	m, p := gpuNamed(t, "H200")
	offered := func(change func(a *warp.Access)) map[Placement]bool {
		a := lookup(16, 4)
		change(&a)
		k := kernelOf(0, a)
		e := Kernel(m, p, k, Resources{})
		out := map[Placement]bool{}
		for _, move := range e.movesOf(&e.accesses[0]) {
			out[move.Placement] = true
		}
		return out
	}
	for _, c := range []struct {
		name   string
		change func(a *warp.Access)
		in     Placement
		want   bool
	}{
		{"64 KB", func(a *warp.Access) { a.ObjectBytes = 65536 }, InShared, false},
		{"48 KB", func(a *warp.Access) { a.ObjectBytes = 49152 }, InShared, true},
		{"unknown size", func(a *warp.Access) { a.ObjectBytes = -1 }, InShared, false},
		{"32 entries", func(a *warp.Access) { a.ObjectBytes = 128 }, InRegister, true},
		{"33 entries", func(a *warp.Access) { a.ObjectBytes = 132 }, InRegister, false},
		{"a lane is off", func(a *warp.Access) { a.ObjectBytes, a.ActiveLanes.Mean = 128, 31 }, InRegister, false},
		{"12-byte elements", func(a *warp.Access) { a.Bytes = 12 }, ThroughTexture, false},
		{"any", func(*warp.Access) {}, ReadOnly, true},
		{"any", func(*warp.Access) {}, InConstant, false},
		{"written", func(a *warp.Access) { a.Kind = warp.Store }, ReadOnly, false},
	} {
		if got := offered(c.change)[c.in]; got != c.want {
			t.Errorf("%s: %s offered %v, want %v", c.name, c.in, got, c.want)
		}
	}
}

// TestRandomRows: whatever the rows say, figures are finite, a saving is a share and no
// placement makes the kernel faster than without the reads.
func TestRandomRows(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	m, p := gpuNamed(t, "H200")
	spaces := []sema.MemorySpace{sema.ConstantSpace, sema.ParameterSpace, sema.GlobalSpace, sema.SharedSpace, sema.LocalSpace, sema.TextureSpace, sema.NoSpace}
	odd := []float64{0, -1, 1, 2, 31.5, 32, 1e9, math.Inf(1), math.NaN()}
	whole := []int64{-1, 0, 1, 2, 3, 4, 8, 16, 100, 128, 65536, 1 << 40, math.MaxInt64, math.MinInt64}
	pick := func() float64 { return odd[r.Intn(len(odd))] }
	integer := func() int64 { return whole[r.Intn(len(whole))] }
	for range 3000 {
		k := &warp.Result{Block: warp.Block{Dim: [3]int{r.Intn(1025), r.Intn(3), r.Intn(3)}}}
		if r.Intn(2) == 0 {
			k.Launch = &sema.Launch{Grid: [3]int64{integer(), integer(), integer()}, SharedBytes: integer()}
		}
		nests := r.Intn(3)
		for i := range nests {
			k.Nests = append(k.Nests, warp.Nest{Parent: i - 1, Trips: pick(), Runs: pick(), Entries: pick(), Barriers: pick(), Unroll: r.Intn(5) - 1,
				Operations: []warp.OperationCount{{Operation: warp.Operation(r.Intn(18)), Type: warp.NumberClass(r.Intn(6)), Count: pick()}}})
		}
		for range 1 + r.Intn(4) {
			a := warp.Access{Space: spaces[r.Intn(len(spaces))], Kind: warp.AccessKind(r.Intn(3)), Bytes: integer(), ObjectBytes: integer(),
				Pattern: warp.Pattern(r.Intn(5)), Stride: integer(), Trips: integer(), Executions: pick(), DataRange: integer(), Literal: r.Intn(4) == 0,
				Addresses: warp.Count{Worst: r.Intn(40) - 2, Mean: pick()}, ActiveLanes: warp.Count{Worst: r.Intn(40), Mean: pick()},
				Sectors: warp.Count{Worst: r.Intn(40), Mean: pick()}}
			if nests > 0 {
				a.Nest = r.Intn(nests)
			}
			if r.Intn(2) == 0 {
				for range r.Intn(40) {
					a.Lanes = append(a.Lanes, integer())
				}
			}
			k.Accesses = append(k.Accesses, a)
		}
		e := Kernel(m, p, k, Resources{})
		if c := e.Cycles(); math.IsNaN(c) || math.IsInf(c, 0) || c < 0 {
			t.Fatalf("%v cycles for %+v", c, k)
		}
		for i := range k.Accesses {
			if c := e.CyclesOf(&k.Accesses[i]); math.IsNaN(c) || c < 0 {
				t.Fatalf("an access costs %v cycles: %+v", c, k)
			}
			price, ok := e.Price(&k.Accesses[i])
			if !ok {
				continue
			}
			for _, alt := range price.Alternatives {
				if !(alt.Saving >= 0 && alt.Saving <= 100) || math.IsNaN(alt.Cycles) || alt.Cycles < 0 {
					t.Fatalf("%+v for %+v", alt, k)
				}
			}
			if !(price.Together >= 0 && price.Together <= 100) {
				t.Fatalf("together %v for %+v", price.Together, k)
			}
		}
	}
}

// TestTimeAgainstMeasured compares what latency and throughput give together with
// chains of dependent reads, one to 32 warps on one SM (limits.csv, cycles per read).
func TestTimeAgainstMeasured(t *testing.T) {
	// Each row of a chain: a pipe that is busy for throughput cycles, and the latency
	// of one step, both as measured at 1 and at 32 warps or known from SASS.
	chains := map[string]struct{ throughput, latency float64 }{
		"shared1_ilp1": {1.0, 29.4}, "shared8_ilp1": {8.0, 43.4}, "const4_ilp1": {8.0, 67.9}, "const32_ilp1": {64, 375.5},
		"global1_ilp1": {1.29, 39.3}, "mix_ilp1": {1.69, 35.0}, "fma_ilp1": {0.3, 4.94},
	}
	worst, compared := 0.0, 0
	for _, row := range table(t, "testdata/limits.csv") {
		c, ok := chains[row["case"]]
		if row["test"] != "chain" || !ok {
			continue
		}
		warps := number(t, row["x"])
		var d Demand
		d[L1], d[Latency] = c.throughput, c.latency/warps
		want := number(t, row["value"])
		off := math.Abs(d.time()/want - 1)
		worst, compared = max(worst, off), compared+1
		// Equal loads queue in step, so that the bend is sharper than with mixed work.
		if off > 0.2 {
			t.Errorf("%s with %v warps: %.2f cycles, measured %.2f", row["case"], warps, d.time(), want)
		}
	}
	t.Logf("%d rows, worst %.0f %% off", compared, 100*worst)
	if compared != 77 {
		t.Errorf("%d rows compared, want 77", compared)
	}
}

// TestVectorsInRegisters: 64 entries do not fit into the registers of a warp, also
// where the compiler reads two of them with one instruction; of 32 each takes a
// shuffle.
func TestVectorsInRegisters(t *testing.T) {
	m, p := gpuNamed(t, "H200")
	for _, c := range []struct {
		bytes int64
		want  float64 // cycles of one read, 0 where it is not possible
	}{{256, 0}, {128, 2}} {
		a := lookup(16, 4)
		a.ObjectBytes, a.Vector = c.bytes, 2
		e := Kernel(m, p, kernelOf(0, a), Resources{})
		cost, ok := e.costIn(&e.accesses[0], InRegister)
		if ok != (c.want > 0) || ok && cost.Cycles != c.want {
			t.Errorf("%d bytes: %+v, %v, want %v cycles", c.bytes, cost, ok, c.want)
		}
	}
}
