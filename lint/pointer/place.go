package pointer

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// place returns the places that an lvalue refers to. An expression that is none
// is a temporary.
func (m *machine) place(n ast.Node) []loc {
	if !n.Valid() || !m.step() {
		return nil
	}
	m.depth++
	defer func() { m.depth-- }()
	switch n.Kind() {
	case ast.Identifier, ast.QualifiedIdentifier, ast.FieldIdentifier, ast.TypeIdentifier:
		return m.placeOfName(n)
	case ast.ParenthesizedExpression:
		return m.place(n.FirstChild())
	case ast.PointerExpression:
		if n.Op() == ast.Mul {
			return m.pointees(m.eval(n.Child(ast.FieldArgument)))
		}
	case ast.SubscriptExpression:
		return m.subscript(n)
	case ast.FieldExpression:
		return m.field(n)
	case ast.UpdateExpression:
		m.eval(n)
		return m.place(n.Child(ast.FieldArgument))
	case ast.AssignmentExpression:
		m.eval(n)
		return m.place(n.Child(ast.FieldLeft))
	case ast.ConditionalExpression:
		m.eval(n.Child(ast.FieldCondition))
		return append(m.place(n.Child(ast.FieldConsequence)), m.place(n.Child(ast.FieldAlternative))...)
	case ast.CommaExpression:
		m.eval(n.Child(ast.FieldLeft))
		return m.place(n.Child(ast.FieldRight))
	case ast.CastExpression:
		// *(T &)x and the like: the same place.
		if shapeOf(n.Child(ast.FieldType).Child(ast.FieldDeclarator)).reference {
			return m.place(n.Child(ast.FieldValue))
		}
	case ast.CallExpression:
		if f := n.Child(ast.FieldFunction); f.Kind() == ast.Identifier && m.frame.lookup(f.Text()) == nil && !m.unit.Arithmetic(n) {
			var places []loc
			if m.macro(n, func(body ast.Node) { places = m.place(body) }) {
				return places
			}
			if e, ok := m.expand(n); ok && !isStatement(expression(e)) {
				return m.place(expression(e))
			}
		}
		if places, ok := m.callPlace(n); ok {
			return places
		}
	}
	o := m.declared(n, localObject)
	m.hold(o, m.eval(n))
	return []loc{{obj: o}}
}

// pointees returns the places a value points to; memory of unknown origin where
// nothing is known.
func (m *machine) pointees(v value) []loc {
	out := v.pointers()
	if len(out) == 0 {
		return []loc{{obj: m.unknown}}
	}
	return out
}

func (m *machine) placeOfName(n ast.Node) []loc {
	name := n.Text()
	if n.Is(ast.Identifier, ast.TypeIdentifier) {
		if o := m.frame.lookup(name); o != nil {
			if o.reference {
				o.read = true
				return o.content.pointers()
			}
			return []loc{{obj: o}}
		}
		if e, ok := m.expand(n); ok {
			return m.place(expression(e))
		}
	}
	if this := m.frame.thisOf(); len(this) > 0 && n.Kind() != ast.QualifiedIdentifier && m.isMember(name) {
		return m.member(this.pointers(), name)
	}
	v := m.variableNamed(n)
	if v == nil {
		return nil
	}
	switch v.Space {
	case sema.SharedSpace, sema.GlobalSpace:
		o := m.shared[v.Node]
		if o == nil {
			kind := variableObject
			if v.Space == sema.SharedSpace {
				kind = sharedObject
			}
			o = m.object(kind)
			o.typ, o.name = v.Type, strings.TrimPrefix(v.Namespace+"::"+v.Name, "::")
			m.shared[v.Node] = o
		}
		return []loc{{obj: o}}
	}
	return nil
}

// isMember reports whether a method's class has a data member of a name.
func (m *machine) isMember(name string) bool {
	for f := m.frame; f != nil; f = f.outer {
		if f.fn != nil && f.fn.Record != nil {
			_, ok := f.fn.Record.FieldNamed(name)
			return ok
		}
	}
	return false
}

func (m *machine) variableNamed(n ast.Node) *sema.Variable {
	key := nameIn{m.frame.fn.Scope, n.Text()}
	v, ok := m.names[key]
	if !ok {
		v = m.frame.scope.Variable(n)
		m.names[key] = v
	}
	return v
}

func (m *machine) subscript(n ast.Node) []loc {
	base, index := n.Child(ast.FieldArgument), n.Child(ast.FieldIndices)
	if index.Kind() == ast.SubscriptArgumentList {
		index = index.FirstChild()
	}
	m.eval(index)
	if base.Kind() == ast.Identifier {
		if o := m.frame.lookup(base.Text()); o != nil && o.kind == localObject && !o.reference {
			if o.array {
				// What the compiler does not resolve it keeps in local memory, and
				// loses sight of the pointers.
				return []loc{{obj: o, picking: !m.frame.scope.Const(index).Known()}}
			}
			if t := o.recordType(); t != nil {
				v, reference := m.operator(o, t, "[]", []ast.Node{index}, n)
				return m.pointeesOfCall(v, reference, n)
			}
		}
	}
	v := m.eval(base)
	if !hasPointer(v) && base.Is(ast.NumberLiteral, ast.Identifier, ast.ParenthesizedExpression) {
		if w := m.eval(index); hasPointer(w) {
			return m.pointees(w) // 3[p]
		}
	}
	return m.pointees(v)
}

func (o *object) recordType() *sema.Type {
	if !o.mayBeRecord() {
		return nil
	}
	if t := o.typeOf().Object(); t != nil && t.Kind == sema.RecordKind && t.Record != nil {
		return t
	}
	return nil
}

// mayBeRecord tells cheaply, without asking for the type.
func (o *object) mayBeRecord() bool {
	if o.typ != nil || o.array || o.parameter {
		return o.typ != nil && !o.array
	}
	return o.decl.Valid() && !o.decl.Child(ast.FieldType).Is(ast.PrimitiveType, ast.SizedTypeSpecifier)
}

// field returns the places of a member.
func (m *machine) field(n ast.Node) []loc {
	argument, name := n.Child(ast.FieldArgument), n.Child(ast.FieldField).Text()
	var places []loc
	if n.Op() == ast.Arrow {
		places = m.pointees(m.eval(argument))
	} else {
		places = m.place(argument)
	}
	return m.member(places, name)
}

// member returns the places of a member of objects. Those of a union are one
// place; a member that is a reference is what it refers to.
func (m *machine) member(places []loc, name string) []loc {
	if len(places) == 0 {
		return nil // threadIdx.x
	}
	members := m.memberKinds()
	if members.shared[name] {
		return places
	}
	out := within(places, "."+name)
	if members.reference[name] {
		for _, e := range m.fetch(out) {
			if e.path == "" {
				out = append(out, e.to)
			}
		}
	}
	return out
}

// memberNames are the names of members of any class of the unit that are not
// places of their own: members of unions, and references.
type memberNames struct{ shared, reference map[string]bool }

func (a *Analysis) memberKinds() *memberNames {
	if a.members != nil {
		return a.members
	}
	a.members = &memberNames{map[string]bool{}, map[string]bool{}}
	for _, f := range a.unit.Files {
		unions := f.Source.Holds("union")
		for i := range f.Len() {
			n := f.At(i)
			if n.Kind() != ast.FieldDeclaration {
				continue
			}
			for d := range n.ChildrenWith(ast.FieldDeclarator) {
				s := shapeOf(d)
				if s.reference && !s.function.Valid() && s.name.Valid() {
					a.members.reference[s.name.Text()] = true
				}
				if unions && s.name.Valid() && n.Enclosing(ast.UnionSpecifier, ast.StructSpecifier, ast.ClassSpecifier, ast.FunctionDefinition).Kind() == ast.UnionSpecifier {
					a.members.shared[s.name.Text()] = true
				}
			}
		}
	}
	return a.members
}
