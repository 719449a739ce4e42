package gpu

import (
	"math"
	"slices"
	"strconv"
	"testing"
)

const imageSide = 2048

// stencil is read at each pixel: itself, its right and its lower neighbour.
var stencil = []Texel{{0, 0}, {1, 0}, {0, 1}}

func imageScan(blocks, warps int, place func(block, warp, lane int) Texel) *Scan {
	return &Scan{Width: imageSide, Height: imageSide, Blocks: blocks, Warps: warps, Place: place, Reads: stencil}
}

// consecutive is the scan by warps of 32 consecutive pixels in blocks of 32 x 8,
// second that of every second pixel of every second row, 16 x 2 lanes to a warp
// and a block to each 32 x 32 pixels.
func consecutive() *Scan {
	return imageScan(imageSide*imageSide/256, 8, TiledPlace(imageSide, 32, 1, 8, 1))
}

func second() *Scan {
	return imageScan(imageSide*imageSide/1024, 8, TiledPlace(imageSide, 16, 1, 8, 2))
}

func TestPublishedHitRates(t *testing.T) {
	for _, c := range []struct {
		name      string
		scan      *Scan
		low, high float64 // as published
	}{
		{"consecutive pixels", consecutive(), 97, 99},
		{"every second pixel", second(), 95, 97},
	} {
		for _, kb := range []int64{12, 256} {
			h := c.scan.Run(NewTileCache(kb<<10, 4))
			lines := c.scan.Run(NewLineCache(kb<<10, 4, imageSide*4, 0))
			t.Logf("%s, %d KB: tiles %.2f %%, linear L1 lines %.2f %%", c.name, kb, 100*h.Rate(), 100*lines.Rate())
			if rate := 100 * h.Rate(); rate < c.low || rate > c.high {
				t.Errorf("%s, %d KB: %.2f %% hits, published %v to %v", c.name, kb, rate, c.low, c.high)
			}
		}
	}
}

// TestHitsCountedByHand compares whole scans with counts worked out on paper.
func TestHitsCountedByHand(t *testing.T) {
	const reads = 3 * imageSide * imageSide
	row := imageScan(imageSide, imageSide/32, TiledPlace(imageSide, 32, imageSide/32, 1, 1))
	firstRow := *row
	firstRow.Blocks = 1
	for _, c := range []struct {
		name   string
		scan   *Scan
		cache  *TexelCache
		reads  int64
		misses int64
	}{
		// A cache for 128 tiles keeps two rows of tiles. Those below the first are
		// first touched by the (x, y + 1) of 32 lanes at once; of the first row the
		// first tile by 32 lanes, the other 63 by lane 31 at x + 1.
		{"tiles, consecutive", consecutive(), NewTileCache(512<<10, 4), reads, 63*64*32 + 32 + 63},
		// Only the first read of a tile, by 32 lanes of 768 reads.
		{"tiles, every second", second(), NewTileCache(12<<10, 4), reads / 4, 64 * 64 * 32},
		// One row of 64 warps: (x, y) misses, but for the 8 lanes of the sector that
		// lane 31 of the left neighbour fetched at x + 1; (x + 1, y) misses in lane
		// 31, but in the last warp, which is clamped; (x, y + 1) misses.
		{"lines, one row", &firstRow, NewLineCache(128<<10, 4, imageSide*4, 0), 3 * imageSide, 64*32 - 63*8 + 63 + 64*32},
		// With two rows resident only (x, y + 1) misses in every later row; in the
		// last it is clamped to the row itself.
		{"lines, rows", row, NewLineCache(17<<10, 4, imageSide*4, 0), reads, 64*32 - 63*8 + 63 + 2047*64*32},
		// The rows y and y + 1 and the sectors 8 texels wide: x and x + 1 share one.
		{"lines, every second", second(), NewLineCache(128<<10, 4, imageSide*4, 0), reads / 4, reads / 4 / 3 * 2},
		// Both rows are in one sector of 4 x 2 texels.
		{"block-linear, every second", second(), NewBlockLinearCache(128<<10, 4), reads / 4, reads / 4 / 3},
		{"no room for a tile", second(), NewTileCache(4095, 4), reads / 4, reads / 4},
	} {
		h := c.scan.Run(c.cache)
		if h.Reads != c.reads || h.Reads-h.Hits != c.misses {
			t.Errorf("%s: %d of %d reads miss, want %d of %d", c.name, h.Reads-h.Hits, h.Reads, c.misses, c.reads)
		}
		if h.FetchedBytes != c.cache.FetchedBytes() || h.FetchedBytes*32 < (h.Reads-h.Hits)*c.cache.unit {
			t.Errorf("%s: %d bytes fetched for %d misses", c.name, h.FetchedBytes, h.Reads-h.Hits)
		}
	}
}

// TestReadingOfPublishedRates pins down what NewTileCache says the figures depend
// on: the figures are those of its comment.
func TestReadingOfPublishedRates(t *testing.T) {
	rate := func(s *Scan, sms, resident int, kb int64) float64 {
		scan := *s
		scan.SMs, scan.Resident = sms, resident
		h := scan.Run(NewTileCache(kb<<10, 4))
		return 100 * h.Rate()
	}
	laneAfterLane := func(s *Scan) float64 {
		cache, h := NewTileCache(12<<10, 4), HitCount{}
		for texels := range s.Requests() {
			for _, texel := range texels {
				h.Reads++
				if cache.Read(texel.X, texel.Y) {
					h.Hits++
				}
			}
		}
		return 100 * h.Rate()
	}
	squares := imageScan(imageSide*imageSide/1024, 32, TiledPlace(imageSide, 32, 1, 32, 1))
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"lane after lane, consecutive", laneAfterLane(consecutive()), 99.86},
		{"lane after lane, every second", laneAfterLane(second()), 99.87},
		{"one of 132 SMs, consecutive", rate(consecutive(), 132, 0, 128), 94.7},
		{"one of 132 SMs, blocks of 32 x 32", rate(squares, 132, 0, 128), 97.9},
		{"one of 132 SMs, every second", rate(second(), 132, 0, 128), 95.8},
		{"lock step, 12 KB", rate(consecutive(), 1, 8, 12), 90.0},
		{"lock step, 128 KB", rate(consecutive(), 1, 8, 128), 95.3},
		{"lock step, 256 KB", rate(consecutive(), 1, 8, 256), 97.3},
		{"lock step, every second, 12 KB", rate(second(), 1, 8, 12), 87.5},
		{"lock step, every second, 128 KB", rate(second(), 1, 8, 128), 95.8},
	} {
		if math.Abs(c.got-c.want) > 0.06 {
			t.Errorf("%s: %.2f %% hits, want %.2f", c.name, c.got, c.want)
		}
	}
}

// measuredScans are the patterns of testdata/texture_patterns.cu by name.
func measuredScans() map[string]*Scan {
	all, quarter := imageSide*imageSide/256, imageSide*imageSide/1024
	rows := TiledPlace(imageSide, 32, 1, 8, 1)
	const half = float32(0.70710678)
	return map[string]*Scan{
		"row32x1":    imageScan(all, 8, rows),
		"tile16x2":   imageScan(all, 8, TiledPlace(imageSide, 16, 2, 4, 1)),
		"tile8x4":    imageScan(all, 8, TiledPlace(imageSide, 8, 4, 2, 1)),
		"second16x2": imageScan(quarter, 8, TiledPlace(imageSide, 16, 1, 8, 2)),
		"second32x1": imageScan(quarter, 8, TiledPlace(imageSide, 32, 1, 8, 2)),
		"column1x32": imageScan(all, 8, TiledPlace(imageSide, 1, 8, 1, 1)),
		"rotated45": imageScan(all, 8, func(block, warp, lane int) Texel {
			p := rows(block, warp, lane)
			x, y := math.Floor(float64(float32(p.X-p.Y)*half)), math.Floor(float64(float32(p.X+p.Y)*half))
			return Texel{int(x) & (imageSide - 1), int(y) & (imageSide - 1)}
		}),
		"random": imageScan(all, 8, func(block, warp, lane int) Texel {
			h := uint32(block*256 + warp*32 + lane)
			h = (h ^ h>>16) * 0x7feb352d
			h = (h ^ h>>15) * 0x846ca68b
			h ^= h >> 16
			return Texel{int(h & (imageSide - 1)), int(h >> 11 & (imageSide - 1))}
		}),
		"fourthrow32x1": imageScan(quarter, 8, func(block, warp, lane int) Texel {
			p := rows(block, warp, lane)
			return Texel{p.X, p.Y/8*32 + p.Y%8*4}
		}),
	}
}

// TestFetchedAgainstMeasured compares the sectors that an SM of 132 fetches with
// the L1 misses that Nsight Compute counted on an H200 over all of them.
func TestFetchedAgainstMeasured(t *testing.T) {
	rows := rowsOf(t, "texture_patterns.csv")
	scans := measuredScans()
	if len(rows)-1 != len(scans) {
		t.Fatalf("%d rows, %d patterns", len(rows)-1, len(scans))
	}
	for _, row := range rows[1:] {
		s := scans[row[0]]
		if s == nil {
			t.Fatalf("pattern %q", row[0])
		}
		s.SMs = 132
		for column, cache := range map[string]*TexelCache{
			"texture_sector_misses": NewBlockLinearCache(128<<10, 4),
			"global_sector_misses":  NewLineCache(128<<10, 4, imageSide*4, 0),
		} {
			want, err := strconv.ParseFloat(row[slices.Index(rows[0], column)], 64)
			if err != nil {
				t.Fatal(err)
			}
			h := s.Run(cache)
			warps := float64(h.Requests) / float64(len(s.Reads))
			got := float64(h.FetchedBytes) / sectorBytes * float64(s.Blocks*s.Warps) / warps
			t.Logf("%s: %s %.0f, measured %.0f", row[0], column, got, want)
			if math.Abs(got-want) > 0.01*want {
				t.Errorf("%s: %s %.0f, measured %.0f", row[0], column, got, want)
			}
		}
	}
}

func TestLeastRecentlyUsedGoesFirst(t *testing.T) {
	const tile = TileTexels
	c := NewTileCache(2*tile*tile*4, 4)
	for i, step := range []struct {
		x   int
		hit bool
	}{
		{0, false}, {tile, false}, {1, true}, // the first tile is the more recent
		{2 * tile, false},         // takes the place of the second
		{31, true}, {tile, false}, // which took that of the third
		{2 * tile, false}, {-1, false}, {-tile, true}, {0, false},
	} {
		if hit := c.Read(step.x, 5); hit != step.hit {
			t.Errorf("step %d, x = %d: hit %v", i, step.x, hit)
		}
	}
	if want := int64(7 * tile * tile * 4); c.FetchedBytes() != want {
		t.Errorf("%d bytes fetched, want %d", c.FetchedBytes(), want)
	}
}

func TestLinesOfASet(t *testing.T) {
	// 4 sets of 2 lines: the lines 0, 4 and 8 of a column share set 0.
	read := func(c *TexelCache) (hits int) {
		for _, y := range []int{0, 4, 8, 0} {
			if c.Read(0, y) {
				hits++
			}
		}
		return hits
	}
	if hits := read(NewLineCache(1024, 4, 128, 2)); hits != 0 {
		t.Errorf("%d hits, want none: three lines in a set of two", hits)
	}
	if hits := read(NewLineCache(1024, 4, 128, 0)); hits != 1 {
		t.Errorf("%d hits in a fully associative cache, want 1", hits)
	}
	c := NewLineCache(1024, 4, 128, 0)
	if c.Read(0, 0); c.Read(8, 0) || !c.Read(7, 0) {
		t.Error("texels 0 to 7 are one sector of 32 bytes, 8 is not in it")
	}
}

func TestScanOrder(t *testing.T) {
	s := &Scan{Width: 1000, Height: 1, Blocks: 5, Warps: 2, Reads: []Texel{{0, 0}, {500, 0}}, SMs: 2,
		Place: func(block, warp, lane int) Texel { return Texel{10*block + warp, lane} }}
	for _, c := range []struct {
		resident int
		want     []int // x of each request; one lane is inside the image
	}{
		{0, []int{0, 500, 1, 501, 20, 520, 21, 521, 40, 540, 41, 541}},
		{1, []int{0, 1, 500, 501, 20, 21, 520, 521, 40, 41, 540, 541}},
		{2, []int{0, 1, 20, 21, 500, 501, 520, 521, 40, 41, 540, 541}},
	} {
		s.Resident = c.resident
		var got []int
		for texels := range s.Requests() {
			if len(texels) != 1 {
				t.Fatalf("%d lanes, want the one inside the image", len(texels))
			}
			got = append(got, texels[0].X)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d resident: %v, want %v", c.resident, got, c.want)
		}
	}
}
