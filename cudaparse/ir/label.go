package ir

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// statementList lowers statements that follow one another in a block. In device code, the
// ones before a label that they jump forward to become an OpBlock with the name of the
// label.
func (l *lowerer) statementList(list []ast.Node) {
	for i := len(list) - 1; i > 0 && l.b.device; i-- {
		if !list[i].Is(ast.LabeledStatement) {
			continue
		}
		label := list[i].Child(ast.FieldLabel).Text()
		if !l.onlyJumpsTo(label, list[:i]) {
			continue
		}
		var r Region
		outer := l.region
		l.region = &r // the names declared here belong to the block around the label
		l.statementList(list[:i])
		l.region = outer
		l.emit(Op{Code: OpBlock, Node: list[i], X: &Extra{Name: label, Regions: []Region{r}}})
		list = list[i:]
		break
	}
	for _, n := range list {
		l.statement(n)
	}
}

// onlyJumpsTo reports whether statements contain all jumps of the function to a label, and
// no return, break or continue that leaves them.
func (l *lowerer) onlyJumpsTo(label string, list []ast.Node) bool {
	inside := 0
	for _, n := range list {
		for d := range n.Descendants() {
			switch {
			case d.Is(ast.GotoStatement) && d.Child(ast.FieldLabel).Text() == label:
				inside++
			case d.Is(ast.ReturnStatement), d.Is(ast.BreakStatement, ast.ContinueStatement) && leaves(d, n):
				return false
			}
		}
	}
	all := 0
	for d := range l.f.Instance.Function.Body.Descendants() {
		if d.Is(ast.GotoStatement) && d.Child(ast.FieldLabel).Text() == label {
			all++
		}
	}
	return inside > 0 && inside == all
}

// leaves reports whether a break or continue inside a statement ends or continues a loop or
// switch around that statement.
func leaves(jump, statement ast.Node) bool {
	targets := []ast.Kind{ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ForRangeLoop}
	if jump.Is(ast.BreakStatement) {
		targets = append(targets, ast.SwitchStatement)
	}
	for p := jump.Parent(); p.Valid(); p = p.Parent() {
		if slices.Contains(targets, p.Kind()) {
			return false
		}
		if p == statement {
			break
		}
	}
	return true
}
