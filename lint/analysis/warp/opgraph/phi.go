package warp

// A phi is what a loop changes from iteration to iteration.
type phi struct {
	start, next ref
}

// phiOf returns the node of the variable that the innermost nest changes as the
// number-th.
func (g *graph) phiOf(number int, cls NumberClass, start ref, flags uint8) ref {
	nest := g.current()
	s := &g.nests[nest]
	if number < len(s.phis) && g.nodes[s.phis[number]].cls == cls {
		return s.phis[number]
	}
	if len(g.nodes) >= maxNodes {
		g.dropped = true
		return 0
	}
	r := ref(len(g.nodes))
	g.nodes = append(g.nodes, node{op: opPhi, cls: cls, imm: int64(len(g.phis)), flags: flags, nest: nest, written: nest})
	g.phis = append(g.phis, phi{start: start})
	if number < len(s.phis) {
		s.phis[number] = r
	} else {
		s.phis = append(s.phis, r)
	}
	return r
}

// setNext notes what a phi is in the next iteration.
func (g *graph) setNext(p, next ref) {
	if p == 0 || next == 0 {
		return
	}
	x := &g.phis[g.nodes[p].imm]
	if x.next != 0 && x.next != next {
		// Another iteration did something else.
		next = g.pure(node{op: opMerge, cls: g.nodes[p].cls, b: x.next, c: next})
		x = &g.phis[g.nodes[p].imm]
	}
	x.next = next
}
