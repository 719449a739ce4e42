package lanes

import "sync"

// Shared memory has 32 banks of 4 bytes (CUDA C++ Programming Guide, shared
// memory).
const (
	bankCount = 32
	bankBytes = 4
)

// BankConflicts returns the conflict degree of a shared memory access: how many
// times longer it takes than the same access without a conflict, so 1 is free of
// conflicts. Lanes that read one word do not conflict.
func (d *Domain) BankConflicts(fp Footprint) Spread {
	return d.perWarp(fp, conflicts, func(w *warpLanes) (figure, bool) {
		grain := w.grain
		for _, l := range w.lanes {
			if l.base != w.lanes[0].base {
				return w.overStride(fp)
			}
			grain = gcd(grain, l.grain)
		}
		if w.vary != nil {
			return overData(w, fp, func(r positions) figure { return d.drawnDegree(w, fp, r) }), true
		}
		// Where a shared part moves words against banks, all ways count.
		step := gcd(grain, bankBytes)
		var fig figure
		var room [WarpSize]int64
		offsets := room[:len(w.lanes)]
		for shift := int64(0); shift < bankBytes; shift += step {
			for j, l := range w.lanes {
				offsets[j] = l.offset + shift
			}
			n := degree(offsets, w.threads, fp.Bytes)
			fig.mean += float64(n) * float64(step) / bankBytes
			fig.worst = max(fig.worst, n)
		}
		fig.shifts = step < bankBytes
		return fig, true
	})
}

// overStride returns the conflict degree of lanes at distances that depend on one number,
// over all that it can be: banks come again after 128 bytes. Lanes at different multiples of
// it are taken never to meet in one word.
func (w *warpLanes) overStride(fp Footprint) (figure, bool) {
	const banks = bankCount * bankBytes
	if w.vary != nil || w.scattered || len(w.strides) != 1 || w.grain%bankBytes != 0 {
		return figure{}, false
	}
	coef, g := w.strides[0].coef, int64(banks)
	for _, i := range w.threads {
		g = gcd(g, coef[i])
		if c := coef[i]; c > limit>>32 || c < -limit>>32 {
			return figure{}, false
		}
	}
	fig, period := figure{}, banks/g
	var room [WarpSize]int64
	offsets := room[:len(w.lanes)]
	for r := range period {
		for j, i := range w.threads {
			offsets[j] = w.lanes[j].offset + coef[i]*(r+period<<20)
		}
		n := degree(offsets, w.threads, fp.Bytes)
		fig.mean += float64(n) / float64(period)
		fig.worst = max(fig.worst, n)
	}
	fig.shifts = fig.mean < float64(fig.worst)
	return fig, true
}

// degree returns the conflict degree of lanes at known distances: the passes they
// take over those of the same lanes without a conflict, rounded up.
func degree(offsets []int64, threads []int, bytes int64) int {
	var at [WarpSize]int64
	var active [WarpSize]bool
	for j, x := range offsets {
		at[threads[j]%WarpSize], active[threads[j]%WarpSize] = x, true
	}
	passes, free := 0, 0
	size := 0
	for p := 0; p < WarpSize; p += size {
		size = servedTogether(&at, &active, p, bytes)
		if n := mostWords(&at, &active, p, size, bytes); n > 0 {
			passes += n
			free++
		}
	}
	if free == 0 {
		return 1
	}
	return (passes + free - 1) / free
}

// servedTogether returns how many lanes from p on one pass can serve: the whole
// warp up to 4 bytes a lane, half of it for 8 bytes, a quarter for 16; twice as
// many where lanes pair up, that is where lanes i and i xor 1, or i and i xor 2,
// read the same address or one of them is inactive. A 16-byte access never
// combines the halves of the warp. (Measured on sm_90: testdata/truth.)
func servedTogether(at *[WarpSize]int64, active *[WarpSize]bool, p int, bytes int64) int {
	size := WarpSize
	switch {
	case bytes <= bankBytes:
		return size
	case bytes <= 2*bankBytes:
		size = WarpSize / 2
	default:
		size = WarpSize / 4
	}
	if p%(2*size) != 0 {
		return size
	}
	for _, distance := range []int{1, 2} {
		paired := true
		for i := p; i < p+2*size; i++ {
			j := i ^ distance
			paired = paired && (!active[i] || !active[j] || at[i] == at[j])
		}
		if paired {
			return 2 * size
		}
	}
	return size
}

// mostWords returns the most distinct words that one bank delivers for size lanes
// from p on, 0 if none of them is active.
func mostWords(at *[WarpSize]int64, active *[WarpSize]bool, p, size int, bytes int64) int {
	worst := 0
	// The words of a bank are a list: last is the number of its last one, plus 1.
	var load [bankCount]int
	var last [bankCount]uint8
	var words [4 * WarpSize]int64
	var before [4 * WarpSize]uint8
	n := 0
	for i := p; i < p+size; i++ {
		if !active[i] {
			continue
		}
	word:
		for w := floorDiv(at[i], bankBytes); w <= floorDiv(at[i]+bytes-1, bankBytes); w++ {
			b := uint64(w) % bankCount
			for k := last[b]; k != 0; k = before[k-1] {
				if words[k-1] == w {
					continue word
				}
			}
			if n < len(words) {
				words[n], before[n] = w, last[b]
				n++
				last[b] = uint8(n)
			}
			load[b]++
			worst = max(worst, load[b])
		}
	}
	return worst
}

// draws is how often data is drawn to estimate a conflict degree; the estimate
// is then within 1 % or so.
const draws = 1000

// drawnDegrees caches estimated degrees. They are costly, their keys determine them, and similar
// kernels have the same ones.
var drawnDegrees drawnFigures

type drawnFigures struct {
	mu      sync.Mutex
	figures map[key]figure
}

// maxDrawn bounds the cached degrees.
const maxDrawn = 1 << 13

func (f *drawnFigures) find(k key) (fig figure, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fig, ok = f.figures[k]
	return fig, ok
}

func (f *drawnFigures) add(k key, fig figure) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.figures == nil || len(f.figures) >= maxDrawn {
		f.figures = map[key]figure{}
	}
	f.figures[k] = fig
}

// drawnDegree averages the degree over drawn data. The draws are the same in
// every run, and warps that look alike share them.
func (d *Domain) drawnDegree(w *warpLanes, fp Footprint, r positions) figure {
	start := floorDiv(w.lanes[0].offset, bankCount*bankBytes) * bankCount * bankBytes
	k := keyOf("degree", mix(mix(uint64(fp.Bytes), uint64(r.count)), uint64(truth(r.dense)+2*truth(r.uneven))))
	index := map[uint64]int{}
	which := make([]int, len(w.lanes))
	for j, l := range w.lanes {
		n, ok := index[l.data]
		if !ok {
			n = len(index)
			index[l.data] = n
		}
		which[j] = n
		k.a = mix(mix(k.a, uint64(l.offset-start)), uint64(w.threads[j]%WarpSize))
		k.b = mix(mix(mix(k.b, uint64(n)), uint64(l.unit)), uint64(truth(l.data == 0)))
		for x := int64(1); x < r.count && r.few; x++ {
			k.b = mix(k.b, uint64(w.move(j, r, x)))
		}
	}
	if fig, ok := drawnDegrees.find(k); ok {
		return fig
	}
	numbers := make([]int64, len(index))
	var room [WarpSize]int64
	offsets := room[:len(w.lanes)]
	sum, most, state := 0, 0, uint64(1)
	for range draws {
		for n := range numbers {
			state = mix(state, 1)
			numbers[n] = int64(state>>1) % r.count
		}
		if n, ok := index[0]; ok {
			numbers[n] = 0 // no data
		}
		for j, l := range w.lanes {
			offsets[j] = l.offset + w.move(j, r, numbers[which[j]])
		}
		n := degree(offsets, w.threads, fp.Bytes)
		sum += n
		most = max(most, n)
	}
	fig := figure{mean: float64(sum) / draws, worst: max(most, worstDegree(w, r, fp)), positions: r.count}
	drawnDegrees.add(k, fig)
	return fig
}

// worstDegree bounds the conflict degree over all data: no more than the lanes
// that need words of their own, nor than the words of a bank in reach.
func worstDegree(w *warpLanes, r positions, fp Footprint) int {
	distinct := map[lane]bool{}
	lo, hi := w.lanes[0].offset, w.lanes[0].offset
	for _, l := range w.lanes {
		distinct[l] = true
		lo, hi = min(lo, l.offset), max(hi, addHigh(l.offset, satMul(r.count-1, l.unit)))
	}
	lanes := int64(len(distinct))
	// A pass serves half the lanes of an access of 8 bytes, a quarter of 16; lanes
	// that are served together beyond that pair up, so no more words meet.
	if fp.Bytes > bankBytes {
		lanes = min(lanes, WarpSize/2)
	}
	if fp.Bytes > 2*bankBytes {
		lanes = min(lanes, WarpSize/4)
	}
	if len(w.vary) > 1 && (!r.dense || r.uneven) {
		return int(lanes)
	}
	bytes := addHigh(hi, fp.Bytes-lo)
	return int(min(lanes, bytes/(bankCount*bankBytes)+1))
}
