package gpu

// TextureFetch returns the cost of a fetch from a linear texture (tex1Dfetch).
//
// Throughput: see fetchCycles. Latency, if the data is in the texture cache: Texture.Latency, and
// one more cycle for each cycle of throughput beyond Texture.Cycles. Otherwise the latency is that
// of the level that holds the data.
//
// Source: placement_microbench.csv, widths.csv and calibrate.csv, H200.
func (m *Model) TextureFetch(r Read, at Residency) Cost {
	t := &m.Texture
	cycles, basis := m.fetchCycles(r)
	return m.fetch(r, at, cycles, t.Latency.Value+cycles-t.Cycles.Value, weakest(basis, t.Latency.Basis))
}

// TextureTiled returns the cost of a fetch of one texel per lane from an image in a CUDA array
// (tex1D, tex2D, tex3D, layered). The texture unit serves such lanes in quads: see imagePasses. A
// fetch at independent random places costs at least as much as one from a linear texture.
//
// Source: texture_patterns.csv and calibrate.csv (tex2d), H200; image_cycles.csv, H100.
func (m *Model) TextureTiled(r Read, at Residency) Cost {
	t := &m.Texture
	cycles, basis := t.TiledCycles.Value*imagePasses(r), t.TiledCycles.Basis
	if r.Order == Random {
		random, known := m.fetchCycles(r)
		cycles, basis = max(cycles, random), weakest(basis, known)
	}
	return m.fetch(r, at, cycles, t.TiledLatency.Value+cycles-t.TiledCycles.Value, weakest(basis, t.TiledLatency.Basis))
}

// imagePasses returns the cost of a fetch from an image in units of TiledCycles, while
// its texels are in the first-level cache. It is 1 for texels of up to 8 bytes in up to 16
// sectors, more for more sectors, and 2 for texels of 16 bytes. In image_cycles.csv,
// fetches of 32 sectors take 16 to 20 cycles, those of 32 layers 30, all others 8; texels
// of 16 bytes take 16, or 20 in some patterns of tex3D.
func imagePasses(r Read) float64 {
	const most, spread = 16, 1.4
	if r.bytes() > 8 {
		return 2
	}
	return 1 + spread*max(0, min(WarpLanes, finite(r.Sectors))-most)/most
}

// fetch returns the cost of a fetch that keeps the texture unit busy for some cycles. It adds the
// sectors and the latency of the levels behind the texture cache.
func (m *Model) fetch(r Read, at Residency, cycles, latency float64, basis Basis) Cost {
	at = at.normal()
	sectors := m.sectors(r)
	latency += (1-at.L1)*max(0, m.Memory.L2Latency.Value-m.Global.Latency.Value) +
		at.DRAM*max(0, m.Memory.DRAMLatency.Value-m.Memory.L2Latency.Value)
	return Cost{Cycles: cycles, Pipe: PipeTexture, Latency: max(0, latency), Instructions: r.pieces(16),
		L2Sectors: sectors * (1 - at.L1), L2Lines: sectors * (1 - at.L1), DRAMSectors: sectors * at.DRAM, Basis: basis}
}

// fetchCycles returns how long a fetch from a linear texture keeps the unit busy.
//
// Lanes are served in groups whose elements have 128 bytes together, at most eight lanes each.
// There are eight banks of 16 bytes, and a group takes as long as its busiest bank. It takes twice
// as long if the two lanes of a pair read different words whose numbers agree in bits 0, 1 and 3.
// The rule was found by fitting widths.csv, not in a document: all regular patterns there come out
// within 8 %. Lanes at random places take Texture.Random, which is measured for 32 lanes, and
// Cycles for one lane.
func (m *Model) fetchCycles(r Read) (float64, Basis) {
	t := &m.Texture
	if r.Lanes == nil || r.Order == Random {
		random := max(t.Cycles.Value, t.Random.At(float64(r.Table)))
		share := (r.draws() - 1) / (WarpLanes - 1)
		return r.pieces(16) * (t.Cycles.Value + share*(random-t.Cycles.Value)), weakest(t.Random.Basis, m.sized(r))
	}
	const groups = 4
	size := WarpLanes / groups
	if r.bytes() > 8 {
		size /= 2
	}
	lanes, busy := r.warp(), 0.0
	for from := 0; from < len(lanes); from += size {
		busy += m.fetchGroup(lanes[from:min(from+size, len(lanes))], r.bytes())
	}
	least := float64(WarpLanes/size) / groups * t.Cycles.Value
	worst := max(least, busy/groups*t.Cycles.Value)
	return r.pieces(16) * r.scale(least, worst), weakest(t.Cycles.Basis, m.sized(r))
}

// fetchGroup returns the passes of one group of lanes, 0 if none is active.
func (m *Model) fetchGroup(lanes []int64, bytes int64) float64 {
	const bankBytes, banks = 16, 8
	chunks := distinct(lanes, 1, bankBytes)
	if len(chunks) == 0 {
		return 0
	}
	passes := chunks.busiest(banks)
	for i := 1; i < len(lanes) && bytes <= 8; i += 2 {
		a, b := lanes[i-1], lanes[i]
		if a < 0 || b < 0 || a/bankBytes%banks == b/bankBytes%banks {
			continue
		}
		if (a/4^b/4)&0b1011 == 0 {
			return 2 * passes
		}
	}
	return passes
}
