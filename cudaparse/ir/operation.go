package ir

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// operation lowers an expression with an operator.
func (l *lowerer) operation(n ast.Node) operand {
	if n.Is(ast.BinaryExpression, ast.UnaryExpression, ast.CastExpression, ast.ConditionalExpression) {
		// Operators of a macro's text may bind with those around it.
		if e, ok := l.expand(n); ok && e != n {
			l.expanding++
			defer func() { l.expanding-- }()
			return l.expr(e)
		}
	}
	switch n.Kind() {
	case ast.UnaryExpression:
		return l.unary(n)
	case ast.BinaryExpression:
		return l.binary(n)
	case ast.AssignmentExpression:
		return l.assignment(n)
	case ast.UpdateExpression:
		return l.update(n)
	case ast.ConditionalExpression:
		return l.conditional(n)
	case ast.CommaExpression:
		l.expr(n.Child(ast.FieldLeft))
		return l.expr(n.Child(ast.FieldRight))
	case ast.CastExpression:
		return l.cast(l.scope.Type(n.Child(ast.FieldType)), n.Child(ast.FieldValue))
	case ast.CompoundLiteralExpression:
		t := l.scope.Type(n.Child(ast.FieldType))
		return l.temporary(t, func(object ID) { l.initialize(object, t, n.Child(ast.FieldValue)) })
	case ast.InitializerList:
		return l.list(n)
	case ast.SizeofExpression, ast.AlignofExpression, ast.OffsetofExpression:
		if b := l.names.find(n.FirstChild().Text()); b != nil && b.isPack {
			return l.integer(int64(len(b.pack)), typeUlong) // sizeof...(pack)
		}
		if c := l.scope.Const(n); c.Known() {
			return l.constant(c, n)
		}
		return operand{id: l.emit(Op{Code: OpTemplateValue, Type: typeUlong, Node: n, X: &Extra{Name: n.Text()}}), typ: typeUlong, node: n}
	}
	return l.unknown(n)
}

func (l *lowerer) unary(n ast.Node) operand {
	v := l.expr(n.Child(ast.FieldArgument))
	if IsKind(v.typ, sema.RecordKind) {
		if r, ok := l.operator(n.Op().String(), []operand{v}, n); ok {
			return r
		}
		if n.Op() != ast.Not {
			u := l.unknown(n, l.copyOf(v).id)
			u.typ = v.typ
			return l.unknownObject(u)
		}
	}
	if n.Op() == ast.Not {
		return operand{id: l.emit(Op{Code: OpUnary, Operator: ast.Not, A: l.truth(v), Type: typeBool, Node: n}), typ: typeBool, node: n}
	}
	t := Promote(v.typ)
	v = l.convert(v, t)
	if n.Op() == ast.Add {
		return v
	}
	if n.Op() == ast.Sub {
		return l.negative(v, n)
	}
	return operand{id: l.emit(Op{Code: OpUnary, Operator: n.Op(), A: v.id, Type: t, Node: n}), typ: t, node: n}
}

// negative returns -v, folded where v is a constant.
func (l *lowerer) negative(v operand, n ast.Node) operand {
	if c := l.constantOf(v.id); c.Known() {
		c.Int, c.Float = -c.Int, -c.Float
		return l.constant(c.Convert(c.Type), n)
	}
	return operand{id: l.emit(Op{Code: OpUnary, Operator: ast.Sub, A: v.id, Type: v.typ, Node: n}), typ: v.typ, node: n}
}

func (l *lowerer) binary(n ast.Node) operand {
	op := n.Op()
	a := l.expr(n.Child(ast.FieldLeft))
	if op == ast.LogicalAnd || op == ast.LogicalOr {
		first := l.truth(a)
		second := l.inRegion(func() ID { return l.truth(l.expr(n.Child(ast.FieldRight))) })
		return operand{id: l.emit(Op{Code: OpLogical, Operator: op, A: first, Type: typeBool, Node: n, X: &Extra{Regions: []Region{second}}}), typ: typeBool, node: n}
	}
	if !IsKind(a.typ, sema.RecordKind) {
		a = l.value(a)
	}
	b := l.expr(n.Child(ast.FieldRight))
	if op == ast.Shr && Opaque(a.typ) && !l.b.device {
		l.forget(b) // std::cin >> b
	}
	if !IsKind(b.typ, sema.RecordKind) {
		b = l.value(b)
	}
	return l.compute(op, a, b, n)
}

// compute lowers a binary operation on two values.
func (l *lowerer) compute(op ast.Op, a, b operand, n ast.Node) operand {
	if IsKind(a.typ, sema.RecordKind) || IsKind(b.typ, sema.RecordKind) {
		if r, ok := l.operator(op.String(), []operand{a, b}, n); ok {
			return r
		}
		a, b = l.scalar(a), l.scalar(b)
	}
	a, b = l.value(a), l.value(b)
	pointer := IsKind(a.typ, sema.Pointer)
	switch {
	case pointer && IsKind(b.typ, sema.Pointer) && op == ast.Sub:
		return operand{id: l.emit(Op{Code: OpDistance, A: a.id, B: b.id, Type: typeLong, Node: n}), typ: typeLong, node: n}
	case pointer && isNumber(b.typ) && (op == ast.Add || op == ast.Sub):
		return l.advance(a, b, op == ast.Sub, n)
	case IsKind(b.typ, sema.Pointer) && isNumber(a.typ) && op == ast.Add:
		return l.advance(b, a, false, n)
	}
	t := Arithmetic(a.typ, b.typ)
	if op == ast.Shl || op == ast.Shr {
		t = Promote(a.typ)
		a, b = l.convert(a, t), l.convert(b, Promote(b.typ))
	} else if isNumber(a.typ) && isNumber(b.typ) {
		a, b = l.convert(a, t), l.convert(b, t)
	}
	switch op {
	case ast.Equal, ast.NotEqual, ast.Less, ast.LessEqual, ast.Greater, ast.GreaterEqual:
		t = typeBool
	}
	return operand{id: l.emit(Op{Code: OpBinary, Operator: op, A: a.id, B: b.id, Type: t, Node: n}), typ: t, node: n}
}

// scalar converts an object of class type to a number or a pointer by one of its conversion
// functions. The value is unknown where the class has none.
func (l *lowerer) scalar(v operand) operand {
	if !IsKind(v.typ, sema.RecordKind) {
		return v
	}
	if r, ok := l.anyConversion(v); ok {
		return l.value(r)
	}
	return l.unknown(v.node, l.copyOf(v).id)
}

// advance lowers pointer arithmetic: p + by, or p - by if back is set.
func (l *lowerer) advance(p, by operand, back bool, n ast.Node) operand {
	if back {
		by = l.negative(l.convert(by, typeLong), ast.Node{})
	}
	op := Op{Code: OpIndex, A: p.id, B: by.id, Type: elemOf(p.typ), Node: n}
	return operand{id: l.emit(op), typ: p.typ, node: n}
}

func (l *lowerer) assignment(n ast.Node) operand {
	left, right, op := n.Child(ast.FieldLeft), n.Child(ast.FieldRight), n.Op().Binary()
	p := l.expr(left)
	if !p.lvalue && Opaque(p.typ) && p.id != 0 {
		p = l.unknownPlace(left, p.id) // an external function returned a reference
	}
	if right.Is(ast.InitializerList) {
		l.assign(p.id, p.typ, l.temporary(p.typ, func(object ID) { l.initialize(object, p.typ, right) }), left)
		return p
	}
	if IsKind(p.typ, sema.RecordKind) {
		return l.assignObject(n, p, right, op)
	}
	if op == ast.OpNone {
		v := l.value(l.expr(right))
		return l.store(p, v, left)
	}
	v := l.expr(right)
	if !IsKind(v.typ, sema.RecordKind) {
		v = l.value(v)
	}
	old := l.load(p, left)
	return l.store(p, l.compute(op, old, v, n), left)
}

// assignObject lowers an assignment to an object of class type.
func (l *lowerer) assignObject(n ast.Node, p operand, right ast.Node, op ast.Op) operand {
	v := l.expr(right)
	if op == ast.OpNone && l.copiesMembers(p, v) {
		l.assign(p.id, p.typ, v, n.Child(ast.FieldLeft))
		return p
	}
	if r, ok := l.operator(n.Op().String(), []operand{p, v}, n); ok {
		return r
	}
	if op != ast.OpNone {
		v = l.compute(op, p, v, n)
	}
	l.assign(p.id, p.typ, v, n.Child(ast.FieldLeft))
	return p
}

// copiesMembers reports whether the assignment operator is defaulted (= default), so that
// the object is copied member by member.
func (l *lowerer) copiesMembers(p, v operand) bool {
	r := recordOf(p.typ)
	if r == nil || len(sema.MethodsNamed(r, "=")) == 0 {
		return false
	}
	methods := sema.MethodsNamed(r, "=")
	fn, _ := l.scope.Resolve(methods, nil, typesOf([]operand{v}))
	if fn == nil && len(methods) == 1 {
		fn = methods[0]
	}
	return fn != nil && !written(fn)
}

// store writes a value to lvalue p; n is the expression on the left of the assignment.
func (l *lowerer) store(p, v operand, n ast.Node) operand {
	if !p.lvalue {
		return v
	}
	v = l.convert(v, p.typ)
	t := p.typ
	if Opaque(t) {
		t = v.typ
	}
	l.emit(Op{Code: OpStore, A: p.id, B: v.id, Type: t, Node: n})
	return operand{id: p.id, typ: t, lvalue: true, assigned: v.id, node: n}
}

// assign writes a value of any type to an address. n is the expression that names the
// target, the zero Node for an initialisation.
func (l *lowerer) assign(address ID, t *sema.Type, v operand, n ast.Node) {
	t = Strip(t)
	if Opaque(t) {
		t = v.typ
	}
	if !inMemory(t) {
		l.store(operand{id: address, typ: t, lvalue: true}, l.value(v), n)
		return
	}
	if IsKind(t, sema.RecordKind) {
		v = l.convert(v, t)
	}
	if v.id == 0 || !inMemory(v.typ) {
		l.emit(Op{Code: OpForget, A: address, Type: t, Node: n})
		return
	}
	op := Op{Code: OpCopy, A: address, B: v.id, Type: t, Node: n}
	if v.lvalue {
		op.X = &Extra{From: v.node}
	}
	l.emit(op)
}

func (l *lowerer) update(n ast.Node) operand {
	argument := n.Child(ast.FieldArgument)
	p := l.expr(argument)
	postfix := n.FirstChild().Span().Start == n.Span().Start
	if IsKind(p.typ, sema.RecordKind) {
		args := []operand{p}
		if postfix {
			args = append(args, l.integer(0, typeInt))
		}
		if r, ok := l.operator(n.Op().String(), args, n); ok {
			return r
		}
		if r, ok := l.operator(n.Op().String(), args[:1], n); ok {
			return r
		}
		l.emit(Op{Code: OpForget, A: p.id, Type: p.typ, Node: n})
		return p
	}
	old := l.load(p, argument)
	op := ast.Add
	if n.Op() == ast.Decrement {
		op = ast.Sub
	}
	p = l.store(p, l.compute(op, old, l.integer(1, typeInt), n), argument)
	if postfix {
		return old
	}
	return p
}

// conditional lowers c ? a : b.
func (l *lowerer) conditional(n ast.Node) operand {
	cond := l.truth(l.expr(n.Child(ast.FieldCondition)))
	var arms [2]operand
	x := &Extra{Regions: make([]Region, 2)}
	for i, c := range [...]ast.Node{n.Child(ast.FieldConsequence), n.Child(ast.FieldAlternative)} {
		x.Regions[i] = l.inRegion(func() ID { arms[i] = l.expr(c); return 0 })
	}
	t, object := chosenType(arms[0].typ, arms[1].typ)
	place := object && arms[0].lvalue && arms[1].lvalue && !copied(n)
	outer := l.region
	for i := range arms {
		// What both arms are converted to is known only now.
		l.region = &x.Regions[i]
		switch v := arms[i]; {
		case place:
			l.region.Value = v.id
		case object && IsKind(t, sema.RecordKind):
			l.region.Value = l.copyOf(v).id
		case object:
			l.region.Value = l.place(v).id
		case Opaque(t):
			l.region.Value = l.value(v).id
		default:
			l.region.Value = l.convert(v, t).id
		}
	}
	l.region = outer
	return operand{id: l.emit(Op{Code: OpChoose, A: cond, Type: t, Node: n, X: x}), typ: t, lvalue: place, node: n}
}

// copied reports whether an expression of class type copies the object right where it
// stands, so that no reference to the original is left.
func copied(n ast.Node) bool {
	parent := n.Parent()
	for parent.Is(ast.ParenthesizedExpression) {
		n, parent = parent, parent.Parent()
	}
	switch parent.Kind() {
	case ast.AssignmentExpression:
		return n.Field() == ast.FieldRight
	case ast.InitDeclarator:
		return !parent.Child(ast.FieldDeclarator).Is(ast.ReferenceDeclarator)
	}
	return false
}

// chosenType returns the type of c ? x : y, where x has type a and y has type b. object is
// set where both have the same class or array type: then the result is the address of one
// of them.
func chosenType(a, b *sema.Type) (t *sema.Type, object bool) {
	a, b = Strip(a), Strip(b)
	switch {
	case a != nil && inMemory(a) && a.Same(b):
		return a, true
	case IsKind(a, sema.Array):
		return pointerTo(elemOf(a)), false
	case Opaque(a) || IsKind(b, sema.Pointer) && !IsKind(a, sema.Pointer):
		if b == nil {
			return nil, false
		}
		return b.Value(), false
	case isNumber(a) && isNumber(b) && !sameValue(a, b):
		return Arithmetic(a, b), false
	}
	return a.Value(), false
}
