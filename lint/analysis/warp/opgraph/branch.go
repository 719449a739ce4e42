package opgraph

// BranchOn makes the condition that was evaluated last that of the next branch; small is set
// where its arms are executed under predicates.
func (g *Graph) BranchOn(small bool) {
	if g != nil {
		g.Cond, g.small = g.Test, small
	}
}

// A Branch is a branch under way.
type Branch struct {
	Region
	cond         Ref
	weight       float64
	small        bool    // executed under a predicate
	likely       float64 // how likely the first arm is, 0 where both are run
	forced       float64 // what it was before, as guard
	guard, apart int32
}

// smallArm is how many operations the compiler still executes under a predicate
// rather than jump over.
const smallArm = 8

// OpenBranch begins a branch on the condition of BranchOn. either is set where the whole block
// executes one of two arms, and it is not known which.
func (g *Graph) OpenBranch(either bool) Branch {
	if g == nil {
		return Branch{}
	}
	f := Branch{Region: g.Region(), cond: g.Cond, weight: g.Weight, small: g.small, forced: g.forced, guard: g.guard, apart: g.divergentNest}
	g.newBlock()
	g.Cond, g.small, g.guard = 0, false, g.current()
	if !g.WarpUniform(f.cond, 0) {
		g.divergentNest = g.current() + 1
	}
	if either {
		f.likely = g.likelihood(f.cond)
		g.Weight *= f.likely
	}
	if f.small {
		g.forced = g.share() // all warps issue what is under a predicate
	}
	return f
}

// NoBranch drops the condition of BranchOn: all threads take one arm.
func (g *Graph) NoBranch() {
	if g != nil {
		g.Cond, g.small = 0, false
	}
}

// likelihood returns the assumed chance that a condition is true for the whole block. Equality
// is rare (mostly the edges of a grid); a number is less than another half of the time.
func (g *Graph) likelihood(cond Ref) float64 {
	if g.Is(cond, OpCompare) {
		switch g.Nodes[cond].Sub >> 1 {
		case relEqual:
			return 1.0 / 8
		case RelNotEqual:
			return 7.0 / 8
		}
	}
	return 1.0 / 2
}

// OtherArm goes on to the second arm of a branch.
func (g *Graph) OtherArm(f Branch) {
	if g == nil {
		return
	}
	g.newBlock()
	if f.likely > 0 {
		g.Weight = f.weight * (1 - f.likely)
	}
}

// An Exits says which arms of a branch all threads leave.
type Exits struct{ First, Second bool }

// CloseBranch says how the arms of a branch are merged. It is called for the threads that
// came to the branch; inCall is set in a function that is called.
func (g *Graph) CloseBranch(f Branch, leave Exits, inCall bool) {
	if g == nil {
		return
	}
	g.Weight, g.forced, g.guard, g.divergentNest = f.weight, f.forced, f.guard, f.apart
	if g.selected(f.Region, selectedArms) && !leave.First && !leave.Second {
		g.block = f.block
	} else {
		g.newBlock()
	}
	arm := len(g.Nodes) - int(f.first)
	if f.cond != 0 {
		r := g.pinned(Node{Op: OpBranch, A: f.cond, Sub: BranchIf, Flags: FlagRoot})
		if r != 0 {
			n := &g.Nodes[r]
			if !f.small || leave.First != leave.Second || len(g.levels) == 1 && !inCall {
				n.Row = 1
			}
		}
	}
	g.Before = f.first
	switch {
	case leave.First:
		g.Pick = 2
	case leave.Second:
		g.Pick = 1
	case f.small || arm <= smallArm:
		g.Cond = f.cond
	}
}

// EndBranch ends the merge of a branch.
func (g *Graph) EndBranch() {
	if g != nil {
		g.Cond, g.Pick, g.Before = 0, 0, 0
	}
}

// WarpUniform reports whether the compiler knows that the lanes of a warp have equal values:
// of what is loaded, too, where the address is alike.
func (g *Graph) WarpUniform(r Ref, depth int) bool {
	if r == 0 || depth > MaxForm {
		return false
	}
	n := &g.Nodes[r]
	switch {
	case n.Flags&FlagUniform != 0:
		return true
	case n.Op == OpLoad:
		return g.WarpUniform(n.A, depth+1)
	case n.Op < OpAdd || n.Op > OpOffset || n.Op == OpMerge:
		return false
	}
	for _, x := range [...]Ref{n.A, n.B, n.C} {
		if x != 0 && !g.WarpUniform(x, depth+1) {
			return false
		}
	}
	return true
}
