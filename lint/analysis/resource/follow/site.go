package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A Site is a call whose handle is followed.
type Site struct {
	Function *body.Function
	Op       ir.ID
	From     *Output // which output of the call; nil for a function of the kind
	Ends     bool    // the call releases: what happens to the handle afterwards is followed
}

// Call returns the call, with macros expanded.
func (s Site) Call() ast.Node { return s.Function.Code.Op(s.Op).Node }

// Follow runs the analysis of a site. A function that is not in sight may say whether the
// acquisition worked, and true may mean success or failure. Follow tries both meanings and takes
// the one that explains the code better (see better). It returns nil if neither does.
func (u *Unit) Follow(s Site) *Analysis {
	run := func(inverse bool) *Analysis {
		a := NewAnalysis(Task{Unit: u, Function: s.Function, Origin: s.Op, From: s.From, Inverse: inverse})
		a.Run(state.NewState())
		return a
	}
	a := run(false)
	if !a.judges {
		return a
	}
	b := run(true)
	if a.Partial || b.Partial {
		return nil // what was left out may decide
	}
	if a.better(b.Result) {
		return a
	}
	if !b.better(a.Result) {
		a.Other = b.Result
		return a
	}
	return b
}
