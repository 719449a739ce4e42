package cost

import (
	"math"
	"slices"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Pipe is a part of the GPU that can bound a kernel.
type Pipe uint8

// The pipes of an SM, then other limits of the kernel's time.
const (
	Issue    Pipe = iota // the schedulers, by warp instructions of any kind
	Single               // 32-bit floating point
	Integer              // 32-bit integers, addresses, comparisons
	Double               // 64-bit floating point
	Half                 // packed 16-bit floating point
	Special              // reciprocal, square root, exponential, sine
	Convert              // between number types
	Constant             // indexed reads of constant memory
	Uniform              // constant reads through the uniform datapath
	L1                   // the first-level data cache, and shared memory where it is the same unit
	Shared               // shared memory where it has a pipe of its own
	Texture              // texture fetches
	Exchange             // shuffles
	L2                   // bytes from and to the second-level cache
	DRAM                 // bytes from and to device memory
	Latency              // one warp's chain of dependent instructions: too few active warps
	Launch               // blocks that the GPU starts
	pipes
)

var pipeNames = [pipes]string{"instruction issue", "floating-point arithmetic", "integer arithmetic", "double-precision arithmetic",
	"half-precision arithmetic", "special functions", "conversions", "the constant cache", "the uniform datapath", "the L1 cache",
	"shared memory", "the texture unit", "shuffles", "L2 bandwidth", "DRAM bandwidth", "latency", "the start of blocks"}

// String returns the name used in reports.
func (p Pipe) String() string { return pipeNames[p] }

// A Demand is how many cycles of one SM each pipe is busy for one warp.
type Demand [pipes]float64

// add adds times as much of another demand.
func (d *Demand) add(other *Demand, times float64) {
	for i := range d {
		d[i] += times * other[i]
	}
}

// bounding is the share of the time that a pipe is busy at least if it bounds the kernel: a kernel
// in which no pipe is busy for that long waits. Nsight Compute says so of one that has less than 60 %
// of the speed of light.
const bounding = 0.6

// busiest returns the pipe with the largest demand; latency or the start of blocks if no pipe is
// busy for most of the time.
func (d *Demand) busiest() Pipe {
	best, waits := Pipe(0), Latency
	for p := range d {
		switch Pipe(p) {
		case Latency, Launch:
			if d[p] > d[waits] {
				waits = Pipe(p)
			}
		default:
			if d[p] > d[best] {
				best = Pipe(p)
			}
		}
	}
	if d[waits] > d[best] || d[best] < bounding*d.time() {
		return waits
	}
	return best
}

// sharpness is the exponent of the smooth maximum over the pipes, overlap that of the smooth
// maximum of the pipes together and the latency.
//
// Pipes that are busy at the same time disturb each other, so a kernel takes a little longer than
// its busiest pipe alone; the warps of an SM hide each other's latency less well. Both exponents
// were fitted on an H200 (testdata/limits.csv).
//
// sharpness was fitted on loops that two pipes bound (mix: 8 integer operations and 4 multiply-adds
// take 3.37 cycles, where issue takes 3.13 and integers 2.8; the formula gives 3.31), and on the
// lookups from global and shared memory of lookup_placement.csv, whose savings come out within 2
// points (TestLookupPlacement). overlap was fitted on chains of dependent loads and arithmetic
// under 1 to 32 warps (1.83 cycles for 32 warps, where latency gives 1.09 and issue 1.69). Mixed
// work comes out within 6 %; equal loads alone queue in step and are up to 19 % faster
// (TestTimeAgainstMeasured).
const (
	sharpness = 6
	overlap   = 3
)

// time returns the cycles that the pipes and the latency take together. With P = (sum of
// d^sharpness)^(1/sharpness) over the pipes it is (P^overlap + latency^overlap)^(1/overlap), or the
// maximum if one of them is far larger than the others. The start of blocks overlaps with the rest
// and is a lower bound: kernels that it bounds take exactly as long as empty ones (limits.csv,
// empty and store).
func (d *Demand) time() float64 { return max(d.started(), d[Launch]) }

// started is time without the start of blocks.
func (d *Demand) started() float64 { return d.overlapped(sharpness, overlap) }

// overlapped is started with other exponents: 1 where nothing overlaps, large where all does.
func (d *Demand) overlapped(sharpness, overlap float64) float64 {
	only := *d
	only[Latency], only[Launch] = 0, 0
	return norm(overlap, norm(sharpness, only[:]...), d[Latency])
}

// A Range bounds a saving, in percent of a kernel's time from 0 to 100: how far the work of the pipes
// overlaps is not known.
type Range struct{ Least, Most float64 }

// savingRange returns what a change of the demand saves at least and at most: between pipes that
// overlap completely and pipes that work one after the other. The saving as estimated lies between
// them.
func savingRange(before, after *Demand) Range {
	least, most := 100.0, 0.0
	for _, e := range [][2]float64{{sharpness, overlap}, {1, 1}, {64, 64}} {
		then := max(after.overlapped(e[0], e[1]), after[Launch])
		if now := max(before.overlapped(e[0], e[1]), before[Launch]); now > 0 {
			saving := max(0, min(100, 100*(1-then/now)))
			least, most = min(least, saving), max(most, saving)
		}
	}
	return Range{min(least, most), most}
}

// norm returns (sum of x^p)^(1/p) of numbers that are not negative.
func norm(p float64, list ...float64) float64 {
	most := slices.Max(list)
	if !(most > 0) {
		return 0
	}
	sum := 0.0
	for _, x := range list {
		if x > 0 {
			sum += math.Pow(x/most, p)
		}
	}
	return most * math.Pow(sum, 1/p)
}

// spread is the share of the integer multiplier's throughput that the compiler uses for additions
// and shifts, by turning them into multiply-adds. A loop of 4 additions and 4 exclusive-ors takes
// 2.79 cycles (testdata/limits.csv, mix 1), as if an SM executed 3 integer instructions per cycle;
// the guide has 2, and 2 for the multiplier.
const spread = 0.5

// integerRate returns how many integer instructions an SM executes per cycle.
func integerRate(m *gpu.Model) float64 {
	return m.Execution.Integer.Value + spread*m.Execution.IntegerMultiply.Value
}

// uniformRate is how many instructions per cycle the uniform datapaths of an SM execute together: a
// loop of 5.6 of them beside a load takes 3.0 cycles on sm_90 (u_ldg in uniform_paths.csv, counted
// in its SASS).
const uniformRate = 2

// instructions charges warp instructions to the pipes that execute them.
func instructions(m *gpu.Model, n Instructions) Demand {
	x := &m.Execution
	var d Demand
	d[Issue] = n.Total() / x.Issue.Value
	d[Single] = n.Single / x.Single.Value
	d[Integer] = n.Integer / integerRate(m)
	d[Double] = n.Double / x.Double.Value
	d[Half] = n.Half / x.Half.Value
	d[Special] = n.Special / x.Special.Value
	d[Convert] = n.Convert / x.Convert.Value
	d[Exchange] = n.Exchange * m.Shuffle.Cycles.Value
	d[Uniform] = n.Uniform / uniformRate
	return d
}
