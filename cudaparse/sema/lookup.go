package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/types"
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
	// withoutValue says that the value of a local variable is not needed, which may take
	// long to find.
	withoutValue
)

// find looks a plain name up from a scope outwards.
func (e *eval) find(s *Scope, name string, w want) symbol {
	for sc := s; sc != nil; sc = sc.Outer {
		if local := sc.localFor(w); local != nil {
			if l, ok := local(name); ok && (l.IsType && w&wantType != 0 || !l.IsType && w&wantValue != 0) {
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

// localFor returns what looks up the local names of a scope, nil for none.
func (s *Scope) localFor(w want) func(string) (LocalName, bool) {
	if w&withoutValue != 0 && s.LocalType != nil {
		return s.LocalType
	}
	return s.Local
}

func bound(name string, a TemplateArg) symbol {
	switch {
	case a.Type != nil:
		return symbol{kind: typeSymbol, typ: a.Type}
	case a.Const.Known():
		return symbol{kind: localSymbol, typ: a.Const.Type, value: a.Const}
	case a.Pack != nil:
		return symbol{kind: dependentSymbol, typ: types.DependentNamed(name), pack: a.Pack}
	}
	return symbol{kind: dependentSymbol, typ: types.DependentNamed(name)}
}

// findInSpace looks a name up in a namespace and what it uses. seen ends circular using
// directives.
func (e *eval) findInSpace(sp *space, name string, w want, seen []*space) symbol {
	for _, s := range seen {
		if s == sp {
			return symbol{}
		}
	}
	if sym := e.declaredIn(sp, name, w); sym.kind != noSymbol || len(seen) > 20 {
		return sym
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

// declaredIn looks a name up among what a namespace itself declares.
func (e *eval) declaredIn(sp *space, name string, w want) symbol {
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
	return symbol{}
}

// declares reports whether a namespace itself declares a name.
func (sp *space) declares(name string, w want) bool {
	return w&wantValue != 0 && (sp.variables[name] != nil || sp.functions[name] != nil || sp.enumerators[name] != nil) ||
		w&wantType != 0 && sp.types[name] != nil
}

// findMember looks a name up in a class and its bases.
func (e *eval) findMember(r *Record, name string, w want, depth int) symbol {
	if depth > 32 {
		return symbol{}
	}
	e.ready(r)
	members := MembersOf(r)
	if w&wantValue != 0 {
		if v := members.Statics[name]; v != nil {
			return symbol{kind: variableSymbol, variable: v, typ: v.Type}
		}
		if en := members.enumerators[name]; en != nil {
			return symbol{kind: enumeratorSymbol, enumerator: en}
		}
		for i := range r.Fields {
			if f := &r.Fields[i]; f.Name == name && name != "" {
				return symbol{kind: fieldSymbol, field: *f, typ: f.Type}
			}
		}
		if m := members.Methods[name]; m != nil {
			return symbol{kind: functionSymbol, functions: m}
		}
	}
	if w&wantType != 0 {
		if d := members.decls[name]; d != nil {
			return symbol{kind: typeSymbol, typ: e.declared(d), decl: d}
		}
		if name == r.Name && r.Self != nil {
			return symbol{kind: typeSymbol, typ: r.Self, decl: members.decl}
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
	name := last.PlainName()
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

// anywhere looks for a name that is in exactly one namespace of the unit: a
// last resort for names whose using directive is out of sight.
func (e *eval) anywhere(name string, w want) symbol {
	q := spaceQuestion{name, w}
	if known, ok := e.u.onlySpaces.Load(q); ok {
		return e.inOnly(known.(*space), q)
	}
	var only *space
	for _, sp := range e.u.spaces {
		if !sp.declares(name, w) {
			continue
		}
		if only != nil {
			only = nil
			break
		}
		only = sp
	}
	if e.u.declared {
		e.u.onlySpaces.Store(q, only)
	}
	return e.inOnly(only, q)
}

// A spaceQuestion asks which namespace alone declares a name.
type spaceQuestion struct {
	name string
	w    want
}

func (e *eval) inOnly(sp *space, q spaceQuestion) symbol {
	if sp == nil {
		return symbol{}
	}
	return e.declaredIn(sp, q.name, q.w)
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
func (e *eval) value(s *Scope, n ast.Node) symbol { return e.valueAs(s, n, wantValue) }

// valueAs is value for the given kinds of symbols.
func (e *eval) valueAs(s *Scope, n ast.Node, w want) symbol {
	switch n.Kind() {
	case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier, ast.TemplateFunction, ast.TemplateType:
		name := n.PlainName()
		if sym := e.find(s, name, w); sym.kind != noSymbol {
			return sym
		}
		return e.anywhere(name, w)
	case ast.QualifiedIdentifier, ast.DependentName, ast.DependentType:
		if sym := e.qualified(s, n, w, nil); sym.kind != noSymbol {
			return sym
		}
	}
	return symbol{}
}
