package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// constant binds a non-type parameter.
func (d *deduction) constant(n ast.Node, v int64) {
	p := d.params[n.Text()]
	if p == nil || p.IsType || v < 0 || d.bindings.Args[p.Name].Known() {
		return
	}
	k := intConst(v, ulongType)
	if t := d.e.typeOf(d.scope, p.Type); t.Arithmetic() {
		k = k.Convert(t.Without())
	}
	d.bindings.Args[p.Name] = TemplateArg{Const: k}
}

// specifier matches a type specifier.
func (d *deduction) specifier(spec ast.Node, q ast.Qualifiers, t *Type, byValue bool) bool {
	if t == nil || !t.Known() {
		return true
	}
	switch spec.Kind() {
	case ast.TypeIdentifier:
		p := d.params[spec.Text()]
		if p == nil {
			return true // no parameter: conversions are for the caller to grade
		}
		if !p.IsType || d.given[p.Name] {
			return true // conversions are allowed
		}
		bare := t
		if drop := q & t.Qualifiers & (ast.Const | ast.Volatile); drop != 0 || byValue {
			c := *t
			c.Qualifiers &^= drop
			if byValue {
				c.Qualifiers = 0
			}
			bare = &c
		}
		if old := d.bindings.Args[p.Name]; old.Known() {
			return old.Type == nil || old.Type.Same(bare) // two deductions must agree
		}
		d.bindings.Args[p.Name] = TemplateArg{Type: bare}
		return true
	case ast.TemplateType:
		return d.template(spec, t)
	case ast.QualifiedIdentifier:
		if last := spec.LastPart(); last.Is(ast.TemplateType, ast.TemplateFunction) {
			return d.template(last, t)
		}
	}
	return true
}

// template matches Foo<T, N> with an instance of Foo.
func (d *deduction) template(spec ast.Node, t *Type) bool {
	name := spec.Child(ast.FieldName).Text()
	args := t.Args
	if t.Record != nil {
		if t.Record.Name != name && t.Record.self != nil {
			return true
		}
	} else if t.Name != name {
		return true
	}
	if last := len(args) - 1; last >= 0 && args[last].Pack != nil {
		args = append(args[:last:last], args[last].Pack...)
	}
	i := 0
	for n := range spec.Child(ast.FieldArguments).Children() {
		if n.Is(ast.ParameterPackExpansion) {
			d.pack(n.FirstChild(), args[min(i, len(args)):])
			break
		}
		if i >= len(args) {
			break
		}
		if !d.matchArg(n, args[i], false) {
			return false
		}
		i++
	}
	return true
}

// pack binds the parameter pack K, which the pattern Foo<K...> names, to template
// arguments.
func (d *deduction) pack(n ast.Node, args []TemplateArg) {
	if p := d.params[n.Text()]; p != nil && p.Pack && d.bindings.Args[p.Name].Pack == nil {
		d.bindings.Args[p.Name] = TemplateArg{Pack: append([]TemplateArg{}, args...)}
	}
}

// matchArg matches one template argument as written with one that is known;
// exact is for specialisations, where what is no parameter must be the same.
func (d *deduction) matchArg(n ast.Node, a TemplateArg, exact bool) bool {
	if n.Kind() == ast.TypeDescriptor {
		spec, decl := n.Child(ast.FieldType), n.Child(ast.FieldDeclarator)
		if p := d.params[spec.Text()]; p != nil && !p.IsType && !decl.Valid() {
			return d.bindConst(p, a)
		}
		if a.Type == nil {
			if !exact {
				return true
			}
			k := d.e.templateArg(d.scope, n).Const
			return k.Known() && a.Const.Known() && k.Int == a.Const.Int
		}
		if !exact {
			return d.declarator(spec, n.Qualifiers(), decl, a.Type, false)
		}
		return d.exactly(spec, n.Qualifiers(), decl, a.Type)
	}
	if n.Is(ast.Identifier) {
		if p := d.params[n.Text()]; p != nil {
			return d.bindConst(p, a)
		}
	}
	if a.Pack != nil {
		return true
	}
	if !exact {
		return true
	}
	k := d.e.constant(d.scope, n)
	return k.Known() && a.Const.Known() && k.Int == a.Const.Int && k.Float == a.Const.Float
}

func (d *deduction) bindConst(p *decl.TemplateParam, a TemplateArg) bool {
	if old := d.bindings.Args[p.Name]; old.Known() {
		return sameArg(old, a, 0)
	}
	d.bindings.Args[p.Name] = a
	return a.Type == nil || p.IsType
}

// exactly matches a pattern of a specialisation: T*, const T, Foo<T>.
func (d *deduction) exactly(spec ast.Node, q ast.Qualifiers, decl ast.Node, t *Type) bool {
	var chain []ast.Node
	for decl.Valid() && len(chain) < 50 {
		chain = append(chain, decl)
		decl = decl.InnerDeclarator()
	}
	for i := len(chain) - 1; i >= 0; i-- {
		switch chain[i].Kind() {
		case ast.AbstractPointerDeclarator:
			if t.Kind != Pointer {
				return false
			}
			t = t.Elem
		case ast.AbstractReferenceDeclarator:
			if t.Kind != Reference {
				return false
			}
			t = t.Elem
		case ast.AbstractArrayDeclarator:
			if t.Kind != Array {
				return false
			}
			if size := chain[i].Child(ast.FieldSize); size.Valid() {
				d.constant(size, t.Len)
			}
			t = t.Elem
		case ast.AbstractFunctionDeclarator:
			return false
		}
	}
	if p := d.params[spec.Text()]; p != nil && p.IsType {
		if q&ast.Const&^t.Qualifiers != 0 {
			return false
		}
		c := *t
		c.Qualifiers &^= q
		if old := d.bindings.Args[p.Name]; old.Known() {
			return old.Type.Same(&c)
		}
		d.bindings.Args[p.Name] = TemplateArg{Type: &c}
		return true
	}
	if spec.Kind() == ast.TemplateType && t.Record != nil {
		name := spec.Child(ast.FieldName).Text()
		return t.Record.Name == name && len(t.Args) > 0 && d.template(spec, t)
	}
	want := d.e.typeOf(d.scope, spec)
	return want.Same(t) && (q|want.Qualifiers)&ast.Const == t.Qualifiers&ast.Const
}
