package cost

import (
	"math"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Move is the estimate of the kernel when all reads of an object move to another placement
// together.
type Move struct {
	Placement Placement
	// Saving is the time saved in percent of the kernel's time, up to 100; below 0 where the
	// kernel gets slower.
	Saving float64
	Range
	// Better is set where the placement is worth a change: see Estimate.better.
	Better bool
	// Bound is the pipe that bounds the kernel then.
	Bound Pipe
	Basis gpu.Basis
}

// A setup is the cost of a placement besides its reads.
type setup struct {
	demand  Demand  // per warp
	latency float64 // cycles of one warp
	shared  float64 // bytes of shared memory per block
}

// instructionsPerCopy is how many instructions a thread executes for each element that it copies to
// shared memory, besides the load and the store: address, counter, branch.
const instructionsPerCopy = 5

// barrierCycles is the latency of a barrier whose warps arrive together.
const barrierCycles = 30

// addressInstructions is the extra cost of the 64-bit address of an element of global memory
// over a 32-bit offset into constant or shared memory: an addition with carry, two
// instructions (testdata/lookup.cu, SASS for sm_90: 57 instructions for 8 global reads, 41 for
// 8 constant or shared ones).
const addressInstructions = 2

// movesOf returns the other possible placements of the object that an access reads, in the
// order of the placements.
func (e *Estimate) movesOf(x *access) []Move {
	key := keyOf(x.Access)
	if m, ok := e.moves[key]; ok {
		return m
	}
	group := e.groupOf(key)
	written := slices.ContainsFunc(group, func(y *access) bool { return y.Kind != warp.Load })
	var out []Move
	if !written {
		for _, p := range []Placement{Literal, ReadOnly, Global, InConstant, InShared, InRegister, ThroughTexture} {
			if m, ok := e.move(group, p); ok {
				out = append(out, m)
			}
		}
	}
	e.moves[key] = out
	return out
}

// Moves returns the other placements of the object that an access reads, including slower
// ones, the simplest change first. It is nil if the model cannot price them or the kernel
// writes the object. Callers must not change it.
func (e *Estimate) Moves(a *warp.Access) []Move {
	i, found := e.index[a]
	if !found {
		return nil
	}
	return e.movesOf(&e.accesses[i])
}

// groupOf returns the accesses of an object. The groups are made once: a kernel may have
// thousands of reads, and each price needs those of its object.
func (e *Estimate) groupOf(key objectKey) []*access {
	if e.groups == nil {
		e.groups, e.indexedByData = map[objectKey][]*access{}, map[objectKey]bool{}
		for i := range e.accesses {
			y := &e.accesses[i]
			key := keyOf(y.Access)
			e.groups[key] = append(e.groups[key], y)
			e.indexedByData[key] = e.indexedByData[key] || y.Pattern == warp.DataDependent
		}
	}
	return e.groups[key]
}

// move estimates the kernel with a group of reads in another placement.
func (e *Estimate) move(group []*access, p Placement) (Move, bool) {
	if p == present(group[0].Access) || !e.possible(group, p) {
		return Move{}, false
	}
	moved := make(map[*access]gpu.Cost, len(group))
	for _, x := range group {
		c, ok := e.costIn(x, p)
		if !ok || !x.priced {
			return Move{}, false
		}
		moved[x] = c
	}
	extra := e.setup(group, p)
	d := e.with(moved, extra)
	before, after := e.Demand.time(), d.time()
	if !(before > 0) {
		return Move{}, false
	}
	basis := group[0].cost.Basis
	for _, x := range group {
		basis = weaker(basis, moved[x].Basis)
	}
	m := Move{Placement: p, Saving: 100 * (1 - after/before), Range: savingRange(&e.Demand, &d), Bound: e.boundOf(&d), Basis: basis}
	m.Better = e.better(&m, group, moved, extra)
	return m, true
}

// better reports whether a placement is worth a change. It is if the kernel gets at least 1 %
// faster. It also is if the time stays within 1 %, because something else bounds the kernel,
// and the reads take less of the SM and hit the first-level cache. A table of which each block
// reads another part misses that cache, so constant memory, whose second level is nearer, is
// as good. In kernels of a few microseconds, first touches and the latency of one block decide
// a few percent of the time: there only the cost of the reads counts.
func (e *Estimate) better(m *Move, group []*access, moved map[*access]gpu.Cost, extra *setup) bool {
	noise, often := 1.0, 0.1 // percent of the time; share of the sectors
	if e.Occupancy.GridKnown && e.Short() {
		noise, often = 10, 1
	}
	if m.Saving >= 1 || m.Saving <= -noise {
		return m.Saving > 0
	}
	var before, after Demand
	after.add(&extra.demand, 1)
	for _, x := range group {
		if x.perBlock && e.coldShare(x) > often {
			return false
		}
		old, now := e.demandOf(x.cost), e.demandOf(moved[x])
		before.add(&old, x.executions)
		after.add(&now, x.executions)
	}
	return after.started() < before.started()
}

// with returns the demand of one warp if the moved accesses have another cost and a setup is
// added.
func (e *Estimate) with(moved map[*access]gpu.Cost, s *setup) Demand {
	return e.demand(occupancy(e.model, e.product, e.kernel, e.use, s.shared), func(x *access) gpu.Cost {
		if c, ok := moved[x]; ok {
			return c
		}
		return x.cost
	}, s)
}

// possible reports whether a placement can hold the data.
func (e *Estimate) possible(group []*access, p Placement) bool {
	first := group[0]
	bytes := float64(first.ObjectBytes)
	constant := present(first.Access) == InConstant
	switch p {
	case Literal:
		return constant && all(group, func(x *access) bool { return x.immediate() || x.unrollable }) &&
			!all(group, (*access).immediate)
	case ReadOnly:
		return constant
	case Global:
		// Where plain loads are cached they are as good as the read-only path.
		return constant && e.model.Global.Cached.Value == 0 && e.model.Global.ReadOnlyCached.Value != 0
	case InConstant:
		return first.Space == sema.GlobalSpace && bytes > 0 && bytes <= e.model.Constant.Second.Value
	case InShared:
		return bytes > 0 && bytes+e.shared <= e.model.Occupancy.SharedBlock.Value && first.Space != sema.SharedSpace
	case InRegister:
		return bytes > 0 && all(group, func(x *access) bool {
			return x.ActiveLanes.Worst == warpSize && x.ActiveLanes.Mean == warpSize && !x.unsure
		})
	case ThroughTexture:
		return bytes > 0 && slices.Contains([]int64{1, 2, 4, 8, 16}, first.Bytes) && first.Space != sema.SharedSpace
	}
	return false
}

func all(group []*access, holds func(*access) bool) bool {
	return !slices.ContainsFunc(group, func(x *access) bool { return !holds(x) })
}

// setup returns the cost of a placement for each warp besides the reads.
func (e *Estimate) setup(group []*access, p Placement) *setup {
	s := &setup{}
	m := e.model
	row := gpu.Read{Addresses: warpSize, Worst: warpSize, Bytes: 4, Lanes: neighbours}
	load, store := m.ReadOnlyLoad(row, gpu.Reused), m.SharedStore(row)
	if group[0].Space == sema.ParameterSpace {
		load = m.Parameter(row) // there is no other place to copy it from
	}
	bytes := float64(group[0].ObjectBytes)
	switch p {
	case InShared:
		// The threads share the copy: each takes every n-th element of 4 bytes.
		copies := math.Ceil(bytes / 4 / (warpSize * warpsOf(e.kernel.Block)))
		for _, c := range []gpu.Cost{load, store} {
			one := e.demandOf(c)
			s.demand.add(&one, copies)
		}
		one := instructions(m, Instructions{Integer: instructionsPerCopy - 1, Control: 1})
		s.demand.add(&one, copies)
		s.latency = math.Ceil(copies/4)*(load.Latency+m.Shared.Latency.Value) + barrierCycles
		s.shared = bytes
	case InRegister:
		one := e.demandOf(load)
		s.demand.add(&one, 1)
		s.latency = load.Latency
	case ReadOnly, Global, ThroughTexture:
		if present(group[0].Access) == InConstant {
			e.addresses(s, group, addressInstructions)
		}
	}
	if present(group[0].Access) == Global && p != ThroughTexture {
		e.addresses(s, group, -addressInstructions)
	}
	return s
}

// addresses adds integer instructions for each execution of a read whose address differs within the
// block.
func (e *Estimate) addresses(s *setup, group []*access, count float64) {
	for _, x := range group {
		if !x.uniform && !x.immediate() {
			one := instructions(e.model, Instructions{Integer: 1})
			s.demand.add(&one, count*x.executions)
		}
	}
}

var neighbours = func() (lanes []int64) {
	for i := range int64(warpSize) {
		lanes = append(lanes, 4*i)
	}
	return lanes
}()

// weaker returns the less certain of two bases.
func weaker(a, b gpu.Basis) gpu.Basis {
	for _, basis := range []gpu.Basis{gpu.Extrapolated, gpu.Published} {
		if a == basis || b == basis {
			return basis
		}
	}
	return gpu.Measured
}
