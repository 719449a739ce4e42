package repair

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
)

// waits finds work that may still use the handle at a point.
func (b *finder) waits(p *Point, a *follow.Analysis, t *follow.Tally) {
	l := WorkSearch{Function: b.s.Function, Names: b.names, Acquisitions: a.Plan.Acquisitions, switches: b.switches}
	if b.arrays() {
		l.Names = nil
	}
	streams, several := map[string]bool{}, false
	lasts := fallingOff(a)
	if !p.End {
		lasts = nil
		for _, at := range t.At {
			lasts = append(lasts, at.Block)
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

// fallingOff returns the blocks that run through the end of the scope of the plan, on any path. It
// includes paths that the analysis excludes, because the analysis assumes that equal calls return
// equal results.
func fallingOff(a *follow.Analysis) (blocks []*cfg.Block) {
	for _, b := range a.Function.Graph.Blocks {
		falls := false
		for i := 1; i < len(b.Ops); i++ {
			falls = falls || a.Plan.Inside(a.Function.Statement(b.Ops[i-1])) && !a.Plan.Inside(a.Function.Statement(b.Ops[i]))
		}
		for _, e := range b.Succs {
			switch e.Kind {
			case cfg.Terminate, cfg.Throw, cfg.Return:
			case cfg.Break, cfg.Continue, cfg.Goto:
				falls = falls || a.Plan.Leaves(e) && !a.Plan.LeavesScope(b, e.Label)
			default:
				falls = falls || a.Plan.Leaves(e)
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
func (b *finder) where(p Point, last *cfg.Block) (*cfg.Block, int) {
	from := len(last.Ops)
	switch {
	case p.End:
		// Operations of the block after the end of the scope do not count.
		for from > 0 && !body.Within(p.Node, b.s.Function.SourceNode(last.Ops[from-1])) {
			from--
		}
		return last, from
	case p.Node.Is(ast.ReturnStatement):
		return last, from
	}
	for _, block := range append([]*cfg.Block{last}, b.s.Function.Graph.Blocks...) {
		if i := slices.IndexFunc(block.Ops, func(id ir.ID) bool { return body.Within(p.Node, b.s.Function.SourceNode(id)) }); i >= 0 {
			return block, i
		}
	}
	return last, from
}

// streamLives reports whether a stream can be waited for at a point.
func (b *finder) streamLives(p *Point) bool {
	for n := range b.s.Function.Node.Descendants() {
		switch {
		case n.Is(ast.CallExpression) && (body.CalleeName(n) == "cudaStreamDestroy" || body.CalleeName(n) == "cuStreamDestroy"):
			return false
		case n.Is(ast.Identifier) && n.Text() == p.Stream:
			v := b.s.Function.Variable(n.Text(), n)
			at := p.Node
			if p.End {
				at = at.File().At(at.End() - 1)
			}
			if v != nil && b.s.Function.Variable(v.Name, at) != v {
				return false
			}
		}
	}
	return true
}
