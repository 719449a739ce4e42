package parameter

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Code that is not compiled here may be compiled with other macros. Its calls get the new
// arguments too if the function around them has the values already. Such code gives no function a
// parameter, and unclear mentions in it stay as they are.

// deadCall looks at a mention in code that is not compiled.
func (t *threader) deadCall(g *group, u *sema.Unit, n ast.Node) {
	top := fullName(n)
	call := top.Parent()
	if call.Kind() != ast.CallExpression || top.Field() != ast.FieldFunction || top.Kind() == ast.FieldExpression || u.LocalAt(n, g.name) != nil {
		return
	}
	args, ok := arguments(call)
	if !ok || t.means(g, u, n, top, call, args) != own {
		return
	}
	list := argumentsOf(call, 0)
	list.dead, list.mention = true, placeOf(n)
	t.deadSite(g, u, call, list)
}

// deadSite adds a place from which a list in code that is not compiled is reached.
func (t *threader) deadSite(g *group, u *sema.Unit, n ast.Node, l *list) {
	f := u.FunctionAt(n)
	ok := f != nil
	for p := n.Parent(); ok && p.Valid() && p != f.Body; p = p.Parent() {
		switch p.Kind() {
		case ast.LambdaExpression, ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier:
			ok = false
		}
	}
	s := site{u: u, at: n, unclear: !ok}
	if ok && f.OnDevice() {
		s.in = f
	}
	t.add(l, g, s)
}

// revive sets the callers of a list in code that is not compiled, and reports whether each caller
// has all values that the list needs.
func (t *threader) revive(l *list) bool {
	for i := range l.sites {
		s := &l.sites[i]
		if s.unclear {
			return false
		}
		if s.in == nil {
			continue
		}
		if s.caller = t.groupAt(s.in); s.caller == nil {
			return false
		}
		for need := range l.group.needs {
			if !s.caller.needs[need] {
				return false
			}
		}
	}
	return true
}
