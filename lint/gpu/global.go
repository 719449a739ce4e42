package gpu

import "math"

// GlobalLoad returns the cost of a plain load of global memory: through the
// first-level cache where the architecture caches such loads (Global.Cached),
// else from the second level.
func (m *Model) GlobalLoad(r Read, at Residency) Cost {
	if m.Global.Cached.Value == 0 {
		at = at.normal()
		at.L1, at.L2 = 0, at.L2+at.L1
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
// Throughput: one pass for each 128 bytes of a full warp (an element of 16 bytes
// takes four, of 8 bytes two), each as long as the most of Cycles, the lines
// touched over LinesPerCycle, the bytes delivered over Bytes and, where the cache
// has the banks of shared memory, the bank conflict degree. Latency: Latency, and
// bankLatency for each further cycle; where a line is not in the cache, that of
// the level it is in.
//
// Source: placement_microbench.csv, H200: ldg and global_ca.
func (m *Model) load(r Read, at Residency) Cost {
	at = at.normal()
	w := m.wavefronts(r)
	instructions := r.pieces(16)
	sectors := m.sectors(r)
	// Lanes that read at independent places miss independently, and the warp
	// waits for the last; neighbouring ones hit or miss together.
	granules := 1.0
	if r.Order == Random {
		granules = w.lines
	}
	inL1, inL2 := math.Pow(at.L1, granules), math.Pow(at.L1+at.L2, granules)
	latency := m.Global.Latency.Value + bankLatency*max(0, w.cycles-m.Global.Cycles.Value)
	latency += (1 - inL1) * max(0, m.Memory.L2Latency.Value-m.Global.Latency.Value)
	latency += max(0, 1-inL2) * max(0, m.Memory.DRAMLatency.Value-m.Memory.L2Latency.Value)
	cost := Cost{
		Cycles:       w.cycles,
		Pipe:         PipeL1,
		Latency:      latency,
		L2Sectors:    sectors * (1 - at.L1),
		DRAMSectors:  sectors * at.DRAM,
		Instructions: instructions,
		Basis:        weakest(w.basis, m.Global.Latency.Basis),
	}
	if at.L1 < 1 {
		cost.Basis = weakest(cost.Basis, m.Memory.L2Latency.Basis)
	}
	if at.DRAM > 0 {
		cost.Basis = weakest(cost.Basis, m.Memory.DRAMLatency.Basis)
	}
	return cost
}

// bankLatency is what each further cycle in the first-level cache adds to the
// latency (placement_microbench.csv: 39 for 1.3 cycles, 54 for 8, 108 for 32).
const bankLatency = 2.25

// GlobalStore returns the cost of a store to global memory. It is written
// through to the second level, and from there to device memory for the share of
// the residency that is not in L1 or L2; nothing waits for it.
func (m *Model) GlobalStore(r Read, at Residency) Cost {
	at = at.normal()
	w := m.wavefronts(r)
	sectors := m.sectors(r)
	return Cost{Cycles: w.cycles, Pipe: PipeL1, L2Sectors: sectors, DRAMSectors: sectors * at.DRAM,
		Instructions: r.pieces(16), Basis: weakest(w.basis, Extrapolated)}
}

// Wavefronts of one load in the first-level cache.
type wavefronts struct {
	cycles float64
	lines  float64 // distinct lines
	basis  Basis
}

func (m *Model) wavefronts(r Read) wavefronts {
	g := &m.Global
	many := r.pieces(16)
	passes := passesOf(r.bytes())
	if r.Lanes == nil {
		c := g.Random.At(float64(r.Table) / passes)
		lines := min(r.addresses(), tableUnits(r, g.Line.Value))
		cycles := max(g.Cycles.Value, min(c*passes, r.addresses()*passes))
		basis := g.Random.Basis
		if r.Bytes != 4 || r.Table <= 0 {
			basis = Extrapolated
		}
		return wavefronts{many * cycles, lines, basis}
	}
	line := max(1, int64(g.Line.Value))
	worst := 0.0
	per := WarpLanes / int(passes)
	for from := 0; from < min(len(r.Lanes), WarpLanes); from += per {
		lanes := r.Lanes[from:min(from+per, len(r.Lanes), WarpLanes)]
		words := distinct(lanes, r.bytes(), 4)
		if len(words) == 0 {
			continue
		}
		cycles := max(1, float64(len(distinct(lanes, r.bytes(), line)))/max(g.LinesPerCycle.Value, 1e-3), float64(4*len(words))/max(g.Bytes.Value, 1))
		if g.Banked.Value != 0 {
			cycles = max(cycles, conflicts(words, WarpLanes))
		}
		worst += cycles
	}
	worst = max(worst, g.Cycles.Value)
	basis := weakest(g.Cycles.Basis, g.LinesPerCycle.Basis)
	if r.Bytes != 4 {
		basis = Extrapolated
	}
	lines := float64(len(distinct(r.Lanes, r.bytes(), line)))
	return wavefronts{many * r.scale(g.Cycles.Value, worst), max(1, r.scale(1, lines)), basis}
}

// passesOf is in how many parts the lanes of a warp read elements of the given
// bytes: 128 bytes at a time.
func passesOf(bytes int64) float64 {
	switch {
	case bytes > 8:
		return 4
	case bytes > 4:
		return 2
	}
	return 1
}

// tableUnits is how many units of the given bytes the table has, at least 1;
// many where its size is not known.
func tableUnits(r Read, unit float64) float64 {
	if r.Table <= 0 {
		return 1e15
	}
	return max(1, math.Ceil(float64(r.Table)/max(unit, 1)))
}

// sector returns the bytes of a sector.
func (m *Model) sector() float64 { return max(1, m.Global.Sector.Value) }

// sectors returns the mean number of sectors the read touches.
func (m *Model) sectors(r Read) float64 {
	perLane := max(1, float64(r.bytes())/m.sector()) * r.pieces(16)
	if r.Sectors > 0 {
		return min(finite(r.Sectors), WarpLanes*r.pieces(1))
	}
	if r.Lanes != nil {
		n := float64(len(distinct(r.Lanes, r.bytes(), int64(m.sector()))))
		return max(1, r.scale(1, n)) * r.pieces(16)
	}
	return min(r.addresses()*perLane, max(1, tableUnits(r, m.sector())))
}

// ResidencyOf derives where data is found that is read again and again at places
// of a footprint (bytes, per SM), while other data of competing bytes per SM
// passes through the first-level cache, shared bytes of which are taken by
// shared memory. The second level is shared by all SMs: total is the bytes that
// all of them use. A cache holds cache/footprint of what does not fit.
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
