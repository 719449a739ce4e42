package resource

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
)

// ending says how a path ends on which the handle leaks.
func endOfPath(a *follow.Analysis, x follow.Exit) (node ast.Node, how, text string) {
	decision := lastDecision(a, x.At, nil)
	switch x.How {
	case cfg.Throw:
		if x.Node.Is(ast.ThrowStatement) {
			return x.Node, "throw", fmt.Sprintf("when the throw at line %d is taken", body.Line(x.Node))
		}
		name := body.CalleeName(x.Node)
		if name == "" {
			name = "the call"
		} else {
			name += "()"
		}
		return x.Node, "throw", fmt.Sprintf("when %s at line %d throws", name, body.Line(x.Node))
	case cfg.Return:
		if body.Nested(x.Node, a.Function.Node) {
			return x.Node, "return", fmt.Sprintf("when the return at line %d is taken", body.Line(x.Node))
		}
	}
	node, how = x.Node, "return"
	at := body.Line(x.Node)
	if !node.Valid() {
		node, how, at = a.Function.Node, "end", body.LastLine(a.Function.Node)
	}
	if decision != "" {
		return node, how, decision
	}
	name := a.Function.Sema.Name
	if a.Function.Lambda() {
		name = "the lambda"
	}
	return node, how, fmt.Sprintf("at the end of %s (line %d): nothing %s it", name, at, a.Unit.Kind.Destroy)
}

// decision names the last step on a path after which the handle could not be
// released any more before it is lost, "" for none. where is the block in which
// it is lost, nil for the end.
func lastDecision(a *follow.Analysis, p *follow.Point, where *cfg.Block) string {
	can := canRelease(a, where)
	var next *cfg.Edge
	for to := p; to != nil && to.From != nil; to = to.From {
		from, e := to.From.Block, to.Via
		after := next
		next = e
		if !can[from] || (to != p || where == nil) && can[to.Block] || hasRelease(a, to.Block) && to.Block != where {
			continue
		}
		if after != nil {
			switch after.Kind {
			case cfg.Break, cfg.Continue, cfg.Goto:
				return fmt.Sprintf("when the %s at line %d is taken", after.Kind, body.Line(after.Label))
			}
		}
		switch e.Kind {
		case cfg.True, cfg.False:
			if from.Condition.Is(ast.ForRangeLoop) {
				return fmt.Sprintf("when the loop at line %d is done", body.Line(from.Condition))
			}
			return fmt.Sprintf("when the condition at line %d is %s", body.Line(from.Condition), e.Kind)
		case cfg.Case, cfg.Default:
			return fmt.Sprintf("when the case at line %d is taken", body.Line(e.Label))
		case cfg.NoCase:
			return fmt.Sprintf("when no case of the switch at line %d is taken", body.Line(from.Condition))
		case cfg.Arm:
			return fmt.Sprintf("in one arm of the #if at line %d", body.Line(from.Condition))
		case cfg.Throw:
			return fmt.Sprintf("when the handler at line %d is entered", body.Line(to.Block.Handler))
		case cfg.Break, cfg.Continue, cfg.Goto:
			return fmt.Sprintf("when the %s at line %d is taken", e.Kind, body.Line(e.Label))
		}
		return ""
	}
	if where != nil {
		return ""
	}
	// The last block itself may have had the choice: if (tex) release();
	if e := p.Block; can[e] && e.Condition.Valid() && !e.Condition.Is(ast.ForRangeLoop, ast.PreprocIf, ast.PreprocIfdef) && !hasRelease(a, e) {
		for _, s := range e.Succs {
			if s.Kind == cfg.True && s.To == a.Function.Graph.Exit {
				return fmt.Sprintf("when the condition at line %d is true", body.Line(e.Condition))
			}
			if s.Kind == cfg.False && s.To == a.Function.Graph.Exit {
				return fmt.Sprintf("when the condition at line %d is false", body.Line(e.Condition))
			}
		}
	}
	return ""
}

// releases reports whether a block has a call that releases the kind.
func hasRelease(a *follow.Analysis, b *cfg.Block) bool {
	if a.EndedIn[b] {
		return true
	}
	for _, id := range b.Ops {
		if name := a.Function.Callee(a.Function.Code.Op(id)); slices.Contains(a.Unit.Kind.Release, name) || a.Unit.Releasing[name] {
			return true
		}
	}
	return false
}

// canRelease returns the blocks after which a release can be reached before the
// handle is made again, or lost.
func canRelease(a *follow.Analysis, where *cfg.Block) map[*cfg.Block]bool {
	can := map[*cfg.Block]bool{}
	var work []*cfg.Block
	for _, b := range a.Function.Graph.Blocks {
		if hasRelease(a, b) {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == where || slices.Contains(a.AcquiredIn, b) {
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
func overwriting(a *follow.Analysis, e follow.Event, s follow.Site) string {
	loop := s.Call().Origin().Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement)
	switch {
	case e.By == s.Op:
		at := ""
		if loop.Valid() {
			at = fmt.Sprintf(" at line %d", body.Line(loop))
		}
		return fmt.Sprintf("in every iteration of the loop%s but the last: the next iteration overwrites it", at)
	case e.Node.Is(ast.Declaration, ast.ForRangeLoop) && loop.Valid():
		if decision := lastDecision(a, e.At, e.At.Block); decision != "" {
			return decision
		}
		return fmt.Sprintf("in each iteration of the loop at line %d", body.Line(loop))
	case e.Node.Is(ast.CallExpression):
		return fmt.Sprintf("when line %d creates another over it", body.Line(e.Node))
	}
	return fmt.Sprintf("when line %d overwrites its handle", body.Line(e.Node))
}
