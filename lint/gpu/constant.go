package gpu

import "math"

// ConstantIndexed returns the cost of a load from constant memory at an address
// that differs by lane, or that is in a register for another reason (LDC).
//
// Throughput: AddressCycles for each distinct address. Latency: Latency +
// AddressLatency x (addresses - 1). Each address whose line is not in the
// first-level cache adds MissCycles and SecondLatency - Latency. An element of
// 16 bytes is two 8-byte loads, each replayed for every address.
//
// Source: placement_microbench.csv and constant_footprint.csv, H200.
func (m *Model) ConstantIndexed(r Read) Cost {
	c := &m.Constant
	d := r.addresses()
	instructions := r.pieces(8)
	misses, thrash := m.constantMisses(r)
	gap := max(0, c.SecondLatency.Value-c.Latency.Value)
	cycles := max(d*c.AddressCycles.Value+misses*c.MissCycles.Value, thrash)
	cost := Cost{
		Cycles:       instructions * cycles,
		Pipe:         PipeConstant,
		Latency:      c.Latency.Value + c.AddressLatency.Value*(d-1) + gap*misses + (instructions-1)*cycles,
		Instructions: instructions,
		Basis:        weakest(c.AddressCycles.Basis, c.Latency.Basis, c.AddressLatency.Basis),
	}
	if misses > 0 {
		cost.Basis = weakest(cost.Basis, c.MissCycles.Basis, c.SecondLatency.Basis, c.First.Basis, c.Ways.Basis)
	}
	if over := r.over(c.Second.Value); over > 0 {
		cost.Latency += misses * over * max(0, m.Memory.L2Latency.Value-c.SecondLatency.Value)
		cost.L2Sectors = misses * over * c.Line.Value / m.sector()
		cost.Basis = weakest(cost.Basis, m.Memory.L2Latency.Basis)
	}
	return cost
}

// over returns the share of reads at equally likely places of the table that a
// cache of the given bytes does not hold: 1 - bytes/table; 0 where the table
// fits or its size is not known.
func (r Read) over(bytes float64) float64 {
	if table := float64(r.Table); table > bytes {
		return 1 - bytes/table
	}
	return 0
}

// constantMisses returns how many of the passes of one load miss the
// first-level constant cache, and how long its busiest set is kept from other
// work by them.
//
// The cache has First / (Line x Ways) sets, consecutive lines in consecutive
// sets, the least recently used line out first. More lines of one load than
// Ways in one set push each other out, so that all of them miss each time: the
// latencies measured with stride32, stride64, stride128 and the random draws are
// 65 cycles (SecondLatency - Latency) for each line of such a set. The warps of
// an SM share those lines, and Ways of them can be under way at a time: the set
// is busy for (lines - Ways) x 65 / Ways cycles, 65 for 8 lines (measured 66),
// 455 for 32 (measured 427).
func (m *Model) constantMisses(r Read) (misses, thrash float64) {
	c := &m.Constant
	if r.Table > 0 && float64(r.Table) <= c.First.Value {
		return 0, 0
	}
	if r.Order == Random || r.Lanes == nil && r.Order != Fixed {
		return r.addresses() * r.over(c.First.Value), 0
	}
	if r.Lanes == nil {
		return 0, 0
	}
	line, ways := max(1, int64(c.Line.Value)), max(1, c.Ways.Value)
	sets := max(1, int64(c.First.Value/(float64(line)*ways)))
	lines := distinct(r.Lanes, r.bytes(), line)
	perSet := map[int64]float64{}
	for at := range lines {
		perSet[at%sets]++
	}
	gap := max(0, c.SecondLatency.Value-c.Latency.Value)
	for _, k := range perSet {
		if k > ways {
			misses += k
			thrash = max(thrash, (k-ways)*gap/ways)
		}
	}
	if r.Order == Walking {
		// The lines that are new: a line serves line/step executions.
		fresh := float64(len(lines)) * min(1, r.step()/float64(line))
		misses = max(misses, fresh)
	}
	return r.scale(0, misses), r.scale(0, thrash)
}

// step returns how many bytes the addresses of a walking read move.
func (r Read) step() float64 {
	if s := math.Abs(r.Step); s > 0 {
		return finite(s)
	}
	return float64(r.bytes())
}

// distinct returns the aligned units of the given size that some lane reads.
func distinct(lanes []int64, bytes, unit int64) map[int64]bool {
	out := map[int64]bool{}
	for i, offset := range lanes {
		if i == WarpLanes {
			break
		}
		if offset < 0 {
			continue
		}
		last := offset/unit + (offset%unit+bytes-1)/unit
		for at := offset / unit; at <= last; at++ {
			out[at] = true
		}
	}
	return out
}

// ConstantUniform returns the cost of a load from constant memory whose address
// is the same for all lanes and changes in a loop that is not unrolled: the
// uniform datapath (ULDC) from sm_75 on, a plain indexed load before.
//
// Throughput: UniformCycles, where that path is slower than an indexed load of
// one address; the sub-partitions of an SM each wait for their own load, so that
// the latency is UniformCycles x the number of schedulers: 88 cycles on sm_90
// (FACTS: about 85).
//
// Source: uniform_paths.csv, H200.
func (m *Model) ConstantUniform(r Read) Cost {
	r.Addresses, r.Worst, r.Lanes = 1, 1, []int64{0}
	cost := m.ConstantIndexed(r)
	c := &m.Constant
	if c.UniformCycles.Value <= c.AddressCycles.Value {
		return cost
	}
	cost.Pipe = PipeUniform
	cost.Cycles = max(cost.Cycles, r.pieces(16)*c.UniformCycles.Value)
	cost.Latency = max(cost.Latency, c.UniformCycles.Value*m.Execution.Issue.Value)
	cost.Basis = weakest(cost.Basis, c.UniformCycles.Basis)
	return cost
}

// ConstantLiteral returns the cost of a read at a literal offset, an operand
// c[bank][offset] of another instruction, in a loop that reads footprint bytes
// that way: what Constant.Literal says beyond the cost for the smallest
// footprint, whose reads are free (FACTS: free on a hit). No instruction is
// issued for it.
//
// Source: fully unrolled uniform reads, H200.
func (m *Model) ConstantLiteral(footprint float64) Cost {
	curve := m.Constant.Literal
	free := 0.0
	if len(curve.Points) > 0 {
		free = curve.Points[0].Cycles
	}
	if !(footprint > 0) {
		footprint = 1
	}
	return Cost{Cycles: max(0, curve.At(footprint)-free), Pipe: PipeIssue, Basis: curve.Basis}
}

// Parameter returns the cost of a load from an array inside a by-value kernel
// parameter. It is in a bank of constant memory and read the same way (measured:
// 31 replays for 32 addresses). Read at a literal offset it costs ConstantLiteral.
func (m *Model) Parameter(r Read) Cost { return m.ConstantIndexed(r) }
