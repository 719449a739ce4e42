package localflow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// reaching returns the writes to a variable (or the member of it) that may give
// it the value it has at a node; ok is false where that is not determined.
func (h *functionFlow) reaching(l *localVar, field string, at ast.Node) (out []write, ok bool) {
	at = at.Origin()
	constant := l.constant() && l.param < 0 && !l.decl.Is(ast.ForRangeLoop)
	if l.escaped && !(constant && !ambiguous(l)) {
		return nil, false
	}
	var writes []write
	for i, w := range l.writes {
		if constant && i > 0 {
			break // nothing may write to it
		}
		if covers(w.field, field) && !h.dead(w.at) {
			writes = append(writes, w)
		} else if field == "" && w.field != "" && !h.dead(w.at) {
			writes = append(writes, write{kind: writeUnknown, at: w.at})
		}
	}
	if h.labels {
		return writes, len(writes) > 0
	}
	place := offsetOf(at)
	last := -1
	for i, w := range writes {
		if precedes(w, place) && h.dominates(w.at, at, w.kind) && (last < 0 || offsetOf(w.at) >= offsetOf(writes[last].at)) {
			last = i
		}
	}
	if last < 0 {
		return nil, false
	}
	d := writes[last]
	out = append(out, d)
	loop := outerLoop(at, d.at)
	for i, w := range writes {
		if i == last {
			continue
		}
		inLoop := loop.Valid() && loop.Index() <= w.at.Index() && w.at.Index() < loop.End()
		between := offsetOf(w.at) >= offsetOf(d.at) && precedes(w, place)
		if inLoop || between && !exclusive(w.at, at) {
			out = append(out, w)
		}
	}
	return out, true
}

// ambiguous reports whether the value is not that of the declaration alone: a
// variable of one of several conditional arms, of a range or of a lambda.
func ambiguous(l *localVar) bool { return l.arms || len(l.writes) == 0 }

// offsetOf orders nodes of one file.
func offsetOf(n ast.Node) int { return n.Origin().Span().Start }

func precedes(w write, place int) bool {
	// An assignment takes effect at its end: n = n + 1 reads the old value.
	if w.kind == writeEntry {
		return true
	}
	return w.at.Origin().Span().End <= place
}

// constant reports whether the variable itself is const: const float *p is a
// pointer that may change.
func (l *localVar) constant() bool {
	if l.decl.Qualifiers()&ast.Constexpr != 0 {
		return true
	}
	d := l.node.Parent()
	for d.Is(ast.ArrayDeclarator, ast.ParenthesizedDeclarator) {
		d = d.Parent()
	}
	if d.Kind() == ast.PointerDeclarator {
		return d.Qualifiers()&ast.Const != 0
	}
	return l.decl.Qualifiers()&ast.Const != 0
}

// covers reports whether a write to a path also writes another path: blockDim covers blockDim.x,
// and "" covers all.
func covers(written, wanted string) bool {
	return written == wanted || written == "" || len(wanted) > len(written) && wanted[:len(written)] == written && wanted[len(written)] == '.'
}

// dead reports whether a node is in a conditional arm that is not compiled.
func (h *functionFlow) dead(n ast.Node) bool {
	for p := n; ; {
		child := p
		p = p.Parent()
		switch p.Kind() {
		case ast.None, ast.FunctionDefinition:
			return false
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
			t := h.e.Unit().Condition(p, h.device)
			if t == preproc.False && child.Field() != ast.FieldAlternative || t == preproc.True && child.Field() == ast.FieldAlternative {
				return true
			}
		}
	}
}

// dominates reports whether every path to a use passes a write before it.
func (h *functionFlow) dominates(w, at ast.Node, kind writeKind) bool {
	if kind == writeEntry {
		return true
	}
	at = at.Origin()
	for n := w; ; n = n.Parent() {
		p := n.Parent()
		if p.Valid() && p.Index() <= at.Index() && at.Index() < p.End() && p.Is(ast.CompoundStatement, ast.CaseStatement, ast.ForStatement, ast.IfStatement, ast.WhileStatement, ast.SwitchStatement) {
			// n is the statement of this block that contains the write; it comes first.
			switch p.Kind() {
			case ast.ForStatement:
				return n.Field() == ast.FieldInitializer
			case ast.IfStatement, ast.WhileStatement, ast.SwitchStatement:
				return n.Field() == ast.FieldCondition
			}
			return true
		}
		switch p.Kind() {
		case ast.ExpressionStatement, ast.Declaration, ast.CompoundStatement, ast.InitDeclarator, ast.ParenthesizedExpression, ast.AssignmentExpression, ast.CommaExpression,
			ast.ArgumentList, ast.CallExpression, ast.ConditionClause, ast.InitStatement, ast.CastExpression, ast.PointerExpression, ast.UnaryExpression, ast.PreprocElse:
			if p.Kind() == ast.CompoundStatement && !p.Parent().Is(ast.CompoundStatement) {
				return false
			}
		case ast.BinaryExpression:
			if p.Op() == ast.LogicalAnd || p.Op() == ast.LogicalOr {
				return false
			}
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
			if alternative := p.Child(ast.FieldAlternative); p.Index() <= at.Index() && at.Index() < p.End() &&
				(n.Field() == ast.FieldAlternative) == (alternative.Valid() && alternative.Index() <= at.Index()) {
				continue // both are in one arm
			}
			// The arm is compiled for certain only if its condition is.
			if n.Field() == ast.FieldAlternative {
				if h.e.Unit().Condition(p, h.device) != preproc.False {
					return false
				}
			} else if h.e.Unit().Condition(p, h.device) != preproc.True {
				return false
			}
		default:
			return false
		}
	}
}

// outerLoop returns the outermost loop around a use that is not around a write.
func outerLoop(at, w ast.Node) ast.Node {
	var loop ast.Node
	for p := at; p.Valid(); p = p.Parent() {
		if p.Is(ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ForRangeLoop, ast.LambdaExpression) {
			if p.Index() <= w.Index() && w.Index() < p.End() && !(p.Kind() == ast.ForStatement && inInitializer(p, w)) {
				break
			}
			loop = p
		}
	}
	return loop
}

func inInitializer(loop, n ast.Node) bool {
	init := loop.Child(ast.FieldInitializer)
	return init.Valid() && init.Index() <= n.Index() && n.Index() < init.End()
}

// exclusive reports whether a write earlier in the text cannot be followed by
// the use: it is in the other branch of an if, or its block leaves the function.
func exclusive(w, at ast.Node) bool {
	inside := func(p, n ast.Node) bool { return p.Valid() && p.Index() <= n.Index() && n.Index() < p.End() }
	for n := w; n.Valid(); n = n.Parent() {
		p := n.Parent()
		if inside(n, at) {
			return false
		}
		if p.Kind() == ast.IfStatement && n.Field() == ast.FieldConsequence && inside(p.Child(ast.FieldAlternative), at) {
			return true
		}
		if n.Kind() == ast.CompoundStatement && leaves(n) {
			return true
		}
		if p.Kind() == ast.SwitchStatement || n.Kind() == ast.CaseStatement && p.Parent().Kind() == ast.SwitchStatement && breaks(n) && inside(p, at) && !inside(n, at) {
			return n.Kind() == ast.CaseStatement
		}
	}
	return false
}

// leaves reports whether a block ends by leaving the function.
func leaves(block ast.Node) bool {
	last := ast.Node{}
	for c := range block.Children() {
		last = c
	}
	switch last.Kind() {
	case ast.ReturnStatement, ast.ThrowStatement:
		return true
	case ast.ExpressionStatement:
		call := last.FirstChild()
		if call.Kind() == ast.CallExpression {
			switch call.Child(ast.FieldFunction).PlainName() {
			case "exit", "abort", "_exit", "quick_exit":
				return true
			}
		}
	}
	return false
}

// breaks reports whether a case ends in a break of its own.
func breaks(c ast.Node) bool {
	last := ast.Node{}
	for s := range c.Children() {
		last = s
	}
	if last.Kind() == ast.CompoundStatement {
		return breaks(last) || leaves(last)
	}
	return last.Is(ast.BreakStatement, ast.ReturnStatement)
}
