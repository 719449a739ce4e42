package gpu

import "math"

// WarpLanes is the number of lanes of a warp on every architecture.
const WarpLanes = 32

// A Pipe is a unit of an SM that serves one warp instruction at a time.
type Pipe uint8

// The pipes that memory accesses take. Where shared memory and the first-level
// data cache are one unit (Global.SharedPipe), accesses to both are on PipeL1.
const (
	PipeIssue    Pipe = iota // the schedulers: operands that cost nothing else
	PipeConstant             // the indexed-constant cache (LDC)
	PipeUniform              // the uniform datapath (ULDC)
	PipeL1                   // load/store unit and first-level data cache
	PipeShared               // shared memory where it is a unit of its own
	PipeTexture              // the texture units
)

var pipeNames = [...]string{"issue", "constant", "uniform", "l1", "shared", "texture"}

// String returns the pipe's name in reports.
func (p Pipe) String() string {
	if int(p) < len(pipeNames) {
		return pipeNames[p]
	}
	return "unknown"
}

// An Order is how the addresses of a load change from one execution to the next.
type Order uint8

// The orders. They differ in which lines compete for a cache: with Fixed only those of one warp
// instruction, with Random those of the whole table.
const (
	Fixed   Order = iota // the same addresses each time
	Walking              // all move by Step: affine in a loop counter
	Random               // data dependent: anywhere in the table
)

// A Read is one load, or store, by one warp.
type Read struct {
	// Addresses is the mean number of distinct addresses of the lanes.
	Addresses float64
	// Worst is the most distinct addresses of any warp.
	Worst int
	// Active is the mean number of active lanes; 0 stands for all 32.
	Active float64
	// Bytes is what one lane reads.
	Bytes int64
	// Lanes is the byte offset of each lane of the worst warp from the lowest of
	// them, negative where a lane is inactive; nil where the offsets are not known.
	Lanes []int64
	// Sectors is the mean number of distinct 32-byte sectors; 0 where it is to be
	// derived from the other fields.
	Sectors float64
	// Table is the size in bytes of the memory the addresses lie in, 0 or less
	// where it is not known.
	Table int64
	// Beside is how many bytes of other tables the kernel reads in between through
	// the same cache, so that the tables evict each other's lines. Only the cost of
	// constant memory depends on it; for global memory the Residency has it.
	Beside int64
	// Alone is set where no other SM reads through the second level of constant
	// memory at the same time: a grid of few blocks, or a measurement on one SM.
	Alone bool
	// Apart is set where several blocks share the SM: their warps are not in step, so
	// that each misses the lines of a walking read of constant memory by itself.
	Apart bool
	// Block is how many bytes of constant memory, in lines, the warps of a block read together if
	// each warp reads a different part; 0 if all read the same or it is unknown. Again is how many
	// loads in a row read these lines; 0 stands for one.
	Block int64
	Again float64
	Order Order
	// Step is how many bytes the addresses move from one execution to the next
	// where Order is Walking; 0 stands for the size of an element.
	Step float64
	// Rows is between how many lines of constant memory the loads go back and forth, if each load
	// has one address for all lanes; 0 stands for one.
	Rows float64
	// Warps is how many warps are active on the SM, 0 for as many as it has room for. Only
	// ConstantUniform depends on it.
	Warps float64
}

// A Cost is what one execution of a load or store by one warp takes.
type Cost struct {
	// Cycles is how long Pipe of one SM is busy: throughput cycles.
	Cycles float64
	Pipe   Pipe
	// TextureCycles is how long the texture units are busy as well. A load through the first-level
	// data cache uses the tags that fetches use (paths.csv: tex 4.0 and ldg 1.4 cycles make 5.0,
	// 7.4 and 8.0 make 16.8). Shared memory does not: shared and tex take the longer of both.
	TextureCycles float64
	// Latency is how many cycles pass until the value is there if nothing else runs; 0 for a store.
	Latency float64
	// Misses is what misses of the first-level cache add to Latency on average, Miss what one adds.
	Misses, Miss float64
	// L2Sectors and DRAMSectors are the mean numbers of 32-byte sectors that one execution requests
	// from the second-level cache and from device memory.
	L2Sectors, DRAMSectors float64
	// L2Lines is in how many lines of the first-level cache those sectors are; for a store it is
	// the cycles that GlobalStore counts. The second level serves one line in
	// Memory.L2SectorCycles, so scattered sectors take longer than as many neighbouring ones.
	L2Lines float64
	// Instructions is how many warp instructions are issued for it.
	Instructions float64
	// Basis is the least certain basis among the figures.
	Basis Basis
}

// A Residency is where the data of a load is found: the shares of its sectors that the
// first-level cache, the second level and device memory deliver. Shares are not negative and
// add up to 1.
type Residency struct {
	L1, L2, DRAM float64
}

// Reused is the residency of data that the first-level cache holds.
var Reused = Residency{L1: 1}

// Streamed is the residency of data that is read once and comes from device memory.
var Streamed = Residency{DRAM: 1}

// normal returns r with shares between 0 and 1 that add up to 1; Reused if r is zero.
func (r Residency) normal() Residency {
	r.L1, r.L2, r.DRAM = finite(r.L1), finite(r.L2), finite(r.DRAM)
	sum := r.L1 + r.L2 + r.DRAM
	if sum <= 0 || math.IsInf(sum, 0) {
		return Reused
	}
	return Residency{r.L1 / sum, r.L2 / sum, r.DRAM / sum}
}

// finite returns x, 0 where it is negative or not a number, and a large number
// instead of infinity.
func finite(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1e15)
}

// addresses returns the mean number of distinct addresses, from 1 to 32.
func (r Read) addresses() float64 {
	return min(max(finite(r.Addresses), 1), WarpLanes)
}

// active returns the mean number of active lanes: at least the distinct
// addresses, at most 32.
func (r Read) active() float64 {
	if a := finite(r.Active); a > 0 {
		return min(max(a, r.addresses()), WarpLanes)
	}
	return WarpLanes
}

// bytes returns the size of an element, from 1 to 16: longer ones are read by
// several instructions, which pieces counts.
func (r Read) bytes() int64 { return min(max(r.Bytes, 1), 16) }

// pieces is how many instructions of at most the given bytes an element takes.
func (r Read) pieces(most int64) float64 {
	return math.Ceil(float64(min(max(r.Bytes, 1), 1<<20)) / float64(most))
}

// draws returns how many independent draws of the table's elements have, on average, as many
// distinct ones as the read has addresses. It is the inverse of ExpectedDistinct. Lanes that share
// an index count as one draw.
func (r Read) draws() float64 {
	d := r.addresses()
	n := float64(r.Table) / float64(r.bytes())
	if !(n > d) {
		if r.Table > 0 {
			return r.active() // the whole table: any number of draws above it
		}
		return d
	}
	return min(max(math.Log1p(-d/n)/math.Log1p(-1/n), d), r.active())
}

// scale converts a quantity of the worst warp, whose offsets are known, to the mean warp. It is in
// proportion to the addresses beyond the first; one is the quantity for a single address.
func (r Read) scale(one, worst float64) float64 {
	if r.Worst <= 1 {
		return max(one, worst)
	}
	t := (r.addresses() - 1) / float64(min(r.Worst, WarpLanes)-1)
	return one + max(0, worst-one)*min(t, 1)
}

// together returns how long two demands on one unit take if they overlap in part: at least the
// longer and at most the sum. The cube root of the sum of the cubes fits the constant cache
// between hits and misses (placement_microbench.csv, stride32: 64 and 65 cycles make 77.6;
// calibrate.csv, sweep_by_128 of 2, 8 and 32 addresses: 4, 16 and 64 with 8.3 make 8.8, 18.5
// and 64.7).
func together(a, b float64) float64 {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return math.Cbrt(a*a*a + b*b*b)
}

// weakest returns the least certain of some bases.
func weakest(bases ...Basis) Basis {
	rank := map[Basis]int{Measured: 0, Published: 1, Extrapolated: 2}
	worst := Measured
	for _, b := range bases {
		if rank[b] > rank[worst] {
			worst = b
		}
	}
	return worst
}

// At returns the cost for a size. It is linear in the logarithm of the size between the points, and
// constant beyond the first and the last. An unknown size (0 or less) counts as the largest.
func (c Curve) At(bytes float64) float64 {
	if len(c.Points) == 0 {
		return 0
	}
	last := c.Points[len(c.Points)-1]
	if !(bytes > 0) || bytes >= last.Bytes {
		return last.Cycles
	}
	if bytes <= c.Points[0].Bytes {
		return c.Points[0].Cycles
	}
	i := 1
	for bytes > c.Points[i].Bytes {
		i++
	}
	low, high := c.Points[i-1], c.Points[i]
	t := math.Log2(bytes/low.Bytes) / math.Log2(high.Bytes/low.Bytes)
	return low.Cycles + t*(high.Cycles-low.Cycles)
}

// last returns the largest size of the curve, 0 where it has no points.
func (c Curve) last() float64 {
	if len(c.Points) == 0 {
		return 0
	}
	return c.Points[len(c.Points)-1].Bytes
}
