package resource

import (
	"fmt"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An ending is how calls of a function end.
type ending struct {
	returns, throws bool
	// result is what is known of the value that is returned.
	result bounds
}

// ending finds how calls of a function end.
func (u *unit) ending(f *sema.Function, given []bounds, depth int) ending {
	usual := ending{returns: true, result: anything}
	key := fmt.Sprintf("%p %s", f, spellGiven(given))
	if e, ok := u.ends[key]; ok {
		return e
	}
	u.ends[key] = usual
	g := u.function(f)
	if g == nil || depth >= maxDepth || f.Body.End()-f.Body.Index() > maxEndingNodes {
		return usual
	}
	a := newAnalysis(g, ast.Node{})
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
func (u *unit) mayDiverge(f *sema.Function, depth int) bool {
	const yes, no, unsure = 1, 2, 3
	switch u.diverging[f] {
	case yes:
		return true
	case no, unsure:
		return false
	}
	if depth > maxDepth {
		return false
	}
	u.diverging[f] = unsure
	found := false
	for n := range f.Body.Descendants() {
		switch n.Kind() {
		case ast.ThrowStatement:
			found = true
		case ast.CallExpression:
			name := calleeName(n)
			if roleOf(name) == ends || name == "at" || name == "assert" {
				found = true
			} else if x, ok := u.expand(n); ok {
				for m := range x.Descendants() {
					found = found || m.Is(ast.ThrowStatement) || m.Is(ast.CallExpression) && roleOf(calleeName(m)) == ends
				}
			} else {
				for _, g := range u.named[name] {
					found = found || g != f && u.mayDiverge(g, depth+1)
				}
			}
		}
		if found {
			break
		}
	}
	u.diverging[f] = no
	if found {
		u.diverging[f] = yes
	}
	return found
}
