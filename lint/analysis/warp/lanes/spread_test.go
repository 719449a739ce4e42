package lanes

import (
	"math"
	"math/rand"
	"testing"
)

// memory is the brute-force model of what a warp's accesses cost.
type memory struct{ addresses, sectors, conflicts int }

func measure(x []int64, threads []int, bytes int64) memory {
	addresses, sectors := map[int64]bool{}, map[int64]bool{}
	address := map[int]int64{} // by lane
	for _, i := range threads {
		addresses[x[i]] = true
		address[i%WarpSize] = x[i]
		for b := x[i]; b < x[i]+bytes; b++ {
			sectors[floorDiv(b, 32)] = true
		}
	}
	// Which lanes one pass can serve, as testdata/truth/README.md states it.
	groups := map[int][][]int{1: ranges(32), 2: ranges(32), 4: ranges(32), 8: ranges(16), 16: ranges(8)}[int(bytes)]
	var merged [][]int
	for k := 0; k < len(groups); k++ {
		if k%2 == 0 && k+1 < len(groups) {
			if both := append(append([]int{}, groups[k]...), groups[k+1]...); inPairs(address, both, 1) || inPairs(address, both, 2) {
				merged = append(merged, both)
				k++
				continue
			}
		}
		merged = append(merged, groups[k])
	}
	passes, free := 0, 0
	for _, group := range merged {
		words, banks, most := map[int64]bool{}, map[int64]int{}, 0
		for _, l := range group {
			a, active := address[l]
			for b := a; active && b < a+bytes; b++ {
				if w := floorDiv(b, 4); !words[w] {
					words[w] = true
					banks[floorMod(w, 32)]++
					most = max(most, banks[floorMod(w, 32)])
				}
			}
		}
		passes += most
		free += min(most, 1)
	}
	m := memory{addresses: len(addresses), sectors: len(sectors), conflicts: 1}
	if free > 0 {
		m.conflicts = int(math.Ceil(float64(passes) / float64(free)))
	}
	return m
}

// ranges splits the lanes of a warp into groups of n.
func ranges(n int) [][]int {
	var out [][]int
	for l := range WarpSize {
		if l%n == 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], l)
	}
	return out
}

// inPairs reports whether lanes at a distance share addresses or are inactive.
func inPairs(address map[int]int64, group []int, distance int) bool {
	for _, l := range group {
		a, ok1 := address[l]
		b, ok2 := address[l^distance]
		if ok1 && ok2 && a != b {
			return false
		}
	}
	return true
}

func warps(n int, active []bool) [][]int {
	var out [][]int
	for w := 0; w < n; w += WarpSize {
		var threads []int
		for i := w; i < w+WarpSize && i < n; i++ {
			if active[i] {
				threads = append(threads, i)
			}
		}
		if threads != nil {
			out = append(out, threads)
		}
	}
	return out
}

func allActive(n int) []bool {
	a := make([]bool, n)
	for i := range a {
		a[i] = true
	}
	return a
}

// No run costs more than the worst case that is reported.
func TestWorstIsAnUpperBound(t *testing.T) {
	known := 0
	for seed := range 600 {
		w := newWorld(int64(seed), 64)
		b := newBuilder(w, w.r.Intn)
		for range 25 {
			b.step()
		}
		if b.failure != "" {
			t.Fatalf("seed %d: %s", seed, b.failure)
		}
		for range 10 {
			p := b.ints[w.r.Intn(len(b.ints))]
			size := int64(1) << w.r.Intn(5)
			v := w.d.scale(Int64, w.d.Convert(Int64, p.v), size)
			if v.IsUnknown() || !p.exact {
				continue
			}
			x := each1(p.x, func(x int64) int64 { return x * size })
			fp := Footprint{Address: v, Active: allActive(64), Bytes: size, Extent: -1}
			for i := range fp.Active {
				fp.Active[i] = w.r.Intn(8) > 0
			}
			a, s, c := w.d.Addresses(fp), w.d.Sectors(fp), w.d.BankConflicts(fp)
			for _, threads := range warps(64, fp.Active) {
				m := measure(x, threads, size)
				if a.Known && a.Worst < m.addresses || s.Known && s.Worst < m.sectors || c.Known && c.Worst < m.conflicts {
					t.Fatalf("seed %d: %s of size %d: %+v, reported %+v %+v %+v", seed, p.text, size, m, a, s, c)
				}
			}
			for _, r := range []Spread{a, s, c} {
				if r.Known {
					known++
				}
				if r.Known && r.Mean > float64(r.Worst)+1e-9 {
					t.Fatalf("seed %d: %s: mean above worst: %+v", seed, p.text, r)
				}
			}
		}
	}
	if known < 5000 {
		t.Errorf("only %d figures were known", known)
	}
}

// Where only uniform numbers are unknown, the worst case is attained and the mean
// is that over all of their values.
func TestSpreadIsExactWithoutData(t *testing.T) {
	const threads, blocks = 256, 3000
	tests := []struct {
		name string
		v    func(d *Domain, tid, bx *Value) *Value
		f    func(tid, bx int64) int64
	}{
		{"linear", func(d *Domain, tid, bx *Value) *Value {
			return d.Add(Int32, tid, d.Mul(Int32, bx, d.Const(Int32, 256)))
		}, func(tid, bx int64) int64 { return tid + 256*bx }},
		{"quotient, many cases", func(d *Domain, tid, bx *Value) *Value {
			return d.Div(Int32, d.Add(Int32, d.Add(Int32, tid, d.Const(Int32, 5)), d.Mul(Int32, bx, d.Const(Int32, 256))), d.Const(Int32, 1000))
		}, func(tid, bx int64) int64 { return (tid + 5 + 256*bx) / 1000 }},
		{"remainder, many cases", func(d *Domain, tid, bx *Value) *Value {
			return d.Rem(Int32, d.Add(Int32, tid, d.Mul(Int32, bx, d.Const(Int32, 256))), d.Const(Int32, 1000))
		}, func(tid, bx int64) int64 { return (tid + 256*bx) % 1000 }},
		{"quotient, few cases", func(d *Domain, tid, bx *Value) *Value {
			return d.Div(Int32, d.Add(Int32, d.Add(Int32, tid, d.Const(Int32, 5)), d.Mul(Int32, bx, d.Const(Int32, 256))), d.Const(Int32, 40))
		}, func(tid, bx int64) int64 { return (tid + 5 + 256*bx) / 40 }},
		{"row and column", func(d *Domain, tid, bx *Value) *Value {
			i := d.Add(Int32, tid, d.Mul(Int32, bx, d.Const(Int32, 256)))
			row, column := d.Div(Int32, i, d.Const(Int32, 100)), d.Rem(Int32, i, d.Const(Int32, 100))
			return d.Add(Int32, d.Mul(Int32, column, d.Const(Int32, 8)), row)
		}, func(tid, bx int64) int64 { i := tid + 256*bx; return i%100*8 + i/100 }},
		{"odd step", func(d *Domain, tid, bx *Value) *Value {
			return d.Div(Int32, d.Add(Int32, tid, d.Mul(Int32, bx, d.Const(Int32, 3))), d.Const(Int32, 50))
		}, func(tid, bx int64) int64 { return (tid + 3*bx) / 50 }},
	}
	for _, test := range tests {
		d := NewDomain(threads)
		x := make([]int64, threads)
		for i := range x {
			x[i] = int64(i)
		}
		bx := d.Uniform(Int32, 0, blocks-1)
		v := d.scale(Int64, test.v(d, d.PerThread(Int32, x), bx), 4)
		fp := Footprint{Address: v, Active: allActive(threads), Bytes: 4, Extent: -1}
		figures := [3]Spread{d.Addresses(fp), d.Sectors(fp), d.BankConflicts(fp)}
		var sum, several [3]float64
		var worst [3]int
		for b := range int64(blocks) {
			for i := range x {
				x[i] = 4 * test.f(int64(i), b)
			}
			for _, w := range warps(threads, fp.Active) {
				m := measure(x, w, 4)
				for k, n := range []int{m.addresses, m.sectors, m.conflicts} {
					sum[k] += float64(n)
					worst[k] = max(worst[k], n)
					if n > 1 {
						several[k]++
					}
				}
			}
		}
		for k, s := range figures {
			mean, share := sum[k]/(blocks*threads/WarpSize), several[k]/(blocks*threads/WarpSize)
			if math.Abs(s.Several-share) > 0.01 {
				t.Errorf("%s, figure %d: over 1 in a share of %.3f, measured %.3f", test.name, k, s.Several, share)
			}
			if !s.Known || s.Worst != worst[k] {
				t.Errorf("%s, figure %d: worst %d, measured %d: %+v", test.name, k, s.Worst, worst[k], s)
			}
			if math.Abs(s.Mean-mean) > 0.01*mean {
				t.Errorf("%s, figure %d: mean %.3f, measured %.3f", test.name, k, s.Mean, mean)
			}
		}
	}
}

// Known addresses are counted exactly.
func TestSpreadOfKnownAddresses(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 3000 {
		n := 32 + 32*r.Intn(3)
		d := NewDomain(n)
		size := int64(1) << r.Intn(5)
		stride, start, row := int64(r.Intn(140)-20), int64(r.Intn(64)), int64(1+r.Intn(40))
		x := make([]int64, n)
		for i := range x {
			x[i] = size * (start + int64(i)%row*stride + int64(i)/row)
		}
		fp := Footprint{Address: d.PerThread(Int64, x), Active: allActive(n), Bytes: size, Extent: -1}
		for i := range fp.Active {
			fp.Active[i] = r.Intn(6) > 0
		}
		var want memory
		for _, w := range warps(n, fp.Active) {
			m := measure(x, w, size)
			want = memory{max(want.addresses, m.addresses), max(want.sectors, m.sectors), max(want.conflicts, m.conflicts)}
		}
		if got := (memory{d.Addresses(fp).Worst, d.Sectors(fp).Worst, d.BankConflicts(fp).Worst}); got != want {
			t.Fatalf("size %d, start %d, stride %d, row %d: got %+v, want %+v", size, start, stride, row, got, want)
		}
	}
}

// An aligned access never straddles two sectors, however its rows are apart; one that may
// stand anywhere can.
func TestSectorsOfAlignedAccesses(t *testing.T) {
	d := NewDomain(32)
	lane := make([]int64, 32)
	for i := range lane {
		lane[i] = int64(i)
	}
	rows := d.Mul(Int64, d.PerThread(Int64, lane), d.UniformOf(Int64))
	run := d.Add(Int64, d.Mul(Int64, d.PerThread(Int64, lane), d.Const(Int64, 4)), d.UniformOf(Int64))
	for _, c := range []struct {
		name    string
		address *Value
		align   int64
		worst   int
		mean    float64
	}{
		{"rows of unknown pitch", rows, 4, 32, 32},
		{"a run at any word", run, 4, 5, 4.875},
		{"a run at any word pair", run, 8, 5, 4.75},
		{"a run at any byte", run, 0, 5, 4.96875},
	} {
		got := d.Sectors(Footprint{Address: c.address, Active: allActive(32), Bytes: 4, Extent: -1, Align: c.align})
		if got.Worst != c.worst || math.Abs(got.Mean-c.mean) > 1e-9 {
			t.Errorf("%s: worst %d, mean %g; want %d, %g", c.name, got.Worst, got.Mean, c.worst, c.mean)
		}
	}
}

// The expectation over data is that of a simulation.
func TestSpreadOverData(t *testing.T) {
	tests := []struct {
		name   string
		values int64 // how many the data can have
		scale  int64 // bytes from one to the next
		lane   int64 // bytes per lane on top
		per    int   // threads that share data
		bytes  int64
	}{
		{"table of 64", 64, 4, 0, 1, 4},
		{"large table", 10000, 4, 0, 1, 4},
		{"rows", 100, 128, 4, 1, 4},
		{"rows shared by 8", 10, 128, 4, 8, 4},
		{"overlapping ranges", 40, 4, 4, 1, 4},
		{"overlapping, shared", 40, 4, 4, 4, 4},
		{"wide", 500, 16, 0, 1, 16},
		{"twelve bytes", 3000, 12, 0, 1, 12},
		{"two values", 2, 4, 0, 1, 4},
	}
	const n, runs = 32, 4000
	for _, test := range tests {
		d := NewDomain(n)
		tid, group := make([]int64, n), make([]int64, n)
		for i := range tid {
			tid[i], group[i] = int64(i), int64(i/test.per)
		}
		data := d.LoadedIn(Int64, 0, test.values-1, d.PerThread(Int64, group))
		v := d.Add(Int64, d.scale(Int64, data, test.scale), d.scale(Int64, d.PerThread(Int64, tid), test.lane))
		fp := Footprint{Address: v, Active: allActive(n), Bytes: test.bytes, Extent: -1}
		figures := []Spread{d.Addresses(fp), d.Sectors(fp), d.BankConflicts(fp)}
		r := rand.New(rand.NewSource(7))
		var sum [3]float64
		several := 0.0 // of the warps use several addresses
		threads := warps(n, fp.Active)[0]
		x, drawn := make([]int64, n), make([]int64, n)
		count := runs
		if test.bytes > 8 {
			figures = figures[:2]
		}
		for range count {
			for i := range drawn {
				drawn[i] = r.Int63n(test.values)
			}
			for i := range x {
				x[i] = drawn[group[i]]*test.scale + test.lane*int64(i)
			}
			m := measure(x, threads, test.bytes)
			if m.addresses > 1 {
				several++
			}
			for k, n := range []int{m.addresses, m.sectors, m.conflicts} {
				sum[k] += float64(n)
				if k < len(figures) && n > figures[k].Worst {
					t.Fatalf("%s, figure %d: %d above the worst %d", test.name, k, n, figures[k].Worst)
				}
			}
		}
		if got := figures[0].Several; math.Abs(got-several/float64(count)) > 0.01 {
			t.Errorf("%s: several addresses in a share of %.3f, simulated %.3f", test.name, got, several/float64(count))
		}
		for k, s := range figures {
			mean := sum[k] / float64(count)
			tolerance := 0.01
			if k == 2 {
				tolerance = 0.02 // itself drawn
			}
			if !s.Known || math.Abs(s.Mean-mean) > tolerance*mean {
				t.Errorf("%s, figure %d: mean %.4f, simulated %.4f: %+v", test.name, k, s.Mean, mean, s)
			}
		}
	}
}
