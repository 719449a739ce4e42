package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// A site is a call that is followed: one that acquires, or releases.
type site struct {
	f    *function
	op   ir.ID
	from *outward // nil for the functions of the kind
	ends bool     // it releases: what happens to the handle afterwards is asked
}

// call returns the call as an expansion of macros has it.
func (s site) call() ast.Node { return s.f.code.Op(s.op).Node }

// follow runs the analysis of a site. Where the path depends on a function out of
// sight that judges the status, the reading is taken under which the handle fares
// better: that is what its author has meant; nil where that is not known.
func (u *unit) follow(s site) *analysis {
	run := func(inverse bool) *analysis {
		a := newAnalysis(u, s.f, s.op)
		a.from, a.inverse = s.from, inverse
		a.run(newState())
		return a
	}
	a := run(false)
	if !a.judges {
		return a
	}
	b := run(true)
	if a.partial || b.partial {
		return nil // what was left out may decide
	}
	if a.better(b) {
		return a
	}
	if !b.better(a) {
		a.other = b
		return a
	}
	return b
}
