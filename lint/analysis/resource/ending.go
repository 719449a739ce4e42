package resource

import (
	"sort"

	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// An ending is how calls of a function end.
type ending struct {
	returns, throws bool
	// result is what is known of the value that is returned.
	result bounds
}

// ending finds how calls of a function end.
func (u *unit) ending(inst *ir.Instance, given []bounds, depth int) ending {
	usual := ending{returns: true, result: anything}
	key := inst.Key() + " " + spellGiven(given)
	if e, ok := u.ends[key]; ok {
		return e
	}
	u.ends[key] = usual
	g := u.function(inst)
	if g == nil || depth >= maxDepth || g.node.End()-g.node.Index() > maxEndingNodes {
		return usual
	}
	a := newAnalysis(u, g, 0)
	a.depth = depth + 1
	start := newState()
	a.assumeGiven(start, given)
	if !a.run(start) {
		return usual
	}
	e := ending{}
	results := map[string]bounds{}
	for _, x := range a.exits {
		if x.how == cfg.Throw {
			e.throws = true
			continue
		}
		e.returns = true
		b := anything
		if x.st.ret != nil {
			b = x.st.ret.known
		}
		results[b.String()] = b
	}
	e.result = hull(results)
	u.ends[key] = e
	return e
}

// hull returns what is known of a value that is one of several.
func hull(all map[string]bounds) bounds {
	keys := make([]string, 0, len(all))
	for k := range all {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	out := anything
	for i, k := range keys {
		b := all[k]
		if i == 0 {
			out = b
			continue
		}
		nz := out.isNonzero() && b.isNonzero()
		out = bounds{lo: min(out.lo, b.lo), hi: max(out.hi, b.hi)}
		if nz && out.lo <= 0 && out.hi >= 0 {
			out.not = []int64{0}
		}
	}
	return out
}

// mayDiverge reports whether a call of a function may end otherwise than by
// returning: it throws or ends the process, or calls what does.
func (u *unit) mayDiverge(inst *ir.Instance, depth int) bool {
	if known, ok := u.diverging[inst.Key()]; ok || depth > maxDepth {
		return known
	}
	u.diverging[inst.Key()] = false // if it calls itself
	g := u.function(inst)
	if g == nil {
		return false
	}
	for i := range g.code.Len() {
		o := g.code.Op(ir.ID(i))
		name := g.callee(o)
		if o.Code == ir.OpThrow || o.Code == ir.OpExternal && (roleOf(name) == ends || name == "at" || name == "assert") ||
			o.Code == ir.OpCall && u.mayDiverge(o.X.Callee, depth+1) {
			u.diverging[inst.Key()] = true
			return true
		}
	}
	return false
}
