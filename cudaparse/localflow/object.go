package localflow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An Object is the variable that an lvalue is part of, or that a pointer points
// into. The zero Object is not known.
type Object struct {
	// Variable is set for one of file, namespace or class scope.
	Variable *sema.Variable
	// Local is the name, where it is declared, of a local variable. For a
	// parameter, Param is set, too: the object is then what the pointer that is
	// passed points into, or what the reference refers to.
	Local ast.Node
	Param *decl.Param
	// Receiver is set for a member of the object that a method is called for.
	Receiver *sema.Record
	// Type is that of the whole variable; nil where it is not known, and for what
	// parameters point into.
	Type *sema.Type
	// Offset is where in the variable, in bytes; -1 where it is not known.
	Offset int64
}

// Known reports whether the variable has been determined.
func (o Object) Known() bool { return o.Variable != nil || o.Local.Valid() }

// same reports whether both are the same variable.
func (o Object) same(p Object) bool {
	return o.Variable == p.Variable && o.Receiver == p.Receiver && o.Local == p.Local && (o.Param == nil) == (p.Param == nil)
}

// moved returns the object with its offset moved n elements of a size forwards, or back.
func (b *Analysis) moved(o Object, n ast.Node, back bool, size int64) Object {
	if !o.Known() || o.Offset < 0 {
		return o
	}
	var k sema.Const
	if !b.literalOffsets || n.Kind() == ast.NumberLiteral {
		k = b.Scope(n).Const(n)
	}
	if !k.Known() || k.Type.Kind == sema.Float || size < 0 || k.Int > 1<<40 || k.Int < -1<<40 {
		o.Offset = -1
		return o
	}
	if back {
		k.Int = -k.Int
	}
	o.Offset = max(o.Offset+k.Int*size, -1)
	return o
}

// Object returns the variable that an lvalue of a function body names or is part
// of: table for table[i].x, also through references and pointers that have no
// other value. It is not known where the lvalue is behind a pointer that comes
// from somewhere else.
func (b *Analysis) Object(lvalue ast.Node) Object {
	b.steps = 0
	return b.object(lvalue, 0)
}

// Pointee returns the variable that a pointer expression points into: table for
// table, table + 3, &table[3], (void *)&table, and for p after p = table.
func (b *Analysis) Pointee(pointer ast.Node) Object {
	b.steps = 0
	return b.pointee(pointer, 0)
}

func (b *Analysis) enter(depth int) bool {
	b.steps++
	return depth < maxObjectDepth && b.steps < maxObjectSteps
}

func (b *Analysis) object(n ast.Node, depth int) Object {
	if depth++; !b.enter(depth) {
		return Object{}
	}
	if x, ok := b.expanded(n); ok {
		return b.object(x, depth)
	}
	switch n.Kind() {
	case ast.Identifier, ast.QualifiedIdentifier, ast.TemplateFunction:
		return b.named(n, depth)
	case ast.ParenthesizedExpression:
		return b.object(n.FirstChild(), depth)
	case ast.FieldExpression:
		return b.field(n, depth)
	case ast.SubscriptExpression:
		base := n.Child(ast.FieldArgument)
		i := n.Child(ast.FieldIndices)
		t := b.types(n).ExprType(base).Object()
		if t == nil || t.Kind != sema.Array && t.Kind != sema.Pointer || i.ChildCount() != 1 {
			return Object{}
		}
		return b.moved(b.pointee(base, depth), i.FirstChild(), false, sizeOf(t.Elem))
	case ast.PointerExpression:
		if n.Op() != ast.And {
			return b.pointee(n.Child(ast.FieldArgument), depth)
		}
	case ast.CastExpression: // (int &)x
		if b.types(n).Type(n.Child(ast.FieldType)).Kind == sema.Reference {
			return b.object(n.Child(ast.FieldValue), depth)
		}
	case ast.CallExpression:
		if t, value := castCall(n); value.Valid() && b.types(n).Type(t).Kind == sema.Reference {
			return b.object(value, depth)
		}
	}
	return Object{}
}

// expanded returns what a macro that stands for an expression expands to.
func (b *Analysis) expanded(n ast.Node) (ast.Node, bool) {
	if !n.Is(ast.Identifier, ast.CallExpression) {
		return n, false
	}
	return b.u.ExpandExpression(n)
}

// castCall takes static_cast<T>(value) and the like apart.
func castCall(n ast.Node) (t, value ast.Node) {
	fn := n.Child(ast.FieldFunction)
	if fn.Kind() != ast.TemplateFunction {
		return t, value
	}
	switch fn.Child(ast.FieldName).Text() {
	case "static_cast", "reinterpret_cast", "const_cast":
		return fn.Child(ast.FieldArguments).FirstChild(), n.Child(ast.FieldArguments).FirstChild()
	}
	return t, value
}

func sizeOf(t *sema.Type) int64 {
	if t == nil {
		return -1
	}
	return t.Size
}

// named returns the variable that a name means, or what a reference of that name
// refers to.
func (b *Analysis) named(n ast.Node, depth int) Object {
	l, fl := b.local(n)
	if l == nil {
		if v := b.types(n).Variable(n); v != nil {
			if v.Type != nil && v.Type.Kind == sema.Reference {
				return Object{}
			}
			return Object{Variable: v, Type: v.Type}
		}
		return b.member(n)
	}
	if l.isType || l.arms {
		return Object{}
	}
	t := b.eval.localType(fl, l)
	if t.Kind != sema.Reference {
		return Object{Local: l.declared(), Type: t}
	}
	if l.param >= 0 {
		return Object{Local: l.declared(), Param: &fl.fn.Params[l.param], Offset: -1}
	}
	if len(l.writes) == 0 || l.writes[0].kind != writeValue {
		return Object{}
	}
	return b.object(single(l.writes[0].value), depth)
}

// member returns the object of a member that a method names by itself.
func (b *Analysis) member(n ast.Node) Object {
	if f := b.u.FunctionAt(n); f != nil && f.Record != nil && n.Kind() == ast.Identifier {
		if m, ok := f.Record.FieldNamed(n.Text()); ok && (m.Type == nil || m.Type.Kind != sema.Reference) {
			return Object{Receiver: f.Record, Offset: -1}
		}
	}
	return Object{}
}

// declared returns the name of a local where it is declared.
func (l *localVar) declared() ast.Node {
	if l.param >= 0 {
		return l.decl.Child(ast.FieldDeclarator).DeclaredName()
	}
	return l.node
}

// field returns the object of a member expression.
func (b *Analysis) field(n ast.Node, depth int) Object {
	arg := n.Child(ast.FieldArgument)
	t := b.types(n).ExprType(arg).Object()
	var o Object
	if n.Op() == ast.Arrow {
		if t == nil || t.Kind != sema.Pointer && t.Kind != sema.Array {
			return Object{} // an overloaded operator
		}
		o, t = b.pointee(arg, depth), t.Elem
	} else {
		o = b.object(arg, depth)
	}
	if t == nil || t.Record == nil {
		o.Offset = -1
		return o
	}
	f, ok := t.Record.FieldNamed(n.Child(ast.FieldField).Text())
	switch {
	case !ok || f.Type == nil || f.Type.Kind == sema.Reference:
		return Object{}
	case f.Offset < 0 || o.Offset < 0:
		o.Offset = -1
	default:
		o.Offset += f.Offset
	}
	return o
}

func (b *Analysis) pointee(n ast.Node, depth int) Object {
	if depth++; !b.enter(depth) {
		return Object{}
	}
	if x, ok := b.expanded(n); ok {
		return b.pointee(x, depth)
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return b.pointee(n.FirstChild(), depth)
	case ast.This:
		if f := b.u.FunctionAt(n); f != nil && f.Record != nil {
			return Object{Receiver: f.Record, Offset: -1}
		}
	case ast.CastExpression:
		return b.pointee(n.Child(ast.FieldValue), depth)
	case ast.CallExpression:
		_, value := castCall(n)
		return b.pointee(value, depth)
	case ast.PointerExpression:
		if n.Op() == ast.And {
			return b.object(n.Child(ast.FieldArgument), depth)
		}
	case ast.BinaryExpression:
		if n.Op() == ast.Add || n.Op() == ast.Sub {
			return b.stepped(n, depth)
		}
		return Object{}
	case ast.UpdateExpression: // *p++
		o := b.pointee(n.Child(ast.FieldArgument), depth)
		o.Offset = -1
		return o
	case ast.ConditionalExpression:
		return b.agree([]ast.Node{n.Child(ast.FieldConsequence), n.Child(ast.FieldAlternative)}, depth)
	}
	// The rest are values: an array, which decays, or a pointer.
	t := b.types(n).ExprType(n).Object()
	switch {
	case t != nil && t.Kind == sema.Array:
		return b.object(n, depth)
	case n.Kind() == ast.Identifier:
		if l, fl := b.local(n); l != nil {
			return b.pointedTo(l, fl, depth)
		}
	}
	return Object{}
}

// stepped returns what p + n or p - n points into.
func (b *Analysis) stepped(n ast.Node, depth int) Object {
	s := b.types(n)
	p, i := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	t := s.ExprType(p).Value()
	if (t == nil || t.Kind != sema.Pointer) && n.Op() == ast.Add {
		p, i = i, p
		t = s.ExprType(p).Value()
	}
	if t == nil || t.Kind != sema.Pointer {
		return Object{}
	}
	return b.moved(b.pointee(p, depth), i, n.Op() == ast.Sub, sizeOf(t.Elem))
}

// agree returns the object that all of some pointers point into.
func (b *Analysis) agree(pointers []ast.Node, depth int) Object {
	var out Object
	for i, p := range pointers {
		o := b.pointee(p, depth)
		switch {
		case !o.Known() || i > 0 && !o.same(out):
			return Object{}
		case i == 0:
			out = o
		case o.Offset != out.Offset:
			out.Offset = -1
		}
	}
	return out
}

// pointedTo returns the object that all values of a local pointer point into.
func (b *Analysis) pointedTo(l *localVar, fl *functionFlow, depth int) Object {
	if l.isType || l.arms || b.busyLocals[l] {
		return Object{}
	}
	b.busyLocals[l] = true
	defer delete(b.busyLocals, l)
	if l.escaped && l.decl.Qualifiers()&ast.Static == 0 {
		return Object{}
	}
	steps := false
	var values []ast.Node
	var out Object
	for _, w := range l.writes {
		switch {
		case fl.dead(w.at):
		case w.field != "" || w.kind == writeUnknown:
			return Object{}
		case w.kind == writeEntry:
			if len(l.writes) > 1 && b.reassigned(l) {
				return Object{}
			}
			out = Object{Local: l.declared(), Param: &fl.fn.Params[l.param], Offset: 0}
		case w.kind != writeValue || b.advances(w.value, l):
			steps = true
		case w.value.Valid():
			values = append(values, single(w.value))
		}
	}
	if len(values) > 0 {
		if out.Known() {
			return Object{}
		}
		out = b.agree(values, depth)
	}
	if steps {
		out.Offset = -1
	}
	return out
}

// reassigned reports whether a parameter is assigned anything but itself plus an offset.
func (b *Analysis) reassigned(l *localVar) bool {
	for _, w := range l.writes {
		if w.kind == writeUnknown || w.kind == writeValue && !b.advances(w.value, l) {
			return true
		}
	}
	return false
}

// advances reports whether a value is the variable plus an offset: p + n.
func (b *Analysis) advances(value ast.Node, l *localVar) bool {
	for value.Is(ast.ParenthesizedExpression, ast.CastExpression) {
		if value.Kind() == ast.CastExpression {
			value = value.Child(ast.FieldValue)
		} else {
			value = value.FirstChild()
		}
	}
	if value.Kind() == ast.BinaryExpression && (value.Op() == ast.Add || value.Op() == ast.Sub) {
		value = value.Child(ast.FieldLeft)
		if value.Kind() != ast.Identifier {
			return b.advances(value, l)
		}
	}
	if value.Kind() != ast.Identifier {
		return false
	}
	other, _ := b.local(value)
	return other == l
}
