package lanes

import "math/rand"

// Shared memory has 32 banks of 4 bytes. An 8-byte access is served for half a
// warp at a time, a 16-byte access for a quarter (CUDA C++ Programming Guide,
// shared memory).
const (
	bankCount = 32
	bankBytes = 4
)

// BankConflicts returns the conflict degree of a shared memory access: how many
// times longer it takes than the same access without a conflict. Lanes that read
// one word do not conflict.
func (d *Domain) BankConflicts(fp Footprint) Spread {
	return d.perWarp(fp, func(v *Value, active []int, s *Spread) (float64, bool) {
		ls, vary, ok := d.lanesOf(v, active)
		if !ok {
			return 0, false
		}
		for _, l := range ls {
			if l.base != ls[0].base {
				return 0, false // the distance between banks is not known
			}
		}
		if vary == nil {
			return float64(degree(ls, active, fp.Bytes)), true
		}
		return expectedDegree(ls, vary, active, fp, s), true
	})
}

// degree returns the conflict degree of lanes at known distances.
func degree(ls []lane, active []int, bytes int64) int {
	phases := max(int(bytes)/bankBytes, 1)
	lanesPerPhase := WarpSize / min(phases, 4)
	worst := 1
	for p := 0; p < WarpSize; p += lanesPerPhase {
		words := map[int64]bool{}
		var load [bankCount]int
		for j, l := range ls {
			if i := active[j] % WarpSize; i < p || i >= p+lanesPerPhase {
				continue
			}
			for w := floorDiv(l.offset, bankBytes); w <= floorDiv(l.offset+bytes-1, bankBytes); w++ {
				if !words[w] {
					words[w] = true
					b := floorMod(w, bankCount)
					load[b]++
					worst = max(worst, load[b])
				}
			}
		}
	}
	return worst
}

// expectedDegree averages the degree over drawn data. The draws are the same in
// every run.
func expectedDegree(ls []lane, vary []term, active []int, fp Footprint, s *Spread) float64 {
	const draws = 200
	random := rand.New(rand.NewSource(1))
	step, count := dataPositions(vary, fp)
	sum := 0
	for range draws {
		drawn := make([]lane, len(ls))
		value := map[uint64]int64{}
		for j, l := range ls {
			x, ok := value[l.data]
			if !ok {
				x = random.Int63n(max(count, 1))
				value[l.data] = x
			}
			drawn[j] = lane{offset: l.offset + x*step}
		}
		sum += degree(drawn, active, fp.Bytes)
	}
	s.Data, s.DataRange = true, count
	s.Worst = max(s.Worst, min(len(value32(ls)), int(min(count, WarpSize))))
	return float64(sum) / draws
}

func value32(ls []lane) map[uint64]bool {
	m := map[uint64]bool{}
	for _, l := range ls {
		m[l.data] = true
	}
	return m
}
