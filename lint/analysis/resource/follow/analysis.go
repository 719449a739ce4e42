// Package follow follows one handle through one function: through the lowered form and the
// control-flow graph, with a bounded set of states per block. Functions whose bodies are in
// sight are followed, too; a handle that any other function gets is no longer followed.
//
// An Analysis takes the paths through the graph. A blockRun executes the operations of one block, and
// a callSite the effect of one call. A decider says which way conditions go, an evaluator what a value
// is. What is found goes into a Result. A Plan adds releases that are not in the source.
package follow

import (
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// An Analysis follows one handle through one function: it takes the paths through the function's
// graph, block by block.
type Analysis struct {
	Task
	*Result
	*limits
	decider

	points map[*cfg.Block]map[state.Key]*Point
	queue  []*Point
	count  int
}

// A Task is which handle is followed, and how.
type Task struct {
	Unit     *Unit
	Function *body.Function
	// Origin is the call at which the analysis starts. To find leaks that is the call that
	// acquires the handle; to find uses after release, the call that releases it. Origin is 0
	// if the handle is a parameter.
	Origin ir.ID
	From   *Output // which output of Origin is followed; nil if Origin is a function of the kind
	depth  int     // of calls

	Inverse   bool  // a true result of a function that is not in sight means failure, see Follow
	Forgetful bool  // any call may return something else each time
	Plan      *Plan // releases that are not in the source; nil for none
}

// A Point is a block that is entered in a state, from another point by an edge.
type Point struct {
	Block *cfg.Block
	State *state.State
	From  *Point
	Via   *cfg.Edge
}

// NewAnalysis returns an analysis that has not run.
func NewAnalysis(t Task) *Analysis {
	l := &limits{unit: t.Unit}
	return &Analysis{Task: t, Result: &Result{function: t.Function, EndedIn: map[*cfg.Block]bool{}}, limits: l,
		decider: decider{evaluator{t.Function}, l, t.Origin != 0}, points: map[*cfg.Block]map[state.Key]*Point{}}
}

// Run follows the paths from the entry. It returns false if paths were left out.
func (a *Analysis) Run(start *state.State) bool {
	a.least = max(0, a.Unit.Budget-maxOfSite)
	a.enter(a.Function.Graph.Entry, start, nil, nil)
	for len(a.queue) > 0 && !a.giveUp {
		p := a.queue[0]
		a.queue = a.queue[1:]
		r := &blockRun{Task: &a.Task, decider: a.decider, found: a.Result, at: p}
		for _, s := range r.run() {
			a.leave(r, s)
		}
		a.raise(r)
	}
	return !a.Partial
}

// enter adds a point unless the block has been entered in that state.
func (a *Analysis) enter(b *cfg.Block, st *state.State, from *Point, via *cfg.Edge) {
	a.Plan.prune(a.Function, st, a.Function.Live[b])
	key := st.Key()
	if a.points[b] == nil {
		a.points[b] = map[state.Key]*Point{}
	}
	if a.points[b][key] != nil {
		return
	}
	most := maxStates
	if a.Partial {
		most = maxPartial // to come to the end of some paths at least
	}
	if a.count++; len(a.points[b]) >= most || a.count > maxPoints {
		a.Partial = true
		return
	}
	p := &Point{Block: b, State: st, From: from, Via: via}
	a.points[b][key] = p
	a.queue = append(a.queue, p)
}

// Holders returns the variables that hold the handle, or lead to it, on some path.
func (a *Analysis) Holders() map[*body.Variable]bool {
	out := map[*body.Variable]bool{}
	add := func(place string) {
		if v := a.Function.VariableAt(place); v != nil && v.Name != "" {
			out[v] = true
		}
	}
	note := func(st *state.State) {
		if st.Status != state.Live && st.Status != state.Released {
			return
		}
		for _, p := range st.Places {
			add(p)
			for k, target := range st.Points {
				if _, inside := state.Covers(target.To, p); inside {
					add(k)
				}
			}
		}
	}
	for _, points := range a.points {
		for _, p := range points {
			note(p.State)
		}
	}
	for _, x := range a.Exits {
		note(x.State)
	}
	return out
}
