package ir

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An operand is the result of lowering an expression.
type operand struct {
	// id is the address of an lvalue, or the value of an rvalue. It is 0 where there is no
	// value, as for a call of a void function.
	id ID
	// typ is the type with references removed, nil where it is unknown.
	typ    *sema.Type
	lvalue bool
	// assigned is the value that has just been assigned to the lvalue, 0 for none. A read uses
	// it and needs no OpLoad.
	assigned ID
	// node is the expression, the zero Node for an implied operand.
	node ast.Node
}

// expr lowers an expression.
func (l *lowerer) expr(n ast.Node) operand {
	l.nesting++
	defer func() { l.nesting-- }()
	if l.nesting > maxNesting || l.full() {
		return l.unknown(n)
	}
	if n.HasError() && n.ChildOf(ast.Error).Valid() {
		return l.broken(n)
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression, ast.ConditionClause:
		return l.expr(n.FirstChild())
	case ast.NumberLiteral, ast.CharLiteral, ast.True, ast.False:
		return l.constant(l.scope.Const(n), n)
	case ast.Nullptr:
		return l.null(typeVoid)
	case ast.StringLiteral, ast.RawStringLiteral, ast.ConcatenatedString:
		return operand{id: l.emit(Op{Code: OpString, Type: pointerTo(typeChar), Node: n}), typ: pointerTo(typeChar)}
	case ast.Identifier, ast.QualifiedIdentifier, ast.FieldIdentifier, ast.TypeIdentifier:
		return l.name(n)
	case ast.TemplateFunction, ast.DependentName:
		return l.templateName(n)
	case ast.SubscriptExpression:
		return l.subscript(n)
	case ast.FieldExpression:
		return l.field(n)
	case ast.This:
		if l.this.id != 0 {
			return operand{id: l.this.id, typ: pointerTo(l.this.typ)}
		}
	case ast.PointerExpression:
		return l.pointerExpression(n)
	case ast.CallExpression:
		return l.call(n)
	case ast.LambdaExpression:
		return l.lambda(n)
	case ast.FoldExpression:
		return l.fold(n)
	case ast.GnuAsmExpression:
		l.assembly(n)
		return operand{}
	case ast.NewExpression:
		return l.newExpression(n)
	case ast.DeleteExpression:
		l.emit(Op{Code: OpDelete, A: l.optional(n.FirstChild()), Node: n})
		return operand{typ: typeVoid}
	case ast.ExtensionExpression:
		return l.expr(n.FirstChild())
	}
	return l.operation(n)
}

// list lowers a braced list of unknown type.
func (l *lowerer) list(n ast.Node) operand {
	var args []ID
	for c := range n.Children() {
		args = append(args, l.value(l.expr(c)).id)
	}
	if len(args) == 1 {
		return operand{id: args[0], typ: l.f.ops[args[0]].Type}
	}
	return l.unknown(n, args...)
}

// unknown emits an OpUnknown: a value that cannot be determined but was computed from args.
func (l *lowerer) unknown(n ast.Node, args ...ID) operand {
	op := Op{Code: OpUnknown, Node: n}
	if len(args) > 0 {
		op.X = &Extra{Args: args}
	}
	return operand{id: l.emit(op), node: n}
}

// unknownAlike emits an OpUnknown that is the same for all threads.
func (l *lowerer) unknownAlike(n ast.Node) operand {
	v := l.unknown(n)
	l.f.ops[v.id].Flags |= Alike
	return v
}

// unknownPlace emits an OpUnknown that is an lvalue. It was reached from the operations in
// from, as a member of an object whose class is not defined in the unit, or as the result
// of an undeclared operator.
func (l *lowerer) unknownPlace(n ast.Node, from ...ID) operand {
	v := l.unknown(n, from...)
	v.lvalue = true
	return v
}

// unknownPart emits an OpUnknown for the member name, or an element (name is "[]"), of an
// object whose class is not defined in the unit. The object is the last entry of from.
func (l *lowerer) unknownPart(name string, n ast.Node, from ...ID) operand {
	v := l.unknownPlace(n, from...)
	if x := l.f.ops[v.id].X; x != nil {
		x.Name = name
	}
	return v
}

// broken lowers an expression that contains a syntax error. Its intact parts are lowered
// for the variables they read. Its value is unknown, and so is the object that it assigns
// to.
func (l *lowerer) broken(n ast.Node) operand {
	if n.Is(ast.AssignmentExpression) {
		if p := l.expr(n.Child(ast.FieldLeft)); p.lvalue {
			l.emit(Op{Code: OpForget, A: p.id, Type: p.typ, Node: n.Child(ast.FieldLeft)})
		}
	}
	var args []ID
	for c := range n.Children() {
		if c.Is(ast.Error) {
			l.unparsed(c)
		} else {
			args = append(args, l.value(l.expr(c)).id)
		}
	}
	return l.unknown(n, args...)
}

// constant emits an OpConst, or an OpUnknown where the constant is unknown.
func (l *lowerer) constant(c sema.Const, n ast.Node) operand {
	if !c.Known() {
		return l.unknown(n)
	}
	if !isNumber(c.Type) {
		return l.null(typeVoid)
	}
	op := Op{Code: OpConst, Type: c.Type, Int: c.Int, Node: n}
	if IsKind(c.Type, sema.Float) {
		op.Int, op.X = int64(math.Float64bits(c.Float)), &Extra{Float: c.Float}
	}
	return operand{id: l.emit(op), typ: c.Type, node: n}
}

func (l *lowerer) integer(x int64, t *sema.Type) operand {
	return operand{id: l.emit(Op{Code: OpConst, Type: t, Int: x}), typ: t}
}

func (l *lowerer) null(elem *sema.Type) operand {
	t := pointerTo(elem)
	return operand{id: l.emit(Op{Code: OpNull, Type: t}), typ: t}
}

// value returns an operand as an rvalue: a number or a pointer is loaded, an array decays
// to a pointer. An object of class type stays an address.
func (l *lowerer) value(v operand) operand {
	switch {
	case IsKind(v.typ, sema.Array):
		t := pointerTo(elemOf(v.typ))
		return operand{id: l.emit(Op{Code: OpAddress, A: v.id, Type: t}), typ: t}
	case !v.lvalue || IsKind(v.typ, sema.RecordKind):
		return v
	case v.assigned != 0 && !isVolatile(v.typ):
		return operand{id: v.assigned, typ: v.typ, node: v.node}
	}
	return l.load(v, v.node)
}

// load emits an OpLoad of a number or a pointer; n is the expression that reads.
func (l *lowerer) load(v operand, n ast.Node) operand {
	t, flags := v.typ, Flags(0)
	if isVolatile(t) {
		flags = Volatile
	}
	if t != nil {
		t = t.Without()
	}
	return operand{id: l.emit(Op{Code: OpLoad, Flags: flags, A: v.id, Type: t, Node: n}), typ: t, node: n}
}

// place returns an operand as an lvalue. An rvalue is stored in a temporary object.
func (l *lowerer) place(v operand) operand {
	if v.lvalue || v.id == 0 {
		return v
	}
	if inMemory(v.typ) {
		v.lvalue = true
		return v
	}
	object := l.variable("", v.typ, Temporary)
	l.emit(Op{Code: OpStore, A: object, B: v.id, Type: v.typ})
	return operand{id: object, typ: v.typ, lvalue: true}
}

// addressOf returns the address of an lvalue as a pointer value.
func (l *lowerer) addressOf(v operand) ID {
	return l.emit(Op{Code: OpAddress, A: v.id, Type: pointerTo(v.typ), Node: v.node})
}

func (l *lowerer) address(v operand) ID { return l.addressOf(l.place(v)) }

// variable emits an OpVar, a local variable of type t, and returns the ID of its address.
func (l *lowerer) variable(name string, t *sema.Type, flags Flags) ID {
	return l.emit(Op{Code: OpVar, Type: t, Flags: flags, Int: int64(sema.LocalSpace), X: &Extra{Name: name}})
}

// temporary makes an object of type t, calls initialize with its address, and returns it as
// a value.
func (l *lowerer) temporary(t *sema.Type, initialize func(object ID)) operand {
	object := l.variable("", t, Temporary)
	initialize(object)
	if inMemory(t) || Opaque(t) {
		return operand{id: object, typ: Strip(t), lvalue: !inMemory(t)}
	}
	return l.load(operand{id: object, typ: Strip(t)}, ast.Node{})
}

func (l *lowerer) pointerExpression(n ast.Node) operand {
	v := l.expr(n.Child(ast.FieldArgument))
	if n.Op() == ast.And {
		if l.f.ops[v.id].Code == OpFunction || v.id == 0 {
			return v
		}
		if op := &l.f.ops[v.id]; !v.lvalue && (op.Code == OpUnknown && op.X == nil || op.Code == OpExternal && !inMemory(v.typ)) {
			t := v.typ // an undeclared name, or a returned reference
			v = l.unknownPlace(n, v.id)
			v.typ = t
		}
		v = l.place(v)
		v.node = n
		id := l.addressOf(v)
		return operand{id: id, typ: pointerTo(v.typ), node: n}
	}
	if IsKind(v.typ, sema.RecordKind) {
		if r, ok := l.memberOperator(v, "*", nil, n); ok {
			return r
		}
		return l.unknownPlace(n, v.id)
	}
	p := l.value(v)
	return operand{id: p.id, typ: elemOf(p.typ), lvalue: true, node: n}
}

// unknownObject makes an object of v's class with unknown contents.
func (l *lowerer) unknownObject(v operand) operand {
	object := l.variable("", v.typ, Temporary)
	l.emit(Op{Code: OpForget, A: object, Type: v.typ})
	return operand{id: object, typ: v.typ}
}

// truth returns whether an operand is not zero.
func (l *lowerer) truth(v operand) ID {
	if IsKind(v.typ, sema.RecordKind) {
		if r, ok := l.conversionTo(v, typeBool); ok {
			v = r
		} else if r, ok := l.anyConversion(v); ok {
			v = r
		} else {
			v = l.unknown(v.node, v.id)
		}
	}
	v = l.value(v)
	if IsKind(v.typ, sema.Bool) {
		return v.id
	}
	return l.emit(Op{Code: OpTruth, A: v.id, Type: typeBool, Node: v.node})
}

func (l *lowerer) assembly(n ast.Node) {
	op := Op{Code: OpAssembly, Node: n, X: &Extra{Name: n.Child(ast.FieldAssemblyCode).Text()}}
	for list := range n.Children() {
		if list.Is(ast.GnuAsmInputOperandList) {
			for o := range list.Children() {
				op.X.Args = append(op.X.Args, l.optional(o.Child(ast.FieldValue)))
			}
		}
	}
	id := l.emit(op)
	i := int64(0)
	for list := range n.Children() {
		if !list.Is(ast.GnuAsmOutputOperandList) {
			continue
		}
		for o := range list.Children() {
			if value := o.Child(ast.FieldValue); value.Valid() {
				p := l.expr(value)
				out := l.emit(Op{Code: OpOutput, A: id, Int: i, Type: p.typ, Node: o})
				l.store(p, operand{id: out, typ: p.typ}, ast.Node{})
			}
			i++
		}
	}
}

func (l *lowerer) newExpression(n ast.Node) operand {
	t := l.scope.Type(n.Child(ast.FieldType))
	op := Op{Code: OpNew, Type: pointerTo(t), Node: n}
	if d := n.Child(ast.FieldDeclarator); d.Valid() {
		op.A = l.optional(d.Child(ast.FieldLength))
	}
	id := l.emit(op)
	switch list := n.Child(ast.FieldArguments); {
	case !list.Valid() || op.A != 0:
	case Opaque(t):
		l.constructUnknown(id, t, l.arguments(list))
	default:
		l.initialize(id, t, list)
	}
	return operand{id: id, typ: op.Type, node: n}
}
