package resource

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// declaration runs the declarators of a declaration.
func (a *analysis) declaration(n ast.Node, st *state) []result {
	results := []result{{st, value{}}}
	for _, d := range a.f.sema.Scope.Declarators(n) {
		if d.Function {
			if d.Init = a.f.constructs(n); !d.Init.Valid() {
				continue
			}
		}
		var next []result
		for _, r := range results {
			next = append(next, a.declared(n, d, r.st)...)
		}
		results = a.join(next)
	}
	return results
}

func (a *analysis) declared(n ast.Node, d sema.Declared, st *state) []result {
	if len(d.Bindings) > 0 {
		results := a.eval(d.Init, st)
		for i, r := range results {
			if a.reaches(r.st, r.v) {
				a.escape(r.st)
			}
			results[i].v = value{}
		}
		return results
	}
	v := a.f.variable(d.Name, d.Node)
	if v == nil || v.static {
		return a.eval(d.Init, st)
	}
	place := v.place()
	switch {
	case !d.Init.Valid():
		a.write(st, place, value{}, n)
		return []result{{st, value{}}}
	case d.Init.Is(ast.ArgumentList, ast.ParameterList):
		return a.constructed(v, d.Init, st, n)
	case d.Init.Is(ast.InitializerList):
		return a.listed(v, place, v.typ, d.Init, st, n)
	}
	results := a.eval(d.Init, st)
	for i, r := range results {
		if v.reference() && r.v.place != "" && r.v.place[0] != 'r' {
			r.st.moved(place)
			r.st.forget(place)
			r.st.points[place] = pointer{to: r.v.place, ref: true}
		} else {
			if !a.takes(v, r.v, r.st) {
				a.escape(r.st)
			}
			a.write(r.st, place, r.v, n)
		}
		results[i].v = value{}
	}
	return results
}

// constructed is T v(args).
func (a *analysis) constructed(v *variable, list ast.Node, st *state, n ast.Node) []result {
	count := list.ChildCount()
	simple := count == 1 && (v.typ == nil || v.typ.Arithmetic() || v.pointer() || v.typ.Kind == sema.Enum)
	results := []result{{st, value{}}}
	for c := range list.Children() {
		var next []result
		for _, r := range results {
			for _, s := range a.eval(sema.Argument(c), r.st) {
				if !simple {
					a.hand(s.st, s.v)
					a.watch(s.st, s.v.place) // by reference
				}
				next = append(next, s)
			}
		}
		results = a.join(next)
	}
	for i, r := range results {
		if simple {
			a.write(r.st, v.place(), r.v, n)
		} else {
			a.write(r.st, v.place(), value{}, n)
		}
		results[i].v = value{}
	}
	return results
}

// listed is T v{...} and T v = {...}.
func (a *analysis) listed(v *variable, place string, typ *sema.Type, list ast.Node, st *state, n ast.Node) []result {
	a.write(st, place, value{}, n)
	results := []result{{st, value{}}}
	if list.ChildCount() == 0 && (typ == nil || typ.Kind != sema.RecordKind) {
		st.facts[place] = zero
	}
	i := -1
	for c := range list.Children() {
		i++
		var next []result
		for _, r := range results {
			at, inner := elementPlace(place, typ, c, i, list.ChildCount())
			expr := c
			if c.Is(ast.InitializerPair) {
				expr = c.Child(ast.FieldValue)
			}
			if expr.Is(ast.InitializerList) && at != "" {
				next = append(next, a.listed(v, at, inner, expr, r.st, n)...)
				continue
			}
			for _, s := range a.eval(expr, r.st) {
				switch {
				case at != "":
					a.write(s.st, at, s.v, n)
				case !plainType(v.declared):
					a.hand(s.st, s.v)
				}
				next = append(next, result{s.st, value{}})
			}
		}
		results = a.join(next)
	}
	return results
}

// elementPlace returns the place, and the type, that element i of an initialiser
// list is stored in; "" where that is not known.
func elementPlace(place string, typ *sema.Type, element ast.Node, i, count int) (string, *sema.Type) {
	if element.Is(ast.InitializerPair) {
		if d := element.Child(ast.FieldDesignator); d.Is(ast.DesignatedField) {
			return place + "." + d.FirstChild().Text(), nil
		}
		return "", nil
	}
	switch {
	case typ == nil:
	case typ.Kind == sema.Array:
		return fmt.Sprintf("%s[%d]", place, i), typ.Elem
	case typ.Kind == sema.RecordKind && typ.Record != nil && len(typ.Record.Bases) == 0 && len(typ.Record.MethodsNamed(typ.Record.Name)) == 0:
		if fields := typ.Record.Fields; i < len(fields) && fields[i].Name != "" {
			return place + "." + fields[i].Name, fields[i].Type
		}
	case count == 1 && (typ.Arithmetic() || typ.Kind == sema.Pointer):
		return place, nil
	}
	return "", nil
}

// construct is new T(args): memory that the function has.
func (a *analysis) construct(n ast.Node, st *state) []result {
	results := []result{{st, value{}}}
	for c := range n.Child(ast.FieldArguments).Children() {
		var next []result
		for _, r := range results {
			for _, s := range a.eval(c, r.st) {
				a.hand(s.st, s.v)
				next = append(next, s)
			}
		}
		results = a.join(next)
	}
	array := n.ChildOf(ast.NewDeclarator).Valid()
	for i, r := range results {
		place := fmt.Sprintf("h%d'", a.f.number(n))
		r.st.moved(place)
		results[i].v = value{pointer: &pointer{to: place, array: array}}
	}
	return results
}

func (a *analysis) memberInitializer(n ast.Node, st *state) []result {
	name := n.FirstChild().Text()
	results := []result{{st, value{}}}
	list := n.ChildOf(ast.ArgumentList, ast.InitializerList)
	for c := range list.Children() {
		var next []result
		for _, r := range results {
			next = append(next, a.eval(c, r.st)...)
		}
		results = a.join(next)
	}
	for i, r := range results {
		v := r.v
		if list.ChildCount() != 1 {
			v = value{}
		}
		a.write(r.st, "this'."+name, v, n)
		results[i].v = value{}
	}
	return results
}
