package gpu

import "math"

// SharedLoad returns the cost of a load from shared memory. It does not check whether the table
// fits: see Occupancy.SharedBlock.
//
// Throughput: ConflictCycles for each way of a bank conflict, at least Cycles. Lanes that read the
// same word share it. Half-warps read elements of 8 bytes, quarter-warps those of 16 (passesOf,
// parts). Latency: Latency, and conflictLatency for each further way.
//
// Source: placement_microbench.csv, widths.csv and calibrate.csv, H200.
func (m *Model) SharedLoad(r Read) Cost {
	return m.shared(r, true)
}

// shared returns the cost of a load or store. merge is set for a load: only its parts are merged
// (see parts).
func (m *Model) shared(r Read, merge bool) Cost {
	degree, basis := m.sharedDegree(r, merge)
	s := &m.Shared
	return Cost{
		Cycles:       max(r.pieces(16)*s.Cycles.Value, s.ConflictCycles.Value*degree),
		Pipe:         m.sharedPipe(),
		Latency:      s.Latency.Value + conflictLatency*(degree-1),
		Instructions: r.pieces(16),
		Basis:        weakest(basis, s.ConflictCycles.Basis, s.Latency.Basis),
	}
}

// conflictLatency is what each further way of a conflict adds to the latency
// (placement_microbench.csv, shared: 29, 31, 35, 43, 59, 91 cycles for 1, 2, 4, 8,
// 16 and 32 ways).
const conflictLatency = 2

// SharedStore returns the cost of a store to shared memory. Its bank conflicts are those of a load,
// except that elements of 8 or 16 bytes at one address take as long as at different ones. Nothing
// waits for a store, so it has no latency.
//
// Source: walks.csv, shared_store, H200.
func (m *Model) SharedStore(r Read) Cost {
	c := m.shared(r, false)
	c.Latency = 0
	return c
}

// sharedPipe returns the pipe that serves accesses to shared memory.
func (m *Model) sharedPipe() Pipe {
	if m.Global.SharedPipe.Value != 0 {
		return PipeL1
	}
	return PipeShared
}

// sharedDegree returns the mean bank conflict degree and how it is known. It sums over the parts in
// which the warp reads. At independent random places the degree is Shared.Random, which is measured
// for 32 lanes and elements of 4 bytes. For fewer draws or longer elements it is scaled in
// proportion to the expected conflicts.
func (m *Model) sharedDegree(r Read, merge bool) (float64, Basis) {
	s := &m.Shared
	banks, bankBytes, many := int64(min(max(s.Banks.Value, 1), maxBanks)), int64(min(max(s.BankBytes.Value, 1), 16)), r.pieces(16)
	passes := passesOf(r.bytes(), bankBytes)
	if r.Lanes == nil {
		table, basis := float64(r.Table), weakest(s.Random.Basis, m.sized(r))
		if r.Table <= 0 {
			table, basis = s.Random.last(), Extrapolated
		}
		share := wordConflicts(r.draws(), table, r.bytes(), int(banks), bankBytes) / wordConflicts(WarpLanes, table, wordBytes, int(banks), bankBytes)
		return many * max(1, share*s.Random.At(table)/max(s.ConflictCycles.Value, 1e-3)), basis
	}
	degree := 0.0
	for _, part := range parts(r.warp(), passes, merge) {
		if words := distinct(part, r.bytes(), bankBytes); len(words) > 0 {
			degree += words.busiest(banks)
		}
	}
	degree = max(1, degree)
	one := float64(passes) // all lanes at one address
	if merge {
		one = math.Ceil(one / 2)
	}
	return many * r.scale(min(one, degree), degree), m.sized(r)
}
