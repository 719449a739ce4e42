package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// enumNode returns the type of an enum specifier.
func (e *eval) enumNode(s *Scope, n ast.Node) *Type {
	name := n.Child(ast.FieldName)
	if !n.Child(ast.FieldBody).Valid() {
		return e.typeByName(s, name.Text())
	}
	return e.enumType(&typeDecl{name: name.Text(), node: n, scope: s})
}

func (e *eval) enumType(d *typeDecl) *Type {
	under := types.IntType
	base := d.node.Child(ast.FieldBase)
	if base.Valid() {
		if t := e.typeOf(d.scope, base); t.Kind == Int || t.Kind == Bool {
			under = t
		}
	} else {
		for i, k := range e.enumValues(d) {
			if k.Known() && k.Type.Kind != Float && i < 10000 && (k.Int > 1<<31-1 || k.Int < -1<<31) {
				under = types.UIntType
				if k.Int >= 1<<32 || k.Int < -1<<31 {
					under = types.LongType
					break
				}
			}
		}
	}
	return &Type{Kind: Enum, Name: d.name, Size: under.Size, Align: under.Align, Signed: under.Signed, Elem: under, Decl: d}
}

// enumValues returns the values of an enumeration's enumerators, of the
// underlying type.
func (e *eval) enumValues(d *typeDecl) []Const {
	if v := d.values.Load(); v != nil {
		return *v
	}
	if !e.enter() {
		return nil
	}
	defer e.leave()
	nodes := decl.Enumerators(d.node)
	values := make([]Const, len(nodes))
	// Earlier enumerators are in sight of later ones, and being evaluated now.
	index := make(map[string]int, len(nodes))
	s := &Scope{Unit: e.u, Outer: d.scope, enumerating: func(name string) (Const, bool) {
		i, ok := index[name]
		if !ok {
			return Const{}, false
		}
		return values[i], true
	}}
	previous := Const{Type: types.IntType, Int: -1}
	for i, n := range nodes {
		if v := n.Child(ast.FieldValue); v.Valid() {
			previous = e.constant(s, v)
			if previous.Known() && previous.Type.Kind == Enum {
				previous = previous.Convert(types.Promote(previous.Type))
			}
		} else if previous.Known() {
			previous = types.BinaryConst(ast.Add, previous, Const{Type: types.IntType, Int: 1})
		}
		values[i] = previous
		index[n.Child(ast.FieldName).Text()] = i
	}
	if !e.exhausted() {
		d.values.Store(&values)
	}
	return values
}

// enumeratorValue returns the constant an enumerator is.
func (e *eval) enumeratorValue(en *enumerator) Const {
	values := e.enumValues(en.decl)
	if en.index >= len(values) {
		return Const{}
	}
	t := e.declared(en.decl)
	if t.Kind != Enum {
		return values[en.index]
	}
	return values[en.index].Convert(t)
}

// enumeratorOf finds an enumerator of an enumeration by its type, nil for none.
func enumeratorOf(t *Type, name string) *enumerator {
	if d := declarationOf(t, Enum); d != nil {
		return enumeratorIn(d, name)
	}
	return nil
}

// An Enumerator is one name of an enumeration with its value.
type Enumerator struct {
	Name  string
	Value Const
}

// Enumerators returns what an enum_specifier with a body declares, such as one
// inside a function.
func (s *Scope) Enumerators(spec ast.Node) []Enumerator {
	e := evalIn(s)
	if e == nil || spec.Kind() != ast.EnumSpecifier {
		return nil
	}
	d := &typeDecl{name: spec.Child(ast.FieldName).Text(), node: spec, scope: s}
	t := e.enumType(d)
	values := e.enumValues(d)
	var out []Enumerator
	for i, n := range decl.Enumerators(spec) {
		if i < len(values) {
			out = append(out, Enumerator{n.Child(ast.FieldName).Text(), values[i].Convert(t)})
		}
	}
	return out
}

func enumeratorIn(d *typeDecl, name string) *enumerator {
	for i, n := range decl.Enumerators(d.node) {
		if n.Child(ast.FieldName).Text() == name {
			return &enumerator{d, i}
		}
	}
	return nil
}
