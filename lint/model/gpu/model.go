package gpu

// A Basis says how a figure is known.
type Basis string

// The bases, the surest first.
const (
	Measured     Basis = "measured"     // on the GPU itself, for this case
	Published    Basis = "published"    // by its maker or in the literature
	Extrapolated Basis = "extrapolated" // from a neighbouring case or GPU
)

// A Figure is one number of a model and how it is known.
type Figure struct {
	Value float64 `json:"value"`
	Basis Basis   `json:"basis"`
	// Source names the document, table or measurement the number is taken from.
	Source string `json:"source"`
	// From is the architecture whose figure stands in where Basis is
	// Extrapolated: "sm_80".
	From string `json:"from,omitempty"`
}

// A Curve is a cost by the size of the memory that is read at random places.
type Curve struct {
	// Points are ordered by size.
	Points []Point `json:"points"`
	Basis  Basis   `json:"basis"`
	Source string  `json:"source"`
	From   string  `json:"from,omitempty"`
}

// A Point is the cost for one size.
type Point struct {
	Bytes  float64 `json:"bytes"`
	Cycles float64 `json:"cycles"` // throughput cycles of one SM for one warp instruction
}

// A Model has the costs of one architecture. Unless a figure says otherwise, cycles are those of
// the SM's clock, for one SM and one warp instruction. The tag "unit" of a field is the unit that
// is printed with it.
//
// A file can name the architecture that it is based on and hold only the figures that differ. The
// others are copied from there, and are marked Extrapolated if it is another architecture.
type Model struct {
	Schema int `json:"schema"` // 1
	// Name is the compute capability as nvcc writes it: "sm_90".
	Name string `json:"name"`
	// Base is the architecture whose figures fill what the file leaves out; ""
	// where the file holds all.
	Base string `json:"base,omitempty"`
	// Architecture is the maker's name of the generation: "Hopper".
	Architecture string `json:"architecture"`
	// Products are GPUs of this architecture; the first one is meant where only
	// the architecture is named.
	Products []Product `json:"products"`

	Execution Execution `json:"execution"`
	Occupancy Occupancy `json:"occupancy"`
	Constant  Constant  `json:"constant"`
	Global    Global    `json:"global"`
	Shared    Shared    `json:"shared"`
	Texture   Texture   `json:"texture"`
	Shuffle   Shuffle   `json:"shuffle"`
	Memory    Memory    `json:"memory"`
}

// A Product is a GPU that is sold: what differs between chips of one architecture.
type Product struct {
	Name    string   `json:"name"`                             // "H200"
	Aliases []string `json:"aliases,omitempty" cbor:"aliases"` // other spellings, upper case without spaces
	// FiguresOf is the product whose figures stand in, "" for one with figures of its own. Only
	// Resolve sets it.
	FiguresOf string `json:"-" cbor:"figures_of"`
	SMs       Figure `json:"sms" unit:"SMs"`
	Clock     Figure `json:"clock" unit:"MHz"` // the SM's clock under load (boost)
	L2        Figure `json:"l2" unit:"bytes"`
	DRAM      Figure `json:"dram" unit:"GB/s"` // peak bandwidth of device memory, 10^9 bytes
}

// Execution is how fast instructions are issued and executed.
type Execution struct {
	// Issue is how many warp instructions the schedulers issue together.
	Issue Figure `json:"issue" unit:"warp instructions per cycle"`
	// The throughputs of the pipes (CUDA Programming Guide, table "Throughput of
	// Native Arithmetic Instructions", results per clock divided by 32).
	Single          Figure `json:"single" unit:"warp instructions per cycle"`           // 32-bit floating-point add, multiply, fused multiply-add
	Integer         Figure `json:"integer" unit:"warp instructions per cycle"`          // 32-bit integer add, compare, logic
	IntegerMultiply Figure `json:"integer_multiply" unit:"warp instructions per cycle"` // 32-bit integer multiply-add, 64-bit address computation
	Half            Figure `json:"half" unit:"warp instructions per cycle"`             // packed half2 operations
	Double          Figure `json:"double" unit:"warp instructions per cycle"`           // 64-bit floating point
	Special         Figure `json:"special" unit:"warp instructions per cycle"`          // reciprocal, square root, sine, exponential, logarithm approximations
	Convert         Figure `json:"convert" unit:"warp instructions per cycle"`          // between integer and floating point, and 64-bit types
	// Latency is how long a dependent 32-bit addition waits.
	Latency Figure `json:"latency" unit:"cycles"`
}

// Occupancy is what one SM holds at a time.
type Occupancy struct {
	Warps     Figure `json:"warps" unit:"warps"`
	Blocks    Figure `json:"blocks" unit:"blocks"`
	Registers Figure `json:"registers" unit:"32-bit registers"`
	// Shared is the shared memory of an SM, SharedBlock what one block can have
	// without opting in to more.
	Shared      Figure `json:"shared" unit:"bytes"`
	SharedBlock Figure `json:"shared_block" unit:"bytes"`
	// Launch is how many blocks the whole GPU starts per cycle at most.
	Launch Figure `json:"launch" unit:"blocks per cycle of the GPU"`
}

// Constant is the path of constant memory and kernel parameters.
type Constant struct {
	// The first-level cache of indexed reads.
	Line  Figure `json:"line" unit:"bytes"`
	First Figure `json:"first" unit:"bytes"`
	Ways  Figure `json:"ways" unit:"lines per set"`
	// Second is the size of the cache behind it.
	Second Figure `json:"second" unit:"bytes"`
	// While its lines are in the first level, a read takes AddressCycles of throughput for each
	// distinct address, and its value is there after Latency + AddressLatency x (addresses - 1).
	AddressCycles  Figure `json:"address_cycles" unit:"cycles per distinct address"`
	Latency        Figure `json:"latency" unit:"cycles"`
	AddressLatency Figure `json:"address_latency" unit:"cycles per further address"`
	// MissCycles is the throughput of each line that a walking read misses in the first level and
	// finds in the second, while all SMs read. SecondLatency is the latency of such a read.
	MissCycles    Figure `json:"miss_cycles" unit:"cycles per missing line"`
	SecondLatency Figure `json:"second_latency" unit:"cycles"`
	// Random is the cost of each distinct address, by the size of the table, if the indices are new
	// ones every time and all SMs read. It includes the share of the lines that are not in the
	// first level.
	Random Curve `json:"random" unit:"cycles per distinct address"`
	// UniformCycles is the throughput of a read whose index is the same for the
	// block and changes in a loop that is not unrolled: the uniform datapath from
	// sm_75 on, AddressCycles before.
	UniformCycles Figure `json:"uniform_cycles" unit:"cycles"`
	// UniformFirst is the size of the table up to which the uniform datapath is as
	// fast as an indexed read.
	UniformFirst Figure `json:"uniform_first" unit:"bytes"`
	// Literal is the cost of a read at a literal offset, which is an operand of another
	// instruction. It depends on how many bytes the loop reads that way.
	Literal Curve `json:"literal" unit:"cycles"`
}

// Global is the path of global memory through the first-level data cache.
type Global struct {
	// Cached is 1 where plain loads of global memory go through the first-level
	// cache by default, ReadOnlyCached where loads of const __restrict__ data do.
	Cached         Figure `json:"cached" unit:"1: yes, 0: no"`
	ReadOnlyCached Figure `json:"read_only_cached" unit:"1: yes, 0: no"`
	First          Figure `json:"first" unit:"bytes"` // the first-level cache at its largest
	Line           Figure `json:"line" unit:"bytes"`
	Sector         Figure `json:"sector" unit:"bytes"`
	Latency        Figure `json:"latency" unit:"cycles"`
	// Cycles is the least a load that hits takes; LinesPerCycle how many lines are
	// looked up per cycle.
	Cycles        Figure `json:"cycles" unit:"cycles"`
	LinesPerCycle Figure `json:"lines_per_cycle" unit:"lines per cycle"`
	// Banked is 1 where the cache has the banks of shared memory, so that a bank
	// conflict costs as much.
	Banked Figure `json:"banked" unit:"1: yes, 0: no"`
	// Bytes is how many bytes hits deliver per cycle.
	Bytes Figure `json:"bytes" unit:"bytes per cycle"`
	// Random is the cost of 32 lanes reading 4-byte elements at random places.
	Random Curve `json:"random" unit:"cycles"`
	// SharedPipe is 1 where shared memory and this path are one pipe, so that the
	// times of both add up.
	SharedPipe Figure `json:"shared_pipe" unit:"1: yes, 0: no"`
}

// Shared is shared memory.
type Shared struct {
	Latency Figure `json:"latency" unit:"cycles"`
	// Cycles is the least a load takes, without a bank conflict.
	Cycles         Figure `json:"cycles" unit:"cycles"`
	ConflictCycles Figure `json:"conflict_cycles" unit:"cycles per way of a bank conflict"`
	Banks          Figure `json:"banks" unit:"banks"`
	BankBytes      Figure `json:"bank_bytes" unit:"bytes"`
	// Random is the cost of 32 lanes reading 4-byte elements at random places.
	Random Curve `json:"random" unit:"cycles"`
}

// Texture is the texture path.
type Texture struct {
	First   Figure `json:"first" unit:"bytes"` // the cache
	Latency Figure `json:"latency" unit:"cycles"`
	// Cycles is the least a fetch of 32 lanes takes, Random what 32 lanes at random
	// places of a linear texture take.
	Cycles Figure `json:"cycles" unit:"cycles"`
	Random Curve  `json:"random" unit:"cycles"`
	// TiledCycles and TiledLatency are those of images in CUDA arrays. The unit serves their lanes
	// in quads.
	TiledCycles  Figure `json:"tiled_cycles" unit:"cycles"`
	TiledLatency Figure `json:"tiled_latency" unit:"cycles"`
}

// Shuffle is the exchange of registers between lanes.
type Shuffle struct {
	Cycles  Figure `json:"cycles" unit:"cycles"`
	Latency Figure `json:"latency" unit:"cycles"`
}

// Memory is what lies behind the first-level caches.
type Memory struct {
	L2Latency Figure `json:"l2_latency" unit:"cycles"`
	// L2Bytes is what one SM gets from the second-level cache when all of them read.
	L2Bytes Figure `json:"l2_bytes" unit:"bytes per cycle"`
	// L2SectorCycles is how long one SM waits for each sector that it reads at random from the
	// second-level cache while all SMs read.
	L2SectorCycles Figure `json:"l2_sector_cycles" unit:"cycles per sector"`
	DRAMLatency    Figure `json:"dram_latency" unit:"cycles"`
	// DRAMShare is the part of the peak bandwidth of device memory that kernels reach.
	DRAMShare Figure `json:"dram_share" unit:"of the peak"`
}
