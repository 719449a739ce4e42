package cfg

// finish removes empty blocks and computes predecessors, reachability, the block order and
// the back edges.
func (g *Graph) finish() {
	g.elide()
	for _, b := range g.Blocks {
		for _, e := range b.Succs {
			e.To.Preds = append(e.To.Preds, e)
		}
	}
	g.sort()
	for _, b := range g.order {
		for _, e := range b.Succs {
			e.Back = e.To.position <= b.position
		}
	}
}

// elide removes empty blocks that only lead on, and those that nothing leads to
// (what follows a jump).
func (g *Graph) elide() {
	skip := func(b *Block) bool {
		return b != g.Entry && len(b.Ops) == 0 && !b.Handler.Valid() && len(b.Succs) == 1 && b.Succs[0].Kind == Next &&
			b.Succs[0].Yields == 0 && b.Succs[0].To != b
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
	// Unreachable blocks with operations are kept, and so are their successors.
	enter(g.Entry)
	for _, b := range g.Blocks {
		if len(b.Ops) > 0 && !entered[b] {
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

// ReversePostorder returns the reachable blocks so that each comes before its
// successors, but for the edges that close loops: the order in which a forward
// analysis converges fastest. The slice must not be changed.
func (g *Graph) ReversePostorder() []*Block { return g.order }
