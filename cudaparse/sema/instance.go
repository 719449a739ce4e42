package sema

import (
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// declared returns the type a declaration names; a class template's name alone
// is dependent.
func (e *eval) declared(d *typeDecl) *Type {
	if t := d.typ.Load(); t != nil {
		return t
	}
	if !e.enter() {
		return types.UnknownNamed(d.name)
	}
	defer e.leave()
	var t *Type
	switch {
	case len(d.params) > 0:
		t := types.DependentNamed(d.name)
		t.Decl = d
		return t
	case d.isRecord():
		return e.recordType(d)
	case d.node.Kind() == ast.EnumSpecifier:
		t = e.enumType(d)
	default:
		t = e.typedefType(d, d.scope)
	}
	if t == nil {
		return types.UnknownNamed(d.name)
	}
	if !e.exhausted() && complete(t) {
		d.typ.Store(t)
	}
	return t
}

// complete reports whether no part of a type is still being laid out.
func complete(t *Type) bool {
	for range 100 {
		if t == nil {
			return true
		}
		if t.Record != nil && !t.Record.Done() {
			return false
		}
		t = t.Elem
	}
	return false
}

func (e *eval) typedefType(d *typeDecl, s *Scope) *Type {
	spec := d.node.Child(ast.FieldType)
	base := e.typeOf(s, spec).With(d.node.Qualifiers())
	if d.node.Kind() == ast.AliasDeclaration {
		return base
	}
	_, t := e.declare(s, base, d.declarator)
	if forced := e.declaredAlign(s, d.node, d.declarator); forced > 0 && !spec.Child(ast.FieldBody).Valid() {
		t = t.Aligned(forced)
	}
	if t.Record != nil && t.Record.Name == "" && t.Kind == RecordKind && !t.Record.Done() {
		t.Record.Name = d.name
	}
	if t.Kind == RecordKind && t.Name == "" || t.Kind == Enum && t.Name == "" {
		t = types.Alias(d.name, t)
	}
	return t
}

// instantiate returns the type of a class or alias template with arguments.
func (e *eval) instantiate(d *typeDecl, explicit []TemplateArg) *Type {
	if !e.enter() {
		return types.UnknownNamed(d.name)
	}
	defer e.leave()
	b, args := e.bindArgs(d.params, explicit, d.scope)
	if !d.isRecord() {
		return e.typedefType(d, d.scope.With(b))
	}
	key, ok := types.ArgsKey(args, false)
	if !ok {
		return types.DependentNamed(d.name + "<" + types.ArgsName(args) + ">")
	}
	chosen, b := e.specialFor(d, b, args, key)
	if !chosen.node.Child(ast.FieldBody).Valid() { // only declared
		return types.UnknownNamed(d.name + "<" + types.ArgsName(args) + ">")
	}
	full := fmt.Sprintf("%p<%s>", chosen, key)
	var t *Type
	e.withLock(func(e *eval) {
		r := e.u.instances[full]
		if r == nil {
			if len(e.u.instances) >= maxInstances || e.nest >= maxInstanceDepth {
				t = types.UnknownNamed(d.name)
				return
			}
			r = e.newRecord(chosen, chosen.node, chosen.scope.With(b))
			r.Name = d.name
			r.Key = full
			r.Bindings, r.TemplateParams = b, d.params
			r.Generic = e.generic(d)
			r.Self.Name = d.name + "<" + types.ArgsName(args) + ">"
			r.Self.Args = args
			e.u.instances[full] = r
			e.nest++
			e.completeRecord(r)
			e.nest--
		}
		t = r.Self
	})
	return t
}

// bindArgs gives parameters their explicit arguments and defaults. The list
// holds one argument per parameter.
func (e *eval) bindArgs(params []decl.TemplateParam, explicit []TemplateArg, s *Scope) (*Bindings, []TemplateArg) {
	b := &Bindings{Args: make(map[string]TemplateArg, len(params))}
	list := make([]TemplateArg, 0, len(params))
	for i, p := range params {
		var a TemplateArg
		switch {
		case p.Pack:
			a.Pack = []TemplateArg{}
			if i < len(explicit) {
				a.Pack = explicit[i:]
			}
		case i < len(explicit):
			a = e.adapt(p, explicit[i], s, b)
		case p.Default.Valid() && s != nil:
			a = e.defaultArg(p, s.With(b))
		}
		list = append(list, a)
		if p.Name != "" {
			b.Args[p.Name] = a
		}
	}
	return b, list
}

// adapt converts a constant argument to the type of its parameter.
func (e *eval) adapt(p decl.TemplateParam, a TemplateArg, s *Scope, b *Bindings) TemplateArg {
	if p.IsType || !a.Const.Known() || !p.Type.Valid() || s == nil {
		return a
	}
	if t := e.typeOf(s.With(b), p.Type); t.Arithmetic() {
		a.Const = a.Const.Convert(t.Without())
	}
	return a
}

func (e *eval) defaultArg(p decl.TemplateParam, s *Scope) TemplateArg {
	if p.IsType {
		if t := e.typeOf(s, p.Default); t.Known() || declarationOf(t, Dependent) != nil {
			return TemplateArg{Type: t}
		}
		return TemplateArg{}
	}
	c := e.constant(s, p.Default)
	if t := e.typeOf(s, p.Type); t.Arithmetic() {
		c = c.Convert(t.Without())
	}
	return TemplateArg{Const: c}
}

// recordType returns the type of a class that is no template.
func (e *eval) recordType(d *typeDecl) *Type {
	if !d.node.Child(ast.FieldBody).Valid() {
		return types.UnknownNamed(d.name)
	}
	return e.bodyType(d, d.node, d.scope, d.owner)
}

// bodyType returns the type of the class a body node defines inside a scope.
func (e *eval) bodyType(d *typeDecl, n ast.Node, s *Scope, owner *Record) *Type {
	var t *Type
	e.withLock(func(e *eval) {
		r := e.bodyRecord(d, n, s, owner)
		e.finishRecord(r)
		t = r.Self
	})
	return t
}

// bodyCount numbers the records of all units, so that their keys differ.
var bodyCount atomic.Int64

// bodyRecord returns the record of the class a body node defines, made on first use.
func (e *eval) bodyRecord(d *typeDecl, n ast.Node, s *Scope, owner *Record) *Record {
	e.u.bodiesMu.Lock()
	defer e.u.bodiesMu.Unlock()
	return e.recordHeld(d, n, s, owner)
}

// recordHeld is bodyRecord where bodiesMu is held.
func (e *eval) recordHeld(d *typeDecl, n ast.Node, s *Scope, owner *Record) *Record {
	key := bodyKey{n, owner}
	r := e.u.bodies[key]
	if r == nil {
		listed := e.u.listedAs(n, owner)
		if listed != nil { // whoever comes to it first
			d, s = listed, listed.scope
		}
		r = e.newRecord(d, n, s)
		r.Key = "body " + strconv.FormatInt(bodyCount.Add(1), 10)
		if listed != nil {
			MembersOf(r).listed, r.TemplateParams = true, d.params
		}
		e.u.bodies[key] = r
	}
	return r
}

// generic returns the record of a class template without arguments, nil for a template that
// is only declared.
func (e *eval) generic(d *typeDecl) *Record {
	e.u.bodiesMu.Lock()
	defer e.u.bodiesMu.Unlock()
	if e.u.listedAs(d.node, nil) != nil {
		return e.recordHeld(d, d.node, d.scope, nil)
	}
	return e.u.bodies[bodyKey{d.node, nil}]
}

// recordNode returns the type of a class specifier.
func (e *eval) recordNode(s *Scope, n ast.Node) *Type {
	name := n.Child(ast.FieldName)
	if !n.Child(ast.FieldBody).Valid() { // struct P
		if name.Kind() == ast.TemplateType {
			return e.typeOf(s, name)
		}
		if name.Kind() == ast.TypeIdentifier {
			return e.typeByName(s, name.Text())
		}
		return e.typeOf(s, name)
	}
	local := false
	var owner *Record
	for sc := s; sc != nil && owner == nil; sc = sc.Outer {
		if sc.Local != nil {
			local = true
		}
		owner = sc.Record
	}
	d := &typeDecl{name: name.Text(), node: n, scope: s}
	if !local {
		if owner == nil {
			// The scope may be the reader's; the table has that of the declaration.
			if sp := spaceOf(s); sp != nil && sp.types[d.name] != nil && sp.types[d.name].node == n {
				d = sp.types[d.name]
				if len(d.params) == 0 {
					return e.bodyType(d, n, d.scope, nil)
				}
			}
		} else if m := MembersOf(owner).decls[d.name]; m != nil && m.node == n {
			d = m
		}
		return e.bodyType(d, n, s, owner)
	}
	// A class inside a function belongs to the scope that was given, and is not
	// shared: its fields may depend on that scope's names.
	r := e.newRecord(d, n, s)
	r.Key = fmt.Sprintf("local %d", n.Index())
	e.completeRecord(r)
	return r.Self
}

func spaceOf(s *Scope) *space {
	for ; s != nil; s = s.Outer {
		if s.space != nil {
			return s.space
		}
	}
	return nil
}
