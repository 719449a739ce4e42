package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// A LaunchSite is a place that starts a kernel.
type LaunchSite struct {
	Node ast.Node
	// In is the function around it: one of no name, with the scope alone, outside of all.
	In *Function
}

// LaunchSites returns the places of the unit that start a kernel, in the order of its files;
// those that the text of macros spells come last.
func (u *Unit) LaunchSites() []LaunchSite {
	var out []LaunchSite
	add := func(n ast.Node, outside *Scope) {
		if len(out) > maxLaunchSites || !decl.LaunchedKernel(n).Valid() {
			return
		}
		fn := u.FunctionAt(n)
		if fn != nil && (u.Inactive(n, fn.deviceOnly()) || decl.LaunchFormNamed(fn.Name) != decl.NoLaunch) {
			return
		}
		if fn == nil {
			fn = &Function{Scope: outside}
		}
		out = append(out, LaunchSite{n, fn})
	}
	for _, p := range u.launches {
		add(p.node, p.sp.scope)
	}
	for n := range u.macroLaunches {
		add(n, u.spaces[""].scope)
	}
	return out
}

const maxLaunchSites = 20000

// deviceOnly reports whether a function is compiled for the device and not for the host.
func (f *Function) deviceOnly() bool { return f.OnDevice() && f.Qualifiers&ast.Host == 0 }

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
		for name := range u.Macros.Table().Names {
			for _, ev := range u.Macros.Table().Events(name) {
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
	at := expand.Statement
	if !n.Parent().Is(ast.ExpressionStatement, ast.CompoundStatement, ast.CaseStatement) {
		at = expand.Expression
	}
	x, ok := u.ExpandAs(n, at)
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
