package opgraph

import "github.com/cudalint/cudalint/lint/analysis/warp"

// A phi is what a loop changes from iteration to iteration.
type phi struct {
	Start, Next Ref
}

// PhiOf returns the node of the variable that the innermost nest changes as the
// number-th.
func (g *Graph) PhiOf(number int, cls warp.NumberClass, start Ref, flags uint8) Ref {
	nest := g.current()
	s := &g.Nests[nest]
	if number < len(s.phis) && g.Nodes[s.phis[number]].Class == cls {
		return s.phis[number]
	}
	if len(g.Nodes) >= maxNodes {
		g.TooLarge = true
		return 0
	}
	r := Ref(len(g.Nodes))
	g.Nodes = append(g.Nodes, Node{Op: OpPhi, Class: cls, Imm: int64(len(g.Phis)), Flags: flags, Nest: nest, SourceNest: nest})
	g.Phis = append(g.Phis, phi{Start: start})
	if number < len(s.phis) {
		s.phis[number] = r
	} else {
		s.phis = append(s.phis, r)
	}
	return r
}

// SetNext notes what a phi is in the next iteration.
func (g *Graph) SetNext(p, next Ref) {
	if p == 0 || next == 0 {
		return
	}
	x := &g.Phis[g.Nodes[p].Imm]
	if x.Next != 0 && x.Next != next {
		// Another iteration had another value.
		next = g.Pure(Node{Op: OpMerge, Class: g.Nodes[p].Class, B: x.Next, C: next})
		x = &g.Phis[g.Nodes[p].Imm]
	}
	x.Next = next
}
