package gpu

// TextureFetch returns the cost of a fetch through the texture units.
//
// Throughput: Texture.Cycles at least, Texture.Random for lanes at unrelated
// places. Latency: Texture.Latency while the data is in the cache.
//
// Source: placement_microbench.csv, H200: tex1Dfetch.
func (m *Model) TextureFetch(r Read, at Residency) Cost {
	at = at.normal()
	t := &m.Texture
	cycles := t.Cycles.Value
	basis := weakest(t.Cycles.Basis, t.Latency.Basis)
	if r.Lanes == nil {
		cycles = max(cycles, min(t.Random.At(float64(r.Table)), r.addresses()))
		basis = weakest(basis, t.Random.Basis)
	}
	sectors := m.sectors(r)
	latency := t.Latency.Value + (1-at.L1)*max(0, m.Memory.L2Latency.Value-m.Global.Latency.Value) +
		at.DRAM*max(0, m.Memory.DRAMLatency.Value-m.Memory.L2Latency.Value)
	return Cost{Cycles: cycles, Pipe: PipeTexture, Latency: latency,
		L2Sectors: sectors * (1 - at.L1), DRAMSectors: sectors * at.DRAM, Instructions: r.pieces(16), Basis: basis}
}
