package cost

import (
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Place is one placement of what an access reads, better or not.
type Place struct {
	// Move is what the kernel takes when all reads of the object move there.
	Move
	// Cycles is one execution of the access there by one warp, in throughput cycles of
	// one SM.
	Cycles float64
}

// Elsewhere returns the other placements that an object of the kernel could have: first the one to
// advise, then the others that are better, then those that are not. It is nil if the kernel writes
// the object or the model has no price. Price returns only the better ones.
func (e *Estimate) Elsewhere(a *warp.Access) []Place {
	i, found := e.index[a]
	if !found {
		return nil
	}
	x := &e.accesses[i]
	if a.Kind != warp.Load || !x.priced || x.borrowed {
		return nil
	}
	moves := e.movesOf(x)
	var out []Place
	for _, m := range ranked(moves) {
		out = append(out, Place{m, e.alone(x, m.Placement)})
	}
	for _, m := range moves {
		if !m.Better {
			out = append(out, Place{m, e.alone(x, m.Placement)})
		}
	}
	return out
}

// Basis returns how the price of an access in its present placement is known.
func (e *Estimate) Basis(a *warp.Access) gpu.Basis {
	if i, found := e.index[a]; found {
		return e.accesses[i].cost.Basis
	}
	return ""
}
