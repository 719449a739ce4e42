package cost

import (
	"maps"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Change is what one finding proposes for a kernel. One of Placement, Coalesce, AvoidConflicts,
// Constant and Executions is set. Constant is that of InConstantMemory.
type Change struct {
	// Accesses are those that change. A Placement moves all reads of the object of the first.
	Accesses                 []*warp.Access
	Placement                Placement
	Coalesce, AvoidConflicts bool
	Constant                 bool
	// Executions is how often a warp executes the work Now, which becomes the work Then.
	Executions float64
	Now, Then  warp.Work
}

// Combined estimates what several changes save together, in percent of the kernel's time. It is not
// their sum: once a pipe is relieved, another one bounds the kernel. Of two changes of an access the
// first counts. counted is how many of the changes have a price.
func (e *Estimate) Combined(changes []Change) (saving float64, bounds Range, counted int) {
	before := e.Demand.time()
	if !(before > 0) {
		return 0, bounds, 0
	}
	moved := map[*access]gpu.Cost{}
	var extra setup
	for i := range changes {
		if changes[i].Executions > 0 {
			counted++
			continue
		}
		costs, s, ok := e.costsOf(&changes[i])
		if !ok {
			continue
		}
		counted++
		fresh := 0
		for x := range costs {
			if _, known := moved[x]; known {
				delete(costs, x)
			} else {
				fresh++
			}
		}
		maps.Copy(moved, costs)
		if fresh > 0 && s != nil {
			extra.add(s)
		}
	}
	after := e.with(moved, &extra)
	for i := range changes {
		if c := &changes[i]; c.Executions > 0 {
			e.exchange(&after, c.Now, c.Then, c.Executions)
		}
	}
	return max(0, min(100, 100*(1-after.time()/before))), savingRange(&e.Demand, &after), counted
}

// costsOf returns what the accesses of a change cost afterwards, and what the change costs besides.
func (e *Estimate) costsOf(c *Change) (costs map[*access]gpu.Cost, extra *setup, ok bool) {
	if len(c.Accesses) == 0 {
		return nil, nil, false
	}
	switch {
	case c.Coalesce:
		costs, ok = e.coalesced(c.Accesses)
	case c.AvoidConflicts:
		costs, ok = e.conflictFree(c.Accesses)
	case c.Constant:
		costs, ok = e.inConstantMemory(c.Accesses)
	default:
		costs, extra, ok = e.movedTo(c.Accesses[0], c.Placement)
	}
	return costs, extra, ok
}

// movedTo moves the object of an access to a placement. It returns what each read of the object
// costs there, and what the move costs besides. ok is false if the object cannot be moved.
func (e *Estimate) movedTo(a *warp.Access, p Placement) (costs map[*access]gpu.Cost, extra *setup, ok bool) {
	if _, found := e.index[a]; !found {
		return nil, nil, false
	}
	group := e.groupOf(keyOf(a))
	costs = make(map[*access]gpu.Cost, len(group))
	for _, x := range group {
		cost, possible := e.costIn(x, p)
		if !possible || !x.priced || x.Kind != warp.Load {
			return nil, nil, false
		}
		costs[x] = cost
	}
	return costs, e.setup(group, p), true
}
