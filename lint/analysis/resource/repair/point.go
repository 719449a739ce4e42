package repair

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// asksStatus reports whether the program checks the status of the acquisition, by a call outside
// of node. A program that does not assumes that the handle is valid.
func (b *finder) asksStatus(creations map[ir.ID]bool, node ast.Node) bool {
	for id := range creations {
		call := b.s.Function.Code.Op(id).Node
		if body.Within(node, call) && !node.Is(ast.CompoundStatement) {
			continue
		}
		n := body.SpelledCall(call)
		// The result is the argument of a macro or function that checks it and returns.
		if list := n.Parent(); list.Is(ast.ArgumentList) && list.Parent().Is(ast.CallExpression) {
			n = list.Parent()
		}
		if !n.Parent().Is(ast.ExpressionStatement) {
			return true
		}
	}
	return false
}

// point describes a spot that is written in the source.
func (b *finder) point(at follow.Spot) (Point, string) {
	p := Point{Node: at.Node, End: at.End}
	if at.End {
		return p, ""
	}
	if at.Node.Is(ast.ReturnStatement, ast.ThrowStatement, ast.BreakStatement, ast.ContinueStatement, ast.GotoStatement, ast.CoReturnStatement) {
		if at.Node.Origin() != at.Node {
			return p, fmt.Sprintf("the macro at line %d leaves the block", body.Line(at.Node))
		}
		p.Early = !at.Node.Is(ast.ReturnStatement) || body.Nested(at.Node, b.s.Function.Node)
		p.Evaluate = at.Node.Is(ast.ReturnStatement) && b.evaluates(at.Node.FirstChild())
		if at.Node.Is(ast.ThrowStatement, ast.CoReturnStatement) && b.evaluates(at.Node.FirstChild()) && body.NamesAny(at.Node, b.names) {
			return p, fmt.Sprintf("line %d uses the handle", body.Line(at.Node))
		}
	} else if p.Node = statementAround(at.Node.Origin()); !p.Node.Valid() {
		return p, fmt.Sprintf("the handle is overwritten inside of a statement at line %d", body.Line(at.Node))
	}
	return p, b.underDirective(p)
}

// statementAround returns the statement that evaluates a node once and before anything else; not
// valid where there is none.
func statementAround(n ast.Node) ast.Node {
	for ; n.Valid(); n = n.Parent() {
		switch n.Kind() {
		case ast.ExpressionStatement, ast.Declaration:
			if p := n.Parent(); p.Is(ast.InitStatement, ast.ConditionClause) || p.Is(ast.ForStatement) && n.Field() != ast.FieldBody {
				return ast.Node{}
			}
			return n
		case ast.IfStatement:
			if n.Parent().Is(ast.ElseClause) {
				return ast.Node{}
			}
			for c := range n.Child(ast.FieldCondition).Descendants() {
				if c.Is(ast.ConditionalExpression) || c.Is(ast.BinaryExpression) && (c.Op() == ast.LogicalAnd || c.Op() == ast.LogicalOr) {
					return ast.Node{}
				}
			}
			return n
		case ast.ReturnStatement, ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.SwitchStatement, ast.CompoundStatement, ast.LambdaExpression:
			return ast.Node{}
		}
	}
	return n
}

// underDirective says why a point cannot name the handle: its declaration stands
// under an #if that the point does not stand under.
func (b *finder) underDirective(p Point) string {
	for d := b.v.Node.Parent(); d.Valid() && d != b.s.Function.Node; d = d.Parent() {
		if d.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElse, ast.PreprocElif, ast.PreprocElifdef) {
			if p.End && !body.Within(d, p.Node) || !p.End && !body.Within(d, p.Node) {
				return "the handle is declared under an #if"
			}
		}
	}
	if p.End && slices.ContainsFunc(p.Node.File().Inactive, func(s source.Span) bool { return s.Start > p.Node.Span().Start && s.End < p.Node.Span().End }) {
		return "the end of the block is under an #if"
	}
	return ""
}

// evaluates reports whether an expression that is returned has to be evaluated before the release:
// it names a variable that leads to the handle, or it has a call or a write.
func (b *finder) evaluates(n ast.Node) bool {
	for m := range n.Descendants() {
		switch m.Kind() {
		case ast.CallExpression:
			if !handle.ReleaseFunctions[body.CalleeName(m)] {
				return true
			}
		case ast.AssignmentExpression, ast.UpdateExpression, ast.NewExpression, ast.CoAwaitExpression, ast.LambdaExpression:
			return true
		case ast.Identifier:
			if b.names[m.Text()] {
				return true
			}
			if x, ok := b.u.Expand(m); ok && b.evaluates(x) {
				return true
			}
		}
	}
	return false
}

// declares says why the handle's variable cannot get an initial value of zero.
func (b *finder) declares(creations map[ir.ID]bool) string {
	v := b.v
	parent := v.Node.Parent()
	for parent.Is(ast.PointerDeclarator) {
		parent = parent.Parent()
	}
	switch {
	case v.Param >= 0 || b.place != v.Place() || v.Node.Origin() != v.Node || !parent.Is(ast.Declaration):
		return "the handle has an unknown value where it is not created"
	case v.Typ != nil && (v.Typ.Kind == sema.Array || v.Typ.Kind == sema.RecordKind):
		return "the handle is part of an object"
	case !b.s.Function.OnlyMade(v, creations):
		return "the handle may have a value from elsewhere"
	case parent.Parent().Is(ast.CaseStatement):
		return "the handle is declared in a case"
	}
	for n := range b.s.Function.Node.Descendants() {
		if n.Is(ast.GotoStatement) && n.Index() < v.Node.Index() {
			return "a goto jumps over the declaration of the handle"
		}
	}
	return ""
}

// aheadOfArrays moves the point at which an object is released in front of adjacent statements
// that free arrays: the object may use one of them.
func (b *finder) aheadOfArrays(p *Point, a *follow.Analysis, t *follow.Tally) {
	if b.arrays() || p.Evaluate || p.Wait {
		return
	}
	var before []ast.Node
	list := p.Node
	if !p.End {
		list = p.Node.Parent()
	}
	for c := range list.Children() {
		if !p.End && c == p.Node {
			break
		}
		before = append(before, c)
	}
	if !list.Is(ast.CompoundStatement) {
		return
	}
	to := ast.Node{}
	for _, n := range slices.Backward(before) {
		if !freesArray(n) {
			break
		}
		to = n
	}
	if !to.Valid() {
		return
	}
	moved := Point{Node: to, Early: p.Early, Maybe: p.Maybe}
	if b.waits(&moved, a, t); !moved.Wait {
		*p = moved
	}
}

// freesArray reports whether a statement does nothing but to free an array, by
// itself or in a macro that checks the result.
func freesArray(n ast.Node) bool {
	if !n.Is(ast.ExpressionStatement) {
		return false
	}
	call := n.FirstChild()
	if args := body.Arguments(call); call.Is(ast.CallExpression) && len(args) == 1 && args[0].Is(ast.CallExpression) {
		call = args[0]
	}
	name := body.CalleeName(call)
	return call.Is(ast.CallExpression) && (slices.Contains(handle.Array.Release, name) || slices.Contains(handle.MipmappedArray.Release, name))
}
