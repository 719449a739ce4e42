// Package gpu holds models of GPUs as data and what one memory access of one
// warp costs on them. It knows nothing of sources.
package gpu

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// A Read is one load by one warp.
type Read struct {
	// Addresses is the mean number of distinct addresses.
	Addresses float64
	// Bytes is what one lane reads.
	Bytes int64
	// Worst is the most distinct addresses of any warp.
	Worst int
	// Lanes is the byte offset of each lane of that warp from the lowest of them,
	// negative where a lane is inactive; nil where the offsets are not known.
	Lanes []int64
	// Table is the size in bytes of the memory the addresses lie in, 0 or less
	// where it is not known.
	Table int64
}

var nameForm = regexp.MustCompile(`^sm_([1-9][0-9]{1,2})[af]?$`)

// Arch returns the compute capability times ten that a name such as sm_90
// stands for (900), or an error that says what a name looks like.
func Arch(name string) (int, error) {
	m := nameForm.FindStringSubmatch(name)
	if m == nil {
		return 0, fmt.Errorf("unknown GPU %q: a GPU is named by its compute capability, such as sm_90", name)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0, err
	}
	return 10 * n, nil
}

// ConstantCost returns the cost of an indexed load from constant memory, and how it
// is known.
//
// Cycles are 2 per distinct address while the lines in use fit the first-level
// constant cache. An element of 16 bytes is two 8-byte loads, each replayed for
// every address.
func (m *Model) ConstantCost(r Read) (float64, Basis) {
	instructions := float64(max(1, (r.Bytes+7)/8))
	if m.constantFits(r) {
		return instructions * m.Constant.AddressCycles.Value * r.Addresses, Measured
	}
	// A uniform read pays the next level too, but nobody measured the throughput
	// of that; what is charged here is for divergent reads.
	return instructions * max(m.Constant.AddressCycles.Value, (m.Constant.AddressCycles.Value+m.Constant.MissCycles.Value)) * r.Addresses, Extrapolated
}

// constantFits reports whether the lines one warp reads stay in the first-level
// constant cache.
func (m *Model) constantFits(r Read) bool {
	size := int64(m.Constant.First.Value)
	if r.Lanes == nil {
		return r.Table <= size || r.Addresses <= m.Constant.Ways.Value
	}
	line, ways := int64(m.Constant.Line.Value), int64(m.Constant.Ways.Value)
	sets := max(1, size/(line*ways))
	lines := map[int64]bool{}
	perSet := make([]int64, sets)
	for _, offset := range r.Lanes {
		at := offset / line
		if offset < 0 || lines[at] {
			continue
		}
		lines[at] = true
		perSet[at%sets]++
		if perSet[at%sets] > ways {
			return false
		}
	}
	return true
}

// GlobalCost returns the cost of a load that hits the first-level data cache, and
// how it is known.
//
// The cache has the banks of shared memory: the cost is the conflict degree over
// 4-byte words, at least GlobalFloor, at least one cycle per
// GlobalLinesPerCycle lines.
func (m *Model) GlobalCost(r Read) (float64, Basis) {
	if r.Lanes == nil {
		return m.random(m.Global.Random.Points, r, m.Global.Cycles.Value)
	}
	const line = 128
	lines := map[int64]bool{}
	for _, offset := range r.Lanes {
		if offset >= 0 {
			lines[offset/line] = true
		}
	}
	worst := max(m.Global.Cycles.Value, ConflictDegree(r.Lanes, r.Bytes), float64(len(lines))/m.Global.LinesPerCycle.Value)
	return r.mean(m.Global.Cycles.Value, worst), m.basisFor(r)
}

// mean scales the cost of the worst warp to the mean number of addresses, in
// proportion to the addresses beyond the first.
func (r Read) mean(floor, worst float64) float64 {
	if r.Worst <= 1 {
		return worst
	}
	return floor + (worst-floor)*max(0, r.Addresses-1)/float64(r.Worst-1)
}

// SharedCost returns the cost of a load from shared memory, and how it is known. ok
// is false where a table of that size cannot be there.
func (m *Model) SharedCost(r Read) (cycles float64, basis Basis, ok bool) {
	if r.Table > int64(m.Occupancy.SharedBlock.Value) {
		return 0, "", false
	}
	if r.Lanes == nil {
		cycles, basis = m.random(m.Shared.Random.Points, r, m.Shared.ConflictCycles.Value)
		return cycles, basis, true
	}
	return r.mean(m.Shared.ConflictCycles.Value, m.Shared.ConflictCycles.Value*ConflictDegree(r.Lanes, r.Bytes)), m.basisFor(r), true
}

// basisFor returns how the cost of a read with known offsets is known: only
// elements of 4 bytes were measured.
func (m *Model) basisFor(r Read) Basis {
	if r.Bytes == 4 {
		return Measured
	}
	return Extrapolated
}

// random returns the cost of reads at unknown places of a table: that of 32
// lanes, but no more than a cycle for each address.
func (m *Model) random(points []Point, r Read, floor float64) (float64, Basis) {
	cycles, basis := m.randomWarp(points, r)
	return max(floor, min(cycles, r.Addresses)), basis
}

// randomWarp interpolates linearly over the logarithm of the table's size. Where
// the size is not known the largest measured one is taken: the costliest.
func (m *Model) randomWarp(points []Point, r Read) (float64, Basis) {
	last := points[len(points)-1]
	if r.Table <= 0 || float64(r.Table) >= last.Bytes {
		return last.Cycles, Extrapolated
	}
	if float64(r.Table) <= points[0].Bytes {
		return points[0].Cycles, m.basisFor(r)
	}
	i := 1
	for float64(r.Table) > points[i].Bytes {
		i++
	}
	low, high := points[i-1], points[i]
	t := math.Log2(float64(r.Table)/low.Bytes) / math.Log2(high.Bytes/low.Bytes)
	return low.Cycles + t*(high.Cycles-low.Cycles), m.basisFor(r)
}

// ConflictDegree returns how many words of 4 bytes the busiest of the 32 banks
// has to deliver for a read of the given offsets and element size. Lanes that
// read the same word share it.
func ConflictDegree(lanes []int64, bytes int64) float64 {
	var perBank [32]int
	seen := map[int64]bool{}
	degree := 1
	for _, offset := range lanes {
		if offset < 0 {
			continue
		}
		for word := offset / 4; word <= (offset+max(bytes, 1)-1)/4; word++ {
			if seen[word] {
				continue
			}
			seen[word] = true
			perBank[word%32]++
			degree = max(degree, perBank[word%32])
		}
	}
	return float64(degree)
}
