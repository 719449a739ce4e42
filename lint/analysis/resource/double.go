package resource

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// Second returns the statement of a release that can be deleted, as what it releases
// has been released on every path to it: the release that is reported, or the
// one before where that comes too early. why says as a phrase why there is none.
func (f *Finding) Second() (statement ast.Node, why string) {
	if f.second == nil {
		return ast.Node{}, ""
	}
	return f.second()
}

// second finds the statement to delete for a release that comes twice: earlier is
// the one before. a is the analysis of the site.
func findSecond(u *unit, a *analysis, e event, earlier ast.Node) (ast.Node, string) {
	statement := onlyRelease(e.node, u.kind)
	first := onlyRelease(earlier, u.kind)
	if !statement.Valid() {
		return ast.Node{}, "the second release is not a statement of its own"
	}
	if !first.Valid() || earlier == e.node {
		return ast.Node{}, "the first release is not a statement of its own"
	}
	// Both in one list of statements, with nothing in between that could leave or
	// enter it: every path to the second comes through the first.
	if first.Parent() != statement.Parent() || first.Index() > statement.Index() {
		return ast.Node{}, "a path may come to the second release without the first"
	}
	for n := range first.Parent().Children() {
		if n.Index() > first.Index() && n.Index() <= statement.Index() && n.Is(ast.LabeledStatement, ast.CaseStatement, ast.PreprocIf, ast.PreprocIfdef) {
			return ast.Node{}, "a path may come to the second release without the first"
		}
	}
	v := a.f.variableAt(e.place)
	if v == nil {
		return ast.Node{}, "the handle is not in a variable of the function"
	}
	for _, id := range a.f.uses(v) {
		if at := a.f.at(id).Index(); first.End() <= at && at < statement.Index() {
			return ast.Node{}, "the handle is used in between"
		}
	}
	l := flight{f: a.f, names: leadingTo(a, e.place)}
	if u.kind == Array || u.kind == MipmappedArray {
		l.names = nil
	}
	block, runs := l.runningAt(first)
	second, still := l.runningAt(statement)
	if runs && !still && block == second {
		return first, "" // it comes while kernels may still run
	}
	return statement, ""
}

// leadingTo returns the names of the variables that lead to a place.
func leadingTo(a *analysis, place string) map[string]bool {
	names := map[string]bool{}
	for v := range a.holders() {
		names[v.name] = true
	}
	if v := a.f.variableAt(place); v != nil {
		names[v.name] = true
	}
	return names
}

// onlyRelease returns the statement that is nothing but a release, by itself or in a
// macro or function that checks its result.
func onlyRelease(call ast.Node, kind *Kind) ast.Node {
	n := spelled(call)
	if !n.Is(ast.CallExpression) || !slices.Contains(kind.Release, calleeName(n)) || n.Origin() != n {
		return ast.Node{}
	}
	if list := n.Parent(); list.Is(ast.ArgumentList) && list.ChildCount() == 1 && list.Parent().Is(ast.CallExpression) {
		n = list.Parent()
	}
	p := n.Parent()
	if p.Is(ast.ExpressionStatement) && p.Parent().Is(ast.CompoundStatement) {
		return p
	}
	return ast.Node{}
}
