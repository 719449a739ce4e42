package pointer

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// eval follows an expression and returns the pointers its value may hold.
func (m *machine) eval(n ast.Node) value {
	if !n.Valid() || !m.step() {
		return nil
	}
	m.depth++
	defer func() { m.depth-- }()
	switch n.Kind() {
	case ast.NumberLiteral, ast.CharLiteral, ast.StringLiteral, ast.True, ast.False, ast.Nullptr, ast.SizeofExpression, ast.AlignofExpression,
		ast.OffsetofExpression, ast.Decltype, ast.TypeDescriptor, ast.PrimitiveType:
		return nil
	case ast.Identifier, ast.QualifiedIdentifier, ast.FieldIdentifier, ast.TypeIdentifier:
		return m.name(n)
	case ast.ParenthesizedExpression:
		return m.eval(n.FirstChild())
	case ast.This:
		return m.frame.thisOf()
	case ast.CommaExpression:
		m.eval(n.Child(ast.FieldLeft))
		return m.eval(n.Child(ast.FieldRight))
	case ast.ConditionalExpression:
		m.eval(n.Child(ast.FieldCondition))
		return m.eval(n.Child(ast.FieldConsequence)).union(m.eval(n.Child(ast.FieldAlternative)))
	case ast.CastExpression:
		return m.cast(n.Child(ast.FieldType), n.Child(ast.FieldValue))
	case ast.BinaryExpression:
		return m.binary(n)
	case ast.UnaryExpression:
		m.eval(n.Child(ast.FieldArgument))
		return nil
	case ast.AssignmentExpression:
		return m.assignment(n)
	case ast.PointerExpression:
		if n.Op() == ast.And {
			return m.address(n)
		}
		return m.load(m.place(n), n)
	case ast.SubscriptExpression, ast.FieldExpression:
		places := m.place(n)
		if m.isArray(n, places) {
			return pointerTo(places)
		}
		if n.Kind() == ast.FieldExpression && m.volatiles && isVolatile(m.frame.scope.ExprType(n)) {
			places = settled(places)
		}
		return m.load(places, n)
	case ast.UpdateExpression:
		places := m.place(n.Child(ast.FieldArgument))
		v := m.load(places, n.Child(ast.FieldArgument))
		m.record(Store, n, places, true)
		return v
	case ast.CallExpression:
		return m.call(n)
	case ast.LambdaExpression:
		return value{{to: loc{obj: m.lambda(n)}}}
	case ast.CompoundLiteralExpression:
		o := m.declared(n, localObject)
		o.typ = m.frame.scope.Type(n.Child(ast.FieldType))
		return m.construct(n, o, shape{}, n.Child(ast.FieldValue), false)
	case ast.InitializerList:
		var out value
		for c := range n.Children() {
			out = out.union(m.eval(c))
		}
		return out
	case ast.InitializerPair:
		return m.eval(n.Child(ast.FieldValue))
	case ast.GnuAsmExpression:
		return m.assembly(n)
	case ast.Declaration: // in a condition
		m.declare(n)
		return nil
	}
	for c := range n.Children() {
		m.eval(c)
	}
	return nil
}

func (f *frame) thisOf() value {
	for fr := f; fr != nil; fr = fr.outer {
		if fr.this != nil {
			return fr.this
		}
	}
	return nil
}

// name evaluates a name.
func (m *machine) name(n ast.Node) value {
	if n.Kind() == ast.Identifier {
		if o := m.frame.lookup(n.Text()); o != nil && o.kind == localObject && !o.reference && !o.array {
			o.read = true
			return o.content
		}
	}
	if n.Is(ast.Identifier, ast.TypeIdentifier) && m.frame.lookup(n.Text()) == nil {
		if v, ok := m.arithmetic(n); ok {
			return v
		}
		if e, ok := m.expand(n); ok {
			return m.eval(expression(e))
		}
	}
	places := m.place(n)
	if len(places) == 0 {
		return nil
	}
	if n.Kind() == ast.Identifier && m.refersToArray(m.frame.lookup(n.Text())) {
		return pointerTo(places)
	}
	if places[0].obj.kind == sharedObject || places[0].obj.array && places[0].path == "" {
		return pointerTo(places)
	}
	if o := places[0].obj; o.kind == variableObject {
		if t := o.typeOf(); t != nil && t.Kind == sema.Array {
			return pointerTo(places)
		}
	}
	return m.load(places, n)
}

// refersToArray reports whether a variable is a reference to an array, whose value
// is its address.
func (m *machine) refersToArray(o *object) bool {
	if o == nil || !o.reference {
		return false
	}
	if o.array {
		return true
	}
	t := o.typeOf()
	if t != nil && t.Kind == sema.Reference {
		t = t.Elem
	}
	return t != nil && t.Kind == sema.Array
}

// expression returns the expression inside an expanded macro.
func expression(e ast.Node) ast.Node {
	if e.Kind() == ast.ExpressionStatement {
		return e.FirstChild()
	}
	return e
}

// isArray reports whether an element or member is itself an array, whose value is
// its address.
func (m *machine) isArray(n ast.Node, places []loc) bool {
	for _, l := range places {
		switch l.obj.kind {
		case paramObject, deepObject, variableObject:
			// p[i][j]: p points to arrays, or to pointers.
			if p := n.Parent(); p.Is(ast.SubscriptExpression, ast.PointerExpression, ast.BinaryExpression, ast.ArgumentList, ast.InitDeclarator) {
				t := m.frame.scope.ExprType(n)
				return t != nil && t.Kind == sema.Array
			}
		case localObject:
			if n.Kind() == ast.FieldExpression && len(l.obj.content) > 0 {
				t := m.frame.scope.ExprType(n)
				return t != nil && t.Kind == sema.Array
			}
		}
	}
	return false
}

// address evaluates &x.
func (m *machine) address(n ast.Node) value {
	arg := n.Child(ast.FieldArgument)
	places := m.place(arg)
	for _, l := range places {
		if l.obj.parameter && l.path == "" && l.obj.typ != nil && l.obj.typ.Kind == sema.Pointer {
			m.escape(l.obj.content, n, "has its own address taken, which a __restrict__ pointer's type would not fit")
		}
	}
	return pointerTo(places)
}

// binary evaluates an operation. Only sums and differences keep pointers.
func (m *machine) binary(n ast.Node) value {
	l, r := m.eval(n.Child(ast.FieldLeft)), m.eval(n.Child(ast.FieldRight))
	switch n.Op() {
	case ast.Add, ast.Sub:
		if n.Op() == ast.Sub && hasPointer(l) && hasPointer(r) {
			return nil // a distance
		}
		return l.plus(r)
	}
	return nil
}

// cast evaluates a conversion to a type.
func (m *machine) cast(t, n ast.Node) value {
	v := m.eval(n)
	if len(v) == 0 {
		return nil
	}
	s := shapeOf(t.Child(ast.FieldDeclarator))
	spec := t
	if t.Kind() == ast.TypeDescriptor {
		spec = t.Child(ast.FieldType)
	}
	pointer := s.pointer || s.reference
	if !pointer && !spec.Is(ast.PrimitiveType, ast.SizedTypeSpecifier) {
		ty := m.frame.scope.Type(t)
		pointer = ty == nil || !ty.Arithmetic()
	}
	if !pointer {
		m.integer(v, n)
		return nil
	}
	if call := t.Parent().Parent(); call.Kind() == ast.TemplateFunction && !strings.HasPrefix(call.Text(), "const_cast") {
		m.writable(v, t, s)
	}
	if t.Qualifiers()&ast.Volatile != 0 || strings.Contains(t.Text(), "volatile") {
		return v.settled()
	}
	return v
}

// integer notes that pointers become integers.
func (m *machine) integer(v value, n ast.Node) {
	for _, l := range v.pointers() {
		if l.obj.kind == paramObject && !m.integers[l.obj.param].Valid() {
			m.integers[l.obj.param] = n
		}
	}
}

func (m *machine) assignment(n ast.Node) value {
	left, right := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	if name, reference := arrayDeclared(left); name.Valid() && m.frame.lookup(name.Text()) == nil {
		o := m.bind(name, localObject)
		if o.reference, o.array = reference, reference; reference {
			m.hold(o, pointerTo(m.place(right)))
		} else {
			m.escape(m.eval(right), n, "becomes a pointer to arrays")
		}
		return nil
	}
	v := m.eval(right)
	places := m.place(left)
	if n.Op() != ast.Assign {
		m.record(Load, left, places, true)
		v = nil // p += n: p points to what it did
		m.record(Store, n, places, true)
		return m.fetch(places)
	}
	if m.assignedBy(n, left, right, places) {
		return nil
	}
	m.recordStore(left, places)
	if left.Kind() == ast.Identifier && len(v) > 0 {
		if o := m.frame.lookup(left.Text()); o != nil && !o.parameter {
			m.writableMember(v, o.typeOf())
		}
	}
	m.assign(places, v, n)
	return v
}

// arrayDeclared returns the name in T (&name)[4] = x and T (*name)[4] = x, which
// parse as assignments to elements of what a conversion returns.
func arrayDeclared(left ast.Node) (name ast.Node, reference bool) {
	if left.Kind() != ast.SubscriptExpression {
		return name, false
	}
	for left.Kind() == ast.SubscriptExpression {
		left = left.Child(ast.FieldArgument)
	}
	list := left.Child(ast.FieldArguments)
	if left.Kind() != ast.CallExpression || list.ChildCount() != 1 {
		return name, false
	}
	if p := list.FirstChild(); p.Kind() == ast.PointerExpression && p.Child(ast.FieldArgument).Kind() == ast.Identifier {
		return p.Child(ast.FieldArgument), p.Op() == ast.And
	}
	return name, false
}

// assignedBy follows the operator= of a class of the source; ok is false where
// there is none. What is assigned to, but has no name, such as what operator[]
// returned, stores in some way, in sight or not.
func (m *machine) assignedBy(n, left, right ast.Node, places []loc) (ok bool) {
	if len(places) != 1 || places[0].obj.kind != localObject || len(places[0].obj.content) == 0 || places[0].obj.parameter {
		return false
	}
	named := left.Is(ast.Identifier, ast.FieldExpression)
	if o := places[0].obj; named && (places[0].path != "" || !o.mayBeRecord()) {
		return false
	}
	if t := m.frame.scope.ExprType(left).Object(); t != nil && t.Kind == sema.RecordKind && t.Record != nil {
		if methods := t.Record.MethodsNamed("="); len(methods) > 0 {
			m.callAny(n, methods, nil, []ast.Node{right}, pointerTo(places))
			return true
		}
	}
	if !named && left.Is(ast.SubscriptExpression, ast.CallExpression) && places[0].obj.name == "" && !places[0].picking {
		m.escape(pointerTo(places), n, "is held by an object that is assigned to")
	}
	return false
}

// recordStore notes a store, at the left side of an assignment.
func (m *machine) recordStore(left ast.Node, places []loc) {
	if len(places) > 0 {
		m.record(Store, left, places, true)
	} else if left.Is(ast.PointerExpression, ast.SubscriptExpression, ast.FieldExpression) {
		m.record(Store, left, nil, true)
	}
}
