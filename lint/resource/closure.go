package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
)

// lambda makes a closure: one that releases, stores or returns the handle owns
// it, or will, any other only uses it.
func (a *analysis) lambda(n ast.Node, st *state) []result {
	for c := range n.Child(ast.FieldCaptures).Descendants() {
		if c.Is(ast.LambdaCaptureInitializer) && a.names(st, c) {
			a.escape(st)
		}
	}
	return a.closure(n, n.Child(ast.FieldBody), st)
}

// closure is code that runs later: a lambda's, or a block behind a macro such as
// SCOPE_EXIT, which reads as a literal of a type of that name.
func (a *analysis) closure(n, body ast.Node, st *state) []result {
	for c := range body.Descendants() {
		switch c.Kind() {
		case ast.CallExpression:
			name := calleeName(c)
			if c.ChildOf(ast.KernelCallSyntax).Valid() || !a.f.unit.mayRelease(name) && roleOf(name) != stores {
				continue
			}
		case ast.ReturnStatement, ast.AssignmentExpression:
		default:
			continue
		}
		if a.names(st, c) {
			a.escape(st)
		}
		if st.status == idle && c.Is(ast.CallExpression) {
			for arg := range c.Child(ast.FieldArguments).Descendants() {
				if v := a.f.variable(arg.Text(), n); arg.Is(ast.Identifier) && v != nil {
					a.watch(st, a.at(st, v.place(), v).place)
				}
			}
		}
	}
	return []result{{st, value{}}}
}

// names reports whether a node names a variable that leads to the handle.
func (a *analysis) names(st *state, top ast.Node) bool {
	for n := range top.Descendants() {
		var v value
		switch n.Kind() {
		case ast.Identifier, ast.TypeIdentifier:
			d := a.f.variable(n.Text(), n)
			if d == nil {
				v = value{place: "g:" + n.Text() + "'"}
				if a.f.sema.Record != nil && a.reaches(st, value{place: "this'." + n.Text()}) {
					return true
				}
				break
			}
			v = a.at(st, d.place(), d)
		case ast.This:
			v = value{place: "this'"}
		default:
			continue
		}
		if a.reaches(st, v) {
			return true
		}
	}
	return false
}
