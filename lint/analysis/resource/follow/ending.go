package follow

import (
	"sort"

	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// An Ending is how calls of a function end.
type Ending struct {
	returns, throws bool
	// result is what is known of the value that is returned.
	result state.Bounds
}

// endingOf finds how calls of a function end.
func (u *Unit) endingOf(inst *ir.Instance, bounds []state.Bounds, depth int) Ending {
	usual := Ending{returns: true, result: state.Anything}
	key := inst.Key() + " " + spellBounds(bounds)
	if e, ok := u.Ends[key]; ok {
		return e
	}
	u.Ends[key] = usual
	g := u.Function(inst)
	if g == nil || depth >= MaxDepth || g.Node.End()-g.Node.Index() > maxEndingNodes {
		return usual
	}
	a := NewAnalysis(Task{Unit: u, Function: g, depth: depth + 1})
	start := state.NewState()
	assumeArguments(g, start, bounds)
	if !a.Run(start) {
		return usual
	}
	e := Ending{}
	results := map[string]state.Bounds{}
	for _, x := range a.Exits {
		if x.How == cfg.Throw {
			e.throws = true
			continue
		}
		e.returns = true
		b := state.Anything
		if x.State.Ret != nil {
			b = x.State.Ret.Known
		}
		results[b.String()] = b
	}
	e.result = hull(results)
	u.Ends[key] = e
	return e
}

// hull returns bounds that hold for each of several values.
func hull(all map[string]state.Bounds) state.Bounds {
	keys := make([]string, 0, len(all))
	for k := range all {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	out := state.Anything
	for i, k := range keys {
		b := all[k]
		if i == 0 {
			out = b
			continue
		}
		nz := out.IsNonzero() && b.IsNonzero()
		out = state.Bounds{Lo: min(out.Lo, b.Lo), Hi: max(out.Hi, b.Hi)}
		if nz && out.Lo <= 0 && out.Hi >= 0 {
			out.Not = []int64{0}
		}
	}
	return out
}

// mayDiverge reports whether a call of a function may end otherwise than by
// returning: it throws or ends the process, or calls what does.
func (u *Unit) mayDiverge(inst *ir.Instance, depth int) bool {
	if known, ok := u.diverging[inst.Key()]; ok || depth > MaxDepth {
		return known
	}
	u.diverging[inst.Key()] = false // if it calls itself
	g := u.Function(inst)
	if g == nil {
		return false
	}
	for i := range g.Code.Len() {
		o := g.Code.Op(ir.ID(i))
		name := g.Callee(o)
		if o.Code == ir.OpThrow || o.Code == ir.OpExternal && (handle.RoleOf(name) == handle.EndsProcess || name == "at" || name == "assert") ||
			o.Code == ir.OpCall && u.mayDiverge(o.X.Callee, depth+1) {
			u.diverging[inst.Key()] = true
			return true
		}
	}
	return false
}
