package cost

import (
	"cmp"
	"math"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/warp"
)

// A Move is what the kernel takes when all reads of an object move to another
// placement together.
type Move struct {
	Placement Placement
	// Saving is the share of the kernel's time that is gone, from 0 to 100; below 0
	// where the kernel gets slower.
	Saving float64
	// Better is set where the placement is worth a change: see Estimate.better.
	Better bool
	// Bound is the pipe that bounds the kernel then.
	Bound Pipe
	Basis gpu.Basis
}

// setup is what a placement costs besides its reads.
type setup struct {
	demand  Demand  // per warp
	latency float64 // cycles of one warp
	shared  float64 // bytes of shared memory per block
}

// instructionsPerCopy are those besides the load and the store that a thread
// executes for each element it copies to shared memory: address, counter, branch.
const instructionsPerCopy = 5

// barrierCycles is the latency of a barrier whose warps arrive together.
const barrierCycles = 30

// addressInstructions is what the 64-bit address of an element of global memory
// takes over the 32-bit offset of one in constant or shared memory: an addition
// with carry in two instructions (lookup_placement.cu, SASS for sm_90: 57
// instructions for 8 global reads, 41 for 8 constant or shared ones).
const addressInstructions = 2

// moves returns the other placements of the object that an access reads, those
// that are possible, in the order of the placements.
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

// groupOf returns the accesses of an object.
func (e *Estimate) groupOf(key objectKey) (group []*access) {
	for i := range e.accesses {
		if y := &e.accesses[i]; keyOf(y.Access) == key {
			group = append(group, y)
		}
	}
	return group
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
	for _, c := range moved {
		basis = weaker(basis, c.Basis)
	}
	m := Move{Placement: p, Saving: 100 * (1 - after/before), Bound: d.busiest(), Basis: basis}
	m.Better = e.better(&m, moved, extra)
	return m, true
}

// better reports whether a placement is worth a change: the kernel gets at least 1 %
// faster; or its time stays within 1 %, as it waits for something else, but the reads
// take less of the SM, and find their data in the first-level cache. A table of which
// every block reads another part would miss it: constant memory, whose second level
// is nearer, is as good a place.
func (e *Estimate) better(m *Move, moved map[*access]gpu.Cost, extra *setup) bool {
	const noise = 1 // percent: less is lost in the repetition of a timing
	if m.Saving >= noise || m.Saving <= -noise {
		return m.Saving > 0
	}
	const often = 0.1
	var before, after Demand
	after.add(&extra.demand, 1)
	for x, c := range moved {
		if x.perBlock && e.coldShare(x) > often {
			return false
		}
		old, now := e.demandOf(x.cost), e.demandOf(c)
		before.add(&old, x.executions)
		after.add(&now, x.executions)
	}
	return after.started() < before.started()
}

// with returns what each pipe does for one warp when some accesses cost something
// else, and something is done besides.
func (e *Estimate) with(moved map[*access]gpu.Cost, s *setup) Demand {
	return e.demand(occupancy(e.model, e.product, e.kernel, s.shared), func(x *access) gpu.Cost {
		if c, ok := moved[x]; ok {
			return c
		}
		return x.cost
	}, s)
}

// possible reports whether the data can be there.
func (e *Estimate) possible(group []*access, p Placement) bool {
	first := group[0]
	bytes := float64(first.ObjectBytes)
	constant := present(first.Access) == InConstant
	switch p {
	case Literal:
		return constant && all(group, func(x *access) bool { return !x.Literal && !x.Immediate && x.unrollable })
	case ReadOnly:
		return constant
	case Global:
		// Where plain loads are cached they are as good as the read-only path.
		return constant && e.model.Global.Cached.Value == 0 && e.model.Global.ReadOnlyCached.Value != 0
	case InConstant:
		return first.Space == sema.GlobalSpace && bytes > 0 && bytes <= e.model.Constant.Second.Value
	case InShared:
		return bytes > 0 && bytes+sharedBytes(e.kernel) <= e.model.Occupancy.SharedBlock.Value && first.Space != sema.SharedSpace
	case InRegister:
		return bytes > 0 && all(group, func(x *access) bool {
			return x.ActiveLanes.Worst == warpSize && x.ActiveLanes.Mean == warpSize && !x.guarded
		})
	case ThroughTexture:
		return bytes > 0 && slices.Contains([]int64{1, 2, 4, 8, 16}, first.Bytes) && first.Space != sema.SharedSpace
	}
	return false
}

func all(group []*access, holds func(*access) bool) bool {
	return !slices.ContainsFunc(group, func(x *access) bool { return !holds(x) })
}

// setup returns what a placement costs each warp besides the reads themselves.
func (e *Estimate) setup(group []*access, p Placement) *setup {
	s := &setup{}
	m := e.model
	row := gpu.Read{Addresses: warpSize, Worst: warpSize, Bytes: 4, Lanes: neighbours}
	load, store := m.ReadOnlyLoad(row, gpu.Reused), m.SharedStore(row)
	bytes := float64(group[0].ObjectBytes)
	switch p {
	case InShared:
		// Every thread copies every so manieth element of 4 bytes.
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

// addresses adds integer instructions for each execution of the reads whose
// address is not the same for the block.
func (e *Estimate) addresses(s *setup, group []*access, count float64) {
	for _, x := range group {
		if !x.uniform && !x.Literal && !x.Immediate {
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

// An Alternative is another placement of what an access reads.
type Alternative struct {
	Placement Placement
	// Cycles is one execution of the access there, in throughput cycles of one SM.
	Cycles float64
	// Saving is the share of the kernel's time in percent that all reads of the
	// object save together, from 0 to 100.
	Saving float64
	// Bound is the pipe that bounds the kernel then.
	Bound Pipe
}

// A Price is what an access costs and what its object would cost elsewhere.
type Price struct {
	// Cycles is one execution of the access where it is now, in throughput cycles
	// of one SM.
	Cycles float64
	// Alternatives are the placements that are better, the best first; none where the
	// present one is the best.
	Alternatives []Alternative
	// Bound is the pipe that bounds the kernel now.
	Bound Pipe
	Basis gpu.Basis
	// Reads is how many accesses of the kernel read the object: they move together.
	Reads int
	// Together is what is saved when every object of constant memory that has a better
	// placement moves there, in percent of the kernel's time; 0 where the object is
	// the only one.
	Together float64
	// TripsAssumed is set where the number of iterations of a loop of the kernel is not
	// known, GridAssumed where the size of the grid is not.
	TripsAssumed, GridAssumed bool
}

// near is how many points of saving a simpler change may be behind: one word in a
// declaration against a copy and a barrier in every kernel.
const near = 5

// CyclesOf returns what one execution of an access costs where its data is, in
// throughput cycles of one SM; 0 where the model has no price for it, or it is an
// operand of another instruction.
func (e *Estimate) CyclesOf(a *warp.Access) float64 {
	if i, ok := e.index[a]; ok && e.accesses[i].priced && a.Kind == warp.Load && a.Addresses.Known() {
		return e.alone(&e.accesses[i], present(a))
	}
	return 0
}

// alone returns what one execution of an access costs in a placement by itself, in
// throughput cycles of one SM: the compiler may read its neighbours with it.
func (e *Estimate) alone(x *access, p Placement) float64 {
	y := *x
	y.read.Bytes = x.Bytes
	c, _ := e.costIn(&y, p)
	return c.Cycles
}

// Price returns what an access of the kernel costs, and the alternatives; ok is
// false where the model cannot tell.
func (e *Estimate) Price(a *warp.Access) (p Price, ok bool) {
	i, found := e.index[a]
	if !found || !e.accesses[i].priced || e.accesses[i].borrowed {
		return p, false
	}
	x := &e.accesses[i]
	p = Price{Cycles: e.alone(x, present(a)), Bound: e.Bound(), Basis: x.cost.Basis, GridAssumed: !e.Occupancy.GridKnown, TripsAssumed: e.tripsAssumed(a)}
	basis := map[Placement]gpu.Basis{}
	for _, m := range e.movesOf(x) {
		if !m.Better {
			continue
		}
		basis[m.Placement] = m.Basis
		p.Alternatives = append(p.Alternatives, Alternative{m.Placement, e.alone(x, m.Placement), max(0, min(100, m.Saving)), m.Bound})
	}
	rank(p.Alternatives)
	p.Together, p.Reads = e.together(), len(e.groupOf(keyOf(a)))
	if len(p.Alternatives) > 0 {
		p.Basis = basis[p.Alternatives[0].Placement]
	}
	return p, true
}

// tripsAssumed reports whether the estimate counts some loop warp.UnknownTrips times.
func (e *Estimate) tripsAssumed(a *warp.Access) bool {
	if e.kernel.Nests == nil {
		return a.Trips == 0
	}
	return slices.ContainsFunc(e.kernel.Nests, func(n warp.Nest) bool { return !n.TripsKnown && n.Runs > 0 && n.Parent >= 0 })
}

// together returns what is saved when all objects of constant memory move to their
// best placements, 0 where there are less than two with a better one.
func (e *Estimate) together() float64 {
	if e.all != nil {
		return *e.all
	}
	e.all = new(float64)
	moved := map[*access]gpu.Cost{}
	var extra setup
	seen := map[objectKey]bool{}
	for i := range e.accesses {
		x := &e.accesses[i]
		key := keyOf(x.Access)
		if present(x.Access) != InConstant || seen[key] {
			continue
		}
		best := bestMove(e.movesOf(x))
		if best == nil {
			continue
		}
		seen[key] = true
		group := e.groupOf(key)
		for _, y := range group {
			if c, ok := e.costIn(y, best.Placement); ok {
				moved[y] = c
			}
		}
		extra.add(e.setup(group, best.Placement))
	}
	if len(seen) > 1 {
		after := e.with(moved, &extra)
		*e.all = max(0, 100*(1-after.time()/e.Demand.time()))
	}
	return *e.all
}

// add adds what another placement costs.
func (s *setup) add(t *setup) {
	s.demand.add(&t.demand, 1)
	s.latency += t.latency
	s.shared += t.shared
}

// bestMove returns the move that is advised, nil where none saves time.
func bestMove(moves []Move) *Move {
	var most *Move
	for i := range moves {
		if m := &moves[i]; m.Better && (most == nil || m.Saving > most.Saving) {
			most = m
		}
	}
	if most == nil {
		return nil
	}
	for i := range moves {
		if m := &moves[i]; m.Better && m.Saving >= most.Saving-near {
			return m
		}
	}
	return most
}

// rank puts the alternative with the largest saving first, or the simplest of those
// that are near it; the others follow by saving.
func rank(list []Alternative) {
	if len(list) == 0 {
		return
	}
	most := slices.MaxFunc(list, func(a, b Alternative) int { return cmp.Compare(a.Saving, b.Saving) }).Saving
	first := slices.IndexFunc(list, func(a Alternative) bool { return a.Saving >= most-near })
	best := list[first]
	copy(list[1:first+1], list[:first])
	list[0] = best
	slices.SortStableFunc(list[1:], func(a, b Alternative) int { return cmp.Compare(b.Saving, a.Saving) })
}

// weaker returns the less sure of two bases.
func weaker(a, b gpu.Basis) gpu.Basis {
	for _, basis := range []gpu.Basis{gpu.Extrapolated, gpu.Published} {
		if a == basis || b == basis {
			return basis
		}
	}
	return gpu.Measured
}
