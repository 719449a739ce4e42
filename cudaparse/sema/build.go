package sema

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/load"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A builder fills a unit from the indexes of its files, in the order of a
// preprocessor.
type builder struct {
	u        *Unit
	ctx      context.Context
	loader   load.Loader
	loaded   map[*preproc.File]bool
	launches []launchPlace
	pending  []pendingMember
	calls    int  // macro calls at file scope that were expanded
	certain  bool // what is read now is read whatever macros out of sight are
	e        *eval
}

// A launchPlace is a call that may start a kernel.
type launchPlace struct {
	node ast.Node
	sp   *space
}

// enterFile adds what a file declares.
func (b *builder) enterFile(pf *preproc.File, ix *decl.File) {
	b.u.Files = append(b.u.Files, ix.Tree)
	b.u.indexes = append(b.u.indexes, ix)
	b.u.Macros.Add(ix.Tree, pf)
	b.items(pf, ix, "", pf.Likely, pf.Depth)
}

// load adds what an included file declares, unless that is done.
func (b *builder) load(pf *preproc.File) {
	if b.loaded[pf] || b.ctx.Err() != nil {
		return
	}
	b.loaded[pf] = true
	if ix := b.loader.Included(pf); ix != nil {
		b.enterFile(pf, ix)
	}
}

// items adds what a file, or an expansion with pf nil, declares in a namespace.
func (b *builder) items(pf *preproc.File, ix *decl.File, namespace string, likely bool, depth int) {
	unconditional := &preproc.ArmState{Taken: preproc.True, Likely: likely, Certain: b.certain}
	if pf != nil {
		unconditional = pf.Unconditional()
	}
	states := make([]*preproc.ArmState, len(ix.Arms))
	states[0] = unconditional
	spaces := make([]*space, len(ix.Namespaces)) // each is opened by its first item
	certain := b.certain
	defer func() { b.certain = certain }()
	for i := range ix.Items {
		if i%1024 == 0 && b.ctx.Err() != nil {
			return
		}
		it := &ix.Items[i]
		st := armState(pf, ix, states, it.Arm)
		if st.Taken == preproc.False {
			continue
		}
		b.certain = st.Certain
		if spaces[it.Namespace] == nil {
			spaces[it.Namespace] = b.u.space(decl.Inside(namespace, ix.Namespaces[it.Namespace]))
		}
		b.item(pf, spaces[it.Namespace], it, st.Likely, depth)
	}
}

// armState returns the state of arm i of a file's index.
func armState(pf *preproc.File, ix *decl.File, states []*preproc.ArmState, i int32) *preproc.ArmState {
	if states[i] == nil {
		if states[i] = pf.Arm(ix.Arms[i].Node.Span().Start); states[i] == nil {
			states[i] = armState(pf, ix, states, ix.Arms[i].Outer)
		}
	}
	return states[i]
}

func (b *builder) item(pf *preproc.File, sp *space, it *decl.Item, likely bool, depth int) {
	u := b.u
	switch it.Kind {
	case decl.IncludeItem:
		if in := pf.IncludeAt(it.Node.Span().Start); in != nil && in.File != nil {
			b.load(in.File)
		}
	case decl.NamespaceItem:
		if it.Node.Qualifiers()&ast.Inline != 0 {
			outer := u.space("")
			if p, _ := splitPath(sp.path); p != "" {
				outer = u.space(p)
			}
			outer.use(sp)
		}
	case decl.NamespaceAliasItem:
		b.spaceAlias(sp, it.Node)
	case decl.UsingItem:
		b.using(sp, it.Node)
	case decl.TypeItem:
		b.typ(sp, it, likely)
	case decl.TypedefItem:
		b.typedef(sp, it, likely)
	case decl.FunctionItem:
		b.function(sp, it, it.Node.Child(ast.FieldDeclarator), likely)
	case decl.DeclarationItem:
		b.declaration(sp, it, likely)
	case decl.LaunchItem:
		b.launches = append(b.launches, launchPlace{it.Node, sp})
	case decl.CallItem:
		b.call(sp, it, likely, depth)
	}
}

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
		if v.Record == nil || v.Record.Done() {
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
	if v.Type != types.Unknown || !v.Declaration.Valid() {
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
