package ir

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// rangeLoop lowers for (x : range) ([stmt.ranged]): a range that is an array becomes a loop
// over an index, an object with begin() and end() a loop over an iterator.
func (l *lowerer) rangeLoop(n ast.Node) {
	defer l.scoped()()
	pragma := l.takePragma(n)
	if init := n.Child(ast.FieldInitializer); init.Valid() {
		l.statement(init)
	}
	right := n.Child(ast.FieldRight)
	if right.Is(ast.InitializerList) {
		list := l.unknown(right, l.copies(l.arguments(right))...)
		l.unknownLoop(n, pragma, list, list.id)
		return
	}
	over := l.elements(l.expr(right))
	switch r := recordOf(over.typ); {
	case IsKind(over.typ, sema.Array) && over.typ.Len >= 0:
		l.elementLoop(n, pragma, over)
	case r != nil && len(sema.MethodsNamed(r, "begin")) > 0 && len(sema.MethodsNamed(r, "end")) > 0:
		l.iteratorLoop(n, pragma, l.place(over))
	default:
		l.unknownLoop(n, pragma, over, over.id)
	}
}

// elementLoop lowers a range-for over an array to a loop over an index.
func (l *lowerer) elementLoop(n ast.Node, pragma int64, array operand) {
	counter := operand{id: l.variable("", typeLong, Temporary), typ: typeLong, lvalue: true}
	l.store(counter, l.integer(0, typeLong), ast.Node{})
	op := Op{Code: OpLoop, Node: n, Int: pragma, X: &Extra{Regions: make([]Region, 3)}}
	op.X.Regions[0] = l.inRegion(func() ID {
		return l.compute(ast.Less, l.value(counter), l.integer(array.typ.Len, typeLong), ast.Node{}).id
	})
	op.X.Regions[1] = l.inRegion(func() ID {
		id := l.emit(Op{Code: OpIndex, A: array.id, B: l.value(counter).id, Type: elemOf(array.typ)})
		l.bindElement(n, operand{id: id, typ: elemOf(array.typ), lvalue: true, node: n.Child(ast.FieldRight)})
		l.statement(n.Child(ast.FieldBody))
		return 0
	})
	op.X.Regions[2] = l.inRegion(func() ID {
		l.store(counter, l.compute(ast.Add, l.value(counter), l.integer(1, typeLong), ast.Node{}), ast.Node{})
		return 0
	})
	l.emit(op)
}

// iteratorLoop lowers a range-for over an object to a loop over an iterator from begin() to
// end().
func (l *lowerer) iteratorLoop(n ast.Node, pragma int64, over operand) {
	right := n.Child(ast.FieldRight)
	r := recordOf(over.typ)
	iterator := func(method string) operand {
		v := l.callMethods(sema.MethodsNamed(r, method), nil, over, nil, right)
		if !IsKind(v.typ, sema.RecordKind) {
			v = l.value(v)
		}
		id := l.variable("", v.typ, Temporary)
		l.assign(id, v.typ, v, ast.Node{})
		return operand{id: id, typ: v.typ, lvalue: true}
	}
	at, end := iterator("begin"), iterator("end")
	op := Op{Code: OpLoop, Node: n, Int: pragma, X: &Extra{Regions: make([]Region, 3)}}
	op.X.Regions[0] = l.inRegion(func() ID {
		a, b := at, end
		if !IsKind(at.typ, sema.RecordKind) {
			a, b = l.value(at), l.value(end)
		}
		return l.truth(l.differ(a, b))
	})
	op.X.Regions[1] = l.inRegion(func() ID {
		l.bindElement(n, l.dereference(at, right))
		l.statement(n.Child(ast.FieldBody))
		return 0
	})
	op.X.Regions[2] = l.inRegion(func() ID { l.increment(at); return 0 })
	l.emit(op)
}

// differ lowers the comparison of two iterators by !=, or by == where there is no !=
// ([over.match.oper]).
func (l *lowerer) differ(a, b operand) operand {
	if IsKind(a.typ, sema.RecordKind) {
		if v, ok := l.operator("!=", []operand{a, b}, ast.Node{}); ok {
			return v
		}
		if v, ok := l.operator("==", []operand{a, b}, ast.Node{}); ok {
			return operand{id: l.emit(Op{Code: OpUnary, Operator: ast.Not, A: l.truth(v), Type: typeBool}), typ: typeBool}
		}
		return l.unknown(ast.Node{}, a.id, b.id)
	}
	return l.compute(ast.NotEqual, a, b, ast.Node{})
}

func (l *lowerer) dereference(at operand, n ast.Node) operand {
	if IsKind(at.typ, sema.RecordKind) {
		if v, ok := l.operator("*", []operand{at}, n); ok {
			return v
		}
		return l.unknown(n, at.id)
	}
	p := l.value(at)
	return operand{id: p.id, typ: elemOf(p.typ), lvalue: true, node: n}
}

func (l *lowerer) increment(at operand) {
	if IsKind(at.typ, sema.RecordKind) {
		if _, ok := l.operator("++", []operand{at}, ast.Node{}); !ok {
			l.forget(at)
		}
		return
	}
	l.store(at, l.compute(ast.Add, l.value(at), l.integer(1, typeInt), ast.Node{}), ast.Node{})
}

// unknownLoop lowers a range-for over a range whose class or length is unknown to a Counted
// loop. The elements are unknown values that are computed from the operations in from.
func (l *lowerer) unknownLoop(n ast.Node, pragma int64, over operand, from ...ID) {
	op := Op{Code: OpLoop, Flags: Counted, Node: n, Int: pragma, X: &Extra{Regions: make([]Region, 3)}}
	op.X.Regions[1] = l.inRegion(func() ID {
		v := operand{}
		if IsKind(over.typ, sema.Array) {
			i := l.unknown(ast.Node{})
			id := l.emit(Op{Code: OpIndex, A: over.id, B: i.id, Type: elemOf(over.typ)})
			v = operand{id: id, typ: elemOf(over.typ), lvalue: true, node: n.Child(ast.FieldRight)}
		} else {
			v = l.unknown(n.Child(ast.FieldRight), from...)
			l.f.ops[v.id].X.Name, v.lvalue = "[]", n.Child(ast.FieldDeclarator).Is(ast.ReferenceDeclarator)
		}
		l.bindElement(n, v)
		l.statement(n.Child(ast.FieldBody))
		return 0
	})
	l.emit(op)
}

// bindElement declares the variable of a range-for.
func (l *lowerer) bindElement(n ast.Node, v operand) {
	d := n.Child(ast.FieldDeclarator)
	t := l.scope.Type(n.Child(ast.FieldType))
	reference := false
	for d.Is(ast.ReferenceDeclarator, ast.PointerDeclarator) {
		reference = reference || d.Is(ast.ReferenceDeclarator)
		if d.Is(ast.PointerDeclarator) && !Opaque(t) {
			t = pointerTo(t)
		}
		d = d.FirstChild()
	}
	if d.Is(ast.StructuredBindingDeclarator) {
		l.bindMembers(slices.Collect(d.Children()), v, reference)
		return
	}
	if reference {
		p := l.place(v)
		l.names.bind(d.Text(), binding{addr: p.id, typ: p.typ})
		return
	}
	if Opaque(t) {
		if t = v.typ; t != nil && !inMemory(t) {
			t = t.Value()
		}
	}
	id := l.emit(Op{Code: OpVar, Flags: placeholder(n), Type: t, Int: int64(sema.LocalSpace), Node: d, X: &Extra{Name: d.Text()}})
	l.names.bind(d.Text(), binding{addr: id, typ: t})
	l.assign(id, t, v, ast.Node{})
}
