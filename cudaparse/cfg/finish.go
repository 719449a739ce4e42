package cfg

// finish drops the blocks that hold nothing, and works out what follows from
// the edges: predecessors, reachability, order, dominators and loops.
func (g *Graph) finish() {
	g.elide()
	for _, b := range g.Blocks {
		for _, e := range b.Succs {
			e.To.Preds = append(e.To.Preds, e)
		}
	}
	g.sort()
	g.dominate()
	for _, b := range g.order {
		for _, e := range b.Succs {
			e.Back = g.Dominates(e.To, b)
		}
	}
}

// elide removes empty blocks that only lead on, and those that nothing leads to
// (what follows a jump).
func (g *Graph) elide() {
	skip := func(b *Block) bool {
		return b != g.Entry && len(b.Nodes) == 0 && len(b.Succs) == 1 && b.Succs[0].Kind == Next && b.Succs[0].To != b
	}
	// Chains of empty blocks end somewhere unless they are a loop.
	final := func(b *Block) *Block {
		start := b
		for steps := 0; skip(b); steps++ {
			if steps > len(g.Blocks) {
				return start
			}
			b = b.Succs[0].To
		}
		return b
	}
	ends := map[*Block]*Block{}
	for _, b := range g.Blocks {
		for _, e := range b.Succs {
			end, seen := ends[e.To]
			if !seen {
				end = final(e.To)
				ends[e.To] = end
			}
			e.To = end
		}
	}
	entered := map[*Block]bool{g.Entry: true, g.Exit: true}
	var work []*Block
	enter := func(b *Block) {
		for _, e := range b.Succs {
			if !entered[e.To] {
				entered[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	// Blocks with nodes stay though nothing leads to them, and so does what
	// they lead to.
	enter(g.Entry)
	for _, b := range g.Blocks {
		if len(b.Nodes) > 0 && !entered[b] {
			entered[b] = true
			enter(b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		enter(b)
	}
	kept := g.Blocks[:0]
	for _, b := range g.Blocks {
		if entered[b] {
			b.Index = len(kept)
			kept = append(kept, b)
		}
	}
	g.Blocks = kept
}

// sort finds the reachable blocks in reverse post-order.
func (g *Graph) sort() {
	type frame struct {
		block *Block
		next  int
	}
	g.Entry.Reachable = true
	stack := []frame{{g.Entry, 0}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.block.Succs) {
			g.order = append(g.order, top.block)
			stack = stack[:len(stack)-1]
			continue
		}
		to := top.block.Succs[top.next].To
		top.next++
		if !to.Reachable {
			to.Reachable = true
			stack = append(stack, frame{to, 0})
		}
	}
	for i, j := 0, len(g.order)-1; i < j; i, j = i+1, j-1 {
		g.order[i], g.order[j] = g.order[j], g.order[i]
	}
	for i, b := range g.order {
		b.position = i
	}
}

// dominate finds immediate dominators: Cooper, Harvey, Kennedy, "A Simple, Fast
// Dominance Algorithm" (2001).
func (g *Graph) dominate() {
	g.dominators = make([]int, len(g.order))
	for i := range g.dominators {
		g.dominators[i] = -1
	}
	g.dominators[0] = 0
	for changed := true; changed; {
		changed = false
		for i, b := range g.order[1:] {
			idom := -1
			for _, e := range b.Preds {
				if !e.From.Reachable || g.dominators[e.From.position] < 0 {
					continue
				}
				if idom < 0 {
					idom = e.From.position
				} else {
					idom = g.meet(idom, e.From.position)
				}
			}
			if g.dominators[i+1] != idom {
				g.dominators[i+1], changed = idom, true
			}
		}
	}
}

// meet returns the nearest common dominator of two positions.
func (g *Graph) meet(a, b int) int {
	for a != b {
		for a > b {
			a = g.dominators[a]
		}
		for b > a {
			b = g.dominators[b]
		}
	}
	return a
}

// ReversePostorder returns the reachable blocks so that each comes before its
// successors, but for the edges that close loops: the order in which a forward
// analysis converges fastest. The slice must not be changed.
func (g *Graph) ReversePostorder() []*Block { return g.order }

// Dominator returns the immediate dominator of a block: the last block that
// every path to it runs through. It is nil for Entry and for blocks that are not
// reachable.
func (g *Graph) Dominator(b *Block) *Block {
	if !b.Reachable || b == g.Entry {
		return nil
	}
	return g.order[g.dominators[b.position]]
}

// Dominates reports whether every path to b runs through a; a block dominates
// itself. A block that is not reachable dominates, and is dominated by, nothing.
func (g *Graph) Dominates(a, b *Block) bool {
	if !a.Reachable || !b.Reachable {
		return false
	}
	i := b.position
	for i > a.position {
		i = g.dominators[i]
	}
	return i == a.position
}
