package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A symbol is what a name means.
type symbol struct {
	kind       symbolKind
	typ        *Type
	decl       *typeDecl // of a class template named without arguments
	value      Const
	variable   *Variable
	functions  []*Function
	enumerator *enumerator
	field      Field
	pack       []TemplateArg
}

type symbolKind uint8

const (
	noSymbol symbolKind = iota
	typeSymbol
	localSymbol // a local variable, or the argument of a template parameter
	variableSymbol
	functionSymbol
	enumeratorSymbol
	fieldSymbol
	dependentSymbol // a template parameter without argument
)

// want says which names are looked for: C++ lets a value hide a type.
type want uint8

const (
	wantType want = 1 << iota
	wantValue
)

// find looks a plain name up from a scope outwards.
func (e *eval) find(s *Scope, name string, w want) symbol {
	for sc := s; sc != nil; sc = sc.Outer {
		if sc.Local != nil {
			if l, ok := sc.Local(name); ok && (l.IsType && w&wantType != 0 || !l.IsType && w&wantValue != 0) {
				if l.IsType {
					return symbol{kind: typeSymbol, typ: l.Type}
				}
				return symbol{kind: localSymbol, typ: l.Type, value: l.Value}
			}
		}
		if sc.enumerating != nil {
			if k, ok := sc.enumerating(name); ok {
				return symbol{kind: localSymbol, typ: k.Type, value: k}
			}
		}
		if sc.Bindings != nil {
			if a, ok := sc.Bindings.Lookup(name); ok {
				return bound(name, a)
			}
		}
		if sc.Record != nil {
			if sym := e.findMember(sc.Record, name, w, 0); sym.kind != noSymbol {
				return sym
			}
		}
		if sc.space != nil {
			if sym := e.findInSpace(sc.space, name, w, nil); sym.kind != noSymbol {
				return sym
			}
		}
	}
	return symbol{}
}

func bound(name string, a TemplateArg) symbol {
	switch {
	case a.Type != nil:
		return symbol{kind: typeSymbol, typ: a.Type}
	case a.Const.Known():
		return symbol{kind: localSymbol, typ: a.Const.Type, value: a.Const}
	case a.Pack != nil:
		return symbol{kind: dependentSymbol, typ: dependent(name), pack: a.Pack}
	}
	return symbol{kind: dependentSymbol, typ: dependent(name)}
}

// findInSpace looks a name up in a namespace and what it uses. seen guards
// against using directives in a circle.
func (e *eval) findInSpace(sp *space, name string, w want, seen []*space) symbol {
	for _, s := range seen {
		if s == sp {
			return symbol{}
		}
	}
	if w&wantValue != 0 {
		if v := sp.variables[name]; v != nil {
			return symbol{kind: variableSymbol, variable: v, typ: v.Type}
		}
		if f := sp.functions[name]; f != nil {
			return symbol{kind: functionSymbol, functions: f}
		}
		if en := sp.enumerators[name]; en != nil {
			return symbol{kind: enumeratorSymbol, enumerator: en}
		}
	}
	if w&wantType != 0 {
		if d := sp.types[name]; d != nil {
			return symbol{kind: typeSymbol, typ: e.declared(d), decl: d}
		}
	}
	if len(seen) > 20 {
		return symbol{}
	}
	if q := sp.imported[name]; q.Valid() {
		if sym := e.qualified(sp.scope, q, w, append(seen, sp)); sym.kind != noSymbol {
			return sym
		}
	}
	for _, used := range sp.using {
		if sym := e.findInSpace(used, name, w, append(seen, sp)); sym.kind != noSymbol {
			return sym
		}
	}
	return symbol{}
}

// findMember looks a name up in a class and its bases.
func (e *eval) findMember(r *Record, name string, w want, depth int) symbol {
	if depth > 32 {
		return symbol{}
	}
	if w&wantValue != 0 {
		if v := r.Statics[name]; v != nil {
			return symbol{kind: variableSymbol, variable: v, typ: v.Type}
		}
		if en := r.enumerators[name]; en != nil {
			return symbol{kind: enumeratorSymbol, enumerator: en}
		}
		for i := range r.Fields {
			if f := &r.Fields[i]; f.Name == name && name != "" {
				return symbol{kind: fieldSymbol, field: *f, typ: f.Type}
			}
		}
		if m := r.Methods[name]; m != nil {
			return symbol{kind: functionSymbol, functions: m}
		}
	}
	if w&wantType != 0 {
		if d := r.decls[name]; d != nil {
			return symbol{kind: typeSymbol, typ: e.declared(d), decl: d}
		}
		if t := r.Types[name]; t != nil {
			return symbol{kind: typeSymbol, typ: t}
		}
		if name == r.Name && r.self != nil {
			return symbol{kind: typeSymbol, typ: r.self, decl: r.decl}
		}
	}
	for i := range r.Fields { // members of anonymous unions and structs
		if f := &r.Fields[i]; f.Name == "" && f.Type != nil && f.Type.Record != nil && f.Type.Record != r && w&wantValue != 0 {
			if sym := e.findMember(f.Type.Record, name, wantValue, depth+1); sym.kind == fieldSymbol {
				return sym
			}
		}
	}
	for _, b := range r.Bases {
		if b.Record != nil && b.Record != r {
			if sym := e.findMember(b.Record, name, w, depth+1); sym.kind != noSymbol {
				return sym
			}
		}
	}
	return symbol{}
}

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
				return place{space: sub, name: join(in.name, name)}, true
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
				return place{name: join(in.name, name)}, true
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
			if en := e.enumeratorOf(t, name); en != nil {
				return symbol{kind: enumeratorSymbol, enumerator: en}
			}
		}
		if t.Kind == Dependent {
			return symbol{kind: dependentSymbol, typ: dependent(t.Name + "::" + name)}
		}
		return symbol{}
	}
	if w&wantType != 0 && p.typ == nil && !e.hides(p.space, name) {
		if t := builtinTypes[name]; t != nil && t.Kind != UnknownType {
			return symbol{kind: typeSymbol, typ: t}
		}
	}
	return symbol{}
}

func (e *eval) hides(sp *space, name string) bool { return sp != nil && sp.types[name] != nil }

// qualified looks up a qualified_identifier, or any plain name.
func (e *eval) qualified(s *Scope, n ast.Node, w want, seen []*space) symbol {
	if !e.enter() {
		return symbol{}
	}
	defer e.leave()
	p, last, ok := e.split(s, n)
	if !ok {
		return symbol{}
	}
	name := lastName(last)
	if p == nil {
		return e.find(s, name, w)
	}
	if last.Is(ast.TemplateType) && w&wantType != 0 {
		if t := e.templateType(s, last, p); t != nil {
			return symbol{kind: typeSymbol, typ: t}
		}
	}
	return e.inPlace(s, *p, name, w, seen)
}

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
		next := ast.Node{}
		for c := range n.ChildrenWith(ast.FieldName) {
			next = c
		}
		n = next
	}
	return nil, ast.Node{}, false
}

// lastName returns the plain name of the last component of a name.
func lastName(n ast.Node) string {
	for range 50 {
		switch n.Kind() {
		case ast.TemplateType, ast.TemplateFunction, ast.TemplateMethod:
			n = n.Child(ast.FieldName)
		case ast.QualifiedIdentifier:
			next := ast.Node{}
			for c := range n.ChildrenWith(ast.FieldName) {
				next = c
			}
			n = next
		case ast.DependentName, ast.DependentType:
			n = n.FirstChild()
		case ast.OperatorName:
			return operatorName(n.Text())
		case ast.OperatorCast:
			return "operator " + n.Child(ast.FieldType).Text()
		default:
			return n.Text()
		}
	}
	return ""
}

func operatorName(text string) string {
	return strings.Join(strings.Fields(strings.TrimPrefix(strings.TrimSpace(text), "operator")), "")
}

// anywhere looks for a name that is in exactly one namespace of the unit: a
// last resort for names whose using directive is out of sight.
func (e *eval) anywhere(name string, w want) symbol {
	var found symbol
	count := 0
	for _, sp := range e.u.spaces {
		own := *sp
		own.using, own.imported = nil, nil
		if sym := e.findInSpace(&own, name, w, nil); sym.kind != noSymbol {
			found = sym
			count++
		}
	}
	if count == 1 {
		return found
	}
	return symbol{}
}

// Variable returns the variable of file, namespace or class scope an identifier
// or qualified name means, nil for none.
func (s *Scope) Variable(name ast.Node) *Variable {
	e := evalIn(s)
	if e == nil || !name.Valid() {
		return nil
	}
	if sym := e.value(s, name); sym.kind == variableSymbol {
		return sym.variable
	}
	return nil
}

// value looks up what an identifier or qualified name means as a value.
func (e *eval) value(s *Scope, n ast.Node) symbol {
	switch n.Kind() {
	case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier, ast.TemplateFunction, ast.TemplateType:
		name := lastName(n)
		if sym := e.find(s, name, wantValue); sym.kind != noSymbol {
			return sym
		}
		return e.anywhere(name, wantValue)
	case ast.QualifiedIdentifier, ast.DependentName, ast.DependentType:
		if sym := e.qualified(s, n, wantValue, nil); sym.kind != noSymbol {
			return sym
		}
	}
	return symbol{}
}
