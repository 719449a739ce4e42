package sema

import (
	"context"
	"sort"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A builder fills a unit from the indexes of its files, in the order of a
// preprocessor.
type builder struct {
	u        *Unit
	ctx      context.Context
	included map[string]bool
	launches []pendingLaunch
	records  []*typeDecl
	pending  []pendingMember
	calls    int // macro calls at file scope that were expanded
	e        *eval
}

// A pendingLaunch is a call that may start a kernel.
type pendingLaunch struct {
	node ast.Node
	sp   *space
}

// A pendingMember is a definition outside of its class that comes before the
// class is known.
type pendingMember struct {
	sp    *space
	names []string
	m     member
	fn    *Function
}

// An armState says whether an arm of a conditional is read.
type armState struct {
	done   bool
	cond   Truth // of the arm itself
	before Truth // an arm before it is taken
	taken  Truth // it is read, the conditionals around it included
	// The same if macros out of sight are taken not to be defined.
	likelyCond, likelyBefore, likely bool
}

func and(a, b Truth) Truth {
	switch {
	case a == False || b == False:
		return False
	case a == True && b == True:
		return True
	}
	return Undecided
}

func or(a, b Truth) Truth { return and(a.not(), b.not()).not() }

// arm decides arm i of a file with the macros known so far.
func (b *builder) arm(ix *fileIndex, states []armState, i int32, likely bool) *armState {
	st := &states[i]
	if st.done {
		return st
	}
	st.done = true
	if i == 0 {
		*st = armState{done: true, cond: True, before: False, taken: True, likelyCond: true, likely: likely}
		return st
	}
	a := ix.arms[i]
	outer := b.arm(ix, states, a.outer, likely)
	st.before = False
	if a.prev != 0 {
		p := b.arm(ix, states, a.prev, likely)
		st.before, st.likelyBefore = or(p.before, p.cond), p.likelyBefore || p.likelyCond
	}
	st.cond, st.likelyCond = True, true
	if a.node.Kind() != ast.PreprocElse {
		if outer.taken == False || st.before == True {
			st.cond, st.likelyCond = False, false
		} else {
			st.cond, st.likelyCond = b.decide(a.node)
		}
	}
	st.taken = and(outer.taken, and(st.before.not(), st.cond))
	st.likely = outer.likely && !st.likelyBefore && st.likelyCond
	return st
}

// decide evaluates a condition for both sides of the compiler: what differs
// between them stays undecided.
func (b *builder) decide(n ast.Node) (t Truth, likely bool) {
	device := (&conditioner{u: b.u, device: true}).decide(n)
	host := (&conditioner{u: b.u}).decide(n)
	t = device
	if device != host {
		t = Undecided
	}
	if t != Undecided {
		return t, t == True
	}
	return t, (&conditioner{u: b.u, device: true, assume: true}).decide(n) == True
}

// load enters the items of a file.
func (b *builder) load(ix *fileIndex, likely bool, depth int) {
	if !ix.file.Expansion.Valid() {
		b.u.Files = append(b.u.Files, ix.file)
		b.u.macros.mark(ix.file, 0)
	}
	states := make([]armState, len(ix.arms))
	for i := range ix.items {
		if i%1024 == 0 && b.ctx.Err() != nil {
			return
		}
		it := &ix.items[i]
		st := b.arm(ix, states, it.arm, likely)
		if st.taken == False {
			continue
		}
		b.item(ix, it, st.likely, depth)
	}
}

func (b *builder) item(ix *fileIndex, it *item, likely bool, depth int) {
	u := b.u
	sp := u.space(ix.spaces[it.space])
	switch it.kind {
	case itemDefine:
		if b.inactive(it) {
			return
		}
		m := macroOf(it.node)
		if !likely && u.macros.now(m.Name) != nil {
			return
		}
		u.macros.add(m.Name, m, ix.file, it.node.Span().End)
		if m.open() {
			u.openMacros[m.Name] = true
		}
	case itemUndef:
		if likely && !b.inactive(it) {
			u.macros.add(strings.TrimSpace(it.node.Child(ast.FieldArgument).Text()), nil, ix.file, it.node.Span().End)
		}
	case itemInclude:
		b.include(it.node, likely, depth)
		u.macros.mark(ix.file, it.node.Span().End)
	case itemSpace:
		if it.node.Qualifiers()&ast.Inline != 0 {
			outer := u.space("")
			if p, _ := splitPath(sp.path); p != "" {
				outer = u.space(p)
			}
			outer.use(sp)
		}
	case itemSpaceAlias:
		b.spaceAlias(sp, it.node)
	case itemUsing:
		b.using(sp, it.node)
	case itemType:
		b.typ(sp, it, likely)
	case itemTypedef:
		b.typedef(sp, it, likely)
	case itemFunction:
		b.function(sp, it, it.node.Child(ast.FieldDeclarator), likely)
	case itemDeclaration:
		b.declaration(sp, it, likely)
	case itemLaunch:
		b.launches = append(b.launches, pendingLaunch{it.node, sp})
	case itemCall:
		b.call(sp, it, likely, depth)
	}
}

// inactive reports whether a directive inside a function stands in a
// conditional arm that is not read.
func (b *builder) inactive(it *item) bool {
	if !it.inside.Valid() {
		return false // its arm has been decided
	}
	for p := it.node; ; {
		child := p
		p = p.Parent()
		switch p.Kind() {
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
			t, _ := b.decide(p)
			if t == False && child.Field() != ast.FieldAlternative || t == True && child.Field() == ast.FieldAlternative {
				return true
			}
		}
		if p == it.inside || !p.Valid() {
			return false
		}
	}
}

func (sp *space) use(other *space) {
	for _, s := range sp.using {
		if s == other {
			return
		}
	}
	sp.using = append(sp.using, other)
}

// resolveSpace finds a namespace by its path as written inside another.
func (b *builder) resolveSpace(sp *space, path string) *space {
	path = strings.Join(strings.Fields(path), "")
	if rest, ok := strings.CutPrefix(path, "::"); ok {
		sp, path = b.u.spaces[""], rest
	}
	for cur := sp; ; {
		found := cur
		for _, part := range strings.Split(path, "::") {
			if found = found.spaces[part]; found == nil {
				break
			}
		}
		if found != nil {
			return found
		}
		if cur.path == "" {
			return nil
		}
		outer, _ := splitPath(cur.path)
		cur = b.u.space(outer)
	}
}

func (b *builder) spaceAlias(sp *space, n ast.Node) {
	name := n.Child(ast.FieldName)
	target := name.Next()
	if found := b.resolveSpace(sp, target.Text()); found != nil {
		sp.spaces[name.Text()] = found
		return
	}
	sp.aliases[name.Text()] = target
}

func (b *builder) using(sp *space, n ast.Node) {
	target := n.FirstChild()
	head := strings.TrimPrefix(n.Text(), "using")
	if strings.HasPrefix(strings.TrimSpace(head), "namespace") {
		if found := b.resolveSpace(sp, target.Text()); found != nil {
			sp.use(found)
		}
		return
	}
	if target.Kind() == ast.QualifiedIdentifier {
		sp.imported[lastName(target)] = target
	}
}

// typ enters a class or enumeration.
func (b *builder) typ(sp *space, it *item, likely bool) {
	n := it.node
	name := n.Child(ast.FieldName)
	body := n.Child(ast.FieldBody).Valid()
	d := &typeDecl{name: name.Text(), node: n, scope: sp.scope, template: it.template, likely: likely}
	if it.template.Valid() {
		d.params = templateParams(it.template)
		if len(d.params) > 0 {
			d.scope = sp.scope.With(unbound(d.params))
		}
	}
	if n.Kind() == ast.EnumSpecifier {
		if !body {
			return
		}
		for i, en := range enumeratorNodes(n) {
			en := en.Child(ast.FieldName).Text()
			if old := sp.enumerators[en]; old == nil || likely {
				sp.enumerators[en] = &enumerator{d, i}
			}
		}
		if d.name == "" {
			return
		}
	}
	switch name.Kind() {
	case ast.TemplateType:
		d.name = name.Child(ast.FieldName).Text()
		d.args = name.Child(ast.FieldArguments)
		d.scope = sp.scope
		if len(d.params) > 0 {
			d.scope = sp.scope.With(unbound(d.params))
		}
		if primary := sp.types[d.name]; primary != nil {
			primary.special = append(primary.special, d)
		}
		b.record(d, body)
		return
	case ast.QualifiedIdentifier: // struct A::B { }
		names := strings.Split(strings.Join(strings.Fields(name.Text()), ""), "::")
		d.name = names[len(names)-1]
		if owner := b.resolveSpace(sp, strings.Join(names[:len(names)-1], "::")); owner != nil {
			sp = owner
			d.scope = owner.scope
		}
	}
	if d.name != "" {
		old := sp.types[d.name]
		switch {
		case old == nil || !old.node.Child(ast.FieldBody).Valid() && old.isRecord():
			if old != nil {
				d.members, d.special = old.members, old.special
				inheritDefaults(d, old)
			}
			sp.types[d.name] = d
		case !body && old.isRecord():
			return
		case !old.isRecord() && old.node.Kind() != ast.EnumSpecifier && body:
			// typedef struct S S; struct S { }
			sp.types[d.name] = d
		case body && likely:
			d.members, d.special = old.members, old.special
			sp.types[d.name] = d
		}
	}
	b.record(d, body)
}

func inheritDefaults(d, old *typeDecl) {
	for i := range d.params {
		if i < len(old.params) && !d.params[i].Default.Valid() {
			d.params[i].Default = old.params[i].Default
		}
	}
}

// record notes a class with a body to be completed at the end.
func (b *builder) record(d *typeDecl, body bool) {
	if body && d.isRecord() {
		b.records = append(b.records, d)
	}
}

func (b *builder) typedef(sp *space, it *item, likely bool) {
	n := it.node
	add := func(d *typeDecl) {
		d.scope, d.template, d.likely = sp.scope, it.template, likely
		if it.template.Valid() {
			d.params = templateParams(it.template)
		}
		old := sp.types[d.name]
		if old != nil && old.isRecord() && (old.node.Child(ast.FieldBody).Valid() || n.Child(ast.FieldType).Is(ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier)) {
			return // typedef struct S S
		}
		if old != nil && old.node.Kind() == ast.EnumSpecifier || old != nil && old.likely && !likely {
			return
		}
		sp.types[d.name] = d
	}
	if n.Kind() == ast.AliasDeclaration {
		add(&typeDecl{name: n.Child(ast.FieldName).Text(), node: n})
		return
	}
	spec := n.Child(ast.FieldType)
	if spec.Child(ast.FieldBody).Valid() && spec.Is(ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier) && !spec.Child(ast.FieldName).Valid() {
		// The class has no name of its own: the typedef's serves.
		name := ""
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			if d.Kind() == ast.TypeIdentifier && name == "" {
				name = d.Text()
			}
		}
		if name != "" && sp.types[name] == nil || name != "" && likely {
			d := &typeDecl{name: name, node: spec, scope: sp.scope, likely: likely}
			if old := sp.types[name]; old != nil {
				d.members = old.members
			}
			sp.types[name] = d
			b.records = append(b.records, d)
		}
	}
	for d := range n.ChildrenWith(ast.FieldDeclarator) {
		add(&typeDecl{name: declaredName(d).Text(), node: n, declarator: d})
	}
}

// function enters a function defined or declared by node with a declarator.
func (b *builder) function(sp *space, it *item, declarator ast.Node, likely bool) {
	fd := functionDeclarator(declarator)
	if !fd.Valid() {
		return
	}
	name := fd.Child(ast.FieldDeclarator)
	if fd.Kind() != ast.OperatorCast && declaredName(name).Kind() == ast.QualifiedIdentifier {
		b.outside(sp, it, declarator, declaredName(name), likely)
		return
	}
	if name.Kind() == ast.QualifiedIdentifier {
		b.outside(sp, it, declarator, name, likely)
		return
	}
	f := newFunction(sp.scope, it.node, fd, it.template)
	f.Namespace = sp.path
	f.unlikely = !likely
	if f.Name == "" {
		return
	}
	b.enter(sp, f)
}

// enter adds a function to a namespace, merged with its declarations.
func (b *builder) enter(sp *space, f *Function) {
	list := sp.functions[f.Name]
	for i, old := range list {
		if !sameParams(old, f) {
			continue
		}
		switch {
		case !f.Body.Valid():
			old.Qualifiers |= f.Qualifiers & (ast.Global | ast.Device | ast.Host | ast.Static)
			for k := range f.Params {
				if !old.Params[k].Default.Valid() {
					old.Params[k].Default = f.Params[k].Default
				}
			}
			if old.LaunchBounds == nil {
				old.LaunchBounds = f.LaunchBounds
			}
		case !old.Body.Valid():
			old.define(f)
		default: // two definitions: arms of a conditional
			b.u.Functions = append(b.u.Functions, f)
			if old.unlikely && !f.unlikely {
				list[i] = f
			}
		}
		return
	}
	sp.functions[f.Name] = append(list, f)
	b.u.Functions = append(b.u.Functions, f)
}

// outside enters the definition of a member outside of its class, or of a
// function outside of its namespace.
func (b *builder) outside(sp *space, it *item, declarator, name ast.Node, likely bool) {
	var names []string
	for n := name; n.Valid(); {
		if n.Kind() == ast.QualifiedIdentifier {
			if scope := n.Child(ast.FieldScope); scope.Valid() {
				names = append(names, strings.Split(strings.Join(strings.Fields(scopeText(scope)), ""), "::")...)
			}
			next := ast.Node{}
			for c := range n.ChildrenWith(ast.FieldName) {
				next = c
			}
			n = next
			continue
		}
		names = append(names, lastName(n))
		break
	}
	m := member{name: names[len(names)-1], node: it.node, decl: declarator, template: it.template}
	p := pendingMember{sp: sp, names: names, m: m}
	if fd := functionDeclarator(declarator); fd.Valid() {
		p.fn = newFunction(sp.scope, it.node, fd, it.template)
		p.fn.Name, p.fn.unlikely = m.name, !likely
	}
	b.pending = append(b.pending, p)
}

func scopeText(n ast.Node) string {
	if n.Is(ast.TemplateType, ast.TemplateFunction) {
		return n.Child(ast.FieldName).Text()
	}
	return n.Text()
}

// attach gives members defined outside to their classes.
func (b *builder) attach() {
	for _, p := range b.pending {
		qualifier := p.names[:len(p.names)-1]
		done := false
		for sp := p.sp; !done; {
			cur := sp
			for i, part := range qualifier {
				if sub := cur.spaces[part]; sub != nil {
					cur = sub
					if i == len(qualifier)-1 && p.fn != nil { // a function of a namespace
						p.fn.Namespace = cur.path
						p.fn.Scope = rescope(p.fn.Scope, p.sp.scope, cur.scope)
						b.enter(cur, p.fn)
						done = true
					}
					continue
				}
				if d := cur.types[part]; d != nil && d.isRecord() {
					m := p.m
					m.name = strings.Join(p.names[i+1:], "::")
					if args := specialArgs(p.m.decl); args != "" && len(d.special) > 0 {
						for _, sp := range d.special {
							if strings.Join(strings.Fields(sp.args.Text()), "") == args {
								d = sp
							}
						}
					}
					d.members = append(d.members, m)
					done = true
				}
				break
			}
			if sp.path == "" {
				break
			}
			outer, _ := splitPath(sp.path)
			sp = b.u.space(outer)
		}
		if !done && p.fn != nil { // its class is out of sight
			p.fn.Namespace = join(p.sp.path, strings.Join(qualifier, "::"))
			b.u.Functions = append(b.u.Functions, p.fn)
		}
	}
}

// specialArgs spells the template arguments of the class in the declarator of a
// member.
func specialArgs(decl ast.Node) string {
	name := declaredName(decl)
	if f := functionDeclarator(decl); f.Valid() {
		name = f.Child(ast.FieldDeclarator)
	}
	if scope := name.Child(ast.FieldScope); scope.Kind() == ast.TemplateType {
		return strings.Join(strings.Fields(scope.Child(ast.FieldArguments).Text()), "")
	}
	return ""
}

// rescope moves the innermost levels of a scope from one place to another.
func rescope(s, from, to *Scope) *Scope {
	if s == from || s == nil {
		return to
	}
	c := *s
	c.Outer = rescope(s.Outer, from, to)
	return &c
}

// declaration enters the variables and functions of a declaration.
func (b *builder) declaration(sp *space, it *item, likely bool) {
	n := it.node
	b.ensure()
	for c := n.FirstChild(); c.Valid(); c = c.Next() {
		if c.Field() != ast.FieldDeclarator {
			continue
		}
		if f := functionDeclarator(c); f.Valid() && !b.e.isVariable(sp.scope, n, f) {
			b.function(sp, it, c, likely)
			continue
		}
		name := declaredName(c)
		if name.Kind() == ast.QualifiedIdentifier {
			b.outside(sp, it, c, name, likely)
			continue
		}
		b.variable(sp, it, c, likely)
	}
}

func (b *builder) ensure() {
	if b.e == nil {
		b.e = &eval{u: b.u, locked: true}
	}
	b.e.depth, b.e.steps = 0, 0
}

// variable enters one variable of a namespace.
func (b *builder) variable(sp *space, it *item, declarator ast.Node, likely bool) {
	name := declaredName(declarator)
	if !name.Is(ast.Identifier) {
		return
	}
	v := &Variable{Name: name.Text(), Namespace: sp.path, Qualifiers: it.node.Qualifiers(), Node: name, Declaration: it.node,
		Scope: sp.scope, declarator: declarator, unlikely: !likely, Type: unknownType}
	v.Qualifiers |= b.u.macroQualifiers(it.node, declarator)
	if it.extern {
		v.Qualifiers |= ast.Extern
	}
	if it.template.Valid() {
		v.Scope = sp.scope.With(unbound(templateParams(it.template)))
	}
	v.Space = spaceOfQualifiers(v.Qualifiers)
	v.Init = initializer(declarator)
	if f := functionDeclarator(declarator); f.Valid() {
		v.Init = f.Child(ast.FieldParameters)
	}
	old := sp.variables[v.Name]
	if old == nil {
		sp.variables[v.Name] = v
		b.u.Variables = append(b.u.Variables, v)
		return
	}
	switch {
	case v.Qualifiers&ast.Extern != 0 && !v.Init.Valid(): // declared again
		old.Qualifiers |= v.Qualifiers &^ ast.Extern
		if old.Space == NoSpace {
			old.Space = v.Space
		}
	case old.Qualifiers&ast.Extern != 0 && !old.Init.Valid():
		q := old.Qualifiers &^ ast.Extern
		space := old.Space
		*old = *v
		old.Qualifiers |= q
		if old.Space == NoSpace {
			old.Space = space
		}
	default:
		b.u.Variables = append(b.u.Variables, v)
		if old.unlikely || likely && !v.unlikely && !old.Init.Valid() && v.Init.Valid() {
			sp.variables[v.Name] = v
		}
	}
}

// call expands a macro at file scope that declares something.
func (b *builder) call(sp *space, it *item, likely bool, depth int) {
	if b.calls > 500 || depth > 20 {
		return
	}
	m := b.u.macros.now(it.node.Child(ast.FieldFunction).Text())
	if m == nil || !m.FunctionLike || m.Body == "" {
		return
	}
	b.calls++
	n, ok := b.u.expandAs(it.node, inFile)
	if !ok {
		return
	}
	ix := indexFile(n.File())
	for i := range ix.spaces {
		ix.spaces[i] = join(sp.path, ix.spaces[i])
	}
	if sp.path != "" {
		ix.spaces[0] = sp.path
	}
	b.load(ix, likely, depth+1)
}

// finish computes what the items say: classes, types, launches.
func (b *builder) finish() {
	u := b.u
	b.ensure()
	b.attach()
	seen := map[*Record]bool{}
	for _, d := range b.records {
		b.ensure()
		t := b.e.bodyType(d, d.node, d.scope, d.owner)
		b.collect(t.Record, d, seen, 0)
	}
	for _, v := range u.Variables {
		b.ensure()
		b.typeVariable(v)
	}
	for _, f := range u.Functions {
		b.ensure()
		b.specialization(f)
	}
	u.order = map[*ast.File]int{}
	for i, f := range u.Files {
		u.order[f] = i
	}
	sort.SliceStable(u.Functions, func(i, j int) bool { return before(u, u.Functions[i].Node, u.Functions[j].Node) })
	u.byFile = map[*ast.File][]*Function{}
	for _, f := range u.Functions {
		if f.Body.Valid() {
			u.byFile[f.Body.File()] = append(u.byFile[f.Body.File()], f)
		}
	}
	if len(b.launches) > 0 {
		u.findWritten()
	}
	b.findLaunches()
}

// collect lists a class, its methods and the classes inside it.
func (b *builder) collect(r *Record, d *typeDecl, seen map[*Record]bool, depth int) {
	if r == nil || seen[r] || depth > 20 || r.self == nil {
		return
	}
	seen[r] = true
	r.TemplateParams = d.params
	b.u.Records = append(b.u.Records, r)
	for _, name := range sortedKeys(r.Methods) {
		b.u.Functions = append(b.u.Functions, r.Methods[name]...)
	}
	for _, name := range sortedKeys(r.Statics) {
		b.u.Variables = append(b.u.Variables, r.Statics[name])
	}
	for _, name := range sortedKeys(r.decls) {
		inner := r.decls[name]
		if !inner.isRecord() || !inner.node.Child(ast.FieldBody).Valid() {
			continue
		}
		t := b.e.bodyType(inner, inner.node, inner.scope, r)
		b.collect(t.Record, inner, seen, depth+1)
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

func (b *builder) typeVariable(v *Variable) {
	if v.Type != unknownType || !v.Declaration.Valid() {
		return
	}
	n := v.Declaration
	base := b.e.typeOf(v.Scope, n.Child(ast.FieldType)).With(n.Qualifiers())
	if v.Qualifiers&ast.Constexpr != 0 {
		base = base.With(ast.Const)
	}
	t := base
	if !functionDeclarator(v.declarator).Valid() {
		_, t = b.e.declare(v.Scope, base, v.declarator)
		t = b.e.initialized(v.Scope, t, v.Init)
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
