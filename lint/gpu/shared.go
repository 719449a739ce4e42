package gpu

// SharedLoad returns the cost of a load from shared memory. Whether the table
// fits is for the caller to ask (Occupancy.SharedBlock).
//
// Throughput: ConflictCycles for each way of a bank conflict; lanes that read
// the same word share it; elements of 8 bytes are read by half-warps, of 16 by
// quarter-warps. Latency: Latency and twice the further ways.
//
// Source: placement_microbench.csv, H200: 29 + 2 (degree - 1) cycles.
func (m *Model) SharedLoad(r Read) Cost {
	degree, basis := m.sharedDegree(r)
	s := &m.Shared
	return Cost{
		Cycles:       s.ConflictCycles.Value * degree,
		Pipe:         m.sharedPipe(),
		Latency:      s.Latency.Value + conflictLatency*(degree-1),
		Instructions: r.pieces(16),
		Basis:        weakest(basis, s.ConflictCycles.Basis, s.Latency.Basis),
	}
}

// SharedStore returns the cost of a store to shared memory: the conflicts are
// those of a load, and nothing waits for it.
func (m *Model) SharedStore(r Read) Cost {
	c := m.SharedLoad(r)
	c.Latency = 0
	return c
}

const conflictLatency = 2

// sharedPipe returns the pipe that shared memory takes.
func (m *Model) sharedPipe() Pipe {
	if m.Global.SharedPipe.Value != 0 {
		return PipeL1
	}
	return PipeShared
}

// sharedDegree returns the mean bank conflict degree, summed over the parts in
// which the warp reads, and how it is known.
func (m *Model) sharedDegree(r Read) (float64, Basis) {
	passes, many := passesOf(r.bytes()), r.pieces(16)
	s := &m.Shared
	if r.Lanes == nil {
		unit := max(s.ConflictCycles.Value, 1e-3)
		degree := min(s.Random.At(float64(r.Table)/passes)/unit, r.addresses())
		basis := s.Random.Basis
		if r.Bytes != 4 || r.Table <= 0 {
			basis = Extrapolated
		}
		return many * max(1, degree*passes), basis
	}
	worst := 0.0
	per := WarpLanes / int(passes)
	for from := 0; from < min(len(r.Lanes), WarpLanes); from += per {
		lanes := r.Lanes[from:min(from+per, len(r.Lanes), WarpLanes)]
		if words := distinct(lanes, r.bytes(), max(1, int64(s.BankBytes.Value))); len(words) > 0 {
			worst += conflicts(words, max(1, int64(s.Banks.Value)))
		}
	}
	basis := weakest(s.Banks.Basis, s.BankBytes.Basis)
	if r.Bytes == 4 {
		basis = Measured
	}
	return many * r.scale(1, max(1, worst)), weakest(basis)
}

// conflicts returns how many words the busiest bank has to deliver.
func conflicts(words map[int64]bool, banks int64) float64 {
	perBank := map[int64]int{}
	degree := 1
	for w := range words {
		perBank[w%banks]++
		degree = max(degree, perBank[w%banks])
	}
	return float64(degree)
}
