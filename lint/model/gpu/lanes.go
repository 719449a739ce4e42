package gpu

import (
	"math"
	"slices"
	"sync"
)

// units are the numbers of aligned pieces of memory (words, lines, sectors), each
// once, in order.
type units []int64

// distinct returns the aligned units of the given size that some lane reads.
func distinct(lanes []int64, bytes, unit int64) units {
	out := make(units, 0, 2*WarpLanes)
	for _, offset := range lanes {
		if offset < 0 {
			continue
		}
		for further := (offset%unit + bytes - 1) / unit; further >= 0; further-- {
			out = append(out, offset/unit+further)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// maxBanks bounds the banks of a cache or memory: models name 32 at most.
const maxBanks = 64

// busiest returns how many of the units are in the busiest bank, at least 1. Neighbouring units are
// in neighbouring banks.
func (u units) busiest(banks int64) float64 {
	var perBank [maxBanks]int
	degree := 1
	for _, at := range u {
		b := at % min(max(banks, 1), maxBanks)
		perBank[b]++
		degree = max(degree, perBank[b])
	}
	return float64(degree)
}

// warp returns the offsets of at most 32 lanes.
func (r Read) warp() []int64 { return r.Lanes[:min(len(r.Lanes), WarpLanes)] }

// passesOf returns in how many parts the lanes of a warp read elements of the given bytes from 32
// banks of the given bytes. Each part needs each bank once. A part has 128 bytes if a bank has 4
// (CUDA C++ Programming Guide, shared memory, 64-bit and 128-bit accesses; widths.csv), 256 if it
// has 8 (the same, compute capability 3.x).
func passesOf(bytes, bankBytes int64) int {
	switch {
	case bytes > 2*bankBytes:
		return 4
	case bytes > bankBytes:
		return 2
	}
	return 1
}

// parts splits the lanes of a warp into passes that are served one after the other. With merge, as
// in shared memory, two neighbouring parts of one half-warp, or both half-warps, are one pass if
// lanes i and i xor 1, or all i and i xor 2, read the same element (widths.csv: mod1, mod2, div2,
// div4 and div8 take 1 cycle for 8 bytes and 2 for 16, the other patterns 2 and 4).
func parts(lanes []int64, passes int, merge bool) [][]int64 {
	size := WarpLanes / passes
	var out [][]int64
	for from := 0; from < len(lanes); {
		n := size
		if merge && passes > 1 && from%(2*size) == 0 && (paired(lanes, from, 2*size, 1) || paired(lanes, from, 2*size, 2)) {
			n = 2 * size
		}
		to := min(from+n, len(lanes))
		out = append(out, lanes[from:to])
		from = to
	}
	return out
}

// paired reports whether lane i and lane i xor distance read the same, for each of n lanes.
// Inactive lanes match any other.
func paired(lanes []int64, from, n, distance int) bool {
	for i := from; i < min(from+n, len(lanes)); i++ {
		if j := i ^ distance; j < len(lanes) && lanes[i] >= 0 && lanes[j] >= 0 && lanes[i] != lanes[j] {
			return false
		}
	}
	return true
}

// busiestOfDraws returns ExpectedBusiest for numbers of draws and places that need not be integers.
// It is linear in the draws, and in the logarithm of the places between powers of two.
func busiestOfDraws(draws, places float64, banks int) float64 {
	draws = min(max(draws, 1), WarpLanes)
	places = min(max(places, 1), 1<<24)
	k, p := math.Floor(draws), math.Floor(math.Log2(places))
	u, v := draws-k, math.Log2(places)-p
	at := func(k, p float64) float64 { return busiestAt(int(k), int(p), banks) }
	low := at(k, p)
	if v > 0 {
		low += v * (at(k, p+1) - low)
	}
	if u == 0 {
		return low
	}
	high := at(k+1, p)
	if v > 0 {
		high += v * (at(k+1, p+1) - high)
	}
	return low + u*(high-low)
}

// busiestGrid caches ExpectedBusiest, which takes tens of microseconds, by number of draws (1 to
// 32), logarithm of the places (0 to 25) and banks. It has a few thousand entries at most.
var busiestGrid sync.Map

type gridPoint struct{ draws, logPlaces, banks int }

func busiestAt(draws, logPlaces, banks int) float64 {
	banks = min(max(banks, 1), maxBanks)
	key := gridPoint{draws, logPlaces, banks}
	if x, ok := busiestGrid.Load(key); ok {
		return x.(float64)
	}
	x := max(1, ExpectedBusiest(draws, 1<<logPlaces, banks))
	busiestGrid.Store(key, x)
	return x
}
