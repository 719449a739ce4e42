package ir

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// convert lowers the implicit conversion of an operand to type t and returns the value.
func (l *lowerer) convert(v operand, t *sema.Type) operand {
	t = Strip(t)
	if v.id == 0 && v.node.Is(ast.InitializerList) {
		return l.temporary(t, func(object ID) { l.initialize(object, t, v.node) })
	}
	if Opaque(t) || t.Kind == sema.Void || v.id == 0 {
		return l.value(v)
	}
	if IsKind(t, sema.RecordKind) {
		return l.convertObject(v, t)
	}
	if IsKind(v.typ, sema.RecordKind) {
		r, ok := l.conversionTo(v, t)
		if !ok {
			r = l.scalar(v)
		}
		v = r
	}
	v = l.value(v)
	switch {
	case IsKind(t, sema.Pointer) && IsKind(v.typ, sema.Pointer):
		from, to := recordOf(elemOf(v.typ)), recordOf(elemOf(t))
		if from != nil && to != nil && from != to && related(from, to) {
			b := l.base(operand{id: v.id, typ: elemOf(v.typ), lvalue: true}, elemOf(t))
			return operand{id: b.id, typ: t, node: v.node}
		}
		if sameValue(v.typ, t) {
			return operand{id: v.id, typ: t, node: v.node}
		}
	case IsKind(t, sema.Pointer) && (IsKind(v.typ, sema.NullPointer) || l.isZero(v.id)):
		return l.null(orOther(elemOf(t)))
	case sameValue(v.typ, t):
		return v
	case Opaque(v.typ) && !isNumber(t) && !IsKind(t, sema.Pointer):
		v.typ = t
		return v
	}
	t = t.Without()
	if c := l.constantOf(v.id).Convert(t); c.Known() {
		return l.constant(c, v.node)
	}
	return operand{id: l.emit(Op{Code: OpConvert, A: v.id, Type: t}), typ: t, node: v.node}
}

// constantOf returns the value of an OpConst, and an unknown constant for any other
// operation.
func (l *lowerer) constantOf(id ID) sema.Const {
	op := &l.f.ops[id]
	if op.Code != OpConst {
		return sema.Const{}
	}
	if op.X != nil {
		return sema.Const{Type: op.Type, Float: op.X.Float}
	}
	return sema.Const{Type: op.Type, Int: op.Int}
}

func (l *lowerer) isZero(id ID) bool {
	op := &l.f.ops[id]
	return op.Code == OpConst && op.Int == 0 && IsKind(op.Type, sema.Int)
}

// related reports whether one of two classes is a base of the other.
func related(a, b *sema.Record) bool {
	_, down := baseOffset(a, b, 0)
	_, up := baseOffset(b, a, 0)
	return down || up
}

// convertObject converts an operand to class type t. An object of that class is returned as
// it is.
func (l *lowerer) convertObject(v operand, t *sema.Type) operand {
	if r := recordOf(v.typ); r != nil {
		if sameValue(v.typ, t) || r == recordOf(t) {
			return v
		}
		if _, ok := baseOffset(r, recordOf(t), 0); ok {
			return l.base(l.place(v), t)
		}
		if c, ok := l.conversionTo(v, t); ok {
			return c
		}
	}
	if Opaque(v.typ) || l.converting {
		// An object that nothing is known of: no conversion applies two constructors.
		object := l.variable("", t, Temporary)
		l.emit(Op{Code: OpForget, A: object, Type: t})
		return operand{id: object, typ: t}
	}
	l.converting = true
	defer func() { l.converting = false }()
	return l.temporary(t, func(object ID) { l.construct(object, t, []operand{v}, v.node) })
}

// conversionTo calls the conversion function of an object to type t. Where t is a pointer
// and there is none to t itself, one to another pointer type is called.
func (l *lowerer) conversionTo(v operand, t *sema.Type) (operand, bool) {
	found := l.conversions(v, func(result *sema.Type) bool { return sameValue(result, t) })
	if found == nil && IsKind(t, sema.Pointer) {
		found = l.conversions(v, func(result *sema.Type) bool { return IsKind(result, sema.Pointer) })
	}
	if found == nil {
		return operand{}, false
	}
	return l.callMethods(found, nil, l.place(v), nil, v.node), true
}

// anyConversion calls a conversion function of an object whatever its type: the first to a
// pointer in the order of names, else the first that is not to bool, else the first.
func (l *lowerer) anyConversion(v operand) (operand, bool) {
	for _, fits := range [...]func(*sema.Type) bool{
		func(t *sema.Type) bool { return IsKind(t, sema.Pointer) },
		func(t *sema.Type) bool { return !sameValue(t, typeBool) },
		func(*sema.Type) bool { return true },
	} {
		if found := l.conversions(v, fits); found != nil {
			return l.callMethods(found, nil, l.place(v), nil, v.node), true
		}
	}
	return operand{}, false
}

// conversions returns the overloads of one conversion function: the first in the order of
// names with a result that fits accepts. It is nil where there is none.
func (l *lowerer) conversions(v operand, fits func(result *sema.Type) bool) []*sema.Function {
	r := recordOf(v.typ)
	if r == nil {
		return nil
	}
	scope := l.scope
	if r.Complete(); sema.MembersOf(r).Scope != nil {
		scope = sema.MembersOf(r).Scope.With(r.Bindings)
	}
	for _, name := range conversionNames(r) {
		methods := sema.MethodsNamed(r, name)
		if slices.ContainsFunc(methods, func(f *sema.Function) bool { return fits(Strip(scope.ResultType(f))) }) {
			return methods
		}
	}
	return nil
}

// conversionNames returns the names of the conversion functions of a class and its bases,
// each class sorted.
func conversionNames(r *sema.Record) []string {
	var names []string
	for name := range sema.MembersOf(r.Complete()).Methods {
		if strings.HasPrefix(name, "operator ") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, t := range r.Bases {
		if b := recordOf(t); b != nil && b != r {
			names = append(names, conversionNames(b)...)
		}
	}
	return names
}

// memberOperator calls an overloaded operator that is a member function. ok is false where
// the object's class has none.
func (l *lowerer) memberOperator(object operand, op string, args []operand, n ast.Node) (operand, bool) {
	r := recordOf(object.typ)
	if r == nil {
		return operand{}, false
	}
	methods := sema.MethodsNamed(r, op)
	if len(methods) == 0 {
		return operand{}, false
	}
	return l.callMethods(methods, nil, l.place(object), args, n), true
}

// operator calls an overloaded operator: a member of the first operand, else a non-member
// function. ok is false where the unit has none.
func (l *lowerer) operator(op string, args []operand, n ast.Node) (operand, bool) {
	if v, ok := l.memberOperator(args[0], op, args[1:], n); ok {
		return v, true
	}
	fns := l.b.functionsNamed(op)
	if len(fns) == 0 {
		return operand{}, false
	}
	if fn, _ := l.scope.Resolve(fns, nil, typesOf(args)); fn == nil {
		return operand{}, false
	}
	return l.callResolved(l.scope, fns, nil, nil, args, n), true
}

// functionsNamed returns the functions of all namespaces with a name and a body, methods
// excepted.
func (b *Builder) functionsNamed(name string) []*sema.Function {
	if b.byName == nil {
		b.byName = map[string][]*sema.Function{}
		for _, f := range b.unit.FreeFunctions() {
			if f.Body.Valid() {
				b.byName[f.Name] = append(b.byName[f.Name], f)
			}
		}
	}
	return b.byName[name]
}

// cast lowers an explicit cast of expression n to type t.
func (l *lowerer) cast(t *sema.Type, n ast.Node) operand {
	if n.Is(ast.InitializerList) {
		return l.temporary(t, func(object ID) { l.initialize(object, t, n) })
	}
	v := l.expr(n)
	if t != nil && t.Kind == sema.Reference {
		v = l.place(v)
		from, to := recordOf(v.typ), recordOf(t)
		if from != nil && to != nil && from != to && related(from, to) {
			return l.base(v, Strip(t))
		}
		return operand{id: v.id, typ: Strip(t), lvalue: true, node: n}
	}
	return l.explicit(v, t)
}

// explicit converts an operand to the type of a cast.
func (l *lowerer) explicit(v operand, t *sema.Type) operand {
	from := ID(len(l.f.ops))
	v = l.convert(v, t)
	if op := &l.f.ops[v.id]; v.id >= from && op.Code == OpConvert {
		op.Flags |= Explicit
	}
	return v
}
