package gpu

import "container/list"

// TileTexels is the side of the square of texels that TileCache holds together.
const TileTexels = 32

// lineBytes and sectorBytes are the units in which the L1 cache of global loads
// is tagged and filled (CUDA C++ Best Practices Guide, "Coalesced access to
// global memory"; Nsight Compute's "Sectors/Req").
const (
	lineBytes   = 128
	sectorBytes = 32
)

// A Texel is the place of an element of an image: column and row.
type Texel struct{ X, Y int }

// A TexelCache simulates a cache that is read at the texels of an image: empty
// at first (cold start), least recently used block out first. Its memory grows
// with the blocks it holds, never with the image.
//
// What a lane finds is decided before its warp changes anything: all lanes of
// one load instruction are looked up at once, so if none of its texels is
// resident all 32 miss, even where they lie in one tile.
type TexelCache struct {
	// locate returns the block of a texel and the bit of the sector in it.
	locate func(Texel) (block, uint32)
	// sets hold the resident blocks, the most recently used first.
	sets     []list.List
	ways     int64
	resident map[block]*list.Element
	places   []place // of the lanes of one request, kept for the next
	fetches  int64
	unit     int64 // bytes of one fetch
}

// A block is what has one tag: a tile or a line.
type block struct{ x, y int64 }

type place struct {
	block  block
	sector uint32
}

type cacheEntry struct {
	block   block
	sectors uint32 // one bit each
}

// NewTileCache returns a cache of the given bytes of 2-D tiles of 32 x 32
// texels, fully associative, for texels of the given bytes (1 to 16). A tile is
// fetched whole. A cache smaller than one tile holds none, so no read hits.
//
// It is the textbook model of a texture cache, and its hit rate that of the
// locality of the reads in two dimensions. It is not a description of one GPU:
// what a texture read of an sm_90 fetches is what NewBlockLinearCache does.
//
// Published hit rates for a 2048 x 2048 float image read at (x, y), (x + 1, y)
// and (x, y + 1) are 97 to 99 % for warps of 32 consecutive pixels and 95 to
// 97 % for every second pixel. The model gives 98.8 to 99.0 % (blocks of 32 x 8
// threads) and 95.8 % (16 x 2 lanes, a block to each tile) from 12 KB up, read
// so: the lanes of a load are looked up together, one cache sees all blocks in
// row order, one warp finishes after the other. The figures depend on that
// reading. Lane after lane, one miss fetches the tile for the other 31: 99.9 %
// for both. An SM that gets every 132nd block: 94.7 % (97.9 with blocks of
// 32 x 32) and 95.8 %. Eight blocks in lock step: 90.0 % with 12 KB, 95.3 with
// 128, 97.3 with 256, and 87.5 to 95.8 %.
func NewTileCache(bytes, texelBytes int64) *TexelCache {
	texelBytes = min(max(texelBytes, 1), 16)
	tile := TileTexels * TileTexels * texelBytes
	return newTexelCache(1, bytes/tile, tile, func(t Texel) (block, uint32) {
		return block{int64(t.X) >> 5, int64(t.Y) >> 5}, 1
	})
}

// NewBlockLinearCache returns a cache of the given bytes for images in a CUDA
// array, fully associative: lines of 32 bytes x 4 rows, each filled by sectors of
// 16 bytes x 2 rows. The layout is that of the 64-byte x 8-row groups ("GOB")
// of block-linear surfaces (Tegra X1 Technical Reference Manual, pages 1187-1188);
// the sectors that an H200 fetched come out within 1 % in each pattern of
// testdata/texture_patterns.csv. texelBytes is 1, 2, 4, 8 or 16.
func NewBlockLinearCache(bytes, texelBytes int64) *TexelCache {
	texelBytes = min(max(texelBytes, 1), 16)
	return newTexelCache(1, bytes/lineBytes, sectorBytes, func(t Texel) (block, uint32) {
		x, y := int64(t.X)*texelBytes, int64(t.Y)
		return block{x >> 5, y >> 2}, 1 << (x>>4&1 + 2*(y>>1&1))
	})
}

// NewLineCache returns a cache of the given bytes of 128-byte lines, each filled
// by sectors of 32 bytes, over an image whose rows begin pitch bytes apart: what
// plain loads of the same image go through. ways is the lines of one set, with
// consecutive lines in consecutive sets; 0 is fully associative (the real
// mapping is not published). texelBytes is 1, 2, 4, 8 or 16, so that no texel
// lies in two sectors.
//
// For the reads described at NewTileCache (pitch 8,192 bytes, 128 KB) it gives
// 73.0 % for warps of 32 consecutive pixels and 33.3 % for every second pixel:
// a sector is one row high, so nothing of the row below is there before it is
// read.
func NewLineCache(bytes, texelBytes, pitch, ways int64) *TexelCache {
	texelBytes = min(max(texelBytes, 1), 16)
	lines := bytes / lineBytes
	sets := int64(1)
	if ways > 0 && ways < lines {
		sets = lines / ways
	} else {
		ways = lines
	}
	return newTexelCache(sets, ways, sectorBytes, func(t Texel) (block, uint32) {
		at := int64(t.Y)*pitch + int64(t.X)*texelBytes
		return block{at >> 7, 0}, 1 << (at & (lineBytes - 1) / sectorBytes)
	})
}

func newTexelCache(sets, ways, unit int64, locate func(Texel) (block, uint32)) *TexelCache {
	return &TexelCache{locate: locate, ways: ways, sets: make([]list.List, sets),
		resident: map[block]*list.Element{}, unit: unit}
}

// Read reads one texel, as a warp with one active lane does, and reports whether
// it was resident.
func (c *TexelCache) Read(x, y int) (hit bool) {
	return c.ReadWarp([]Texel{{x, y}}) == 1
}

// ReadWarp reads a texel for each active lane by one load instruction and
// returns how many of them were resident before it. Afterwards all are, as far
// as the cache is large enough; those of the last lane are the most recent.
func (c *TexelCache) ReadWarp(texels []Texel) (hits int) {
	c.places = c.places[:0]
	var have uint32
	for i, t := range texels {
		p := place{}
		p.block, p.sector = c.locate(t)
		if i == 0 || p.block != c.places[i-1].block {
			have = 0
			if e, ok := c.resident[p.block]; ok {
				have = e.Value.(*cacheEntry).sectors
			}
		}
		if have&p.sector != 0 {
			hits++
		}
		c.places = append(c.places, p)
	}
	for i, p := range c.places {
		if i == 0 || p.block != c.places[i-1].block || have&p.sector == 0 {
			have = c.use(p.block, p.sector)
		}
	}
	return hits
}

// use makes a block the most recent of its set, fetches the sector if it is not
// there, and returns the sectors that are.
func (c *TexelCache) use(b block, sector uint32) uint32 {
	n := int64(len(c.sets))
	set := &c.sets[((b.x%n)+n)%n]
	e, ok := c.resident[b]
	switch {
	case ok:
		set.MoveToFront(e)
	case c.ways == 0:
		c.fetches++ // used at once and dropped
		return sector
	case int64(set.Len()) < c.ways:
		e = set.PushFront(&cacheEntry{block: b})
		c.resident[b] = e
	default:
		e = set.Back()
		delete(c.resident, e.Value.(*cacheEntry).block)
		*e.Value.(*cacheEntry) = cacheEntry{block: b}
		set.MoveToFront(e)
		c.resident[b] = e
	}
	entry := e.Value.(*cacheEntry)
	if entry.sectors&sector == 0 {
		entry.sectors |= sector
		c.fetches++
	}
	return entry.sectors
}

// FetchedBytes returns what the reads so far have brought in from the next
// level: whole tiles, or sectors of lines.
func (c *TexelCache) FetchedBytes() int64 { return c.fetches * c.unit }
