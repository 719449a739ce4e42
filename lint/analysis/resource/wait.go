package resource

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// waits finds work that may still use the handle at a point.
func (b *mender) waits(p *Point, a *analysis, t *tally) {
	l := flight{f: b.s.f, names: b.names, made: a.plan.made, switches: b.switches}
	if b.arrays() {
		l.names = nil
	}
	streams, several := map[string]bool{}, false
	lasts := fallingOff(a)
	if !p.End {
		lasts = nil
		for _, at := range t.at {
			lasts = append(lasts, at.block)
		}
	}
	for _, last := range lasts {
		block, from := b.where(*p, last)
		running, known := l.running(block, from)
		for _, s := range running {
			streams[s] = true
		}
		several = several || !known
	}
	if len(streams) == 0 {
		return
	}
	p.Wait = true
	if len(streams) == 1 && !several {
		for s := range streams {
			p.Stream = s
		}
		if p.Stream != "" && !b.streamLives(p) {
			p.Stream = ""
		}
	}
}

// fallingOff returns the blocks that run through the end of the scope of the plan, on
// whatever paths: those that the analysis takes to be impossible rest on calls that
// give the same result each time.
func fallingOff(a *analysis) (blocks []*cfg.Block) {
	for _, b := range a.f.graph.Blocks {
		falls := false
		for i := 1; i < len(b.Ops); i++ {
			falls = falls || a.plan.inside(a.f.statement(b.Ops[i-1])) && !a.plan.inside(a.f.statement(b.Ops[i]))
		}
		for _, e := range b.Succs {
			switch e.Kind {
			case cfg.Terminate, cfg.Throw, cfg.Return:
			case cfg.Break, cfg.Continue, cfg.Goto:
				falls = falls || a.plan.inside(a.last(b)) && !a.staysInside(e.To) && !a.leavesScope(b, e.Label)
			default:
				falls = falls || a.plan.inside(a.last(b)) && !a.staysInside(e.To)
			}
		}
		if falls && b.Reachable {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// where returns the block of the graph, and the number of its operations, that run
// before what is inserted at a point; last is the block of a path that comes to it.
func (b *mender) where(p Point, last *cfg.Block) (*cfg.Block, int) {
	from := len(last.Ops)
	switch {
	case p.End:
		// What stands in the block behind the scope does not count.
		for from > 0 && !within(p.Node, b.s.f.at(last.Ops[from-1])) {
			from--
		}
		return last, from
	case p.Node.Is(ast.ReturnStatement):
		return last, from
	}
	for _, block := range append([]*cfg.Block{last}, b.s.f.graph.Blocks...) {
		if i := slices.IndexFunc(block.Ops, func(id ir.ID) bool { return within(p.Node, b.s.f.at(id)) }); i >= 0 {
			return block, i
		}
	}
	return last, from
}

// streamLives reports whether a stream can be waited for at a point.
func (b *mender) streamLives(p *Point) bool {
	for n := range b.s.f.node.Descendants() {
		switch {
		case n.Is(ast.CallExpression) && (calleeName(n) == "cudaStreamDestroy" || calleeName(n) == "cuStreamDestroy"):
			return false
		case n.Is(ast.Identifier) && n.Text() == p.Stream:
			v := b.s.f.variable(n.Text(), n)
			at := p.Node
			if p.End {
				at = at.File().At(at.End() - 1)
			}
			if v != nil && b.s.f.variable(v.name, at) != v {
				return false
			}
		}
	}
	return true
}
