package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// resolve returns the function in sight that a call means, nil for none, and for
// a method the object.
func (a *analysis) resolve(c callSite) (*sema.Function, *value) {
	var candidates []*sema.Function
	object := c.object
	callee := c.node.Child(ast.FieldFunction)
	if len(a.f.unit.named[c.name]) == 0 && a.f.unit.opts.Ask == nil || roleOf(c.name) != plain && len(a.f.unit.named[c.name]) == 0 {
		return nil, nil
	}
	if callee.Is(ast.FieldExpression) {
		if r := a.recordOf(callee.Child(ast.FieldArgument), 0); r != nil {
			candidates = r.MethodsNamed(c.name)
		} else if object != nil && strings.HasPrefix(object.place, "this'") && a.f.sema.Record != nil && callee.Child(ast.FieldArgument).Is(ast.This) {
			candidates = a.f.sema.Record.MethodsNamed(c.name)
		}
	} else if callee.Is(ast.Identifier) && a.f.variable(c.name, callee) != nil {
		return nil, nil
	} else {
		candidates, _ = a.f.sema.Scope.FunctionsNamed(callee)
	}
	var found *sema.Function
	for _, f := range candidates {
		if !accepts(f, len(c.args)) || f.OnDevice() && f.Qualifiers&ast.Host == 0 {
			continue
		}
		if !f.Body.Valid() && a.f.unit.remote(f) == nil {
			if found == nil {
				continue
			}
			return nil, nil
		}
		if found != nil && found != f {
			return a.overload(candidates, c)
		}
		found = f
	}
	if found == nil {
		return nil, nil
	}
	if found.Record != nil && object == nil && a.f.sema.Record != nil {
		object = &value{place: "this'"}
	}
	return found, object
}

// overload picks one of several functions by the types of the arguments.
func (a *analysis) overload(candidates []*sema.Function, c callSite) (*sema.Function, *value) {
	var types []*sema.Type
	candidates = slices.DeleteFunc(slices.Clone(candidates), func(f *sema.Function) bool { return !a.levels(f, c) })
	for _, n := range c.nodes {
		types = append(types, a.typeOf(n, 0))
	}
	var f *sema.Function
	if len(candidates) == 1 {
		f = candidates[0]
	} else {
		f, _ = a.f.sema.Scope.Resolve(candidates, nil, types)
	}
	if f == nil || !f.Body.Valid() {
		return nil, nil
	}
	object := c.object
	if f.Record != nil && object == nil && a.f.sema.Record != nil {
		object = &value{place: "this'"}
	}
	return f, object
}

// levels reports whether a function takes the address of a handle where the call
// has one, and a handle where it has that.
func (a *analysis) levels(f *sema.Function, c callSite) bool {
	if !accepts(f, len(c.nodes)) {
		return false
	}
	for i, n := range c.nodes {
		if i >= len(f.Params) {
			break
		}
		text := f.Params[i].Node.Text()
		if a.f.unit.kind.inType(text) && strings.Contains(text, "*") != (n.Is(ast.PointerExpression) && n.Op() == ast.And) && n.Is(ast.PointerExpression, ast.Identifier) {
			if v := a.f.variable(n.Text(), n); n.Is(ast.Identifier) && (v == nil || !contains(a.f.unit.kind.Types, v.declared) || v.node.Parent().Is(ast.PointerDeclarator)) {
				continue
			}
			return false
		}
	}
	return true
}

// accepts reports whether a function can be called with so many arguments.
func accepts(f *sema.Function, n int) bool {
	if n > len(f.Params) {
		return f.Variadic || len(f.Params) > 0 && f.Params[len(f.Params)-1].Pack
	}
	for _, p := range f.Params[n:] {
		if !p.Default.Valid() && !p.Pack {
			return false
		}
	}
	return true
}

// typeOf returns the type of an expression made of variables and their members,
// nil where it is not known.
func (a *analysis) typeOf(n ast.Node, depth int) *sema.Type {
	if depth > 20 {
		return nil
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return a.typeOf(n.FirstChild(), depth+1)
	case ast.Identifier:
		if v := a.f.variable(n.Text(), n); v != nil {
			return v.typ
		}
	case ast.PointerExpression:
		t := a.typeOf(n.Child(ast.FieldArgument), depth+1)
		if t == nil {
			return nil
		}
		if n.Op() == ast.And {
			return sema.PointerTo(t.Object())
		}
		return t.Object().Elem
	case ast.SubscriptExpression:
		if t := a.typeOf(n.Child(ast.FieldArgument), depth+1); t != nil {
			return t.Object().Elem
		}
		return nil
	case ast.FieldExpression:
		if r := a.recordOf(n.Child(ast.FieldArgument), depth+1); r != nil {
			if f, ok := r.FieldNamed(n.Child(ast.FieldField).Text()); ok {
				return f.Type
			}
		}
		return nil
	}
	return a.f.sema.Scope.ExprType(n)
}

// recordOf returns the class of an object or of what a pointer points to.
func (a *analysis) recordOf(n ast.Node, depth int) *sema.Record {
	if n.Is(ast.This) {
		return a.f.sema.Record
	}
	t := a.typeOf(n, depth)
	if t == nil {
		return nil
	}
	t = t.Object()
	if t.Kind == sema.Pointer {
		t = t.Elem
	}
	if t == nil {
		return nil
	}
	return t.Record
}
