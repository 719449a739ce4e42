package gpu

import "math"

// GlobalLoad returns the cost of a plain load of global memory: through the
// first-level cache where the architecture caches such loads (Global.Cached),
// else from the second level.
func (m *Model) GlobalLoad(r Read, at Residency) Cost {
	if m.Global.Cached.Value == 0 {
		at = at.normal()
		at.L1, at.L2 = 0, at.L2+at.L1
		cost := m.load(r, at)
		cost.TextureCycles = 0
		return cost
	}
	return m.load(r, at)
}

// ReadOnlyLoad returns the cost of a load of global memory through the read-only
// path (LDG.CONSTANT, const __restrict__): the same as GlobalLoad where both are
// cached.
func (m *Model) ReadOnlyLoad(r Read, at Residency) Cost {
	if m.Global.ReadOnlyCached.Value == 0 {
		return m.GlobalLoad(r, at)
	}
	return m.load(r, at)
}

// load is a load through the first-level cache.
//
// Throughput: see wavefronts. Latency: Latency, bankLatency for each further
// cycle and wideLatency for elements of 8 and 16 bytes; where a line is not in
// the cache, that of the level it is in.
//
// Source: placement_microbench.csv (ldg and global_ca), widths.csv and
// calibrate.csv, H200.
func (m *Model) load(r Read, at Residency) Cost {
	at = at.normal()
	w := m.wavefronts(r)
	// Lanes that read at independent places miss independently, and the warp
	// waits for the last; neighbouring ones hit or miss together.
	together := 1.0
	if r.Order == Random {
		together = w.lines
	}
	inL1, inL2 := math.Pow(at.L1, together), math.Pow(min(1, at.L1+at.L2), together)
	latency := m.Global.Latency.Value
	if w.cycles > m.Global.Cycles.Value {
		latency += bankLatency * (w.cycles - 1)
	}
	if r.bytes() > 4 {
		latency += wideLatency
	}
	second := max(0, m.Memory.L2Latency.Value-m.Global.Latency.Value)
	device := max(0, m.Memory.DRAMLatency.Value-m.Memory.L2Latency.Value)
	misses, miss := (1-inL1)*second+(1-inL2)*device, second
	if at.DRAM > 0 {
		miss += device
	}
	latency += misses
	sectors := m.sectors(r)
	cost := Cost{Cycles: w.cycles, Pipe: PipeL1, TextureCycles: w.cycles, Latency: latency, Misses: misses, Miss: miss, Instructions: r.pieces(16),
		L2Sectors: sectors * (1 - at.L1), L2Lines: min(w.lines, sectors) * (1 - at.L1), DRAMSectors: sectors * at.DRAM,
		Basis: weakest(w.basis, m.Global.Latency.Basis)}
	if at.L1 < 1 {
		cost.Basis = weakest(cost.Basis, m.Memory.L2Latency.Basis)
	}
	if at.DRAM > 0 {
		cost.Basis = weakest(cost.Basis, m.Memory.DRAMLatency.Basis)
	}
	return cost
}

// wordBytes is the width of the banks of a first-level cache that has the banks of shared memory.
// It is the same on all such architectures.
const wordBytes = 4

const (
	// bankLatency is what each further cycle in the first-level cache adds to the
	// latency (placement_microbench.csv, ldg: 39, 41, 45, 54, 72, 108 cycles for
	// conflicts of 1, 2, 4, 8, 16 and 32 ways).
	bankLatency = 2.25
	// wideLatency is what elements of 8 and 16 bytes add (widths.csv: 50 and 59
	// cycles of which 4 and 9 combine the words).
	wideLatency = 4.4
)

// GlobalStore returns the cost of a store to global memory. The store writes through to the second
// level, and to device memory for the share of the residency that is in neither cache. Nothing
// waits for it.
//
// Throughput: a cycle for each sector, a quarter more for a sector that is written in part, and at
// least two for each line. While all SMs write, the second level takes Memory.L2SectorCycles for
// each of these cycles.
//
// Source: walks.csv, global_store, H200: 4, 8, 16 cycles for rows of 4-, 8- and 16-byte elements on
// one SM, 40 for 32 parts of sectors, 64 for 32 lines; 6.5, 13.3, 26, 66, 105 on all.
func (m *Model) GlobalStore(r Read, at Residency) Cost {
	at = at.normal()
	w, sectors := m.wavefronts(r), m.sectors(r)
	const partial, line = 1.25, 2
	each := 1.0
	if r.addresses()*float64(r.bytes())*r.pieces(16) < 0.99*sectors*m.sector() {
		each = partial
	}
	cycles := max(each*sectors, line*w.lines*r.pieces(16))
	return Cost{Cycles: max(w.cycles, cycles), Pipe: PipeL1, L2Sectors: sectors, L2Lines: cycles, DRAMSectors: sectors * at.DRAM,
		Instructions: r.pieces(16), Basis: weakest(w.basis, m.Memory.L2SectorCycles.Basis)}
}

// wavefronts are how many cycles one load takes in the first-level cache.
type wavefronts struct {
	cycles float64
	lines  float64 // distinct lines, mean
	basis  Basis
}

// wavefronts returns the longest of
//   - Cycles, the least of any load,
//   - the data: for each 128 bytes of a full warp (elements of 8 bytes take two
//     passes, of 16 bytes four) the bytes over Bytes and, where the cache has the
//     banks of shared memory, the bank conflict degree,
//   - the tags: the lines in the busiest of LinesPerCycle tag banks.
func (m *Model) wavefronts(r Read) wavefronts {
	if r.Lanes == nil {
		return m.scattered(r)
	}
	g := &m.Global
	lanes := r.warp()
	data := 0.0
	for _, part := range parts(lanes, passesOf(r.bytes(), wordBytes), false) {
		words := distinct(part, r.bytes(), wordBytes)
		if len(words) == 0 {
			continue
		}
		cycles := max(1, float64(wordBytes*len(words))/max(g.Bytes.Value, 1))
		if g.Banked.Value != 0 {
			cycles = max(cycles, words.busiest(WarpLanes))
		}
		data += cycles
	}
	lines := distinct(lanes, r.bytes(), max(1, int64(g.Line.Value)))
	least := max(g.Cycles.Value, float64(passesOf(r.bytes(), wordBytes)))
	cycles := r.pieces(16) * r.scale(least, max(least, data, m.tagCycles(lines)))
	return wavefronts{cycles, r.scale(1, float64(max(1, len(lines)))), weakest(g.Cycles.Basis, m.sized(r))}
}

// tagCycles returns how many cycles the tag lookups of some lines take. A cache that is unified
// with shared memory has four tag banks; the bank of a line is a hash of its number. The hash was
// found by fitting calibrate.csv (global, lanes 36 to 1028 bytes apart): all rows are exact on
// average over the eight places of the first line that were measured. The first lane's line is
// assumed to be the first of a table that is aligned to its span; another place changes only which
// bank is the busiest.
func (m *Model) tagCycles(lines units) float64 {
	banks := m.tagBanks()
	if m.Global.Banked.Value == 0 || banks != 4 {
		return float64(len(lines)) / banks
	}
	var perBank [4]int
	for _, at := range lines {
		bank := 0
		for _, bit := range [...]int{1, 2, 1, 2, 3, 1, 2, 1} { // bits 0 to 7 of the line
			if at&1 != 0 {
				bank ^= bit
			}
			at >>= 1
		}
		perBank[bank]++
	}
	return float64(max(perBank[0], perBank[1], perBank[2], perBank[3]))
}

// sized returns how sure a figure for elements of 4 bytes is for those of the read.
func (m *Model) sized(r Read) Basis {
	if r.Bytes == 1 || r.Bytes == 2 || r.Bytes == 4 || r.Bytes == 8 || r.Bytes == 16 {
		return Measured
	}
	return Extrapolated
}

// tagBanks returns the number of lines that are looked up per cycle.
func (m *Model) tagBanks() float64 { return max(1, m.Global.LinesPerCycle.Value) }

// scattered returns the wavefronts of a read at independent random places of a
// table: Global.Random, measured for 32 lanes and elements of 4 bytes, times what
// the expected conflicts of fewer draws or longer elements are to those. The
// expected conflicts are the greater of those of words in banks and of lines in
// tag banks; with them alone the curve of an H200 comes out within 1 %
// (random_lookups.csv).
//
// Where the read has fewer sectors than such draws would, lanes read neighbouring
// words of fewer places (rows of a block at an unknown distance): as many fewer
// lines are looked up, and no more sectors than that conflict, each of which takes
// eight neighbouring banks.
func (m *Model) scattered(r Read) wavefronts {
	g := &m.Global
	draws, table := r.draws(), float64(r.Table)
	if r.Table <= 0 {
		table = g.Random.last()
	}
	places := draws
	if s := finite(r.Sectors); s > 0 {
		places = max(1, draws*min(1, s/expectedDistinct(draws, r.size()/m.sector())))
	}
	lines := max(1, min(places, expectedDistinct(places, r.size()/max(1, g.Line.Value))))
	unit := m.conflictsOf(WarpLanes, WarpLanes, table, wordBytes)
	cycles := max(g.Cycles.Value, g.Random.At(table)*m.conflictsOf(draws, places, table, r.bytes())/unit)
	basis := weakest(g.Random.Basis, m.sized(r))
	if r.Table <= 0 || places < draws {
		basis = Extrapolated
	}
	return wavefronts{r.pieces(16) * cycles, lines, basis}
}

// size returns the bytes of the table, a large number where it is not known.
func (r Read) size() float64 {
	if r.Table <= 0 {
		return 1e15
	}
	return float64(r.Table)
}

// conflictsOf returns the expected cycles of a number of draws of elements from a
// table, at so many places, in the data banks, where the cache has them, and the
// tag banks of the cache.
func (m *Model) conflictsOf(draws, places, table float64, bytes int64) float64 {
	tags := busiestOfDraws(places, table/max(1, m.Global.Line.Value), int(m.tagBanks()))
	if m.Global.Banked.Value == 0 {
		return tags
	}
	words := wordConflicts(draws, table, bytes, WarpLanes, wordBytes)
	if places < draws {
		words = min(words, max(float64(passesOf(bytes, wordBytes)), busiestOfDraws(places, table/m.sector(), int(WarpLanes*wordBytes/m.sector()))))
	}
	return max(tags, words)
}

// wordConflicts returns the expected passes of a number of draws of elements from
// a table in banks of the given bytes. Elements of several words take as many
// neighbouring banks, and are read in as many parts of the warp.
func wordConflicts(draws, table float64, bytes int64, banks int, bankBytes int64) float64 {
	parts := passesOf(bytes, bankBytes)
	words := max(1, int((bytes+bankBytes-1)/bankBytes))
	return float64(parts) * busiestOfDraws(draws/float64(parts), table/float64(max(bankBytes, bytes)), max(1, banks/words))
}

// expectedDistinct is ExpectedDistinct for a number of draws that need not be an integer.
func expectedDistinct(draws, n float64) float64 {
	if !(n > 1) {
		return 1
	}
	return -n * math.Expm1(draws*math.Log1p(-1/n))
}

// sector returns the bytes of a sector.
func (m *Model) sector() float64 { return max(1, m.Global.Sector.Value) }

// sectors returns the mean number of sectors that the read touches. It is that of the Read if it
// has one, else the number of different sectors of its offsets, else that of independent draws.
func (m *Model) sectors(r Read) float64 {
	size := float64(r.bytes())
	if s := finite(r.Sectors); s > 0 {
		return min(s, WarpLanes*max(1, size/m.sector())*r.pieces(16))
	}
	if r.Lanes != nil {
		n := float64(len(distinct(r.warp(), r.bytes(), int64(m.sector()))))
		return max(1, r.scale(1, n)) * r.pieces(16)
	}
	return max(1, expectedDistinct(r.draws(), r.size()/m.sector())) * r.pieces(16)
}

// ResidencyOf returns where data is found that a kernel reads over and over at places of a
// footprint. All sizes are in bytes. footprint is per SM. competing is the other data that passes
// through the first-level cache of the SM, and shared the part of that cache that is used as shared
// memory. total is what all SMs use of the second level, which they share. If the data does not fit
// a cache, the cache has the share cache/footprint of it.
func (m *Model) ResidencyOf(footprint, competing, shared, total float64) Residency {
	l1 := max(0, m.Global.First.Value-finite(shared))
	first := holds(l1, finite(footprint)+finite(competing))
	second := first
	if len(m.Products) > 0 {
		second = max(first, holds(m.Products[0].L2.Value, finite(total)))
	}
	return Residency{L1: first, L2: second - first, DRAM: 1 - second}
}

func holds(cache, bytes float64) float64 {
	if bytes <= cache {
		return 1
	}
	return finite(cache) / bytes
}
