package gpu

import (
	"math"
	"math/rand"
	"testing"
)

// fixed is a read of known offsets whose figures are those of the one warp.
func fixed(bytes int64, lanes []int64) Read {
	seen, active := map[int64]bool{}, 0
	for _, offset := range lanes {
		if offset >= 0 {
			active++
			seen[offset] = true
		}
	}
	return Read{Addresses: float64(len(seen)), Worst: len(seen), Active: float64(active), Bytes: bytes, Lanes: lanes}
}

func lanesOf(f func(lane int64) int64) []int64 {
	lanes := make([]int64, WarpLanes)
	for lane := range lanes {
		lanes[lane] = f(int64(lane))
	}
	return lanes
}

// degreeOfLoad returns the bank conflict degree that a load from shared memory
// is charged with.
func degreeOfLoad(m *Model, bytes int64, lanes []int64) float64 {
	return m.SharedLoad(fixed(bytes, lanes)).Cycles / m.Shared.ConflictCycles.Value
}

func TestConflictDegree(t *testing.T) {
	m := Lookup("sm_90")
	for _, c := range []struct {
		name  string
		bytes int64
		lanes []int64
		want  float64
	}{
		{"neighbouring words", 4, lanesOf(func(l int64) int64 { return 4 * l }), 1},
		{"neighbouring words, backwards", 4, lanesOf(func(l int64) int64 { return 4 * (31 - l) }), 1},
		{"one word", 4, lanesOf(func(int64) int64 { return 0 }), 1},
		{"two words of a bank, shared by half the lanes each", 4, lanesOf(func(l int64) int64 { return l % 2 * 128 }), 2},
		{"neighbouring bytes", 1, lanesOf(func(l int64) int64 { return l }), 1},
		{"bytes of one word", 1, lanesOf(func(l int64) int64 { return l % 4 }), 1},
		{"bytes in one bank", 1, lanesOf(func(l int64) int64 { return 128*l + l%4 }), 32},
		{"halves two to a word", 2, lanesOf(func(l int64) int64 { return 2 * l }), 1},
		{"one bank", 4, lanesOf(func(l int64) int64 { return 128 * l }), 32},
		{"padded column", 4, lanesOf(func(l int64) int64 { return 132 * l }), 1},
		{"even words", 4, lanesOf(func(l int64) int64 { return 8 * l }), 2},
		{"odd stride", 4, lanesOf(func(l int64) int64 { return 4 * 31 * l }), 1},
		{"stride of 6 words", 4, lanesOf(func(l int64) int64 { return 24 * l }), 2},
		{"one lane", 4, lanesOf(func(l int64) int64 { return l*64 - 31*64 }), 1},
		{"every second lane", 4, lanesOf(func(l int64) int64 { return 128*l*(1-l%2) - l%2 }), 16},
		{"no lane", 4, lanesOf(func(int64) int64 { return -1 }), 1},
		{"no offsets at all", 4, []int64{}, 1},
		// A warp reads doubles by half-warps, float4 by quarter-warps: 2 and 4
		// passes without a conflict.
		{"doubles", 8, lanesOf(func(l int64) int64 { return 8 * l }), 2},
		{"every second double", 8, lanesOf(func(l int64) int64 { return 16 * l }), 4},
		{"float4", 16, lanesOf(func(l int64) int64 { return 16 * l }), 4},
		{"every second float4", 16, lanesOf(func(l int64) int64 { return 32 * l }), 8},
		{"float4 in one bank", 16, lanesOf(func(l int64) int64 { return 128 * l }), 32},
	} {
		if got := degreeOfLoad(m, c.bytes, c.lanes); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: degree %v, want %v", c.name, got, c.want)
		}
	}
}

// TestConflictDegreeLaws draws lanes of 4-byte words and compares the degree with
// its definition; what must not change it does not, and what cannot raise it does
// not raise it.
func TestConflictDegreeLaws(t *testing.T) {
	m, r := Lookup("sm_90"), rand.New(rand.NewSource(1))
	for range 2000 {
		table := int64(1) << r.Intn(14)
		words, lanes := make([]int64, WarpLanes), make([]int64, WarpLanes)
		for l := range lanes {
			words[l] = r.Int63n(table)
			lanes[l] = 4 * words[l]
		}
		degree := degreeOfLoad(m, 4, lanes)
		if want := float64(degreeOf(words)); math.Abs(degree-want) > 1e-9 {
			t.Fatalf("%v: degree %v, want %v", words, degree, want)
		}
		moved, shuffled, masked := make([]int64, WarpLanes), make([]int64, WarpLanes), make([]int64, WarpLanes)
		by := 4 * r.Int63n(1<<30)
		for l, other := range r.Perm(WarpLanes) {
			moved[l], shuffled[l], masked[l] = lanes[l]+by, lanes[other], lanes[l]
			if r.Intn(2) == 0 {
				masked[l] = -1
			}
		}
		if got := degreeOfLoad(m, 4, moved); math.Abs(got-degree) > 1e-9 {
			t.Fatalf("%v: degree %v, moved by %d bytes %v", words, degree, by, got)
		}
		if got := degreeOfLoad(m, 4, shuffled); math.Abs(got-degree) > 1e-9 {
			t.Fatalf("%v: degree %v, with the lanes in another order %v", words, degree, got)
		}
		if got := degreeOfLoad(m, 4, masked); got > degree+1e-9 {
			t.Fatalf("%v: degree %v, with fewer lanes %v", words, degree, got)
		}
	}
}

// TestCostOfHostileReads calls every cost function with reads that no source
// makes: there is no panic, and the cost is finite and not negative.
func TestCostOfHostileReads(t *testing.T) {
	m := Lookup("sm_90")
	numbers := []float64{0, 1, 32, -1, 1e300, math.NaN(), math.Inf(1), math.Inf(-1)}
	wholes := []int64{0, 1, 4, 16, 17, -1, 1 << 40, math.MaxInt64, math.MinInt64}
	shapes := [][]int64{nil, {}, {0}, {math.MaxInt64, math.MaxInt64 - 3}, {math.MinInt64}, make([]int64, 100),
		lanesOf(func(l int64) int64 { return l << 57 }), lanesOf(func(l int64) int64 { return math.MaxInt64 - l })}
	r := rand.New(rand.NewSource(1))
	number := func() float64 { return numbers[r.Intn(len(numbers))] }
	whole := func() int64 { return wholes[r.Intn(len(wholes))] }
	for range 20000 {
		read := Read{Addresses: number(), Worst: int(whole()), Active: number(), Bytes: whole(), Lanes: shapes[r.Intn(len(shapes))],
			Sectors: number(), Table: whole(), Order: Order(r.Intn(4)), Step: number()}
		at := Residency{number(), number(), number()}
		shuffle, _ := m.ShuffleLookup(read)
		for name, c := range map[string]Cost{
			"ConstantIndexed": m.ConstantIndexed(read), "ConstantUniform": m.ConstantUniform(read), "ConstantLiteral": m.ConstantLiteral(number()),
			"Parameter": m.Parameter(read), "GlobalLoad": m.GlobalLoad(read, at), "ReadOnlyLoad": m.ReadOnlyLoad(read, at),
			"GlobalStore": m.GlobalStore(read, at), "SharedLoad": m.SharedLoad(read), "SharedStore": m.SharedStore(read),
			"TextureFetch": m.TextureFetch(read, at), "ShuffleLookup": shuffle,
		} {
			for _, x := range []float64{c.Cycles, c.Latency, c.L2Sectors, c.DRAMSectors, c.Instructions} {
				if !(x >= 0) || math.IsInf(x, 0) {
					t.Fatalf("%s(%+v, %+v) = %+v", name, read, at, c)
				}
			}
		}
	}
}
