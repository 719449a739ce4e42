package gpu

// ShuffleLookup returns the cost of reading a table by a shuffle: each lane of a warp holds one
// entry in a register. ok is false if the table has more than 32 entries, entries of more than 8
// bytes, or an unknown size. An entry of 8 bytes takes two shuffles. All lanes of the warp have to
// take part, even those that need no value.
//
// Source: CUDA Programming Guide, table Throughput of Native Arithmetic Instructions (warp
// shuffle). Shuffles go through the load/store unit (Nsight Compute, pipelines: LSU), so they
// compete with shared memory.
func (m *Model) ShuffleLookup(r Read) (cost Cost, ok bool) {
	if r.Table <= 0 || r.Bytes <= 0 || r.Bytes > 8 || r.Table > WarpLanes*r.Bytes {
		return Cost{}, false
	}
	n := r.pieces(4)
	s := &m.Shuffle
	return Cost{Cycles: n * s.Cycles.Value, Pipe: m.sharedPipe(), Latency: s.Latency.Value + (n-1)*s.Cycles.Value,
		Instructions: n, Basis: weakest(s.Cycles.Basis, s.Latency.Basis)}, true
}
