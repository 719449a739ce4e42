package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

func (m *machine) placeOf(o *object) place {
	return place{targets: []target{{o, m.d.Const(lanes.Int64, 0)}}, typ: o.typ, literal: true, addr: m.symbol(o)}
}

// dataObject returns an object whose content is data: shared or global memory.
func (m *machine) dataObject(name string, space sema.MemorySpace, t *sema.Type) *object {
	o := m.newObject(name, t)
	o.space, o.state = space, nil
	return o
}

// member returns the place of a data member.
func (m *machine) member(p place, f sema.Field) place {
	off := f.Offset
	out := place{typ: f.Type, literal: p.literal}
	if m.work != nil {
		out.addr = m.work.offset(p.addr, max(off, 0))
	}
	for _, t := range p.targets {
		o := off
		if o < 0 {
			o = m.placeholderOffset(p.typ, f.Name)
		}
		t.off = m.d.Add(lanes.Int64, t.off, m.d.Const(lanes.Int64, o))
		out.targets = append(out.targets, t)
	}
	if f.Type != nil && f.Type.Kind == sema.Reference {
		// A member that is a reference was stored as a pointer.
		v := m.load(place{targets: out.targets, typ: pointerTo(f.Type.Elem), literal: out.literal, addr: out.addr}, ast.Node{})
		return place{targets: v.ptr, typ: f.Type.Elem, addr: v.op}
	}
	return out
}

// placeholderOffset keeps the members of a class of unknown layout apart.
func (m *machine) placeholderOffset(t *sema.Type, name string) int64 {
	t = strip(t)
	if t != nil && t.Record != nil {
		for i, f := range t.Record.Fields {
			if f.Name == name {
				return int64(i+1) << 32
			}
		}
	}
	return 1 << 40
}

// element returns the place of element i, of type elem, from a place.
func (m *machine) element(p place, i *lanes.Value, elem *sema.Type) place {
	return m.elementAt(p, value{num: i}, elem)
}

// elementAt is element for an index that may have been computed.
func (m *machine) elementAt(p place, index value, elem *sema.Type) place {
	i := index.num
	if p.addr == 0 && !index.num.Known() {
		m.use(index) // of an array in local memory
	}
	out := place{typ: elem, literal: p.literal, addr: m.indexed(p.addr, index, sizeOf(elem), p.targets, elem)}
	scaled := m.d.Mul(lanes.Int64, m.d.Convert(lanes.Int64, i), m.d.Const(lanes.Int64, sizeOf(elem)))
	if isKind(elem, sema.Array) {
		scaled = scaled.RowOffset()
	}
	for _, t := range p.targets {
		t.off = m.d.Add(lanes.Int64, t.off, scaled)
		out.targets = append(out.targets, t)
	}
	return out
}

// decay returns the pointer to the first element of an array.
func (m *machine) decay(p place) value {
	t := strip(p.typ)
	m.expose(p.targets)
	return value{typ: pointerTo(t.Elem), ptr: p.targets, op: p.addr}
}

// expose notes that the address of objects was taken: a pointer that nothing is
// known of may point to them from here.
func (m *machine) expose(targets []target) {
	for _, t := range targets {
		if o := t.obj; !o.exposed && o.tracked() && o.space == sema.LocalSpace {
			o.exposed = true
			m.exposed = append(m.exposed, o)
		}
	}
}

// hideSince forgets that the address of objects younger than an id was taken: they
// are gone.
func (m *machine) hideSince(id int) {
	m.exposed = slices.DeleteFunc(m.exposed, func(o *object) bool {
		gone := o.id > id
		o.exposed = o.exposed && !gone
		return gone
	})
}

// pointee returns the place a pointer value refers to.
func (m *machine) pointee(v value) place {
	t := strip(v.typ)
	p := place{typ: typeOther, targets: v.ptr, addr: v.op}
	if m.work != nil && p.addr == 0 {
		p.addr = m.nodeOf(v)
	}
	if t != nil && t.Elem != nil {
		p.typ = t.Elem
	}
	if t != nil && t.Kind == sema.Array && v.mem != nil {
		p.targets, p.addr = v.mem.targets, v.mem.addr
	}
	return p
}

// place evaluates an expression as an lvalue. The result has no targets if it is
// none, or unknown.
func (m *machine) place(n ast.Node) place {
	m.step()
	n = unparenthesize(n)
	switch n.Kind() {
	case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier, ast.QualifiedIdentifier:
		return m.named(n)
	case ast.TemplateFunction:
		// A variable template; its type counts as written, without the arguments.
		if v := m.frame.scope.Variable(n.Child(ast.FieldName)); v != nil {
			return m.global(v)
		}
	case ast.SubscriptExpression:
		return m.subscript(n)
	case ast.FieldExpression:
		return m.fieldOf(n)
	case ast.PointerExpression:
		if n.Op() == ast.Mul {
			v := m.eval(n.Child(ast.FieldArgument))
			if isKind(v.typ, sema.RecordKind) && v.mem != nil {
				if r, ok := m.operator(v, "*", nil, n); ok {
					return m.asPlace(r)
				}
			}
			return m.pointee(v)
		}
	case ast.This:
		if m.frame.this != nil {
			return m.asPlace(value{typ: pointerTo(m.frame.this.typ), ptr: m.frame.this.targets, op: m.frame.this.addr})
		}
	case ast.ConditionalExpression:
		return m.asPlace(m.conditional(n, true))
	case ast.AssignmentExpression:
		m.eval(n)
		return m.place(n.Child(ast.FieldLeft))
	case ast.UpdateExpression:
		m.eval(n)
		return m.place(n.Child(ast.FieldArgument))
	case ast.CommaExpression:
		m.eval(n.Child(ast.FieldLeft))
		return m.place(n.Child(ast.FieldRight))
	}
	if e, ok := m.expandExpression(n); ok {
		m.expanding++
		defer func() { m.expanding-- }()
		return m.place(e)
	}
	return m.asPlace(m.eval(n))
}

func (m *machine) expandExpression(n ast.Node) (ast.Node, bool) {
	if !n.Is(ast.CallExpression, ast.Identifier) {
		return n, false
	}
	e, ok := m.expand(n)
	if !ok {
		return n, false
	}
	if e.Is(ast.ExpressionStatement) {
		e = e.FirstChild()
	}
	return e, e.Valid() && isExpression(e)
}

// asPlace returns where a value is: its memory, or a temporary that holds it.
func (m *machine) asPlace(v value) place {
	if v.mem != nil {
		return *v.mem
	}
	if v.fn != nil || v.group != nil {
		return place{typ: v.typ, num: &v}
	}
	o := m.newObject("", v.typ)
	p := m.placeOf(o)
	if v.num != nil || v.ptr != nil {
		o.state.cells = []cell{{0, v}}
	} else {
		o.content = func(_ int64, t *sema.Type) value { return m.unknown(t) }
	}
	return p
}

func (m *machine) subscript(n ast.Node) place {
	base := n.Child(ast.FieldArgument)
	indices := n.Child(ast.FieldIndices)
	if indices.Is(ast.SubscriptArgumentList) {
		indices = indices.FirstChild()
	}
	p := m.place(base)
	index := m.eval(indices)
	t := strip(p.typ)
	if t != nil && t.Kind == sema.RecordKind {
		if r, ok := m.operator(value{typ: t, mem: &p}, "[]", []value{index}, n); ok {
			return m.asPlace(r)
		}
		return place{typ: typeOther}
	}
	if t != nil && t.Kind == sema.Int && isKind(index.typ, sema.Pointer) {
		// 3[p]
		index, p = m.load(p, base), m.asPlace(index)
		t = strip(p.typ)
	}
	if index.mem != nil {
		index = m.integral(index)
	}
	if index.num == nil {
		index = m.unknown(typeInt)
	}
	literal := p.literal && isLiteral(unparenthesize(indices))
	if t != nil && t.Kind == sema.Array {
		e := m.elementAt(p, index, t.Elem)
		e.literal = literal
		return e
	}
	q := m.pointee(m.load(p, base))
	e := m.elementAt(q, index, q.typ)
	e.literal = isLiteral(unparenthesize(indices))
	for _, tg := range q.targets {
		_, constant := tg.off.Constant()
		e.literal = e.literal && constant
	}
	return e
}

func isLiteral(n ast.Node) bool { return n.Is(ast.NumberLiteral, ast.CharLiteral) }

func (m *machine) fieldOf(n ast.Node) place {
	argument, field := n.Child(ast.FieldArgument), n.Child(ast.FieldField)
	var p place
	if n.Op() == ast.Arrow {
		v := m.eval(argument)
		if isKind(v.typ, sema.RecordKind) && v.mem != nil {
			if r, ok := m.operator(v, "->", nil, n); ok {
				v = r
			}
		}
		p = m.pointee(v)
	} else {
		if v, ok := m.builtinMember(argument, field); ok {
			return place{typ: v.typ, num: &v}
		}
		p = m.place(argument)
	}
	t := strip(p.typ)
	if t == nil || t.Record == nil {
		return place{typ: typeOther}
	}
	name := field.Text()
	if f, ok := t.Record.FieldNamed(name); ok {
		q := m.member(p, f)
		q.literal = p.literal
		return q
	}
	if v := m.static(t.Record, name); v != nil {
		return m.global(v)
	}
	return place{typ: typeOther}
}

func (m *machine) static(r *sema.Record, name string) *sema.Variable {
	if v := r.Statics[name]; v != nil {
		return v
	}
	for _, b := range r.Bases {
		if b = strip(b); b != nil && b.Record != nil {
			if v := m.static(b.Record, name); v != nil {
				return v
			}
		}
	}
	return nil
}
