package lanes

import (
	"fmt"
	"testing"
)

// TestBankLoads: the banks with several words, of the lanes that are served together.
func TestBankLoads(t *testing.T) {
	offsets := func(of func(lane int64) int64) (out []int64) {
		for lane := range int64(WarpSize) {
			out = append(out, of(lane))
		}
		return out
	}
	for _, c := range []struct {
		name    string
		offsets []int64
		bytes   int64
		want    string
	}{
		{"neighbours", offsets(func(l int64) int64 { return 4 * l }), 4, "[] 0-31"},
		{"one word", offsets(func(int64) int64 { return 0 }), 4, "[] 0-31"},
		{"three lanes, two words", []int64{0, -1, 128, 128}, 4, "[{0 [0 2 3] 2}] 0-31"},
		{"bytes of one word", []int64{0, 1, 2, 3}, 1, "[] 0-31"},
		{"pairs of 8 bytes, a half of the warp", offsets(func(l int64) int64 { return l % 16 * 8 }), 8, "[] 0-15"},
		{"8 bytes in rows of 128", []int64{0, 128, -1, -1}, 8, "[{0 [0 1] 2} {1 [0 1] 2}] 0-31"},
		{"the second half", append(offsets(func(int64) int64 { return -1 })[:16], 0, 128, 256), 8, "[{0 [16 17 18] 3} {1 [16 17 18] 3}] 16-31"},
		{"nothing", nil, 4, "[] 0-0"},
	} {
		loads, first, last := BankLoads(c.offsets, c.bytes)
		if got := fmt.Sprintf("%v %d-%d", loads, first, last); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
