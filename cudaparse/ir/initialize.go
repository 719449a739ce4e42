package ir

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// declaration lowers a declaration statement.
func (l *lowerer) declaration(n ast.Node) {
	for c := range n.Children() {
		if c.Is(ast.StructSpecifier, ast.ClassSpecifier, ast.EnumSpecifier, ast.UnionSpecifier) && c.Child(ast.FieldBody).Valid() {
			l.localType(c)
		}
	}
	for _, d := range l.scope.Declarators(n) {
		switch {
		case d.Function:
		case len(d.Bindings) > 0:
			l.structuredBinding(d)
		default:
			l.declare(n, d)
		}
	}
}

// declare lowers the declaration of one variable.
func (l *lowerer) declare(n ast.Node, d sema.Declared) {
	t := l.unfolded(d.Type, d.Init)
	qualifiers := n.Qualifiers()
	if qualifiers&ast.Extern != 0 && d.Space != sema.SharedSpace && qualifiers&ast.Shared == 0 {
		return
	}
	if t != nil && t.Kind == sema.Reference && d.Init.Valid() {
		l.names.bind(d.Name, l.reference(n, d))
		return
	}
	if Opaque(t) && d.Init.Valid() && !d.Init.Is(ast.InitializerList, ast.ArgumentList, ast.ParameterList) {
		l.declareOpen(d)
		return
	}
	op := Op{Code: OpVar, Flags: placeholder(n), Type: t, Int: int64(sema.LocalSpace), Node: d.Node, X: &Extra{Name: d.Name}}
	switch {
	case d.Space == sema.SharedSpace || qualifiers&ast.Shared != 0:
		op.Int = int64(sema.SharedSpace)
	case qualifiers&ast.Static != 0 && qualifiers&(ast.Const|ast.Constexpr) == 0:
		op.Flags |= Static
	}
	id := l.emit(op)
	b := binding{addr: id, typ: t}
	if op.Int == int64(sema.SharedSpace) || op.Flags.Has(Static) {
		b.static = &op
	}
	if d.Init.Valid() && t != nil && t.Qualifiers&ast.Const != 0 && isNumber(t) {
		b.value = l.scope.Const(d.Init).Convert(t)
	}
	l.names.bind(d.Name, b)
	switch {
	case b.static != nil:
	case d.Init.Valid():
		l.initialize(id, t, d.Init)
	case IsKind(t, sema.RecordKind):
		l.defaultConstruct(operand{id: id, typ: t, lvalue: true})
	}
}

// unfolded returns the type of an array whose initialiser list has pack expansions. Its
// length counts the elements of each pack. Any other type is returned as it is.
func (l *lowerer) unfolded(t *sema.Type, init ast.Node) *sema.Type {
	if !IsKind(t, sema.Array) || !init.Is(ast.InitializerList) || t.Len >= 0 && t.Len != int64(init.ChildCount()) || !init.ChildOf(ast.ParameterPackExpansion).Valid() {
		return t
	}
	n := int64(0)
	for c := range init.Children() {
		if c.Is(ast.ParameterPackExpansion) {
			l.expandPack(c.Child(ast.FieldPattern), func(ast.Node) { n++ })
		} else {
			n++
		}
	}
	return types.ArrayOf(elemOf(t), n)
}

// placeholder returns Deduced for a declaration with auto, 0 for any other.
func placeholder(n ast.Node) Flags {
	if n.Child(ast.FieldType).Is(ast.PlaceholderTypeSpecifier, ast.Auto) {
		return Deduced
	}
	return 0
}

// declareOpen lowers the declaration of a variable whose type is that of its initialiser.
func (l *lowerer) declareOpen(d sema.Declared) {
	v := l.expr(d.Init)
	if !IsKind(v.typ, sema.RecordKind) {
		v = l.value(v)
	}
	t := v.typ
	if t != nil && !inMemory(t) {
		t = t.Value()
	}
	id := l.emit(Op{Code: OpVar, Flags: Deduced, Type: t, Int: int64(sema.LocalSpace), Node: d.Node, X: &Extra{Name: d.Name}})
	l.names.bind(d.Name, binding{addr: id, typ: t})
	l.assign(id, t, v, ast.Node{})
}

// reference lowers the declaration of a reference and returns the binding of its name: the
// address of the object that the initialiser designates. n is the whole declaration.
func (l *lowerer) reference(n ast.Node, d sema.Declared) binding {
	t, init := d.Type, d.Init
	if init.Is(ast.ArgumentList, ast.InitializerList) {
		init = init.FirstChild()
	}
	v := l.expr(init)
	if !Opaque(t) && !IsKind(v.typ, Strip(t).Kind) && !Opaque(v.typ) {
		v = l.convert(v, t)
	}
	v = l.place(v)
	typ := v.typ
	if Opaque(typ) {
		typ = Strip(t)
	}
	if from, to := recordOf(typ), recordOf(t); from != nil && to != nil && from != to && related(from, to) {
		v = l.base(v, Strip(t))
		typ = v.typ
	}
	op := Op{Code: OpBind, Flags: placeholder(n), A: v.id, Type: Strip(t), Node: d.Node, X: &Extra{Name: d.Name}}
	if Opaque(t) {
		op.Type = typ
	}
	return binding{addr: l.emit(op), typ: typ}
}

// structuredBinding lowers the declaration auto [a, b] = x.
func (l *lowerer) structuredBinding(d sema.Declared) {
	v := operand{}
	if d.Init.Valid() {
		v = l.expr(d.Init)
	}
	l.bindMembers(d.Bindings, v, d.Type != nil && d.Type.Kind == sema.Reference)
}

// bindMembers declares the names of a structured binding. They designate the members or
// elements of the object itself if reference is set, else those of a copy.
func (l *lowerer) bindMembers(names []ast.Node, v operand, reference bool) {
	object := l.place(v)
	if inMemory(v.typ) && !reference && v.lvalue {
		id := l.variable("", v.typ, Temporary)
		l.assign(id, v.typ, v, ast.Node{})
		object = operand{id: id, typ: v.typ, lvalue: true}
	}
	r := recordOf(object.typ)
	for i, name := range names {
		b := binding{}
		switch {
		case r != nil && len(r.Complete().Fields) == len(names):
			m := l.member(object, r.Fields[i])
			b = binding{addr: m.id, typ: m.typ}
		case IsKind(object.typ, sema.Array):
			b = binding{addr: l.element(object, int64(i)), typ: elemOf(object.typ)}
		default:
			b.addr = l.variable(name.Text(), nil, 0)
			l.constructUnknown(b.addr, nil, []operand{{id: object.id}})
		}
		l.names.bind(name.Text(), b)
	}
}

// element returns the address of an element of an array.
func (l *lowerer) element(array operand, i int64) ID {
	return l.emit(Op{Code: OpIndex, A: array.id, B: l.integer(i, typeLong).id, Type: elemOf(array.typ), Flags: Literal})
}

// initialize initialises an object of type t. The initialiser is an expression, a braced
// list, or the arguments of a constructor.
func (l *lowerer) initialize(object ID, t *sema.Type, init ast.Node) {
	switch init.Kind() {
	case ast.InitializerList:
		l.initializeList(object, t, init)
	case ast.ArgumentList, ast.ParameterList:
		args := l.arguments(init)
		if IsKind(t, sema.RecordKind) {
			l.construct(object, t, args, init)
		} else {
			l.initializeFrom(object, t, args)
		}
	default:
		l.assign(object, t, l.expr(init), ast.Node{})
	}
}

// initializeFrom initialises an object from the list (args) where its type is no class
// defined in the unit.
func (l *lowerer) initializeFrom(object ID, t *sema.Type, args []operand) {
	switch len(args) {
	case 0:
		l.emit(Op{Code: OpZero, A: object, Type: t})
	case 1:
		l.assign(object, t, args[0], ast.Node{})
		if Opaque(t) && !IsKind(t, sema.Auto) || IsKind(t, sema.Builtin) {
			l.direct()
		}
	default:
		l.constructUnknown(object, t, args)
	}
}

// slot returns the address of a data member. For a member that is a reference it is the
// address of the pointer that implements it.
func (l *lowerer) slot(v operand, f sema.Field) ID {
	if f.Type != nil && f.Type.Kind == sema.Reference {
		f.Type = pointerTo(f.Type.Elem)
	}
	return l.emit(Op{Code: OpMember, A: v.id, Type: f.Type, X: &Extra{Field: f}})
}

func (l *lowerer) initializeMember(v operand, f sema.Field, value operand) {
	slot := l.slot(v, f)
	if f.Type != nil && f.Type.Kind == sema.Reference {
		l.emit(Op{Code: OpStore, A: slot, B: l.address(value), Type: pointerTo(f.Type.Elem)})
		return
	}
	l.assign(slot, f.Type, value, ast.Node{})
}

// initializeDefault initialises a data member that a braced list leaves out.
func (l *lowerer) initializeDefault(v operand, f sema.Field) {
	if f.Init.Valid() {
		l.initialize(l.slot(v, f), f.Type, f.Init)
		return
	}
	if isDim3(f.Type) {
		l.construct(l.slot(v, f), f.Type, nil, ast.Node{})
		return
	}
	l.emit(Op{Code: OpZero, A: l.slot(v, f), Type: f.Type})
}

// localType declares a type that a function body defines.
func (l *lowerer) localType(n ast.Node) {
	switch n.Kind() {
	case ast.AliasDeclaration:
		l.names.bind(n.Child(ast.FieldName).Text(), binding{isType: true, typ: l.scope.Type(n.Child(ast.FieldType))})
	case ast.TypeDefinition:
		for _, d := range l.scope.Declarators(n) {
			l.names.bind(d.Name, binding{isType: true, typ: d.Type})
		}
	case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier:
		if name := n.Child(ast.FieldName); name.Valid() {
			l.names.bind(name.Text(), binding{isType: true, typ: l.scope.Type(n)})
		}
		if n.Is(ast.EnumSpecifier) {
			for _, e := range l.scope.Enumerators(n) {
				l.names.bind(e.Name, binding{typ: e.Value.Type, value: e.Value})
			}
		}
	}
}
