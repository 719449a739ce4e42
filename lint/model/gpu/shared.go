package gpu

import "math"

// SharedLoad returns the cost of a load from shared memory. Whether the table
// fits is for the caller to ask (Occupancy.SharedBlock).
//
// Throughput: ConflictCycles for each way of a bank conflict, at least Cycles;
// lanes that read the same word share it; elements of 8 bytes are read by
// half-warps, of 16 by quarter-warps (passesOf, parts). Latency: Latency and
// conflictLatency for each further way.
//
// Source: placement_microbench.csv, widths.csv and calibrate.csv, H200.
func (m *Model) SharedLoad(r Read) Cost {
	return m.shared(r, true)
}

// shared returns the cost of a load, or of a store, whose parts are never merged.
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

// SharedStore returns the cost of a store to shared memory: the conflicts are
// those of a load, but all lanes at one address of 8 or 16 bytes take as long as
// different ones; nothing waits for it.
//
// Source: walks.csv, shared_store, H200.
func (m *Model) SharedStore(r Read) Cost {
	c := m.shared(r, false)
	c.Latency = 0
	return c
}

// sharedPipe returns the pipe that shared memory takes.
func (m *Model) sharedPipe() Pipe {
	if m.Global.SharedPipe.Value != 0 {
		return PipeL1
	}
	return PipeShared
}

// sharedDegree returns the mean bank conflict degree, summed over the parts in
// which the warp reads, and how it is known. At independent random places of a
// table it is Shared.Random, measured for 32 lanes and elements of 4 bytes, times
// what the expected conflicts of fewer draws or longer elements are to those.
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
