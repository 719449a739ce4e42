package gpu

import (
	"math"
	"slices"
)

// ConstantIndexed returns the cost of a load from constant memory at an address
// that differs by lane, or that is in a register for another reason (LDC).
//
// Throughput: AddressCycles for each distinct address while the lines are in the
// first-level cache; where the addresses are new ones every time (Random),
// Constant.Random for each. Latency: Latency + AddressLatency x (addresses - 1)
// + (SecondLatency - Latency) for each address whose line is missing. An element
// of 16 bytes is two 8-byte loads, each replayed for every address; the second
// one's value comes pieceLatency later.
//
// Source: placement_microbench.csv, constant_footprint.csv, widths.csv and
// calibrate.csv, H200.
func (m *Model) ConstantIndexed(r Read) Cost {
	c := &m.Constant
	d, instructions := r.addresses(), r.pieces(8)
	misses, missCycles := m.constantMisses(r)
	cycles := d * c.AddressCycles.Value
	cost := Cost{Pipe: PipeConstant, Instructions: instructions,
		Latency: c.Latency.Value + c.AddressLatency.Value*(d-1) + m.constantGap()*misses + pieceLatency*(instructions-1),
		Basis:   weakest(c.AddressCycles.Basis, c.Latency.Basis, c.AddressLatency.Basis)}
	if misses > 0 {
		cost.Basis = weakest(cost.Basis, c.MissCycles.Basis, c.SecondLatency.Basis)
	}
	if r.Order == Random {
		random := max(0, c.Random.At(r.footprint())-c.AddressCycles.Value)
		if r.Alone {
			random *= aloneRandom
		}
		cycles = d * (c.AddressCycles.Value + random)
		cost.Basis = weakest(cost.Basis, c.Random.Basis)
	} else if r.Order != Walking {
		cycles = together(cycles, missCycles)
	}
	cost.Cycles = instructions * cycles
	if r.Order == Walking {
		// The pieces of a wide element are in one line: the first of them brings it.
		cost.Cycles = together(cost.Cycles, missCycles)
	}
	if pushed := m.evictionCycles(r); pushed > 0 {
		cost.Cycles = max(cost.Cycles, instructions*d*c.AddressCycles.Value+pushed)
		cost.Basis = weakest(cost.Basis, c.Random.Basis)
	}
	if over := misses * r.over(c.Second.Value); over > 0 {
		cost.Latency += over * max(0, m.Memory.L2Latency.Value-c.SecondLatency.Value)
		cost.L2Lines = over
		cost.L2Sectors = over * max(1, c.Line.Value/m.sector())
		cost.Basis = weakest(cost.Basis, m.Memory.L2Latency.Basis)
	}
	return cost
}

// Several SMs share the second level of constant memory (which ones is not published). aloneRandom
// is the cost of a random read while one SM alone reads, as a share of that with all SMs busy
// (calibrate.csv, random: 142 to 374 cycles for 32 lanes in 4 to 64 KB against 294 to 977).
// busyMisses is the cost of lines in conflict with all SMs busy, as a multiple of that of one SM
// alone (walks.csv, lanes 512 bytes apart, the same addresses each time: 101, 301 and 724 cycles
// for 8, 16 and 32 lanes against 65, 173 and 431).
const (
	aloneRandom = 0.35
	busyMisses  = 1.55
)

// pieceLatency is how much later each further load of a wide element delivers, in cycles. In
// widths.csv 32 addresses of 16 bytes take 391 cycles against 380 of 8; one takes 50 against 39, 4
// of them to combine the words.
const pieceLatency = 7

// constantGap is the extra latency of a read that misses the first level.
func (m *Model) constantGap() float64 {
	return max(0, m.Constant.SecondLatency.Value-m.Constant.Latency.Value)
}

// footprint returns the size of the table together with the tables beside it, in bytes; 0 if it is
// unknown.
func (r Read) footprint() float64 {
	if r.Table <= 0 {
		return 0
	}
	return float64(r.Table) + float64(max(r.Beside, 0))
}

// over returns the miss rate of a cache of the given bytes, for reads at equally likely places
// of the footprint: 1 - bytes/footprint. It is 0 if the footprint fits or its size is unknown.
func (r Read) over(bytes float64) float64 {
	if footprint := r.footprint(); footprint > bytes {
		return 1 - bytes/footprint
	}
	return 0
}

// constantMisses returns how many of the passes of one load miss the first-level constant
// cache, and how many cycles the misses keep it busy.
//
// The cache has First / (Line x Ways) sets, consecutive lines in consecutive
// sets, the least recently used line out first. More lines of one load than Ways
// in one set push each other out (thrashing); a walking load comes to new lines
// (walking).
func (m *Model) constantMisses(r Read) (misses, cycles float64) {
	c := &m.Constant
	if r.Table > 0 && r.footprint() <= c.First.Value {
		return 0, 0
	}
	if r.Order == Random {
		return r.addresses() * r.over(c.First.Value), 0
	}
	if r.Lanes == nil {
		return 0, 0
	}
	line, ways := max(1, int64(c.Line.Value)), max(1, c.Ways.Value)
	sets := int64(min(max(c.First.Value/(float64(line)*ways), 1), 1<<20))
	lines := distinct(r.warp(), r.bytes(), line)
	misses, cycles = m.thrashing(r, lines, line, sets)
	if r.Order == Walking {
		fresh, each := m.walking(r, lines, sets)
		misses, cycles = max(misses, fresh), max(cycles, fresh*each)
	}
	return r.scale(0, misses), r.scale(0, cycles)
}

// evictionCycles returns the cycles that a load keeps the cache busy because other warps of
// the block, which read other parts of the table, have evicted its lines. Each line takes as
// long as a random read of half of what the block reads, less the cost of its address. Only
// the first of several loads in a row pays.
//
// blocklines.csv, one load in a row: 193 of 214 measured for 8 lines of a warp and 16 KB
// of a block, 178 of 184 for 16 and 8 KB, 442 of 501 for 16 and 32 KB, 614 of 514 for 32
// and 16 KB, 922 of 992 for 32 and 64 KB. Twice the first level, 4 KB, takes 4 to 16
// cycles more and is given nothing. Eight loads in a row come out between 0.6 and 1.2 of
// what they take, sixteen with a line for each lane at a fifth.
func (m *Model) evictionCycles(r Read) float64 {
	c := &m.Constant
	if r.Order == Random || r.Lanes == nil || float64(r.Block) <= c.First.Value {
		return 0
	}
	each := max(0, c.Random.At(float64(r.Block)/2)-c.AddressCycles.Value)
	if r.Alone {
		each *= aloneRandom
	}
	lines := distinct(r.warp(), r.bytes(), max(1, int64(c.Line.Value)))
	return r.scale(0, float64(len(lines))*each) / max(1, r.Again)
}

// thrashing returns the misses of lines that do not fit their sets, and how many cycles the
// misses keep the cache busy.
//
// Each line of such a set is missed once per load: with that the latencies of
// stride32, stride64, stride128 and the three random draws of
// placement_microbench.csv come out within three misses of 8 to 32. The warps of
// an SM share the lines, and Ways of them can be under way at a time: a single
// set that a addresses in k lines fall into is busy for
//
//	a (1 - Ways / k) (SecondLatency - Latency) / Ways
//
// cycles while one SM reads, and busyMisses times that while all do (walks.csv, 8,
// 16 and 32 lanes: 101, 302 and 705 cycles, measured 101, 301 and 724). A load
// that walks reads each line several times before it is pushed out: 0.6 of that
// is left (measured 0.5 to 0.75). With several such sets the warps find each
// other's lines: half of it is left, and at least as much as the hits take
// (measured 0.4 to 0.6; 1.2 times the cycles of hits on one SM).
func (m *Model) thrashing(r Read, lines units, line, sets int64) (misses, cycles float64) {
	ways := max(1, m.Constant.Ways.Value)
	if float64(len(lines)) <= ways {
		return 0, 0
	}
	addresses := distinct(r.warp(), 1, 1)
	overloaded := 0
	seen := make(units, 0, len(lines))
	for _, at := range lines {
		set := at % sets
		if slices.Contains(seen, set) {
			continue
		}
		seen = append(seen, set)
		k := lines.inSet(set, 1, sets)
		if k > ways {
			overloaded++
			misses += k
			cycles = max(cycles, max(addresses.inSet(set, line, sets), k)*(1-ways/k)*m.constantGap()/ways)
		}
	}
	if !r.Alone {
		cycles *= busyMisses
	}
	const walking, several = 0.6, 0.5
	switch {
	case overloaded > 1 && r.Alone && r.Order == Fixed:
		cycles = float64(r.Worst) * m.Constant.AddressCycles.Value
	case overloaded > 1:
		cycles = max(float64(len(addresses))*m.Constant.AddressCycles.Value, several*cycles)
	case r.Order == Walking:
		cycles *= walking
	}
	return misses, cycles
}

// walking returns how many lines of a load are new, not read by the loads before it, and how
// many cycles each takes.
//
// MissCycles is for steps that visit a quarter of the sets; fewer sets take
// longer, more less; one SM alone takes half (walks.csv, one address: 3.6, 5.9 and
// 15 cycles for steps of 1, 2 and 4 lines; but 16 for 2 in calibrate.csv, whose
// loop has twice as many loads under way: no more than the order of magnitude is
// known). Warps that are not in step find no line of each other's: each takes
// MissCycles, whatever the step (pair_coefficients and spline_resample in
// lint/model/cost/testdata/kernels: 32 cycles for two new lines, 31 for one and four
// addresses). The share of the footprint that the first level holds costs nothing.
func (m *Model) walking(r Read, lines units, sets int64) (fresh, each float64) {
	c := &m.Constant
	step := r.step() / max(1, c.Line.Value)
	visited := float64(sets)
	if wholeStep := int64(min(step, 1<<20)); step == math.Trunc(step) && wholeStep > 1 {
		visited = float64(sets / gcd(wholeStep, sets))
	}
	each = r.over(c.First.Value) * c.MissCycles.Value
	if !r.Apart {
		each *= float64(sets) / 4 / visited
	}
	if r.Alone {
		each /= 2
	}
	return newLines(lines, step), each
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// inSet returns how many of the units are in lines of a set; a line has perLine units.
func (u units) inSet(set, perLine, sets int64) float64 {
	n := 0.0
	for _, at := range u {
		if at/perLine%sets == set {
			n++
		}
	}
	return n
}

// newLines returns how many lines of a load the load before did not read. The loads are step
// lines apart. If step is less than a line, each run of neighbouring lines gains one new line
// every 1 / step loads.
func newLines(lines units, step float64) float64 {
	n, wholeStep := 0.0, int64(min(step, 1<<40))
	for i, at := range lines {
		switch {
		case wholeStep < 1 && (i == len(lines)-1 || lines[i+1] != at+1):
			n += step
		case wholeStep >= 1 && !slices.Contains(lines, at+wholeStep):
			n++
		}
	}
	return n
}

// step returns how many bytes the addresses of a walking read move each time.
func (r Read) step() float64 {
	if s := math.Abs(r.Step); s > 0 {
		return finite(s)
	}
	return float64(r.bytes())
}

// ConstantUniform returns the cost of a load from constant memory in a loop that is not unrolled,
// if its address changes from one iteration to the next but is the same for all lanes. From sm_75
// on the uniform datapath executes it (ULDC); before, it is a plain indexed load.
//
// The throughput depends on the footprint. Up to UniformFirst bytes it is that of an indexed load of
// one address; from four times as many bytes on it is UniformCycles. In between it is linear in the
// logarithm of the size. Every scheduler of an SM waits for a load of its own at the same time. The
// latency is therefore the throughput times the number of schedulers: 88 cycles on sm_90.
//
// UniformCycles is for an SM full of warps, which are in different places of the table. Half as many
// stay in step: one of them waits for a line, the others find it in the cache. Calibration has 2.0
// cycles for 32 warps and 22 to 26 for 64 on each SM, over 1 KB to 64 KB; rows.csv has 3.4 to 4.0 and
// 22 to 28 for loads of 8 bytes in turn. What lies between was not measured, and is taken as linear.
//
// That is for loads that read one line after the other. Loads that go back and forth between Rows
// lines take 1 / Rows^2 of it (64 warps on every SM, 4 KB, 8-byte loads of 64-byte rows: 27, 3.3,
// 1.3 and 1.1 cycles for 1, 2, 4 and 8 rows at a time; 5.0 for one load of each line).
//
// Source: uniform_paths.csv; lint/model/cost/testdata/uniform/rows.csv; H200, all SMs busy.
func (m *Model) ConstantUniform(r Read) Cost {
	r.Addresses, r.Worst, r.Lanes = 1, 1, []int64{0}
	cost := m.ConstantIndexed(r)
	c := &m.Constant
	rows := max(1, r.Rows)
	fast, slow := c.AddressCycles.Value, c.UniformCycles.Value/(rows*rows)
	if slow <= fast {
		return cost
	}
	slow = fast + (slow-fast)*m.outOfStep(r.Warps)
	first := max(1, c.UniformFirst.Value)
	cycles := Curve{Points: []Point{{first, fast}, {4 * first, slow}}}.At(r.footprint())
	cost.Pipe = PipeUniform
	cost.Cycles = max(cost.Cycles, r.pieces(8)*cycles)
	cost.Latency = max(cost.Latency, cycles*m.Execution.Issue.Value)
	cost.Basis = weakest(cost.Basis, c.UniformCycles.Basis)
	return cost
}

// outOfStep returns how far the warps of an SM have lost step in a loop, from 0 for up to half of
// those that it has room for to 1 for all of them.
func (m *Model) outOfStep(warps float64) float64 {
	half := m.Occupancy.Warps.Value / 2
	if !(warps > 0) || !(half > 0) {
		return 1
	}
	return min(1, max(0, (warps-half)/half))
}

// ConstantLiteral returns the cost of a read at a literal offset, in a loop that reads footprint
// bytes that way. Such a read is an operand c[bank][offset] of another instruction, so no
// instruction is issued for it. Reads with the smallest footprint of the curve Constant.Literal are
// free: the cost is what the curve has beyond its first point.
//
// Source: fully unrolled uniform reads, H200.
func (m *Model) ConstantLiteral(footprint float64) Cost {
	curve := m.Constant.Literal
	free := 0.0
	if len(curve.Points) > 0 {
		free = curve.Points[0].Cycles
	}
	return Cost{Cycles: max(0, curve.At(max(finite(footprint), 1))-free), Pipe: PipeIssue, Basis: curve.Basis}
}

// Parameter returns the cost of a load from an array inside a by-value kernel parameter. Parameters
// are in a bank of constant memory and are read the same way (measured: 31 replays for 32
// addresses). A read at a literal offset costs ConstantLiteral.
func (m *Model) Parameter(r Read) Cost { return m.ConstantIndexed(r) }
