package parameter

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// chooseNames gives each value a name in each function that gets it.
func (t *threader) chooseNames() {
	for _, g := range t.queue {
		taken := map[string]bool{}
		for i, need := range t.needs {
			if !g.needs[i] {
				continue
			}
			name := ""
			var at ast.Node
			for _, candidate := range []string{need.Name, need.Other} {
				if candidate == "" || taken[candidate] {
					continue
				}
				n := t.clash(g, candidate, g.users[i] && candidate == need.Name)
				if !n.Valid() {
					name = candidate
					break
				}
				if !at.Valid() {
					at = n
				}
			}
			if name == "" {
				if !at.Valid() {
					at = g.variants[0].f.Node
				}
				t.fail(i, at, fmt.Sprintf("%s means something else in %s", need.Name, g.name))
				name = need.Name
			}
			taken[name] = true
			g.names[i] = name
		}
	}
}

// clash returns a node that prevents a function from having a parameter of a name, not valid for
// none. In a function that uses the value itself, the name already means the value.
func (t *threader) clash(g *group, name string, uses bool) ast.Node {
	for _, v := range g.variants {
		f := v.f
		for _, d := range f.Declarators {
			for p := range d.Child(ast.FieldParameters).Descendants() {
				if p.Kind() == ast.Identifier && p.Text() == name && declares(p) {
					return p
				}
			}
		}
		for s := f.Scope; s != nil; s = s.Outer {
			if s.Bindings != nil {
				if _, ok := s.Bindings.Lookup(name); ok {
					return f.Node
				}
			}
		}
		for _, file := range v.u.Files {
			if !hasWord(file, name) {
				continue
			}
			x := t.index(file)
			for _, d := range x.defines {
				if d.name == name && !(d.node.Valid() && dead(v.u, d.node)) {
					return f.Node // a macro
				}
			}
		}
		if n := t.inBody(v, name, uses); n.Valid() {
			return n
		}
	}
	return ast.Node{}
}

// declares reports whether an identifier is the name that a parameter declares.
func declares(n ast.Node) bool {
	for n.Field() == ast.FieldDeclarator || n.Field() == ast.NoField {
		n = n.Parent()
		if n.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.VariadicParameterDeclaration) {
			return true
		}
		if !n.Valid() || n.Is(ast.ParameterList, ast.FunctionDeclarator) {
			return false
		}
	}
	return false
}

// inBody returns a mention of a name in the body of a function that is, or would
// become, another thing than the new parameter.
func (t *threader) inBody(v variant, name string, uses bool) ast.Node {
	f := v.f
	if !f.Body.Valid() || !hasWord(f.Body.File(), name) {
		return ast.Node{}
	}
	first, end := f.Body.Index(), f.Body.End()
	for _, n := range t.index(f.Body.File()).names[name] {
		if n.Index() < first || n.Index() >= end || n.Kind() == ast.FieldIdentifier || dead(v.u, n) {
			continue
		}
		if n.Parent().Kind() == ast.QualifiedIdentifier {
			continue
		}
		if uses && v.u.LocalAt(n, name) == nil && !isLocal(n) {
			continue
		}
		return n
	}
	return ast.Node{}
}

// isLocal reports whether an identifier is the name of a declaration inside a
// function.
func isLocal(n ast.Node) bool {
	if n.Field() != ast.FieldDeclarator && !n.Parent().Is(ast.PointerDeclarator, ast.ReferenceDeclarator) {
		return false
	}
	d := n.Enclosing(ast.Declaration, ast.ParameterDeclaration, ast.ForRangeLoop, ast.CompoundStatement)
	return d.Is(ast.Declaration, ast.ParameterDeclaration, ast.ForRangeLoop)
}

// overloads looks for a function of the same name that calls could resolve to once g has more
// parameters.
func (t *threader) overloads(g *group) {
	more := len(g.needs)
	if more == 0 {
		return
	}
	for _, v := range g.variants {
		for _, f := range v.u.FunctionsNamed(g.name) {
			if f.Namespace != v.f.Namespace {
				continue
			}
			h := t.groupAt(f)
			if h == g || h != nil && len(h.needs) == more {
				continue // as far apart as before
			}
			n := len(f.Params)
			if h != nil {
				n += len(h.needs)
			}
			least := n
			for k := len(f.Params) - 1; k >= 0 && (f.Params[k].Default.Valid() || f.Params[k].Pack); k-- {
				least--
			}
			open := f.Variadic || len(f.Params) > 0 && f.Params[len(f.Params)-1].Pack
			if got := len(v.f.Params) + more; least <= got && (got <= n || open) && !apart(v.f, f) {
				g.problemAt(f.Node, fmt.Sprintf("another function %s takes as many arguments as %s would", g.name, g.name))
				return
			}
		}
	}
}

// apart reports whether no call can match both of two functions, because at some position no
// argument converts to the types of both parameters.
func apart(a, b *sema.Function) bool {
	for i := range min(len(a.Params), len(b.Params)) {
		x, y := a.Scope.ParamType(a.Params[i]), b.Scope.ParamType(b.Params[i])
		if x == nil || y == nil || !x.Known() || !y.Known() || x.Kind == sema.Dependent || y.Kind == sema.Dependent {
			continue
		}
		x, y = x.Value(), y.Value()
		switch {
		case x.Arithmetic() != y.Arithmetic() && !(x.Kind == sema.Pointer || y.Kind == sema.Pointer) && simple(x) && simple(y),
			x.Kind == sema.RecordKind && y.Kind == sema.RecordKind && simple(x) && simple(y) && !x.Same(y):
			return true
		}
	}
	return false
}

// simple reports whether nothing converts to a type by a constructor.
func simple(t *sema.Type) bool {
	return t.Kind != sema.RecordKind || t.Record != nil && len(sema.MembersOf(t.Record).Methods[t.Record.Name]) == 0 && len(t.Record.Bases) == 0
}
