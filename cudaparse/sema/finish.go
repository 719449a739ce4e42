package sema

import (
	"cmp"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// finish computes what the items say: classes, types, launches.
func (b *builder) finish() {
	u := b.u
	b.ensure()
	b.attach()
	u.declared = true
	u.order = map[*ast.File]int{}
	for i, f := range u.Files {
		u.order[f] = i
	}
	b.indexClasses()
	for _, v := range u.Variables {
		b.ensure()
		if v.Record != nil && v.Space != NoSpace {
			b.e.ready(v.Record)
		}
		if v.Record == nil || v.Record.state.Load() == recordDone {
			b.e.typeVariable(v)
		}
	}
	for _, f := range u.free {
		b.ensure()
		b.specialization(f)
	}
	for _, c := range u.classes {
		for _, f := range c.functions { // of those that are open
			b.ensure()
			b.specialization(f)
		}
	}
	sortByPlace(u, u.free)
	b.indexDefinitions()
	b.pending = nil
	if len(b.launches) > 0 {
		u.findWritten()
	}
	u.launches = b.launches
}

// sortByPlace sorts functions in the order of before.
func sortByPlace(u *Unit, functions []*Function) {
	type placed struct {
		file, start int
		f           *Function
	}
	list := make([]placed, len(functions))
	for i, f := range functions {
		n := f.Node.Origin()
		list[i] = placed{u.order[n.File()], n.Span().Start, f}
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Or(a.file-b.file, a.start-b.start) })
	for i := range list {
		functions[i] = list[i].f
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// before orders nodes as the unit reads them, roughly: by file, then place.
func before(u *Unit, a, c ast.Node) bool {
	a, c = a.Origin(), c.Origin()
	if a.File() != c.File() {
		return u.order[a.File()] < u.order[c.File()]
	}
	return a.Span().Start < c.Span().Start
}

// typeVariable finds the type of a variable that has none yet. The lock is held.
func (e *eval) typeVariable(v *Variable) {
	if v.Type != unknownType || !v.Declaration.Valid() {
		return
	}
	n := v.Declaration
	base := e.typeOf(v.Scope, n.Child(ast.FieldType)).With(n.Qualifiers())
	if v.Qualifiers&ast.Constexpr != 0 {
		base = base.With(ast.Const)
	}
	t := base
	if !v.declarator.FunctionDeclarator().Valid() {
		_, t = e.declare(v.Scope, base, v.declarator)
		t = e.initialized(v.Scope, t, v.Init)
	}
	v.Type = t
	if t.Kind == Builtin && v.Space == NoSpace {
		switch t.Name {
		case "texture":
			v.Space = TextureSpace
		case "surface":
			v.Space = SurfaceSpace
		}
	}
}

// specialization evaluates the arguments of an explicit specialisation.
func (b *builder) specialization(f *Function) {
	if !f.special {
		return
	}
	name := f.declarator.Child(ast.FieldDeclarator)
	for name.Kind() == ast.QualifiedIdentifier {
		next := ast.Node{}
		for c := range name.ChildrenWith(ast.FieldName) {
			next = c
		}
		name = next
	}
	if name.Kind() == ast.TemplateFunction {
		f.Specialization = b.e.templateArgs(f.Scope, name.Child(ast.FieldArguments))
	}
	if len(f.Specialization) > 0 || f.Record != nil {
		return
	}
	// template<> void k(int *): the arguments follow from the parameters.
	sp := b.u.spaces[f.Namespace]
	if sp == nil {
		return
	}
	var types []*Type
	for _, p := range f.Params {
		types = append(types, b.e.paramType(f.Scope, p))
	}
	for _, g := range sp.functions[f.Name] {
		if g.special || len(g.TemplateParams) == 0 {
			continue
		}
		if bind, ok := b.e.deduce(g, nil, types); ok {
			for _, p := range g.TemplateParams {
				f.Specialization = append(f.Specialization, bind.Args[p.Name])
			}
			return
		}
	}
}
