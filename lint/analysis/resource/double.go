package resource

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/repair"
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
func findSecond(u *follow.Unit, a *follow.Analysis, e follow.Event, earlier ast.Node) (ast.Node, string) {
	statement := onlyRelease(e.Node, u.Kind)
	first := onlyRelease(earlier, u.Kind)
	if !statement.Valid() {
		return ast.Node{}, "the second release is not a statement of its own"
	}
	if !first.Valid() || earlier == e.Node {
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
	v := a.Function.VariableAt(e.Place)
	if v == nil {
		return ast.Node{}, "the handle is not in a variable of the function"
	}
	for _, id := range a.Function.Uses(v) {
		if at := a.Function.SourceNode(id).Index(); first.End() <= at && at < statement.Index() {
			return ast.Node{}, "the handle is used in between"
		}
	}
	l := repair.WorkSearch{Function: a.Function, Names: leadingTo(a, e.Place)}
	if u.Kind == handle.Array || u.Kind == handle.MipmappedArray {
		l.Names = nil
	}
	block, runs := l.RunningAt(first)
	second, still := l.RunningAt(statement)
	if runs && !still && block == second {
		return first, "" // it comes while kernels may still run
	}
	return statement, ""
}

// leadingTo returns the names of the variables that lead to a place.
func leadingTo(a *follow.Analysis, place string) map[string]bool {
	names := map[string]bool{}
	for v := range a.Holders() {
		names[v.Name] = true
	}
	if v := a.Function.VariableAt(place); v != nil {
		names[v.Name] = true
	}
	return names
}

// onlyRelease returns the statement that is nothing but a release, by itself or in a
// macro or function that checks its result.
func onlyRelease(call ast.Node, kind *handle.Kind) ast.Node {
	n := body.SpelledCall(call)
	if !n.Is(ast.CallExpression) || !slices.Contains(kind.Release, body.CalleeName(n)) || n.Origin() != n {
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
