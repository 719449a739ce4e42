package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/types"
)

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
		sp.imported[target.PlainName()] = target
	}
}

// typ enters a class or enumeration.
func (b *builder) typ(sp *space, it *decl.Item, likely bool) {
	n := it.Node
	name := n.Child(ast.FieldName)
	body := n.Child(ast.FieldBody).Valid()
	d := &typeDecl{name: name.Text(), node: n, scope: sp.scope, template: it.Template, likely: likely, unsure: !b.certain}
	if it.Template.Valid() {
		head := decl.TemplateHeadOf(it.Template)
		if d.params = head.Params; len(d.params) > 0 {
			d.scope = sp.scope.With(unboundOf(head))
		}
	}
	if n.Kind() == ast.EnumSpecifier {
		if !body {
			return
		}
		for i, en := range decl.Enumerators(n) {
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
				d.params = withTemplateDefaults(d.params, old.params)
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

// record enters a class with a body.
func (b *builder) record(d *typeDecl, body bool) {
	if body && d.isRecord() {
		b.class(d)
	}
}

func (b *builder) class(d *typeDecl) {
	d.class = &class{decl: d}
	b.u.classes = append(b.u.classes, d.class)
}

func (b *builder) typedef(sp *space, it *decl.Item, likely bool) {
	n := it.Node
	add := func(d *typeDecl) {
		d.scope, d.template, d.likely, d.unsure = sp.scope, it.Template, likely, !b.certain
		if it.Template.Valid() {
			d.params = decl.TemplateParams(it.Template)
		}
		old := sp.types[d.name]
		if old != nil && old.isRecord() && (old.node.Child(ast.FieldBody).Valid() || n.Child(ast.FieldType).Is(ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier)) {
			return // typedef struct S S
		}
		if old != nil && old.node.Kind() == ast.EnumSpecifier || old != nil && old.likely && !likely {
			old.unsure = old.unsure || !likely
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
			b.class(d)
		}
	}
	for d := range n.ChildrenWith(ast.FieldDeclarator) {
		add(&typeDecl{name: d.DeclaredName().Text(), node: n, declarator: d})
	}
}

// declaration enters the variables and functions of a declaration.
func (b *builder) declaration(sp *space, it *decl.Item, likely bool) {
	n := it.Node
	b.ensure()
	for c := n.FirstChild(); c.Valid(); c = c.Next() {
		if c.Field() != ast.FieldDeclarator {
			continue
		}
		if f := c.FunctionDeclarator(); f.Valid() && !b.e.isVariable(sp.scope, n, f) {
			b.function(sp, it, c, likely)
			continue
		}
		name := c.DeclaredName()
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
func (b *builder) variable(sp *space, it *decl.Item, declarator ast.Node, likely bool) {
	name := declarator.DeclaredName()
	if !name.Is(ast.Identifier) {
		return
	}
	v := &Variable{Name: name.Text(), Namespace: sp.path, Qualifiers: it.Node.Qualifiers(), Node: name, Declaration: it.Node,
		Scope: sp.scope, declarator: declarator, unlikely: !likely, Type: types.Unknown}
	b.u.moment++
	v.certain, v.seq = b.certain, b.u.moment
	words := decl.WordsOf(it.Node, declarator)
	v.Qualifiers |= b.u.macroQualifiers(it.Node, &words)
	if it.ExternC {
		v.Qualifiers |= ast.Extern
	}
	if it.Template.Valid() {
		head := decl.TemplateHeadOf(it.Template)
		v.params, v.Scope = head.Params, sp.scope.With(unboundOf(head))
	}
	v.Space = spaceOfQualifiers(v.Qualifiers)
	v.Init = declarator.Initializer()
	if f := declarator.FunctionDeclarator(); f.Valid() {
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
func (b *builder) call(sp *space, it *decl.Item, likely bool, depth int) {
	if b.calls > 500 || depth > 20 {
		return
	}
	m := b.u.MacroAt(it.Node.Child(ast.FieldFunction).Text(), it.Node)
	if m == nil || !m.FunctionLike || m.Body == "" {
		return
	}
	b.calls++
	n, ok := b.u.ExpandAs(it.Node, expand.File)
	if !ok {
		return
	}
	b.u.FileExpansions = append(b.u.FileExpansions, n.File())
	ix := decl.IndexOnce(n.File())
	b.items(nil, ix, sp.path, likely, depth+1)
}
