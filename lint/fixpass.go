package lint

import (
	"context"
	"sync"
)

// A Subject is what a finding is about where other files can use it too: its fixes
// are made when the whole program is known, by Rule.Fix. It is plain data, which can be
// written to disk.
type Subject struct {
	// Key identifies it among the rule's subjects in the program. Findings with the
	// same key have the same fixes, which are made once.
	Key string
	// About is what Rule.Fix has to know besides; nil for nothing. Its type is among
	// Rule.Types, unless it is a basic one.
	About any
}

// A FixPass is one rule at work on the fixes of one subject. It sees the whole
// program.
type FixPass struct {
	Context context.Context
	Rule    *Rule
	Subject Subject

	run   *reopened
	own   int          // the finding's unit
	group map[int]bool // the units that are known to be of its program
	memo  map[any]any
}

// A UnitID names a unit of a run for its fixes. What a fix needs of a unit that no question
// below answers, it finds out by Survey, or by Open for a few units.
type UnitID int

// Survey calls a function with each of some units, several at a time where there are workers
// for it, and returns what it returns, in the order of the units; nil for a unit that cannot
// be opened. A unit may be closed right after the call: what is returned must not hold on to
// its syntax tree, but for that of the finding's own unit. The function must not use p.
func Survey[T any](p *FixPass, units []UnitID, of func(*Pass) *T) []*T {
	r := p.run
	out := make([]*T, len(units))
	var closed []int
	for k, i := range units {
		if _, open := r.units[int(i)]; !open {
			closed = append(closed, k)
		} else if pass := r.pass(int(i), p.Rule); pass != nil {
			out[k] = of(pass)
		}
	}
	visits := make([]*reopened, len(closed))
	var keeping sync.Mutex
	r.parallel(len(closed), func(n int) {
		i := int(units[closed[n]])
		visit := r.visit()
		visits[n] = visit
		pass := visit.pass(i, p.Rule)
		if pass == nil {
			return
		}
		before := len(pass.run.problems)
		pass.run.guard("the fix of rule "+p.Rule.Name, func() { out[closed[n]] = of(pass) })
		visit.problems, visit.units = append(visit.problems, pass.run.problems[before:]...), nil
		keeping.Lock()
		defer keeping.Unlock()
		if len(r.units) < maxKept && r.bytes+visit.bytes <= maxKeptBytes {
			r.units[i], pass.run.fixing = pass.run, r
			r.bytes += visit.bytes
		}
	})
	for _, visit := range visits {
		r.join(visit)
	}
	return out
}
