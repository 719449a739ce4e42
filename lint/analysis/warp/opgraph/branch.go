package warp

// branchOn makes the condition that was evaluated last that of the next branch, which
// small says is done with predicates.
func (g *graph) branchOn(small bool) {
	if g != nil {
		g.cond, g.small = g.last, small
	}
}

// A fork is a branch under way.
type fork struct {
	region
	cond         ref
	weight       float64
	small        bool    // executed under a predicate
	likely       float64 // how likely the first arm is, 0 where both are run
	forced       float64 // what it was before, as guard
	guard, apart int32
}

// smallArm is how many operations the compiler still executes under a predicate
// rather than jump over.
const smallArm = 8

// openBranch starts a branch on the condition that branchOn was told. either is set
// where one of two arms is run by the whole block, not known which.
func (g *graph) openBranch(either bool) fork {
	if g == nil {
		return fork{}
	}
	f := fork{region: g.region(), cond: g.cond, weight: g.weight, small: g.small, forced: g.forced, guard: g.guard, apart: g.apart}
	g.newBlock()
	g.cond, g.small, g.guard = 0, false, g.current()
	if !g.alike(f.cond, 0) {
		g.apart = g.current() + 1
	}
	if either {
		f.likely = g.likelihood(f.cond)
		g.weight *= f.likely
	}
	if f.small {
		g.forced = g.share() // all warps issue what is under a predicate
	}
	return f
}

// noBranch forgets what branchOn said: all threads take one way.
func (g *graph) noBranch() {
	if g != nil {
		g.cond, g.small = 0, false
	}
}

// likelihood returns how likely the whole block is taken to find a condition true:
// equality is rare (the edges of a grid, mostly), an order a toss.
func (g *graph) likelihood(cond ref) float64 {
	if g.is(cond, opCompare) {
		switch g.nodes[cond].sub >> 1 {
		case relEqual:
			return 1.0 / 8
		case relNotEqual:
			return 7.0 / 8
		}
	}
	return 1.0 / 2
}

// otherArm goes on to the second arm of a branch.
func (g *graph) otherArm(f fork) {
	if g == nil {
		return
	}
	g.newBlock()
	if f.likely > 0 {
		g.weight = f.weight * (1 - f.likely)
	}
}

// An ending says which arms of a branch all threads leave.
type ending struct{ first, second bool }

// closeBranch says how the arms of a branch are merged. It is called for the threads that
// came to the branch; inCall is set in a function that is called.
func (g *graph) closeBranch(f fork, leave ending, inCall bool) {
	if g == nil {
		return
	}
	g.weight, g.forced, g.guard, g.apart = f.weight, f.forced, f.guard, f.apart
	if g.selected(f.region, selectedArms) && !leave.first && !leave.second {
		g.block = f.block
	} else {
		g.newBlock()
	}
	arm := len(g.nodes) - int(f.first)
	if f.cond != 0 {
		r := g.pinned(node{op: opBranch, a: f.cond, sub: branchIf, flags: flagRoot})
		if r != 0 {
			n := &g.nodes[r]
			if !f.small || leave.first != leave.second || len(g.levels) == 1 && !inCall {
				n.row = 1
			}
		}
	}
	g.before = f.first
	switch {
	case leave.first:
		g.pick = 2
	case leave.second:
		g.pick = 1
	case f.small || arm <= smallArm:
		g.cond = f.cond
	}
}

// endBranch ends the merge of a branch.
func (g *graph) endBranch() {
	if g != nil {
		g.cond, g.pick, g.before = 0, 0, 0
	}
}

// alike reports whether the compiler knows that the lanes of a warp have equal values:
// of what is loaded, too, where the address is alike.
func (g *graph) alike(r ref, depth int) bool {
	if r == 0 || depth > maxForm {
		return false
	}
	n := &g.nodes[r]
	switch {
	case n.flags&flagUniform != 0:
		return true
	case n.op == opLoad:
		return g.alike(n.a, depth+1)
	case n.op < opAdd || n.op > opOffset || n.op == opMerge:
		return false
	}
	for _, x := range [...]ref{n.a, n.b, n.c} {
		if x != 0 && !g.alike(x, depth+1) {
			return false
		}
	}
	return true
}
