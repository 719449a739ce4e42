package cost

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// An Estimate is how long one kernel under one launch takes.
type Estimate struct {
	model   *gpu.Model
	product *gpu.Product
	kernel  *warp.Result
	use     Resources

	// Occupancy is how many warps are active on an SM.
	Occupancy Occupancy
	// Demand is what each pipe does for one warp, in cycles of one SM.
	Demand Demand

	// shared are the bytes of shared memory of a block, see sharedBytes.
	shared   float64
	accesses []access
	index    map[*warp.Access]int
	traffic  map[objectKey]*traffic
	inARow   map[tableRow]float64 // see countRows
	inFlight map[int]float64      // bytes by nest, see measureInFlight
	fits     *bool                // the answer of fitsL2 where a remedy changes it, else nil
	objects  []objectKey          // the keys of traffic, in the order of the accesses
	// work are the instructions of each nest besides memory accesses, per warp.
	work     []Instructions
	barriers float64 // per warp
	uniform  float64 // integer instructions per warp that are the same for the block
	moves    map[objectKey][]Move
	groups   map[objectKey][]*access // see groupOf
	// indexedByData are the objects that some access reads at an index that is data.
	indexedByData map[objectKey]bool // made with groups
	all           *float64           // see together
}

// Kernel estimates a kernel on a product of a model. It does not fail: what the source leaves open
// is assumed, as the package comment says. use is what the compiler says of the kernel; its zero value
// is that it says nothing.
func Kernel(m *gpu.Model, p *gpu.Product, k *warp.Result, use Resources) *Estimate {
	e := &Estimate{model: m, product: p, kernel: k, use: use, Occupancy: occupancy(m, p, k, use, 0), shared: sharedBytes(k, use), moves: map[objectKey][]Move{}, inARow: countRows(k)}
	e.work = instructionsByNest(k)
	for i := range k.Nests {
		e.barriers += finite(k.Nests[i].Barriers)
		for _, o := range k.Nests[i].Operations {
			if o.Uniform {
				e.uniform += finite(o.Count) * instructionsFor(o).Integer
			}
		}
	}
	e.accesses = make([]access, len(k.Accesses))
	e.index = make(map[*warp.Access]int, len(k.Accesses))
	t := newTracer()
	for i := range k.Accesses {
		e.index[&k.Accesses[i]] = i
		e.accesses[i] = e.describe(t, &k.Accesses[i])
	}
	e.shareFresh()
	e.inFlight = e.measureInFlight()
	e.traffic = e.measureTraffic()
	e.shareConstantCache()
	e.shareUniform()
	e.borrowReads()
	for i := range e.accesses {
		x := &e.accesses[i]
		x.cost, x.priced = e.costIn(x, present(x.Access))
		if !x.priced {
			x.cost = e.unknown(x)
		}
	}
	e.Demand = e.demand(e.Occupancy, func(x *access) gpu.Cost { return x.cost }, nil)
	return e
}

// shareConstantCache makes reads of constant memory at equally likely places share the cache
// with the tables of the others: four tables of 1 KB count as one of 4 KB.
func (e *Estimate) shareConstantCache() {
	total := 0.0
	for _, key := range e.objects {
		t := e.traffic[key]
		if key.space == sema.ConstantSpace || key.space == sema.ParameterSpace {
			total += t.indexed
		}
	}
	for i := range e.accesses {
		x := &e.accesses[i]
		if present(x.Access) == InConstant && x.read.Order == gpu.Random && x.read.Table > 0 && float64(x.read.Table) < total {
			x.read.Beside = int64(total) - x.read.Table
		}
	}
}

// borrowReads gives reads of constant memory at unknown addresses the figures of another read of
// the same object, so that the object can be priced as a whole.
func (e *Estimate) borrowReads() {
	known := map[objectKey]*access{}
	for i := range e.accesses {
		x := &e.accesses[i]
		if key := keyOf(x.Access); present(x.Access) == InConstant && x.Addresses.Worst > 1 && known[key] == nil {
			known[key] = x
		}
	}
	for i := range e.accesses {
		x := &e.accesses[i]
		if from := known[keyOf(x.Access)]; from != nil && x.Kind == warp.Load && !x.Addresses.Known() {
			x.read, x.borrowed = from.read, true
		}
	}
}

// aroundAccess are the instructions that go with an access (address, use of the value, loop
// control) in a kernel whose instructions were not counted.
var aroundAccess = Instructions{Integer: 3, Control: 1}

// instructionsByNest returns the instructions of each nest besides memory accesses,
// per warp and run of the kernel.
func instructionsByNest(k *warp.Result) []Instructions {
	if k.Nests == nil {
		var sum Instructions
		for i := range k.Accesses {
			sum = sum.Plus(aroundAccess, trips(&k.Accesses[i]))
		}
		return []Instructions{sum}
	}
	work := make([]Instructions, len(k.Nests))
	for i := range k.Nests {
		n := InstructionsOf(&k.Nests[i])
		for _, count := range []*float64{&n.Integer, &n.Single, &n.Double, &n.Half, &n.Special, &n.Convert, &n.Control, &n.Exchange, &n.Uniform} {
			*count = finite(*count)
		}
		work[i] = n
	}
	return work
}

// finite returns x, 0 for a negative number or NaN, and a large number for infinity. Counts come
// from sources, which may hold anything.
func finite(x float64) float64 {
	const most = 1e12
	if !(x > 0) {
		return 0
	}
	return min(x, most)
}

// trips returns how often a warp executes an access that has no Access.Executions.
func trips(a *warp.Access) float64 {
	if a.Trips > 0 {
		return float64(a.Trips)
	}
	return warp.UnknownTrips
}

// The start of a block: cycles from the end of the previous block to the first load of this one,
// and cycles for each of its warps. They were fitted on the copy kernels of testdata/limits.csv
// (256 and 1,024 threads: 0.199 and 0.239 ms for 2^26 floats); TestStreaming compares them with the
// other kernels. An SM starts a warp in 6.6 cycles (524,288 blocks of 1,024 threads in 0.423 ms).
const (
	blockStart = 590
	warpStart  = 16
	warpLaunch = 6.6
)

// kernelStart is how many cycles a kernel takes besides its blocks: the launch reaches the SMs, the
// last stores leave them. Kernels of a few instructions take 0.9 microseconds on an H100, of which
// the start of a block and its latencies make a half. Savings are shares of the time without it:
// those of kernels that are bound by their launch are of interest when there is more work.
const kernelStart = 1000

// instructionFetch is how many cycles each instruction of the code takes when an SM executes it for
// the first time: the stall reason "no instruction" of kernels that run each instruction once or
// twice, 2 to 6 on an H100.
const instructionFetch = 4

// codeSize returns how many instructions the code has that warps reach, roughly.
func (e *Estimate) codeSize() float64 {
	total := 0.0
	for i, n := range e.work {
		copies := 1.0
		if i < len(e.kernel.Nests) && i > 0 {
			nest := &e.kernel.Nests[i]
			runs := finite(nest.Runs)
			if runs == 0 {
				continue
			}
			if copies = float64(max(0, nest.Unroll)); copies == 0 {
				copies = finite(nest.Trips)
			}
			copies /= runs
		}
		total += finite(copies * n.Total())
	}
	const most = 1 << 14 // what comes after that is not held by any cache
	return min(total, most)
}

// demand returns the demand of one warp if each access costs what costOf returns. extra is
// additional work, nil if there is none.
func (e *Estimate) demand(o Occupancy, costOf func(*access) gpu.Cost, extra *setup) Demand {
	d := e.instructionDemand()
	waits := e.instructionChain()
	var memory chain
	for i := range e.accesses {
		x := &e.accesses[i]
		c := costOf(x)
		one := e.demandOf(c)
		d.add(&one, x.executions)
		memory.add(x, c)
	}
	waits += memory.latency(e) + barrierCycles*e.barriers
	if extra != nil {
		d.add(&extra.demand, 1)
		waits += extra.latency
	}
	warps := warpsOf(e.kernel.Block)
	waits += blockStart + warpStart*warps
	d[Latency] = waits / o.Warps * o.tail()
	d[Launch] = warpLaunch
	if rate := e.model.Occupancy.Launch.Value; rate > 0 {
		blocks := e.product.SMs.Value * o.PerSM
		if grid := gridBlocks(e.kernel); grid > 0 {
			blocks = grid
		}
		d[Launch] = max(warpLaunch, blocks/(rate*o.PerSM*warps))
	}
	return d
}

// parameterLoads is the share of the reads of parameters and of the stack pointer that take the
// path of indexed constant reads (LDC) rather than the uniform one: 3.7 of 5.3 in the 27 kernels of
// testdata/kernels, counted on the H200 (ldc_instructions less idc_divergent in measured.csv).
const parameterLoads = 0.7

// instructionDemand is the demand of the instructions that are not memory accesses.
func (e *Estimate) instructionDemand() Demand {
	var d Demand
	for _, n := range e.work {
		one := instructions(e.model, n)
		d.add(&one, 1)
	}
	if e.model.Constant.UniformCycles.Value > e.model.Constant.AddressCycles.Value {
		// There is a uniform datapath, which takes the integers that are the same for
		// the block off the others.
		d[Uniform] += e.uniform / uniformRate
		d[Constant] += parameterLoads * e.work[0].Uniform * e.model.Constant.AddressCycles.Value
		d[Integer] = max(0, d[Integer]-e.uniform/integerRate(e.model))
	}
	return d
}

// demandOf returns the demand of one execution of an access.
func (e *Estimate) demandOf(c gpu.Cost) Demand {
	var d Demand
	d[pipeOf[c.Pipe]] = c.Cycles
	d[Issue] += c.Instructions / e.model.Execution.Issue.Value
	const sector = 32 // bytes
	d[Texture] += c.TextureCycles
	// Rows of neighbouring sectors come at the streaming rate, single ones at their own.
	// Few SMs do not share the bandwidth of all.
	alone := 1 / e.Occupancy.share(e.product)
	bytes := min(alone*e.model.Memory.L2Bytes.Value, max(mostBytes, e.model.Memory.L2Bytes.Value))
	lines := max(min(1, e.model.Memory.L2SectorCycles.Value), e.model.Memory.L2SectorCycles.Value/alone)
	d[L2] = max(c.L2Sectors*sector/bytes, c.L2Lines*lines)
	d[DRAM] = c.DRAMSectors * sector / min(alone*e.dramBytes(), max(mostBytes, e.dramBytes()))
	return d
}

// mostBytes is how many bytes per cycle one SM gets at most from the second level: the width of its
// port.
const mostBytes = 64

var pipeOf = map[gpu.Pipe]Pipe{gpu.PipeIssue: Issue, gpu.PipeConstant: Constant, gpu.PipeUniform: Uniform, gpu.PipeL1: L1,
	gpu.PipeShared: Shared, gpu.PipeTexture: Texture}

// dramBytes returns how many bytes per cycle one SM gets from device memory while all SMs read.
func (e *Estimate) dramBytes() float64 {
	p := e.product
	return p.DRAM.Value * 1e9 * e.model.Memory.DRAMShare.Value / (p.Clock.Value * 1e6 * p.SMs.Value)
}

// Cycles returns how long one warp keeps an SM busy, next to the other active warps. The kernel's
// time is that times the number of warps that an SM executes.
func (e *Estimate) Cycles() float64 { return e.Demand.time() }

// Milliseconds returns how long the kernel takes on the product, its launch included; ok is false
// where the grid is not known.
func (e *Estimate) Milliseconds() (ms float64, ok bool) {
	o := e.Occupancy
	cycles := e.Cycles()*o.PerSM*warpsOf(e.kernel.Block) + kernelStart + instructionFetch*e.codeSize()
	return cycles / (e.product.Clock.Value * 1e3), o.GridKnown
}

// Short reports whether the kernel takes less than 10 microseconds. Its launch alone takes a third
// to a half of that. Such a kernel is more often a test than work, and shares of its time say
// little. A grid of unknown size counts as eight times the blocks that fit on the GPU.
func (e *Estimate) Short() bool {
	const short = 0.01 // milliseconds
	ms, _ := e.Milliseconds()
	return ms < short
}
