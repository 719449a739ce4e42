package warp

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// constructFrom evaluates T(args) for a type.
func (m *machine) constructFrom(t *sema.Type, arguments ast.Node) value {
	if arguments.Is(ast.InitializerList) {
		return m.initialize(t, arguments)
	}
	args := m.evalArgs(arguments)
	switch {
	case isKind(t, sema.RecordKind):
		return m.construct(t, args, arguments)
	case len(args) == 1:
		return m.convert(args[0], t)
	case len(args) == 0:
		if n, ok := numeric(t); ok {
			return value{typ: t, num: m.zero(n)}
		}
	}
	return m.unknown(t)
}

// construct builds a struct in a temporary: by a constructor if the class has one
// that fits, else member by member.
func (m *machine) construct(t *sema.Type, args []value, n ast.Node) value {
	t = strip(t)
	p := m.placeOf(m.newObject("", t))
	out := value{typ: t, mem: &p}
	r := t.Record
	if r == nil {
		m.smearPlace(p)
		return out
	}
	if len(args) == 1 && args[0].mem != nil && isKind(args[0].typ, sema.RecordKind) && strip(args[0].typ).Name == t.Name {
		m.copyInto(p, *args[0].mem, n)
		return out
	}
	if g, ok := groupOfType(t); ok {
		return value{typ: t, group: &g}
	}
	if constructors := r.MethodsNamed(r.Name); len(constructors) > 0 {
		if m.runConstructor(constructors, p, args, n) {
			return out
		}
	}
	if len(args) > len(r.Fields) {
		m.smearPlace(p)
		return out
	}
	for i, f := range r.Fields {
		field := m.member(p, f)
		switch {
		case i < len(args):
			if args[i].typ == nil && args[i].num == nil {
				continue
			}
			m.store(field, args[i], ast.Node{})
		case f.Init.Valid():
			m.store(field, m.initialValue(f.Type, f.Init), ast.Node{})
		default:
			if num, ok := numeric(f.Type); ok {
				if r.Name == "dim3" {
					m.store(field, m.convert(m.intValue(1), f.Type), ast.Node{})
				} else {
					m.store(field, value{typ: f.Type, num: m.zero(num)}, ast.Node{})
				}
			}
		}
	}
	return out
}

// defaultConstruct runs the default constructor and member initialisers of a
// variable declared without an initialiser.
func (m *machine) defaultConstruct(p place) {
	r := strip(p.typ).Record
	if r == nil {
		return
	}
	for _, f := range r.Fields {
		if f.Init.Valid() {
			m.store(m.member(p, f), m.initialValue(f.Type, f.Init), ast.Node{})
		}
	}
	if constructors := r.MethodsNamed(r.Name); len(constructors) > 0 {
		m.runConstructor(constructors, p, nil, ast.Node{})
	}
}

// runConstructor calls the constructor that fits, member initialisers included.
func (m *machine) runConstructor(constructors []*sema.Function, this place, args []value, n ast.Node) bool {
	if m.callDepth >= maxCallDepth {
		return false
	}
	// Binding a parameter may construct, too.
	m.callDepth++
	defer func() { m.callDepth-- }()
	places, types := placesOf(args)
	t := strip(this.typ)
	scope := m.frame.scope
	if t.Record.Scope != nil {
		scope = t.Record.Scope.With(t.Record.Bindings)
	}
	fn, bindings := scope.Resolve(constructors, nil, types)
	if fn == nil || !fn.Body.Valid() {
		return false
	}
	f := m.newFrame(fn, fn.Scope.With(t.Record.Bindings), bindings)
	f.this, f.caller, f.result = &this, m.frame, typeVoid
	for i, p := range fn.Params {
		var a place
		if i < len(places) {
			a = places[i]
		}
		m.bindParam(f, p, a, i < len(places))
	}
	caller, loops := m.frame, m.loops
	m.frame, m.loops = f, nil
	for _, member := range t.Record.Fields {
		if member.Init.Valid() {
			m.store(m.member(this, member), m.initialValue(member.Type, member.Init), ast.Node{})
		}
	}
	for _, init := range fn.Initializers {
		m.initMember(this, t.Record, init)
	}
	m.frame, m.loops = caller, loops
	m.runBody(f, fn.Body)
	return true
}

// initMember interprets one entry of a constructor's initialiser list.
func (m *machine) initMember(this place, r *sema.Record, init ast.Node) {
	nameNode := init.FirstChild()
	list := init.ChildOf(ast.ArgumentList, ast.InitializerList)
	if !nameNode.Valid() || !list.Valid() {
		return
	}
	name := nameNode.Text()
	if f, ok := r.FieldNamed(name); ok {
		if f.Type != nil && f.Type.Kind == sema.Reference {
			p := m.place(list.FirstChild())
			slot := m.member(retyped(this, this.typ), sema.Field{Name: f.Name, Offset: f.Offset, Type: pointerTo(f.Type.Elem)})
			m.store(slot, value{typ: pointerTo(f.Type.Elem), ptr: p.targets}, ast.Node{})
			return
		}
		m.store(m.member(this, f), m.initialValue(f.Type, list), ast.Node{})
		return
	}
	for _, b := range r.Bases {
		if b = strip(b); b != nil && b.Record != nil && strings.HasPrefix(name, b.Record.Name) {
			if cs := b.Record.MethodsNamed(b.Record.Name); len(cs) > 0 {
				m.runConstructor(cs, retyped(this, b), m.evalArgs(list), init)
			}
		}
	}
}
