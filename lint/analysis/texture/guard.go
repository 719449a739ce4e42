package texture

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
)

// Selects reports whether a condition around a node of a device function may select single
// threads or iterations, and not only a range of them: by a test for equality, a remainder
// or data. The selected ones need not be neighbours.
func (e *Evaluator) Selects(n ast.Node) bool {
	n = n.Origin()
	for child, p := n, n.Parent(); p.Valid() && p.Kind() != ast.FunctionDefinition; child, p = p, p.Parent() {
		switch p.Kind() {
		case ast.IfStatement, ast.ConditionalExpression:
			if child.Field() != ast.FieldCondition && e.narrow(p.Child(ast.FieldCondition)) {
				return true
			}
		case ast.ForStatement, ast.WhileStatement:
			if child.Field() == ast.FieldBody && e.narrow(p.Child(ast.FieldCondition)) {
				return true
			}
		case ast.BinaryExpression:
			if (p.Op() == ast.LogicalAnd || p.Op() == ast.LogicalOr) && child.Field() == ast.FieldRight && e.narrow(p.Child(ast.FieldLeft)) {
				return true
			}
		case ast.CaseStatement, ast.SwitchStatement, ast.CatchClause:
			return true
		case ast.CompoundStatement:
			// if (...) return; before it
			for s := range p.Children() {
				if s == child || s.Index() > child.Index() {
					break
				}
				if e.looks++; e.looks > maxLooks {
					return true
				}
				if s.Is(ast.GotoStatement, ast.LabeledStatement) || s.Kind() == ast.IfStatement && e.leaves(s) && e.narrow(s.Child(ast.FieldCondition)) {
					return true
				}
			}
		}
	}
	return false
}

// leaves reports whether a statement contains a jump.
func (e *Evaluator) leaves(s ast.Node) bool {
	for d := range s.Descendants() {
		e.looks++
		if d.Is(ast.ReturnStatement, ast.BreakStatement, ast.ContinueStatement, ast.GotoStatement) {
			return true
		}
	}
	return false
}

// narrow reports whether a condition selects threads or iterations other than by a range of
// at least two.
func (e *Evaluator) narrow(c ast.Node) bool {
	if e.looks += 100; e.looks > maxLooks { // an evaluation takes about as long as 100 looks
		return true
	}
	switch c.Kind() {
	case ast.None:
		return false
	case ast.ParenthesizedExpression, ast.ConditionClause:
		if c.ChildCount() != 1 {
			return true
		}
		return e.narrow(c.FirstChild())
	case ast.Identifier:
		// A flag that is an argument of the kernel.
		if l := e.u.LocalAt(c, c.Text()); l != nil && l.Param && len(e.writesOf(c, l)) == 0 {
			if f := e.u.FunctionAt(c); f != nil && f.Kernel() {
				return false
			}
		}
	case ast.UnaryExpression:
		if c.Op() == ast.Not {
			return e.narrow(c.Child(ast.FieldArgument))
		}
	case ast.BinaryExpression:
		if x, ok := e.u.Expand(c); ok {
			return e.narrow(x)
		}
		l, r := c.Child(ast.FieldLeft), c.Child(ast.FieldRight)
		switch c.Op() {
		case ast.LogicalAnd, ast.LogicalOr:
			return e.narrow(l) || e.narrow(r)
		case ast.Less, ast.LessEqual, ast.Greater, ast.GreaterEqual:
			return e.tight(c)
		}
	}
	v := e.Eval(c)
	return v == nil || !v.uniform()
}

// tight reports whether a comparison with a number leaves fewer than two neighbouring
// values: threadIdx.x < 1.
func (e *Evaluator) tight(c ast.Node) bool {
	l, r := e.Eval(c.Child(ast.FieldLeft)), e.Eval(c.Child(ast.FieldRight))
	op := c.Op()
	if l != nil && l.constant() {
		l, r = r, l
		op = map[ast.Op]ast.Op{ast.Less: ast.Greater, ast.LessEqual: ast.GreaterEqual, ast.Greater: ast.Less, ast.GreaterEqual: ast.LessEqual}[op]
	}
	if r == nil || !r.constant() {
		return false
	}
	if l != nil && l.uniform() {
		return false
	}
	switch op {
	case ast.Less:
		return r.Const < 2
	case ast.LessEqual:
		return r.Const < 1
	}
	return false
}
