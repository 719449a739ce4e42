package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// newRecord makes an empty record for a class body; its members are looked up
// inside s.
func (e *eval) newRecord(d *typeDecl, n ast.Node, s *Scope) *Record {
	r := &Record{Node: n, Union: n.Kind() == ast.UnionSpecifier, Size: -1, Align: -1}
	r.Name = d.name
	if d.args.Valid() {
		r.Name = d.node.Child(ast.FieldName).Child(ast.FieldName).Text()
	}
	for sc := s; sc != nil; sc = sc.Outer {
		if sc.Record != nil {
			r.Namespace = decl.Join(sc.Record.Namespace, sc.Record.Name)
			break
		}
		if sc.space != nil {
			r.Namespace = sc.space.path
			break
		}
	}
	r.Self = &Type{Kind: RecordKind, Name: r.Name, Size: -1, Align: -1, Record: r}
	r.Members = &ClassMembers{record: r, decl: d, Scope: &Scope{Unit: e.u, Outer: s, Record: r}}
	return r
}

// put enters a value into a map, made when it is first needed: most classes of a program
// of templates leave most of theirs empty.
func put[V any](m *map[string]V, name string, value V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[name] = value
}

// completeRecord fills a record in: members first, then the layout. It leaves a
// record that is being completed further up alone.
func (e *eval) completeRecord(r *Record) {
	e.nameMembers(r)
	if !r.Pending() {
		return
	}
	e.nameAliases(r)
	r.Begin()
	e.u.busyRecords++
	defer func() {
		e.u.busyRecords--
		r.End()
	}()
	if !e.enter() {
		return
	}
	defer e.leave()
	scope := MembersOf(r).Scope
	if clause := r.Node.ChildOf(ast.BaseClassClause); clause.Valid() {
		for b := range clause.Children() {
			if b.Is(ast.TypeIdentifier, ast.QualifiedIdentifier, ast.TemplateType, ast.DependentType) {
				if t := e.typeOf(scope.Outer, b); t.Record == nil || !t.Record.Contains(r) {
					r.Bases = append(r.Bases, t)
				}
			}
		}
	}
	w := &fieldWalk{e: e, r: r, scope: scope}
	w.run(r.Node.Child(ast.FieldBody))
}

// nameMembers declares the members of a class other than its data members and aliases. It
// needs no types.
func (e *eval) nameMembers(r *Record) {
	if MembersOf(r).named.Load() {
		return
	}
	e.u.bodiesMu.Lock()
	defer e.u.bodiesMu.Unlock()
	e.nameHeld(r)
}

// nameHeld is nameMembers where bodiesMu is held.
func (e *eval) nameHeld(r *Record) {
	of := MembersOf(r)
	if of.named.Load() {
		return
	}
	m := &memberWalk{e: e, r: r, of: of, path: decl.Join(r.Namespace, r.Name)}
	m.enter(decl.MembersOf(r.Node))
	m.outside()
	r.Special = len(of.Methods[r.Name]) > 0 || len(of.Methods["~"+r.Name]) > 0 || len(of.Methods["="]) > 0
	if of.listed {
		of.nameInner()
	}
	of.named.Store(true)
}

// nameInner lists the classes inside a class.
func (m *ClassMembers) nameInner() {
	for _, name := range sortedKeys(m.decls) {
		if d := m.decls[name]; d.isRecord() && d.node.Child(ast.FieldBody).Valid() {
			m.inner = append(m.inner, d)
		}
	}
}

// nameAliases declares the aliases of a class, on first use: they are half the declarations
// of template headers, and most classes of a header are never looked into. The lock is
// held.
func (e *eval) nameAliases(r *Record) {
	of := MembersOf(r)
	if of.aliased {
		return
	}
	of.aliased = true
	m := &memberWalk{e: e, r: r, of: of, aliases: true}
	m.enter(decl.MembersOf(r.Node))
}

// A memberWalk declares members of a class: the aliases, or all others except data members.
type memberWalk struct {
	e       *eval
	r       *Record
	of      *ClassMembers // of r
	path    string        // of the class, "a::b"
	aliases bool
}

// arms yields the children of a body with those of the conditional arms that
// are to be read.
func (e *eval) armChildren(body ast.Node, f func(n ast.Node)) {
	for n := range body.Children() {
		switch n.Kind() {
		case ast.PreprocIf, ast.PreprocIfdef:
			e.armOf(n, f)
		default:
			f(n)
		}
	}
}

// armOf chooses one arm of a conditional: members of two would make a layout
// that no compiler sees.
func (e *eval) armOf(n ast.Node, f func(n ast.Node)) {
	for range 100 {
		taken := n.Kind() == ast.PreprocElse
		if !taken {
			_, taken = e.u.ConditionLikely(n, true)
		}
		if taken {
			for c := range n.Children() {
				if c.Field() == ast.FieldAlternative || c.Field() == ast.FieldCondition || c.Field() == ast.FieldName {
					continue
				}
				if c.Is(ast.PreprocIf, ast.PreprocIfdef) {
					e.armOf(c, f)
				} else {
					f(c)
				}
			}
			return
		}
		if n = n.Child(ast.FieldAlternative); !n.Valid() {
			return
		}
	}
}

// enter declares the members in a list.
func (m *memberWalk) enter(list []decl.Member) {
	for i := range list {
		switch it := &list[i]; {
		case it.Kind == decl.ConditionalMember:
			m.e.armOf(it.Node, func(n ast.Node) {
				m.enter(decl.MembersIn(n))
			})
		case m.aliases:
			m.alias(it)
		case it.Kind == decl.MethodMember:
			m.method(it)
		case it.Kind == decl.StaticMember:
			m.static(it)
		case it.Kind == decl.TypeMember:
			m.typ(it)
		}
	}
}

func (m *memberWalk) alias(it *decl.Member) {
	if it.Kind == decl.AliasMember || it.Kind == decl.TypedefMember && m.of.decls[it.Name] == nil {
		put(&m.of.decls, it.Name, m.decl(it))
	}
}

// decl returns the declaration of a member type.
func (m *memberWalk) decl(it *decl.Member) *typeDecl {
	d := &typeDecl{name: it.Name, node: it.Node, declarator: it.Declarator, scope: m.of.Scope, owner: m.r, template: it.Template}
	if it.Template.Valid() {
		d.params = decl.TemplateParams(it.Template)
	}
	return d
}

func (m *memberWalk) typ(it *decl.Member) {
	d := m.decl(it)
	if it.Special {
		d.args = it.Args
		if primary := m.of.decls[d.name]; primary != nil {
			primary.special = append(primary.special, d)
		}
		return
	}
	if m.of.decl != nil {
		prefix := d.name + "::"
		for _, mem := range m.of.decl.members {
			if len(mem.name) > len(prefix) && mem.name[:len(prefix)] == prefix {
				mem.name = mem.name[len(prefix):]
				d.members = append(d.members, mem)
			}
		}
	}
	if d.name != "" {
		put(&m.of.decls, d.name, d)
	}
	for i, name := range it.Enumerators {
		put(&m.of.enumerators, name, &enumerator{d, i})
	}
}

func (m *memberWalk) method(it *decl.Member) {
	f := newFunction(m.of.Scope, it.Node, it.Declarator, it.Template)
	f.Record = m.r
	f.Namespace = m.path
	put(&m.of.Methods, f.Name, append(m.of.Methods[f.Name], f))
	if f.Qualifiers&ast.Virtual != 0 {
		m.r.Virtual = true
	}
}

func (m *memberWalk) static(it *decl.Member) {
	n := it.Node
	v := &Variable{Name: it.Name, Namespace: m.path, Qualifiers: n.Qualifiers(), Node: it.Declarator.DeclaredName(), Declaration: n,
		Scope: m.of.Scope, Record: m.r, declarator: it.Declarator, Init: it.Init}
	v.Space = spaceOfQualifiers(v.Qualifiers)
	v.Type = types.Unknown
	put(&m.of.Statics, v.Name, v)
}

// outside merges the definitions that stand outside of the class.
func (m *memberWalk) outside() {
	if m.of.decl == nil {
		return
	}
	for _, mem := range m.of.decl.members {
		if inner, _, nested := strings.Cut(mem.name, "::"); nested && m.of.decls[inner] != nil {
			continue // it is of a class inside this one
		}
		f := mem.decl.FunctionDeclarator()
		if !f.Valid() {
			if v := m.of.Statics[mem.name]; v != nil && !v.Init.Valid() {
				v.Init = mem.decl.Initializer()
				v.declarator = mem.decl
				v.Node, v.Declaration = mem.decl.DeclaredName(), mem.node
				v.Qualifiers |= mem.node.Qualifiers()
				if s := spaceOfQualifiers(v.Qualifiers); s != NoSpace {
					v.Space = s
				}
			}
			continue
		}
		s, template := m.of.Scope, mem.template
		if template.Valid() && len(m.of.decl.params) > 0 {
			// The outer template's parameters are the class's, perhaps renamed.
			outer := template
			if up := template.Parent(); up.Kind() == ast.TemplateDeclaration {
				outer = up
			}
			s = renamed(s, m.r, decl.TemplateParams(outer))
			if outer == template {
				template = ast.Node{}
			}
		}
		def := newFunction(s, mem.node, f, template)
		def.Name = mem.name
		def.Record = m.r
		def.Namespace = m.path
		merged := false
		for _, old := range m.of.Methods[mem.name] {
			if !old.Body.Valid() && len(old.Params) == len(def.Params) && old.Const == def.Const && (sameParams(old, def) || onlyOne(m.of.Methods[mem.name], len(def.Params))) {
				old.define(def)
				merged = true
				break
			}
		}
		if !merged && len(m.of.Methods[mem.name]) == 0 {
			put(&m.of.Methods, mem.name, append(m.of.Methods[mem.name], def))
		}
	}
}

// onlyOne reports whether one function of the list takes so many parameters.
func onlyOne(list []*Function, params int) bool {
	n := 0
	for _, f := range list {
		if len(f.Params) == params {
			n++
		}
	}
	return n == 1
}

// renamed returns a scope inside s in which the parameters of an out-of-class
// definition mean those of the class.
func renamed(s *Scope, r *Record, params []decl.TemplateParam) *Scope {
	b := &Bindings{Args: map[string]TemplateArg{}}
	own := MembersOf(r).decl.params
	for i, p := range params {
		if i < len(own) && p.Name != own[i].Name && p.Name != "" {
			a, _ := r.Bindings.Lookup(own[i].Name)
			b.Args[p.Name] = a
		}
	}
	if len(b.Args) == 0 {
		return s
	}
	return s.With(b)
}

// MethodsNamed returns the member functions of a record with a name, base classes included.
func MethodsNamed(r *Record, name string) []*Function { return methodsNamed(r.Complete(), name, 0) }

func methodsNamed(r *Record, name string, depth int) []*Function {
	if r == nil || depth > 32 {
		return nil
	}
	out := MembersOf(r).Methods[name]
	if len(out) > 0 { // a name hides those of the bases
		return out[:len(out):len(out)]
	}
	for _, b := range r.Bases {
		if b.Record != nil && b.Record != r {
			out = append(out, methodsNamed(b.Record, name, depth+1)...)
		}
	}
	return out
}
