package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A place is what the left side of :: names: a namespace or a type.
type place struct {
	space *space
	typ   *Type
	name  string // of a namespace that is not in sight
}

// placeOf resolves one component left of ::, in a place or (outer nil) from the
// scope.
func (e *eval) placeOf(s *Scope, n ast.Node, in *place) (place, bool) {
	switch n.Kind() {
	case ast.NestedNamespaceSpecifier, ast.QualifiedIdentifier:
		p, ok := place{}, false
		var outer = in
		for c := range n.Children() {
			if p, ok = e.placeOf(s, c, outer); !ok {
				return p, false
			}
			outer = &p
		}
		return p, ok
	case ast.TemplateType, ast.TemplateFunction:
		if t := e.templateType(s, n, in); t != nil && t.Kind != UnknownType {
			return place{typ: t}, true
		}
		return place{}, false
	case ast.Decltype, ast.DependentType:
		if t := e.typeOf(s, n); t.Known() {
			return place{typ: t}, true
		}
		return place{}, false
	case ast.DependentName:
		return e.placeOf(s, n.FirstChild(), in)
	}
	name := n.Text()
	if in != nil {
		if in.space != nil {
			if sub := in.space.spaces[name]; sub != nil {
				return place{space: sub, name: decl.Join(in.name, name)}, true
			}
			if a := in.space.aliases[name]; a.Valid() {
				return place{name: a.Text()}, true
			}
		}
		if sym := e.inPlace(s, *in, name, wantType, nil); sym.kind == typeSymbol && sym.typ != nil {
			return place{typ: sym.typ}, true
		}
		if in.typ == nil {
			for _, used := range spacesOf(in.space) {
				if sub := used.spaces[name]; sub != nil {
					return place{space: sub}, true
				}
			}
			if in.space == nil {
				return place{name: decl.Join(in.name, name)}, true
			}
		}
		return place{}, false
	}
	for sc := s; sc != nil; sc = sc.Outer {
		if sc.Bindings != nil {
			if a, ok := sc.Bindings.Lookup(name); ok {
				return place{typ: a.Type}, a.Type != nil
			}
		}
		if sc.Record != nil || sc.Local != nil {
			one := *sc
			one.Outer, one.space = nil, nil
			if sym := e.find(&one, name, wantType); sym.kind == typeSymbol && sym.typ != nil {
				return place{typ: sym.typ}, true
			}
		}
		if sc.space == nil {
			continue
		}
		if sub := sc.space.spaces[name]; sub != nil {
			return place{space: sub, name: name}, true
		}
		if a := sc.space.aliases[name]; a.Valid() {
			return place{name: a.Text()}, true
		}
		for _, used := range sc.space.using {
			if sub := used.spaces[name]; sub != nil {
				return place{space: sub, name: name}, true
			}
		}
		if sym := e.findInSpace(sc.space, name, wantType, nil); sym.kind == typeSymbol && sym.typ != nil {
			return place{typ: sym.typ}, true
		}
	}
	return place{name: name}, true
}

func spacesOf(sp *space) []*space {
	if sp == nil {
		return nil
	}
	return sp.using
}

// inPlace looks a name up in a namespace or type.
func (e *eval) inPlace(s *Scope, p place, name string, w want, seen []*space) symbol {
	if p.space != nil {
		if sym := e.findInSpace(p.space, name, w, seen); sym.kind != noSymbol {
			return sym
		}
	}
	if p.typ != nil {
		t := p.typ.Object()
		if t.Record != nil {
			return e.findMember(t.Record, name, w, 0)
		}
		if t.Kind == Enum && w&wantValue != 0 {
			if en := enumeratorOf(t, name); en != nil {
				return symbol{kind: enumeratorSymbol, enumerator: en}
			}
		}
		if t.Kind == Dependent {
			return symbol{kind: dependentSymbol, typ: types.DependentNamed(t.Name + "::" + name)}
		}
		return symbol{}
	}
	if w&wantType != 0 && p.typ == nil && !e.hides(p.space, name) {
		if t := types.Predeclared(name); t != nil && t.Kind != UnknownType {
			return symbol{kind: typeSymbol, typ: t}
		}
	}
	return symbol{}
}

func (e *eval) hides(sp *space, name string) bool { return sp != nil && sp.types[name] != nil }

// split resolves all of a qualified name but its last component; the place is
// nil for a name that is not qualified.
func (e *eval) split(s *Scope, n ast.Node) (*place, ast.Node, bool) {
	var in *place
	for range 100 {
		switch n.Kind() {
		case ast.DependentType, ast.DependentName:
			n = n.FirstChild()
			continue
		case ast.QualifiedIdentifier:
		default:
			return in, n, n.Valid()
		}
		scope := n.Child(ast.FieldScope)
		if !scope.Valid() {
			in = &place{space: e.u.spaces[""]}
		} else {
			p, ok := e.placeOf(s, scope, in)
			if !ok {
				return nil, ast.Node{}, false
			}
			in = &p
		}
		n = n.QualifiedName()
	}
	return nil, ast.Node{}, false
}
