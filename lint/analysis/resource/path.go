package resource

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
)

// ending says how a path ends on which the handle leaks.
func endOfPath(a *analysis, x exit) (node ast.Node, how, text string) {
	decision := lastDecision(a, x.at, nil)
	switch x.how {
	case cfg.Throw:
		if x.node.Is(ast.ThrowStatement) {
			return x.node, "throw", fmt.Sprintf("when the throw at line %d is taken", line(x.node))
		}
		name := calleeName(x.node)
		if name == "" {
			name = "the call"
		} else {
			name += "()"
		}
		return x.node, "throw", fmt.Sprintf("when %s at line %d throws", name, line(x.node))
	case cfg.Return:
		if nested(x.node, a.f.node) {
			return x.node, "return", fmt.Sprintf("when the return at line %d is taken", line(x.node))
		}
	}
	node, how = x.node, "return"
	at := line(x.node)
	if !node.Valid() {
		node, how, at = a.f.node, "end", lastLine(a.f.node)
	}
	if decision != "" {
		return node, how, decision
	}
	name := a.f.sema.Name
	if a.f.lambda() {
		name = "the lambda"
	}
	return node, how, fmt.Sprintf("at the end of %s (line %d): nothing %s it", name, at, a.unit.kind.Destroy)
}

// decision names the last step on a path after which the handle could not be
// released any more before it is lost, "" for none. where is the block in which
// it is lost, nil for the end.
func lastDecision(a *analysis, p *point, where *cfg.Block) string {
	can := canRelease(a, where)
	var next *cfg.Edge
	for to := p; to != nil && to.from != nil; to = to.from {
		from, e := to.from.block, to.via
		after := next
		next = e
		if !can[from] || (to != p || where == nil) && can[to.block] || hasRelease(a, to.block) && to.block != where {
			continue
		}
		if after != nil {
			switch after.Kind {
			case cfg.Break, cfg.Continue, cfg.Goto:
				return fmt.Sprintf("when the %s at line %d is taken", after.Kind, line(after.Label))
			}
		}
		switch e.Kind {
		case cfg.True, cfg.False:
			if from.Condition.Is(ast.ForRangeLoop) {
				return fmt.Sprintf("when the loop at line %d is done", line(from.Condition))
			}
			return fmt.Sprintf("when the condition at line %d is %s", line(from.Condition), e.Kind)
		case cfg.Case, cfg.Default:
			return fmt.Sprintf("when the case at line %d is taken", line(e.Label))
		case cfg.NoCase:
			return fmt.Sprintf("when no case of the switch at line %d is taken", line(from.Condition))
		case cfg.Arm:
			return fmt.Sprintf("in one arm of the #if at line %d", line(from.Condition))
		case cfg.Throw:
			return fmt.Sprintf("when the handler at line %d is entered", line(to.block.Handler))
		case cfg.Break, cfg.Continue, cfg.Goto:
			return fmt.Sprintf("when the %s at line %d is taken", e.Kind, line(e.Label))
		}
		return ""
	}
	if where != nil {
		return ""
	}
	// The last block itself may have had the choice: if (tex) release();
	if e := p.block; can[e] && e.Condition.Valid() && !e.Condition.Is(ast.ForRangeLoop, ast.PreprocIf, ast.PreprocIfdef) && !hasRelease(a, e) {
		for _, s := range e.Succs {
			if s.Kind == cfg.True && s.To == a.f.graph.Exit {
				return fmt.Sprintf("when the condition at line %d is true", line(e.Condition))
			}
			if s.Kind == cfg.False && s.To == a.f.graph.Exit {
				return fmt.Sprintf("when the condition at line %d is false", line(e.Condition))
			}
		}
	}
	return ""
}

// releases reports whether a block has a call that releases the kind.
func hasRelease(a *analysis, b *cfg.Block) bool {
	if a.endedIn[b] {
		return true
	}
	for _, id := range b.Ops {
		if name := a.f.callee(a.op(id)); slices.Contains(a.unit.kind.Release, name) || a.unit.releasing[name] {
			return true
		}
	}
	return false
}

// canRelease returns the blocks after which a release can be reached before the
// handle is made again, or lost.
func canRelease(a *analysis, where *cfg.Block) map[*cfg.Block]bool {
	can := map[*cfg.Block]bool{}
	var work []*cfg.Block
	for _, b := range a.f.graph.Blocks {
		if hasRelease(a, b) {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == where || slices.Contains(a.madeIn, b) {
			continue
		}
		for _, e := range b.Preds {
			if !can[e.From] {
				can[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	return can
}

// overwriting says what takes the place of a live handle.
func overwriting(a *analysis, e event, s site) string {
	loop := s.call().Origin().Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement)
	switch {
	case e.by == s.op:
		at := ""
		if loop.Valid() {
			at = fmt.Sprintf(" at line %d", line(loop))
		}
		return fmt.Sprintf("each iteration of the loop%s but the last: the next one overwrites it", at)
	case e.node.Is(ast.Declaration, ast.ForRangeLoop) && loop.Valid():
		if decision := lastDecision(a, e.at, e.at.block); decision != "" {
			return decision
		}
		return fmt.Sprintf("in each iteration of the loop at line %d", line(loop))
	case e.node.Is(ast.CallExpression):
		return fmt.Sprintf("when line %d creates another over it", line(e.node))
	}
	return fmt.Sprintf("when line %d overwrites its handle", line(e.node))
}
