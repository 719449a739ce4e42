package sema

import (
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A definition is a function with a body outside of classes: one that is of no class, or of
// a class that is opened when it is asked for.
type definition struct {
	body ast.Node
	fn   *Function
	of   *class
}

// function returns the function of a definition, nil where it is not among those of the
// unit.
func (d *definition) function(u *Unit) *Function {
	if d.of == nil {
		return d.fn
	}
	for _, f := range slices.Backward(u.open(d.of).functions) {
		if f.Body == d.body {
			return f
		}
	}
	return nil
}

// indexDefinitions makes the functions outside of classes findable by place.
func (b *builder) indexDefinitions() {
	u := b.u
	u.definitions = map[*ast.File][]definition{}
	add := func(d definition) {
		if d.body.Valid() {
			u.definitions[d.body.File()] = append(u.definitions[d.body.File()], d)
		}
	}
	for _, f := range u.free {
		add(definition{body: f.Body, fn: f})
	}
	for i := range b.pending {
		if p := &b.pending[i]; p.of != nil && p.fn != nil {
			add(definition{body: p.fn.Body, of: p.of})
		}
	}
	for _, list := range u.definitions {
		slices.SortStableFunc(list, func(a, b definition) int { return a.body.Index() - b.body.Index() })
	}
}

// FunctionAt returns the function whose body holds a node, nil for none.
func (u *Unit) FunctionAt(n ast.Node) *Function {
	n = n.Origin()
	index := n.Index()
	if c := u.classAround(n); c != nil {
		list := u.open(c).inside
		i := sort.Search(len(list), func(i int) bool { return list[i].Body.Index() > index })
		for i--; i >= 0; i-- {
			if index < list[i].Body.End() {
				return list[i]
			}
		}
	}
	// The last function that starts at or before the node, or one around it.
	list := u.definitions[n.File()]
	i := sort.Search(len(list), func(i int) bool { return list[i].body.Index() > index })
	for i--; i >= 0; i-- {
		if index < list[i].body.End() {
			if f := list[i].function(u); f != nil {
				return f
			}
			continue
		}
		if list[i].body.Parent().Parent().Index() == 0 {
			break // nothing before it can reach further
		}
	}
	return nil
}

// FunctionDefinedBy returns the function that a function definition defines, nil for none.
func (u *Unit) FunctionDefinedBy(n ast.Node) *Function {
	body := n.Child(ast.FieldBody)
	if !body.Valid() {
		body = n.ChildOf(ast.TryStatement).Child(ast.FieldBody)
	}
	if f := u.FunctionAt(body); f != nil && f.Node == n {
		return f
	}
	return nil
}

// MethodDeclaredBy returns the member function that a node defines or declares, nil for none.
func (u *Unit) MethodDeclaredBy(n ast.Node) *Function {
	var c *class
	if c = u.classAround(n); c == nil {
		list := u.definitions[n.File()]
		i := sort.Search(len(list), func(i int) bool { return list[i].body.Index() >= n.Index() })
		if i == len(list) || list[i].body.Index() >= n.End() || list[i].of == nil {
			return nil
		}
		c = list[i].of
	}
	if i := slices.IndexFunc(u.open(c).functions, func(f *Function) bool { return f.Node == n }); i >= 0 {
		return c.functions[i]
	}
	return nil
}
