package cost

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// An Alternative is another placement of what an access reads.
type Alternative struct {
	Placement Placement
	// Cycles is one execution of the access there, in throughput cycles of one SM.
	Cycles float64
	// Saving is the share of the kernel's time in percent that all reads of the
	// object save together, from 0 to 100.
	Saving float64
	Range
	// Bound is the pipe that bounds the kernel then.
	Bound Pipe
}

// A Price is the cost of an access in its present placement, and in better ones.
type Price struct {
	// Cycles is one execution of the access in its present placement, in throughput cycles of one
	// SM.
	Cycles float64
	// Alternatives are the placements that are better, the best first.
	Alternatives []Alternative
	// Bound is the pipe that bounds the kernel now.
	Bound Pipe
	Basis gpu.Basis
	// AtMost is set if indexes into the object are data. Neighbouring lanes may then have equal
	// indexes, which makes the saving smaller.
	AtMost bool
	// Misses is set if reads of constant memory miss its first-level cache.
	Misses bool
	// Reads is how many accesses of the kernel read the object: they move together.
	Reads int
	// Together is the saving in percent of the kernel's time if every object of constant memory
	// that has a better placement moves there; 0 if this is the only such object. It may be less
	// than the saving of a single object, because the objects may compete for the pipe that they
	// move to.
	Together float64
	// TripsAssumed is set if a loop of the kernel has an unknown number of iterations, GridAssumed
	// if the size of the grid is unknown.
	TripsAssumed, GridAssumed bool
	// Unseen are the names of called functions whose cost is not counted.
	Unseen []string
}

// near is how many percentage points less than the best a simpler change may save and still be the
// one to advise: one word in a declaration is worth more than a copy and a barrier in every kernel.
const near = 5

// CyclesOf returns the cost of one execution of an access in its present placement, in throughput
// cycles of one SM. It is 0 if the model has no price for the access, or if the access is an
// operand of another instruction.
func (e *Estimate) CyclesOf(a *warp.Access) float64 {
	if i, ok := e.index[a]; ok && e.accesses[i].priced && a.Kind == warp.Load && a.Addresses.Known() {
		return e.alone(&e.accesses[i], present(a))
	}
	return 0
}

// alone returns the cost of one execution of an access in a placement, in throughput cycles of one
// SM, if the compiler reads none of its neighbours with it.
func (e *Estimate) alone(x *access, p Placement) float64 {
	y := *x
	y.read.Bytes = x.Bytes
	c, _ := e.costIn(&y, p)
	return c.Cycles
}

// Price returns the price of an access of the kernel; ok is false if the model has none.
func (e *Estimate) Price(a *warp.Access) (p Price, ok bool) {
	i, found := e.index[a]
	if !found || !e.accesses[i].priced || e.accesses[i].borrowed {
		return p, false
	}
	x := &e.accesses[i]
	p = Price{Cycles: e.alone(x, present(a)), Bound: e.Bound(), Basis: x.cost.Basis, GridAssumed: !e.Occupancy.GridKnown, TripsAssumed: e.tripsAssumed(a),
		Unseen: e.unseen()}
	for i, m := range ranked(e.movesOf(x)) {
		if i == 0 {
			p.Basis = m.Basis
		}
		p.Alternatives = append(p.Alternatives, Alternative{m.Placement, e.alone(x, m.Placement), max(0, min(100, m.Saving)), m.Range, m.Bound})
	}
	if c := &e.model.Constant; present(a) == InConstant && !x.immediate() && x.cost.Pipe == gpu.PipeConstant {
		const some = 1.05 // of what hits take
		p.Misses = x.cost.Cycles > some*x.cost.Instructions*c.AddressCycles.Value*x.read.Addresses
	}
	p.Together, p.Reads = e.together(), len(e.groupOf(keyOf(a)))
	p.AtMost = e.indexedByData[keyOf(a)]
	return p, true
}

// tripsAssumed reports whether the estimate counts some loop warp.UnknownTrips times.
func (e *Estimate) tripsAssumed(a *warp.Access) bool {
	if e.kernel.Nests == nil {
		return a.Trips == 0
	}
	return slices.ContainsFunc(e.kernel.Nests, func(n warp.Nest) bool { return !n.TripsKnown && n.Runs > 0 && n.Parent >= 0 })
}

// together returns the saving if all objects of constant memory move to their best placements; 0 if
// fewer than two of them have a better one.
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
		better := ranked(e.movesOf(x))
		if len(better) == 0 {
			continue
		}
		best := better[0]
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

// add adds the setup of another placement.
func (s *setup) add(t *setup) {
	s.demand.add(&t.demand, 1)
	s.latency += t.latency
	s.shared += t.shared
}

// textureEffort is how many points a texture has to save more than another placement:
// it takes an object on the host and its way to the kernel, and no architecture but
// sm_90 was measured with its texture units beside shared memory.
const textureEffort = 15

// ranked returns the moves that are better than the present placement. The first is the one to
// advise: the simplest of those within near points of the best. The others are ordered by their
// savings.
func ranked(moves []Move) []Move {
	list := slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return !m.Better })
	if len(list) == 0 {
		return nil
	}
	worth := func(m Move) float64 {
		if m.Placement == ThroughTexture {
			return m.Saving - textureEffort
		}
		return m.Saving
	}
	best := slices.MaxFunc(list, func(a, b Move) int { return cmp.Compare(worth(a), worth(b)) })
	first := slices.IndexFunc(list, func(m Move) bool {
		return worth(m) >= worth(best)-near && (m.Placement != ThroughTexture || best.Placement == ThroughTexture)
	})
	advised := list[first]
	list = slices.Delete(list, first, first+1)
	slices.SortStableFunc(list, func(a, b Move) int { return cmp.Compare(b.Saving, a.Saving) })
	return slices.Insert(list, 0, advised)
}
