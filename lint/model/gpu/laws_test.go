package gpu

import (
	"math"
	"math/rand"
	"testing"
)

// costs returns what a read costs by each of the functions.
func costs(m *Model, r Read, at Residency) map[string]Cost {
	all := map[string]Cost{
		"constant": m.ConstantIndexed(r), "uniform": m.ConstantUniform(r), "literal": m.ConstantLiteral(float64(r.Table)),
		"parameter": m.Parameter(r), "global": m.GlobalLoad(r, at), "read-only": m.ReadOnlyLoad(r, at), "store": m.GlobalStore(r, at),
		"shared": m.SharedLoad(r), "shared store": m.SharedStore(r), "texture": m.TextureFetch(r, at), "tiled": m.TextureTiled(r, at),
	}
	if c, ok := m.ShuffleLookup(r); ok {
		all["shuffle"] = c
	}
	return all
}

// randomRead is any read, with fields that no caller would set together.
func randomRead(rng *rand.Rand) Read {
	pick := func(values ...float64) float64 { return values[rng.Intn(len(values))] }
	r := Read{
		Addresses: pick(-1, 0, 0.5, 1, 1+31*rng.Float64(), 32, 1e9, math.NaN(), math.Inf(1)),
		Worst:     []int{-1, 0, 1, 1 + rng.Intn(32), 32, math.MaxInt}[rng.Intn(6)],
		Active:    pick(-1, 0, 32*rng.Float64(), math.NaN()),
		Bytes:     []int64{-1, 0, 1, 2, 3, 4, 8, 12, 16, 17, 64, math.MaxInt64}[rng.Intn(12)],
		Sectors:   pick(-1, 0, 32*rng.Float64(), math.NaN(), math.Inf(1)),
		Table:     []int64{-1, 0, 1, 7, 64, 2048, 2049, 1 << 16, 1 << 40, math.MaxInt64}[rng.Intn(10)],
		Order:     Order(rng.Intn(5)),
		Step:      pick(-4, 0, 4, 1e300, math.NaN(), math.Inf(-1)),
	}
	switch rng.Intn(4) {
	case 0:
		r.Lanes = []int64{}
	case 1:
		for range rng.Intn(40) {
			r.Lanes = append(r.Lanes, rng.Int63n(1<<uint(1+rng.Intn(62)))-8)
		}
	}
	return r
}

// TestCostsAreFinite: no read makes a cost negative, infinite or not a number, on
// any architecture.
func TestCostsAreFinite(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	pick := func() float64 { return []float64{-1, 0, 0.3, 1, math.NaN(), math.Inf(1)}[rng.Intn(6)] }
	for _, name := range Names() {
		m := Lookup(name)
		for range 400 {
			r, at := randomRead(rng), Residency{pick(), pick(), pick()}
			for path, c := range costs(m, r, at) {
				for _, x := range []float64{c.Cycles, c.Latency, c.TextureCycles, c.L2Sectors, c.L2Lines, c.DRAMSectors, c.Instructions} {
					if !(x >= 0) || math.IsInf(x, 1) {
						t.Fatalf("%s, %s of %+v at %v: %+v", name, path, r, at, c)
					}
				}
				if c.Basis != Measured && c.Basis != Published && c.Basis != Extrapolated {
					t.Fatalf("%s, %s: basis %q", name, path, c.Basis)
				}
			}
		}
		for range 100 {
			at := m.ResidencyOf(1e9*pick(), 1e9*pick(), 1e9*pick(), 1e9*pick())
			if !(at.L1 >= 0 && at.L2 >= 0 && at.DRAM >= 0) || math.Abs(at.L1+at.L2+at.DRAM-1) > 1e-9 {
				t.Fatalf("%s: residency %v", name, at)
			}
		}
	}
}

// drawn is a read of the given number of lanes at independent random places.
func drawn(lanes int, table, bytes int64) Read {
	return Read{Addresses: ExpectedDistinct(lanes, float64(table/bytes)), Worst: lanes, Bytes: bytes, Table: table, Order: Random}
}

// TestCostsGrow: more lanes at random places, a larger table, more addresses and
// a colder cache never make a read cheaper, and small changes never make a jump.
func TestCostsGrow(t *testing.T) {
	for _, name := range []string{"sm_90", "sm_80", "sm_75", "sm_61", "sm_50", "sm_35"} {
		m := Lookup(name)
		atMost := func(what string, a, b map[string]Cost) {
			t.Helper()
			for path := range a {
				if path == "shuffle" {
					continue // possible or not
				}
				// The random curves of some architectures rise more slowly than the
				// conflicts by which they are scaled to other elements.
				if a[path].Cycles > 1.03*b[path].Cycles || a[path].Latency > 1.03*b[path].Latency {
					t.Errorf("%s, %s, %s: %+v, then %+v", name, what, path, a[path], b[path])
				}
			}
		}
		for _, bytes := range []int64{1, 4, 8, 16} {
			for lanes := 1; lanes < 32; lanes++ {
				atMost("lanes", costs(m, drawn(lanes, 8192, bytes), Reused), costs(m, drawn(lanes+1, 8192, bytes), Reused))
			}
			for table := int64(64); table < 1<<18; table += table / 8 / 16 * 16 {
				table = max(table, 64) + 16
				atMost("table", costs(m, drawn(32, table, bytes), Reused), costs(m, drawn(32, table+table/64/16*16+16, bytes), Reused))
			}
		}
		for d := 1.0; d < 32; d += 0.25 {
			a := Read{Addresses: d, Worst: 32, Bytes: 4, Table: 4096, Order: Random}
			b := a
			b.Addresses += 0.25
			atMost("addresses", costs(m, a, Reused), costs(m, b, Reused))
			a.Order, b.Order = Fixed, Fixed
			a.Lanes = lanesOf(func(l int64) int64 { return 128 * l })
			b.Lanes = a.Lanes
			atMost("addresses of known lanes", costs(m, a, Reused), costs(m, b, Reused))
		}
		r := drawn(32, 1<<20, 4)
		for share := 0.0; share < 1; share += 0.05 {
			atMost("cold", costs(m, r, Residency{L1: 1 - share, L2: share}), costs(m, r, Residency{L1: 0.95 - share, L2: share + 0.05}))
			atMost("colder", costs(m, r, Residency{L2: 1 - share, DRAM: share}), costs(m, r, Residency{L2: 0.95 - share, DRAM: share + 0.05}))
		}
	}
}

// TestCostsAreContinuous: a hundredth more addresses or table changes a cost of
// random reads by 8 % at most.
func TestCostsAreContinuous(t *testing.T) {
	m := Lookup("sm_90")
	for table := 128.0; table < 1<<17; table *= 1.01 {
		for _, d := range []float64{1, 2.5, 8, 31} {
			r := Read{Addresses: d, Worst: 32, Bytes: 4, Table: int64(table), Order: Random}
			near := r
			near.Addresses, near.Table = 1.01*d, int64(1.01*table)
			a, b := costs(m, r, Reused), costs(m, near, Reused)
			for path := range a {
				if path == "shuffle" {
					continue // possible or not
				}
				if gap := math.Abs(a[path].Cycles - b[path].Cycles); gap > 0.08*a[path].Cycles {
					t.Errorf("%s, %v addresses of %v bytes: %v, then %v", path, d, table, a[path].Cycles, b[path].Cycles)
				}
			}
		}
	}
}

// TestPaths: what each function is for.
func TestPaths(t *testing.T) {
	m := Lookup("sm_90")
	row := fixed(4, lanesOf(func(l int64) int64 { return 4 * l }))
	for _, c := range []struct {
		name string
		got  Cost
		want Cost // Basis, Latency, L2Lines and TextureCycles are not compared
	}{
		{"divergent constant", m.ConstantIndexed(row), Cost{Cycles: 64, Pipe: PipeConstant, Instructions: 1}},
		{"array in a parameter", m.Parameter(row), Cost{Cycles: 64, Pipe: PipeConstant, Instructions: 1}},
		{"16-byte constant", m.ConstantIndexed(fixed(16, lanesOf(func(l int64) int64 { return 16 * l }))), Cost{Cycles: 128, Pipe: PipeConstant, Instructions: 2}},
		{"literal", m.ConstantLiteral(64), Cost{Pipe: PipeIssue}},
		{"uniform in a small table", m.ConstantUniform(Read{Bytes: 4, Table: 64}), Cost{Cycles: 2, Pipe: PipeUniform, Instructions: 1}},
		{"uniform", m.ConstantUniform(Read{Bytes: 4, Table: 1024}), Cost{Cycles: 22, Pipe: PipeUniform, Instructions: 1}},
		{"uniform of warps in step", m.ConstantUniform(Read{Bytes: 4, Table: 1 << 16, Warps: 32}), Cost{Cycles: 2, Pipe: PipeUniform, Instructions: 1}},
		{"uniform of most warps", m.ConstantUniform(Read{Bytes: 4, Table: 1024, Warps: 48}), Cost{Cycles: 12, Pipe: PipeUniform, Instructions: 1}},
		{"uniform of all warps", m.ConstantUniform(Read{Bytes: 4, Table: 1024, Warps: 64}), Cost{Cycles: 22, Pipe: PipeUniform, Instructions: 1}},
		{"uniform before sm_75", Lookup("sm_70").ConstantUniform(Read{Bytes: 4, Table: 1024}), Cost{Cycles: 2, Pipe: PipeConstant, Instructions: 1}},
		{"coalesced", m.GlobalLoad(row, Reused), Cost{Cycles: 1.294, Pipe: PipeL1, Instructions: 1}},
		{"coalesced from memory", m.GlobalLoad(row, Streamed), Cost{Cycles: 1.294, Pipe: PipeL1, L2Sectors: 4, DRAMSectors: 4, Instructions: 1}},
		{"coalesced float4", m.GlobalLoad(fixed(16, lanesOf(func(l int64) int64 { return 16 * l })), Streamed), Cost{Cycles: 4, Pipe: PipeL1, L2Sectors: 16, DRAMSectors: 16, Instructions: 1}},
		{"plain load on sm_50", Lookup("sm_50").GlobalLoad(row, Reused), Cost{Cycles: 4, Pipe: PipeL1, L2Sectors: 4, Instructions: 1}},
		{"read-only load on sm_50", Lookup("sm_50").ReadOnlyLoad(row, Reused), Cost{Cycles: 4, Pipe: PipeL1, Instructions: 1}},
		{"store", m.GlobalStore(row, Streamed), Cost{Cycles: 4, Pipe: PipeL1, L2Sectors: 4, DRAMSectors: 4, Instructions: 1}},
		{"shared", m.SharedLoad(row), Cost{Cycles: 1.01, Pipe: PipeL1, Instructions: 1}},
		{"shared on sm_50", Lookup("sm_50").SharedLoad(row), Cost{Cycles: 1.01, Pipe: PipeShared, Instructions: 1}},
		{"texture", m.TextureFetch(row, Reused), Cost{Cycles: 4.01, Pipe: PipeTexture, Instructions: 1}},
		{"image", m.TextureTiled(row, Reused), Cost{Cycles: 8, Pipe: PipeTexture, Instructions: 1}},
	} {
		if c.got.Misses > c.got.Latency || c.got.Misses > c.got.Miss {
			t.Errorf("%s: misses add %g of %g cycles, one adds %g", c.name, c.got.Misses, c.got.Latency, c.got.Miss)
		}
		c.got.Basis, c.got.Latency, c.got.Misses, c.got.Miss, c.got.L2Lines, c.got.TextureCycles = "", 0, 0, 0, 0, 0
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, c.want)
		}
	}
}

// TestTablesBeside: four tables of 1 KB that are read in turn do not fit the 2 KB
// of the constant cache, each alone does.
func TestTablesBeside(t *testing.T) {
	m := Lookup("sm_90")
	alone := drawn(32, 1024, 4)
	four := alone
	four.Beside = 3 * 1024
	d := alone.Addresses
	if got := m.ConstantIndexed(alone).Cycles / d; math.Abs(got-2) > 0.05 {
		t.Errorf("alone: %v cycles per address, want 2", got)
	}
	if got, want := m.ConstantIndexed(four).Cycles/d, m.Constant.Random.At(4096); got != want {
		t.Errorf("with three others: %v cycles per address, want %v", got, want)
	}
}

// TestRowsAtUnknownDistance: lanes that read neighbouring words in a few places
// cost what those places can, not what 32 random words do.
func TestRowsAtUnknownDistance(t *testing.T) {
	m := Lookup("sm_90")
	before := 0.0
	for _, c := range []struct{ sectors, least, most float64 }{{1, 1.29, 1.3}, {4, 1.29, 2.6}, {5.5, 1.5, 3}, {16, 3, 6.5}, {32, 10, 11}} {
		got := m.GlobalLoad(Read{Addresses: 32, Worst: 32, Bytes: 4, Sectors: c.sectors}, Reused).Cycles
		if got < c.least || got > c.most || got < before {
			t.Errorf("%v sectors: %v cycles, want %v to %v", c.sectors, got, c.least, c.most)
		}
		before = got
	}
}

// TestWideBanks: banks of 8 bytes (compute capability 3.x) deliver a warp's doubles
// at once, and neighbouring words to two lanes.
func TestWideBanks(t *testing.T) {
	kepler, now := Lookup("sm_35"), Lookup("sm_90")
	for _, c := range []struct {
		bytes, stride int64
		wide, narrow  float64
	}{{4, 4, 1, 1}, {8, 8, 1, 2}, {16, 16, 2, 4}, {4, 8, 1, 2}, {4, 128, 16, 32}, {4, 256, 32, 32}} {
		lanes := lanesOf(func(l int64) int64 { return l * c.stride })
		if w, n := degreeOfLoad(kepler, c.bytes, lanes), degreeOfLoad(now, c.bytes, lanes); w != c.wide || n != c.narrow {
			t.Errorf("%d bytes, %d apart: %v in banks of 8, %v in banks of 4; want %v and %v", c.bytes, c.stride, w, n, c.wide, c.narrow)
		}
	}
}

func TestPipeNames(t *testing.T) {
	for p, want := range map[Pipe]string{PipeIssue: "issue", PipeTexture: "texture", 200: "unknown"} {
		if got := p.String(); got != want {
			t.Errorf("pipe %d is %q, want %q", p, got, want)
		}
	}
}

func TestShuffleLookup(t *testing.T) {
	m := Lookup("sm_90")
	for _, c := range []struct {
		table, bytes int64
		instructions float64 // 0: not possible
	}{{128, 4, 1}, {4, 4, 1}, {132, 4, 0}, {256, 8, 2}, {264, 8, 0}, {32, 1, 1}, {33, 1, 0}, {512, 16, 0}, {0, 4, 0}, {-1, 4, 0}, {128, 0, 0}} {
		cost, ok := m.ShuffleLookup(Read{Addresses: 32, Worst: 32, Bytes: c.bytes, Table: c.table})
		if ok != (c.instructions > 0) || cost.Instructions != c.instructions || cost.Cycles != c.instructions*m.Shuffle.Cycles.Value {
			t.Errorf("table of %d bytes, entries of %d: %+v, %v", c.table, c.bytes, cost, ok)
		}
	}
}
