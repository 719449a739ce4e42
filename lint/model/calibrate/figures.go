package calibrate

import (
	"math"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A figure is a number of a model that the program measures.
type figure struct {
	name string // as cudalint gpus prints it: constant/latency
	// benchmark names the rows it is taken from.
	benchmark string
	of        func(*gpu.Model) *gpu.Figure
	value     func(*table) float64 // 0 where rows are missing
	// least and most are the bounds on any GPU that the program runs on. A value outside of
	// them means that something else was running, or that the compiler has changed the
	// measured code.
	least, most float64
}

// figures lists what is measured, in the order of the model.
var figures = []figure{
	{"execution/single", "instructions,ffma", func(m *gpu.Model) *gpu.Figure { return &m.Execution.Single }, rate("ffma"), 0.5, 16},
	{"execution/integer", "instructions,lop3 and imad", func(m *gpu.Model) *gpu.Figure { return &m.Execution.Integer }, integerRate, 0.5, 16},
	{"execution/integer_multiply", "instructions,imad", func(m *gpu.Model) *gpu.Figure { return &m.Execution.IntegerMultiply }, rate("imad"), 0.05, 16},
	{"execution/half", "instructions,hfma2", func(m *gpu.Model) *gpu.Figure { return &m.Execution.Half }, rate("hfma2"), 0.01, 16},
	{"execution/double", "instructions,dfma", func(m *gpu.Model) *gpu.Figure { return &m.Execution.Double }, rate("dfma"), 0.01, 16},
	{"execution/special", "instructions,mufu_rsqrt", func(m *gpu.Model) *gpu.Figure { return &m.Execution.Special }, rate("mufu_rsqrt"), 0.05, 8},
	{"execution/convert", "instructions,f2i", func(m *gpu.Model) *gpu.Figure { return &m.Execution.Convert }, rate("f2i"), 0.05, 8},
	{"execution/latency", "instruction_latency,ffma", func(m *gpu.Model) *gpu.Figure { return &m.Execution.Latency }, at(Key{Benchmark: "instruction_latency", Pattern: "ffma", Warps: 1, Blocks: 1}), 1, 64},
	{"occupancy/launch", "launch,block of 32 threads", func(m *gpu.Model) *gpu.Figure { return &m.Occupancy.Launch }, launchRate, 0.01, 64},

	{"constant/line", "constant_latency,stride", func(m *gpu.Model) *gpu.Figure { return &m.Constant.Line }, constantLine, 16, 1024},
	{"constant/first", "constant_latency,footprint", func(m *gpu.Model) *gpu.Figure { return &m.Constant.First }, constantFirst, 512, 65536},
	{"constant/address_cycles", "constant,distinct", func(m *gpu.Model) *gpu.Figure { return &m.Constant.AddressCycles }, constantAddress, 0.25, 64},
	{"constant/latency", "constant_latency,distinct", func(m *gpu.Model) *gpu.Figure { return &m.Constant.Latency }, constantLatency(1), 4, 500},
	{"constant/address_latency", "constant_latency,distinct", func(m *gpu.Model) *gpu.Figure { return &m.Constant.AddressLatency }, constantAddressLatency, 0.5, 200},
	{"constant/second_latency", "constant_latency,footprint 16384", func(m *gpu.Model) *gpu.Figure { return &m.Constant.SecondLatency }, footprintLatency(16384), 8, 2000},
	{"constant/miss_cycles", "constant,sweep_by_128 of all SMs", func(m *gpu.Model) *gpu.Figure { return &m.Constant.MissCycles }, constantMiss, 0.5, 500},
	{"constant/uniform_first", "constant_latency,uniform", func(m *gpu.Model) *gpu.Figure { return &m.Constant.UniformFirst }, uniformFirst, 64, 65536},
	{"constant/uniform_cycles", "constant,uniform of independent blocks", func(m *gpu.Model) *gpu.Figure { return &m.Constant.UniformCycles }, uniformCycles, 0.25, 500},

	{"global/latency", "global_latency,chain 4096", func(m *gpu.Model) *gpu.Figure { return &m.Global.Latency }, chainLatency(4096), 8, 1000},
	{"global/cycles", "global,stride 1, or imad_wide for its address", func(m *gpu.Model) *gpu.Figure { return &m.Global.Cycles }, globalCycles, 0.25, 64},
	{"global/lines_per_cycle", "global,apart_132", func(m *gpu.Model) *gpu.Figure { return &m.Global.LinesPerCycle }, linesPerCycle, 0.25, 64},
	{"global/bytes", "global,stride 4 of 16 bytes", func(m *gpu.Model) *gpu.Figure { return &m.Global.Bytes }, l1Bytes, 8, 1024},
	{"global/shared_pipe", "mix,shared+global", func(m *gpu.Model) *gpu.Figure { return &m.Global.SharedPipe }, sharedPipe, 0, 1},

	{"shared/latency", "shared_latency,conflict 1", func(m *gpu.Model) *gpu.Figure { return &m.Shared.Latency }, sharedLatency, 4, 500},
	{"shared/conflict_cycles", "shared,conflict", func(m *gpu.Model) *gpu.Figure { return &m.Shared.ConflictCycles }, conflictCycles, 0.25, 16},

	{"texture/latency", "texture_latency,distinct", func(m *gpu.Model) *gpu.Figure { return &m.Texture.Latency }, at(Key{"texture_latency", "distinct", 4, 4096, 1, 1, 1}), 8, 2000},
	{"texture/cycles", "texture,distinct 32", func(m *gpu.Model) *gpu.Figure { return &m.Texture.Cycles }, reads("texture", "distinct", 4, 8192, 32), 0.5, 64},
	{"texture/tiled_cycles", "texture,tex2d_8x4", func(m *gpu.Model) *gpu.Figure { return &m.Texture.TiledCycles }, reads("texture", "tex2d_8x4", 4, 16384, 32), 0.5, 64},
	{"texture/tiled_latency", "texture_latency,tex2d", func(m *gpu.Model) *gpu.Figure { return &m.Texture.TiledLatency }, at(Key{"texture_latency", "tex2d", 4, 4, 1, 1, 1}), 8, 2000},

	{"shuffle/cycles", "instructions,shfl_idx", func(m *gpu.Model) *gpu.Figure { return &m.Shuffle.Cycles }, instruction("shfl_idx"), 0.25, 32},
	{"shuffle/latency", "instruction_latency,shfl_idx", func(m *gpu.Model) *gpu.Figure { return &m.Shuffle.Latency }, at(Key{Benchmark: "instruction_latency", Pattern: "shfl_idx", Warps: 1, Blocks: 1}), 4, 500},

	{"memory/l2_latency", "global_latency,chain", func(m *gpu.Model) *gpu.Figure { return &m.Memory.L2Latency }, l2Latency, 50, 5000},
	{"memory/l2_bytes", "l2,stream of 4 bytes a lane", func(m *gpu.Model) *gpu.Figure { return &m.Memory.L2Bytes }, l2Bytes, 1, 1024},
	{"memory/l2_sector_cycles", "l2,random", func(m *gpu.Model) *gpu.Figure { return &m.Memory.L2SectorCycles }, l2Sector, 0.05, 64},
	{"memory/dram_latency", "global_latency,dram", func(m *gpu.Model) *gpu.Figure { return &m.Memory.DRAMLatency }, dramLatency, 100, 10000},
	{"memory/dram_share", "dram,read and dram,copy", func(m *gpu.Model) *gpu.Figure { return &m.Memory.DRAMShare }, dramShare, 0.3, 1},
}

// at returns the value of one row.
func at(k Key) func(*table) float64 {
	return func(t *table) float64 { return t.get(k) }
}

// instruction returns the cycles of a warp instruction on a full SM.
func instruction(name string) func(*table) float64 {
	return at(Key{Benchmark: "instructions", Pattern: name, Warps: 32, Blocks: 1})
}

// rate returns the warp instructions per cycle.
func rate(name string) func(*table) float64 {
	return func(t *table) float64 { return inverse(instruction(name)(t)) }
}

// integerRate is the rate of logic or of multiply-add, whichever is larger: the compiler uses
// either for additions.
func integerRate(t *table) float64 {
	logic := rate("lop3")(t)
	if logic == 0 {
		return 0
	}
	return math.Max(logic, rate("imad")(t))
}

// reads returns the cycles of a read on one SM with 32 warps.
func reads(benchmark, pattern string, element int, bytes int64, addresses int) func(*table) float64 {
	return at(Key{benchmark, pattern, element, bytes, addresses, 32, 1})
}

func inverse(v float64) float64 {
	if v == 0 {
		return 0
	}
	return 1 / v
}

// launchRate returns blocks per cycle of the GPU; the row has cycles per block and SM.
func launchRate(t *table) float64 {
	return t.device.SMs * inverse(t.find("launch", "block", func(k Key) bool { return k.Addresses == 32 }))
}

// level returns the size of a cache level: the largest footprint, from the smallest on, whose
// latency is within a tenth of the first. It is 0 if all are, since the level is then larger
// than any measured footprint.
func level(rows []Row) float64 {
	for i, row := range rows {
		if row.Value > 1.1*rows[0].Value {
			return float64(rows[i-1].Footprint)
		}
	}
	return 0
}

func constantFirst(t *table) float64 { return level(t.all("constant_latency", "footprint")) }

// constantLine returns the stride, in bytes, from which on every read of a chain
// through the second level misses the first.
func constantLine(t *table) float64 {
	rows := t.all("constant_latency", "stride")
	for _, row := range rows {
		if row.Value > 0.95*rows[len(rows)-1].Value {
			return 4 * float64(row.Addresses)
		}
	}
	return 0
}

// constantMiss is the cost of one address in a new line at every read: all warps of all SMs
// walk through a table of 16 KB.
func constantMiss(t *table) float64 {
	return t.get(Key{"constant", "sweep_by_128", 4, 16384, 1, 32, int(t.device.SMs)})
}

func uniformFirst(t *table) float64 { return level(t.all("constant_latency", "uniform")) }

func constantLatency(distinct int) func(*table) float64 {
	return at(Key{"constant_latency", "distinct", 4, 4 * int64(distinct), distinct, 1, 1})
}

func constantAddressLatency(t *table) float64 {
	return slope(constantLatency(1)(t), constantLatency(32)(t), 31)
}

func footprintLatency(bytes int64) func(*table) float64 {
	return at(Key{"constant_latency", "footprint", 4, bytes, 1, 1, 1})
}

// constantAddress is the smallest cost of an address among the patterns, because disturbances
// only add to a measurement.
func constantAddress(t *table) float64 {
	least := 0.0
	for _, row := range t.all("constant", "distinct") {
		if each := row.Value / float64(max(row.Addresses, 1)); row.Element == 4 && (least == 0 || each < least) {
			least = each
		}
	}
	return least
}

// uniformCycles is of a table of 1 KB.
func uniformCycles(t *table) float64 {
	for _, row := range t.independent("constant", "uniform") {
		if row.Footprint == 1024 {
			return row.Value
		}
	}
	return 0
}

func chainLatency(bytes int64) func(*table) float64 {
	return at(Key{"global_latency", "chain", 8, bytes, 1, 1, 1})
}

// globalCycles is of a load at an index: the read itself, or the 64-bit address it
// needs where computing that takes longer.
func globalCycles(t *table) float64 {
	read := reads("global", "stride", 4, 16384, 1)(t)
	if read == 0 {
		return 0
	}
	return math.Max(read, instruction("imad_wide")(t))
}

// linesPerCycle is what 16 more lines take, without bank conflicts.
func linesPerCycle(t *table) float64 {
	more := slope(reads("global", "apart_132", 4, 65536, 16)(t), reads("global", "apart_132", 4, 65536, 32)(t), 16)
	if more == 0 {
		return 0
	}
	return math.Max(1, math.Round(1/more))
}

func l1Bytes(t *table) float64 { return 512 * inverse(reads("global", "stride", 16, 16384, 4)(t)) }

// sharedPipe is 1 where a pair of reads takes the sum of their times, not the
// larger one.
func sharedPipe(t *table) float64 {
	mix := func(pattern string) float64 { return t.get(Key{"mix", pattern, 4, 8192, 32, 32, 1}) }
	both, shared, global := mix("shared+global"), mix("shared+shared")/2, mix("global+global")/2
	if both == 0 || shared == 0 || global == 0 {
		return math.NaN()
	}
	if both > (math.Max(shared, global)+shared+global)/2 {
		return 1
	}
	return 0
}

func sharedLatency(t *table) float64 {
	return t.get(Key{"shared_latency", "conflict", 4, 16384, 1, 1, 1})
}

func conflictCycles(t *table) float64 {
	return slope(reads("shared", "conflict", 4, 16384, 1)(t), reads("shared", "conflict", 4, 16384, 32)(t), 31)
}

// l2Latency is of the longest chain, which no first-level cache holds.
func l2Latency(t *table) float64 {
	rows := t.all("global_latency", "chain")
	if len(rows) == 0 || rows[len(rows)-1].Footprint < 1<<20 {
		return 0
	}
	return rows[len(rows)-1].Value
}

// l2Bytes is of 128 bytes a warp, all SMs at a time.
func l2Bytes(t *table) float64 {
	return 128 * inverse(t.find("l2", "stream", func(k Key) bool { return k.Element == 4 && k.Blocks > 1 }))
}

// l2Sector is of 32 lanes that read 32 sectors, all SMs at a time.
func l2Sector(t *table) float64 {
	return t.find("l2", "random", func(k Key) bool { return k.Blocks > 1 }) / 32
}

func dramLatency(t *table) float64 {
	return t.find("global_latency", "dram", func(Key) bool { return true })
}

func dramShare(t *table) float64 {
	every := func(Key) bool { return true }
	best := math.Max(t.find("dram", "read", every), t.find("dram", "copy", every))
	return best * inverse(t.device.NominalDRAM)
}

// slope returns the growth per step from first to last; 0 if one of them is missing.
func slope(first, last float64, steps float64) float64 {
	if first == 0 || last == 0 {
		return 0
	}
	return (last - first) / steps
}
