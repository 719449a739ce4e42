package lanes

import "testing"

// The conflict degree of lanes whose distance depends on a number that is not known is that
// over all remainders of the number: the banks come again after 128 bytes.
func TestConflictsOverStride(t *testing.T) {
	const block = 32
	lane := func(f func(i int64) int64) []int64 {
		x := make([]int64, block)
		for i := range x {
			x[i] = f(int64(i))
		}
		return x
	}
	for _, c := range []struct {
		name         string
		offset, coef func(i int64) int64
		bytes        int64
		worst        int
		mean         float64 // 0: not known
	}{
		// i * s words: 16 of 32 remainders are odd (1), 8 even once (2), 4 (4), 2 (8), 16 and 0.
		{"rows of words", func(int64) int64 { return 0 }, func(i int64) int64 { return 4 * i }, 4, 32, 3.5},
		// i * (2 s + 1) words: an odd distance is free of conflicts.
		{"odd rows", func(i int64) int64 { return 4 * i }, func(i int64) int64 { return 8 * i }, 4, 1, 1},
		// i * s times 8 bytes: a pass serves 16 lanes, which have 16 pairs of banks:
		// (8 * 1 + 4 * 2 + 2 * 4 + 1 * 8 + 1 * 16) / 16.
		{"rows of doubles", func(int64) int64 { return 0 }, func(i int64) int64 { return 8 * i }, 8, 16, 3},
		// Two rows of 16 words overlap unless one begins in bank 16: (31 * 2 + 1) / 32.
		{"two rows", func(i int64) int64 { return 4 * (i % 16) }, func(i int64) int64 { return 4 * (i / 16) }, 4, 2, 63.0 / 32},
		{"too far apart", func(int64) int64 { return 0 }, func(i int64) int64 { return i << 40 }, 4, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := NewDomain(block)
			s := d.Uniform(Int64, 0, 1<<20)
			address := d.Add(Int64, d.PerThread(Int64, lane(c.offset)), d.Mul(Int64, d.PerThread(Int64, lane(c.coef)), s))
			active := make([]bool, block)
			for i := range active {
				active[i] = true
			}
			got := d.BankConflicts(Footprint{Address: address, Active: active, Bytes: c.bytes, Extent: -1})
			if got.Known != (c.mean > 0) || c.mean > 0 && (got.Worst != c.worst || got.Mean != c.mean || got.Least != 1) {
				t.Errorf("%+v, want worst %d, mean %v", got, c.worst, c.mean)
			}
		})
	}
}

// The least that lanes can touch, whatever the number is that they share, is what they touch
// with the least such number, as long as that keeps their order.
func TestLeastOverStride(t *testing.T) {
	zero, lane, row, column := func(int64) int64 { return 0 }, func(i int64) int64 { return 4 * i }, func(i int64) int64 { return 4 * (i / 16) }, func(i int64) int64 { return 4 * (i % 16) }
	for _, c := range []struct {
		name               string
		offset, coef       func(i int64) int64
		lo                 int64 // of the number
		addresses, sectors int
	}{
		{"from 1", zero, lane, 1, 32, 4},
		{"from 8", zero, lane, 8, 32, 32}, // 32 bytes apart
		{"may be 0", zero, lane, 0, 1, 1},
		{"may be the opposite", zero, lane, -3, 1, 1},
		{"may cancel out", func(i int64) int64 { return -4 * i }, lane, 1, 1, 1},
		{"does not cancel out", func(i int64) int64 { return -4 * i }, lane, 2, 32, 4},
		{"backwards", zero, func(i int64) int64 { return 4 * (31 - i) }, 1, 32, 4},
		// Two rows of 16 words, of which the second may begin one word after the first: 17.
		{"rows that overlap", column, row, 1, 17, 3},
		{"rows apart", column, row, 16, 32, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := NewDomain(32)
			var offset, coef []int64
			var active []bool
			for i := range int64(32) {
				offset, coef, active = append(offset, c.offset(i)), append(coef, c.coef(i)), append(active, true)
			}
			address := d.Add(Int64, d.PerThread(Int64, offset), d.Mul(Int64, d.PerThread(Int64, coef), d.Uniform(Int64, c.lo, 1<<20)))
			fp := Footprint{Address: address, Active: active, Bytes: 4, Extent: -1}
			if a, s := d.Addresses(fp).Least, d.Sectors(fp).Least; a != c.addresses || s != c.sectors {
				t.Errorf("%d addresses, %d sectors, want %d and %d", a, s, c.addresses, c.sectors)
			}
		})
	}
}
