package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// declare interprets a declaration inside a body.
func (m *machine) declare(n ast.Node) {
	for c := range n.Children() {
		if c.Is(ast.StructSpecifier, ast.ClassSpecifier, ast.EnumSpecifier, ast.UnionSpecifier) && c.Child(ast.FieldBody).Valid() {
			m.declareType(c)
		}
	}
	for _, d := range m.frame.scope.Declarators(n) {
		if d.Function {
			continue
		}
		if len(d.Bindings) > 0 {
			for _, b := range d.Bindings {
				obj := m.newObject(b.Text(), typeOther)
				obj.content = func(_ int64, t *sema.Type) value { return m.unknown(t) }
				m.frame.bind(b.Text(), &binding{place: m.placeOf(obj)})
			}
			continue
		}
		m.declareVariable(n, d)
	}
}

func (m *machine) declareVariable(n ast.Node, d sema.Declared) {
	t := d.Type
	if t == nil {
		t = typeOther
	}
	switch {
	case d.Space == sema.SharedSpace || n.Qualifiers()&ast.Shared != 0:
		m.frame.bind(d.Name, &binding{place: m.placeOf(m.dataObject(d.Name, sema.SharedSpace, t))})
		return
	case n.Qualifiers()&ast.Extern != 0:
		return
	case t.Kind == sema.Reference && d.Init.Valid():
		m.frame.bind(d.Name, m.bindReference(t, d.Init))
		return
	}
	obj := m.newObject(d.Name, t)
	b := &binding{place: m.placeOf(obj)}
	if n.Qualifiers()&ast.Static != 0 && n.Qualifiers()&(ast.Const|ast.Constexpr) == 0 {
		// A static variable lives in global memory and keeps its value.
		b.place = m.placeOf(m.dataObject(d.Name, sema.GlobalSpace, t))
		m.frame.bind(d.Name, b)
		return
	}
	if !d.Init.Valid() {
		m.frame.bind(d.Name, b)
		if isKind(t, sema.RecordKind) {
			m.defaultConstruct(b.place)
		}
		return
	}
	v := m.initialValue(t, d.Init)
	if t.Kind == sema.Auto || t.Kind == sema.UnknownType || opaque(t) {
		if v.fn != nil || v.group != nil {
			m.frame.bind(d.Name, &binding{val: &v})
			return
		}
		if v.typ != nil {
			obj.typ, b.place.typ, obj.size = v.typ, v.typ, v.typ.Size
		}
	}
	if v.group != nil {
		m.frame.bind(d.Name, &binding{val: &v})
		return
	}
	m.frame.bind(d.Name, b)
	m.store(b.place, v, ast.Node{})
}

// bindReference returns what a reference initialised by an expression refers to.
func (m *machine) bindReference(t *sema.Type, init ast.Node) *binding {
	if init.Is(ast.ArgumentList, ast.InitializerList) {
		init = init.FirstChild()
	}
	p := m.place(init)
	if p.num != nil && (p.num.fn != nil || p.num.group != nil) {
		return &binding{val: p.num}
	}
	if p.typ == nil || opaque(p.typ) {
		p.typ = strip(t)
	}
	return &binding{place: p}
}

// initialValue evaluates an initialiser for a variable of a type.
func (m *machine) initialValue(t *sema.Type, init ast.Node) value {
	switch init.Kind() {
	case ast.InitializerList:
		return m.initialize(t, init)
	case ast.ArgumentList, ast.ParameterList:
		args := m.evalArgs(init)
		if isKind(t, sema.RecordKind) || isKind(t, sema.Builtin) {
			return m.construct(t, args, init)
		}
		if len(args) == 1 {
			return m.convert(args[0], t)
		}
		return m.unknown(t)
	}
	v := m.eval(init)
	if v.mem != nil && isKind(t, sema.RecordKind, sema.Auto) {
		return m.copyOf(v)
	}
	if t.Kind == sema.Auto || opaque(t) {
		if v.mem != nil && isKind(v.typ, sema.Array) {
			return m.decay(*v.mem)
		}
		return v
	}
	return m.convert(v, t)
}

// initialize evaluates a braced list for a type into a fresh object.
func (m *machine) initialize(t *sema.Type, list ast.Node) value {
	t = strip(t)
	switch {
	case isKind(t, sema.Array):
		obj := m.newObject("", t)
		p := m.placeOf(obj)
		i := int64(0)
		for c := range list.Children() {
			if c.Is(ast.InitializerPair) {
				return value{typ: t}
			}
			e := m.element(p, m.d.Const(lanes.Int64, i), t.Elem)
			m.store(e, m.initialValue(t.Elem, c), ast.Node{})
			i++
		}
		for ; i < t.Len && i < maxCells; i++ {
			if n, ok := numeric(t.Elem); ok {
				zero := value{typ: t.Elem, num: m.zero(n)}
				m.store(m.element(p, m.d.Const(lanes.Int64, i), t.Elem), zero, ast.Node{})
			}
		}
		return value{typ: t, mem: &p}
	case isAggregate(t):
		return m.aggregate(t, list)
	case isKind(t, sema.RecordKind):
		var args []value
		for c := range list.Children() {
			if c.Is(ast.InitializerList) {
				args = append(args, value{typ: typeOther})
			} else {
				args = append(args, m.eval(c))
			}
		}
		return m.construct(t, args, list)
	}
	first := list.FirstChild()
	if !first.Valid() {
		if n, ok := numeric(t); ok {
			return value{typ: t, num: m.zero(n)}
		}
		return m.unknown(t)
	}
	if opaque(t) {
		return m.eval(first)
	}
	return m.convert(m.eval(first), t)
}

// isAggregate reports whether a braced list initialises the members one by one.
func isAggregate(t *sema.Type) bool {
	t = strip(t)
	return isKind(t, sema.RecordKind) && t.Record != nil && t.Record.Name != "dim3" && len(t.Record.Bases) == 0 &&
		len(t.Record.MethodsNamed(t.Record.Name)) == 0
}

// aggregate evaluates a list that gives an aggregate's members in order, or by
// name; the others have their own initialisers, or are zero.
func (m *machine) aggregate(t *sema.Type, list ast.Node) value {
	first := list.FirstChild()
	if first.Is(ast.InitializerPair) {
		return m.designated(t, list)
	}
	p := m.placeOf(m.newObject("", t))
	fields := t.Record.Fields
	i := 0
	for c := range list.Children() {
		if c.Is(ast.InitializerList) && i < len(fields) {
			m.store(m.member(p, fields[i]), m.initialValue(fields[i].Type, c), ast.Node{})
			i++
			continue
		}
		v := m.eval(c)
		if i == 0 && v.mem != nil && isKind(v.typ, sema.RecordKind) && strip(v.typ).Name == t.Name {
			return m.construct(t, []value{v}, list) // a copy
		}
		if i >= len(fields) || isKind(fields[i].Type, sema.Array, sema.RecordKind) && v.mem == nil {
			m.smearPlace(p) // the braces of a member are left out
			return value{typ: t, mem: &p}
		}
		m.store(m.member(p, fields[i]), v, ast.Node{})
		i++
	}
	for ; i < len(fields); i++ {
		m.initDefault(p, fields[i])
	}
	return value{typ: t, mem: &p}
}

// initDefault initialises a member that a list leaves out.
func (m *machine) initDefault(p place, f sema.Field) {
	field := m.member(p, f)
	if f.Init.Valid() {
		m.store(field, m.initialValue(f.Type, f.Init), ast.Node{})
		return
	}
	if n, ok := numeric(f.Type); ok {
		m.store(field, value{typ: f.Type, num: m.zero(n)}, ast.Node{})
	} else if isKind(f.Type, sema.Pointer) {
		m.store(field, value{typ: f.Type, ptr: []target{}}, ast.Node{})
	} else {
		m.zeroMember(field)
	}
}

// zeroMember initialises a struct or array member that a list leaves out; of a
// large one nothing is known.
func (m *machine) zeroMember(p place) {
	t := strip(p.typ)
	switch {
	case isKind(t, sema.RecordKind) && t.Record != nil && isAggregate(t):
		for _, f := range t.Record.Fields {
			m.initDefault(p, f)
		}
	case isKind(t, sema.Array) && t.Len > 0 && t.Len <= maxGather:
		for i := range t.Len {
			m.initDefault(m.element(p, m.d.Const(lanes.Int64, i), t.Elem), sema.Field{Type: t.Elem})
		}
	default:
		m.smearPlace(p)
	}
}

// designated evaluates a list such as {.x = 1, .y = 2}.
func (m *machine) designated(t *sema.Type, list ast.Node) value {
	p := m.placeOf(m.newObject("", t))
	for c := range list.Children() {
		name := c.Child(ast.FieldDesignator)
		if f, ok := t.Record.FieldNamed(trimDot(name.Text())); ok {
			m.store(m.member(p, f), m.initialValue(f.Type, c.Child(ast.FieldValue)), ast.Node{})
		}
	}
	return value{typ: t, mem: &p}
}

func trimDot(s string) string {
	for len(s) > 0 && (s[0] == '.' || s[0] == ' ') {
		s = s[1:]
	}
	return s
}

func (m *machine) zero(n lanes.Type) *lanes.Value {
	if n.Float {
		return m.d.ConstFloat(n, 0)
	}
	return m.d.Const(n, 0)
}

// declareType makes a type declared inside a body known.
func (m *machine) declareType(n ast.Node) {
	switch n.Kind() {
	case ast.AliasDeclaration:
		m.frame.bind(n.Child(ast.FieldName).Text(), &binding{typ: m.frame.scope.Type(n.Child(ast.FieldType))})
	case ast.TypeDefinition:
		for _, d := range m.frame.scope.Declarators(n) {
			m.frame.bind(d.Name, &binding{typ: d.Type})
		}
	case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier:
		if name := n.Child(ast.FieldName); name.Valid() {
			m.frame.bind(name.Text(), &binding{typ: m.frame.scope.Type(n)})
		}
		if n.Is(ast.EnumSpecifier) {
			m.declareEnumerators(n)
		}
	}
}

// declareEnumerators makes the enumerators of a local enum known.
func (m *machine) declareEnumerators(n ast.Node) {
	next := int64(0)
	for c := range n.Child(ast.FieldBody).Children() {
		if !c.Is(ast.Enumerator) {
			continue
		}
		if v := c.Child(ast.FieldValue); v.Valid() {
			if k := m.frame.scope.Const(v); k.Known() {
				next = k.Int
			}
		}
		v := m.intValue(next)
		obj := m.newObject(c.Child(ast.FieldName).Text(), typeInt)
		m.store(m.placeOf(obj), v, ast.Node{})
		m.frame.bind(obj.name, &binding{place: m.placeOf(obj)})
		next++
	}
}
