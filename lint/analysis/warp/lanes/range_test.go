package lanes

import "testing"

// A rangeCase is an address in terms of the thread and one number that all threads share.
type rangeCase struct {
	name string
	// value builds the address, in elements of 4 bytes; at is what it is in thread t with
	// the shared number u, one of shared.
	value  func(d *Domain, t, u *Value) *Value
	at     func(t, u int64) int64
	shared []int64
	// addresses and sectors are the ranges that are expected: least and most.
	addresses, sectors [2]int
}

func c32(d *Domain, x int64) *Value { return d.Const(Int32, x) }

var positiveNumbers = []int64{1, 2, 3, 5, 7, 8, 16, 31, 32, 33, 64, 100, 1000, 1 << 20}

var rangeCases = []rangeCase{
	{"quotient", func(d *Domain, t, u *Value) *Value { return d.Div(Int32, t, u) },
		func(t, u int64) int64 { return t / u }, positiveNumbers, [2]int{1, 32}, [2]int{1, 5}},
	{"remainder", func(d *Domain, t, u *Value) *Value { return d.Rem(Int32, t, u) },
		func(t, u int64) int64 { return t % u }, positiveNumbers, [2]int{1, 32}, [2]int{1, 7}},
	{"clamped below", func(d *Domain, t, u *Value) *Value { return d.Max(Int32, c32(d, 0), d.Sub(Int32, t, u)) },
		func(t, u int64) int64 { return max(0, t-u) }, positiveNumbers, [2]int{1, 32}, [2]int{1, 5}},
	{"clamped above", func(d *Domain, t, u *Value) *Value { return d.Min(Int32, d.Mul(Int32, t, c32(d, 2)), u) },
		func(t, u int64) int64 { return min(2*t, u) }, positiveNumbers, [2]int{1, 32}, [2]int{1, 9}},
	{"clamped on both sides", func(d *Domain, t, u *Value) *Value {
		return d.Max(Int32, d.Min(Int32, t, u), c32(d, 3))
	}, func(t, u int64) int64 { return max(min(t, u), 3) }, positiveNumbers, [2]int{1, 32}, [2]int{1, 5}},
	{"one of two", func(d *Domain, t, u *Value) *Value {
		return d.Select(d.Less(Int32, t, u), t, d.Add(Int32, t, d.Mul(Int32, u, c32(d, 64))))
	}, func(t, u int64) int64 {
		if t < u {
			return t
		}
		return t + 64*u
	}, positiveNumbers, [2]int{1, 32}, [2]int{1, 11}},
	{"stride", func(d *Domain, t, u *Value) *Value { return d.Mul(Int32, t, u) },
		func(t, u int64) int64 { return t * u }, append([]int64{0}, positiveNumbers...), [2]int{1, 32}, [2]int{1, 32}},
	{"two rows", func(d *Domain, t, u *Value) *Value {
		return d.Add(Int32, d.Mul(Int32, d.Div(Int32, t, c32(d, 16)), u), d.Rem(Int32, t, c32(d, 16)))
	}, func(t, u int64) int64 { return t/16*u + t%16 }, append([]int64{0}, positiveNumbers...), [2]int{16, 32}, [2]int{2, 6}},
	{"bounded apart", func(d *Domain, t, u *Value) *Value {
		return d.Add(Int32, d.Mul(Int32, t, c32(d, 8)), d.Rem(Int32, d.Add(Int32, t, u), d.Add(Int32, d.Rem(Int32, u, c32(d, 3)), c32(d, 1))))
	}, func(t, u int64) int64 { return 8*t + (t+u)%(u%3+1) }, positiveNumbers, [2]int{32, 32}, [2]int{16, 32}},
}

// TestRanges compares ranges with what is expected of them, and with what is counted for
// concrete numbers.
func TestRanges(t *testing.T) {
	const threads = 64
	for _, c := range rangeCases {
		t.Run(c.name, func(t *testing.T) {
			d := NewDomain(threads)
			x := make([]int64, threads)
			active := make([]bool, threads)
			for i := range x {
				x[i], active[i] = int64(i), true
			}
			u := d.Uniform(Int32, 0, 1<<20)
			v := d.Mul(Int64, c.value(d, d.PerThread(Int32, x), u), d.Const(Int64, 4))
			fp := Footprint{Address: d.Add(Int64, v, d.Mul(Int64, d.Uniform(Int64, 0, 1<<40), d.Const(Int64, 4))), Active: active, Bytes: 4, Extent: -1}
			a, s := d.Addresses(fp), d.Sectors(fp)
			if got := [2]int{a.Least, a.Worst}; got != c.addresses {
				t.Errorf("addresses %v, want %v", got, c.addresses)
			}
			if got := [2]int{s.Least, s.Worst}; got != c.sectors {
				t.Errorf("sectors %v, want %v", got, c.sectors)
			}
			for _, u := range c.shared {
				for shift := range int64(8) {
					for w := int64(0); w < threads; w += WarpSize {
						words, blocks := map[int64]bool{}, map[int64]bool{}
						for i := w; i < w+WarpSize; i++ {
							at := c.at(i, u) + shift
							words[at], blocks[floorDiv(at*4, sectorBytes)] = true, true
						}
						if len(words) < a.Least || len(words) > a.Worst || len(blocks) < s.Least || len(blocks) > s.Worst {
							t.Errorf("u %d, shift %d, warp %d: %d addresses, %d sectors, not in %d-%d and %d-%d", u, shift, w/WarpSize, len(words), len(blocks), a.Least, a.Worst, s.Least, s.Worst)
						}
					}
				}
			}
		})
	}
}
