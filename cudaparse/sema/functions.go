package sema

import (
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// The queries below return functions in a fixed order: by file in the order of Unit.Files, then
// by position in the file. A query makes the member functions of a class only if the class may
// contain one that it asks for.

// functions returns the functions that are of no class, and those of the classes that may
// matter.
func (u *Unit) functions(may func(*class) bool) []*Function {
	return u.functionsOf(filtered(u.classes, may))
}

// functionsOf returns the functions that are of no class, and those of some classes.
func (u *Unit) functionsOf(classes []*class) []*Function {
	var members []*Function
	for _, c := range classes {
		members = append(members, u.open(c).functions...)
	}
	if len(members) == 0 {
		return u.free[:len(u.free):len(u.free)]
	}
	sortByPlace(u, members)
	return u.merge(u.free, members)
}

// merge returns two lists in the order of sortByPlace as one. It looks at few functions of the
// first list, which is the longer one.
func (u *Unit) merge(long, short []*Function) []*Function {
	out := make([]*Function, 0, len(long)+len(short))
	for _, f := range short {
		at := sort.Search(len(long), func(i int) bool { return before(u, f.Node, long[i].Node) })
		out = append(append(out, long[:at]...), f)
		long = long[at:]
	}
	return append(out, long...)
}

// Functions returns all functions of the unit and of the files it includes. It is expensive,
// as it makes the members of every class; prefer the queries below.
func (u *Unit) Functions() []*Function { return u.functions(func(*class) bool { return true }) }

// FreeFunctions returns the functions that are not members of any class of the unit. The
// caller must not change the list.
func (u *Unit) FreeFunctions() []*Function { return u.free }

// FunctionsNamed returns the functions of a name.
func (u *Unit) FunctionsNamed(name string) []*Function {
	free := u.freeNamed(name)
	var out []*Function
	for _, c := range u.naming(name) {
		out = append(out, filtered(u.open(c).functions, func(f *Function) bool { return f.Name == name })...)
	}
	if len(out) == 0 {
		return free[:len(free):len(free)]
	}
	out = slices.Concat(free, out)
	sortByPlace(u, out)
	return out
}

// freeNamed returns the functions of a name that are of no class.
func (u *Unit) freeNamed(name string) []*Function {
	u.freeOnce.Do(func() {
		u.freeByName = map[string][]*Function{}
		for _, f := range u.free {
			u.freeByName[f.Name] = append(u.freeByName[f.Name], f)
		}
	})
	return u.freeByName[name]
}

// MayNameFunction reports whether the unit may have functions of a name: FunctionsNamed may
// find none after all.
func (u *Unit) MayNameFunction(name string) bool {
	return len(u.freeNamed(name)) > 0 || len(u.naming(name)) > 0
}

// FunctionsIn returns the functions that are defined, or declared without a definition, in
// the files that are wanted.
func (u *Unit) FunctionsIn(wanted func(*ast.File) bool) []*Function {
	in := func(n ast.Node) bool { return wanted(n.Origin().File()) }
	return filtered(u.FunctionsAmong(in), func(f *Function) bool { return in(f.Node) })
}

// FunctionsAmong returns the functions that are of no class, and those of the classes that
// may matter: may is asked about each class at file or namespace scope, and about the
// definitions of members outside of it, until it holds for one.
func (u *Unit) FunctionsAmong(may func(ast.Node) bool) []*Function {
	return u.functions(func(c *class) bool { return c.some(may) })
}

// FunctionsDeclared returns the functions without a body in sight.
func (u *Unit) FunctionsDeclared() []*Function {
	return filtered(u.functions(func(c *class) bool { return c.summary.MayDeclare || c.summary.TooDeep }), func(f *Function) bool { return !f.Body.Valid() })
}

// DeclaredNames yields the names of the functions of the unit, and of the static data
// members of classes; defined is set for those that the unit defines. Names can come more
// than once.
func (u *Unit) DeclaredNames(yield func(name string, defined bool)) {
	of := func(functions []*Function) {
		for _, f := range functions {
			yield(f.Name, f.Body.Valid())
		}
	}
	of(u.free)
	for _, c := range u.classes {
		if c.summarized() {
			for _, d := range c.summary.Declared {
				yield(d.Name, d.Function == nil || d.Function.Body.Valid())
			}
			continue
		}
		of(u.open(c).functions)
		for _, r := range c.records {
			for name, v := range MembersOf(r).Statics {
				yield(name, v.Qualifiers&ast.Extern == 0 || v.Init.Valid())
			}
		}
	}
}

// AnyFunction reports whether some function of the unit fits.
func (u *Unit) AnyFunction(fits func(*Function) bool) bool {
	return slices.ContainsFunc(u.free, fits) || slices.ContainsFunc(u.classes, func(c *class) bool { return slices.ContainsFunc(u.open(c).functions, fits) })
}

// NamesFunction reports whether the unit has a function of a name.
func (u *Unit) NamesFunction(name string) bool {
	return len(u.freeNamed(name)) > 0 || slices.ContainsFunc(u.naming(name), func(c *class) bool {
		return slices.ContainsFunc(u.open(c).functions, func(f *Function) bool { return f.Name == name })
	})
}

// methodParams returns the parameters of each member function with a name, of all classes.
func (u *Unit) methodParams(name string) (out [][]decl.Param) {
	if known, ok := u.methods.Load(name); ok {
		return known.([][]decl.Param)
	}
	for _, c := range u.naming(name) {
		if !c.summarized() {
			for _, r := range u.open(c).records {
				for _, f := range MembersOf(r).Methods[name] {
					out = append(out, f.Params)
				}
			}
			continue
		}
		for _, d := range c.summary.Declared {
			if d.Name == name && d.Function != nil {
				out = append(out, d.Function.Params)
			}
		}
	}
	u.methods.Store(name, out)
	return out
}

// Records returns the classes that have a part in the files that are wanted.
func (u *Unit) Records(wanted func(*ast.File) bool) []*Record {
	in := func(n ast.Node) bool { return wanted(n.Origin().File()) }
	return u.recordsOf(filtered(u.classes, func(c *class) bool { return c.some(in) }))
}

// RecordsNamed returns the classes of a name.
func (u *Unit) RecordsNamed(name string) []*Record {
	return filtered(u.recordsOf(u.called(name)), func(r *Record) bool { return r.Name == name })
}

func (u *Unit) recordsOf(classes []*class) (out []*Record) {
	for _, c := range classes {
		out = append(out, u.open(c).records...)
	}
	return out
}

// StaticsNamed returns the static data members of a name.
func (u *Unit) StaticsNamed(name string) (out []*Variable) {
	for _, r := range u.recordsOf(u.holding(name)) {
		if v := MembersOf(r).Statics[name]; v != nil {
			out = append(out, v)
		}
	}
	return out
}

// StaticDeclaredBy returns the static data member whose name a node is, nil for none.
func (u *Unit) StaticDeclaredBy(name ast.Node) *Variable {
	for _, v := range u.StaticsNamed(name.Text()) {
		if v.Node == name {
			return v
		}
	}
	return nil
}

func filtered[T any](list []T, fits func(T) bool) []T {
	var out []T
	for _, x := range list {
		if fits(x) {
			out = append(out, x)
		}
	}
	return out
}

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
