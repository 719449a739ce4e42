package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// macroLaunches yields the launches in the expansions of macros.
func (u *Unit) macroLaunches(yield func(ast.Node) bool) {
	names := u.launchingMacros()
	if len(names) == 0 {
		return
	}
	for _, f := range u.FunctionsMentioning(names) {
		if f.Kernel() && f.Qualifiers&ast.Host == 0 {
			continue
		}
		for n := range f.Body.Descendants() {
			name := n
			if n.Kind() == ast.CallExpression {
				name = n.Child(ast.FieldFunction)
			} else if n.Kind() != ast.Identifier || n.Parent().Kind() == ast.CallExpression {
				continue
			}
			if name.Kind() == ast.Identifier && names[name.Text()] && !u.expandLaunch(n, yield) {
				return
			}
		}
	}
}

// launchingMacros returns the macros whose text launches a kernel.
func (u *Unit) launchingMacros() map[string]bool {
	names := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for name := range u.macros.Names {
			for _, ev := range u.macros.Events(name) {
				if ev.Macro != nil && !names[name] && launchesIn(ev.Macro.Body, names) {
					names[name], changed = true, true
				}
			}
		}
	}
	return names
}

func launchesIn(body string, names map[string]bool) bool {
	if strings.Contains(body, "<<<") || strings.Contains(body, "aunchKernel") || strings.Contains(body, "LaunchCooperativeKernel") {
		return true
	}
	if len(names) == 0 {
		return false
	}
	for _, t := range preproc.Spell(body) {
		if t.Kind == preproc.Word && names[t.Text] {
			return true
		}
	}
	return false
}

func (u *Unit) expandLaunch(n ast.Node, yield func(ast.Node) bool) bool {
	at := inStatement
	if !n.Parent().Is(ast.ExpressionStatement, ast.CompoundStatement, ast.CaseStatement) {
		at = inExpression
	}
	x, ok := u.expandAs(n, at)
	if !ok {
		return true
	}
	for c := range x.Descendants() {
		if c.Kind() == ast.CallExpression && decl.LaunchFormOf(c) != decl.NoLaunch && !yield(c) {
			return false
		}
	}
	return true
}
