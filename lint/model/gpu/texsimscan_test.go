package gpu

import "iter"

// A Scan says in which order the warps of one SM read an image.
type Scan struct {
	// Width and Height are the image's size in texels. A thread whose place is
	// outside does not read; a read beside the image is clamped to its edge.
	Width, Height int
	// Blocks is the number of thread blocks of the launch, Warps of the warps of
	// a block.
	Blocks, Warps int
	// Place returns the texel of a lane (0 to 31) of a warp.
	Place func(block, warp, lane int) Texel
	// Reads are the offsets from its place at which each thread reads, one load
	// instruction each.
	Reads []Texel
	// SMs is the number of SMs that the blocks are dealt to in turn, of which the
	// first is followed; 0 is 1: it sees the whole image.
	SMs int
	// Resident is how many blocks run at a time, their warps in lock step: each
	// load instruction is executed by all of them before the next one is. 0: one
	// warp after the other finishes all its reads.
	Resident int
	// MaxWarps ends the scan after that many warps, so that an image of any size
	// takes bounded time; 0 is 1 << 17, a 2048 x 2048 image.
	MaxWarps int
}

// maxWarps is the default of Scan.MaxWarps.
const maxWarps = 1 << 17

// Requests yields the texels of each load instruction of each warp in the order
// they are executed. The slice is reused.
func (s *Scan) Requests() iter.Seq[[]Texel] {
	most := min(s.MaxWarps, 1<<30) // so that products of two fit
	if most <= 0 {
		most = maxWarps
	}
	sms, warps := min(max(s.SMs, 1), 1<<30), min(max(s.Warps, 0), most)
	blocks := min(s.Blocks/sms, most-1)
	if s.Blocks%sms > 0 {
		blocks++
	}
	total := min(blocks*warps, most)
	together := min(max(s.Resident, 0), blocks) * warps
	return func(yield func([]Texel) bool) {
		var places, texels []Texel
		of := -1 // the warp whose places they are
		for first := 0; first < total; first += max(together, 1) {
			for _, offset := range s.Reads {
				for n := first; n < min(first+max(together, 1), total); n++ {
					if n != of {
						places, of = s.places(places[:0], n/warps*sms, n%warps), n
					}
					texels = texels[:0]
					for _, p := range places {
						texels = append(texels, Texel{clamp(p.X+offset.X, s.Width), clamp(p.Y+offset.Y, s.Height)})
					}
					if len(texels) > 0 && !yield(texels) {
						return
					}
				}
			}
		}
	}
}

// places appends the texels of the active lanes of a warp.
func (s *Scan) places(to []Texel, block, warp int) []Texel {
	for lane := range WarpLanes {
		if t := s.Place(block, warp, lane); t.X >= 0 && t.Y >= 0 && t.X < s.Width && t.Y < s.Height {
			to = append(to, t)
		}
	}
	return to
}

func clamp(i, n int) int { return min(max(i, 0), n-1) }

// A HitCount is what the reads of a scan found.
type HitCount struct {
	// Requests counts load instructions of warps, Reads texels read by lanes,
	// Hits those that were resident.
	Requests, Reads, Hits int64
	// FetchedBytes is what was brought in from the next level.
	FetchedBytes int64
}

// Rate returns the share of the texel reads that hit, 0 to 1; 0 without a read.
func (h HitCount) Rate() float64 {
	if h.Reads == 0 {
		return 0
	}
	return float64(h.Hits) / float64(h.Reads)
}

// Run reads a cache as the warps of a scan do.
func (s *Scan) Run(c *TexelCache) HitCount {
	h := HitCount{FetchedBytes: -c.FetchedBytes()}
	for texels := range s.Requests() {
		h.Requests++
		h.Reads += int64(len(texels))
		h.Hits += int64(c.ReadWarp(texels))
	}
	h.FetchedBytes += c.FetchedBytes()
	return h
}

// TiledPlace returns the Place of blocks that go over an image row by row. A
// block is warpsX x warpsY warps, a warp lanesX x (32 / lanesX) lanes, and
// neighbouring lanes are stride texels apart in both directions, so that a
// stride of 2 reads every second pixel of every second row.
func TiledPlace(width, lanesX, warpsX, warpsY, stride int) func(block, warp, lane int) Texel {
	lanesX, warpsX, warpsY, stride = min(max(lanesX, 1), 32), max(warpsX, 1), max(warpsY, 1), max(stride, 1)
	blockX, blockY := lanesX*warpsX*stride, 32/lanesX*warpsY*stride
	across := max((width+blockX-1)/blockX, 1)
	return func(block, warp, lane int) Texel {
		x := block%across*blockX + (warp%warpsX*lanesX+lane%lanesX)*stride
		y := block/across*blockY + (warp/warpsX*(32/lanesX)+lane/lanesX)*stride
		return Texel{x, y}
	}
}
