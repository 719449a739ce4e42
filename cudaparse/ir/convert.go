package ir

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// convert returns the value of an operand as one of a type.
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

// constantOf returns the constant that a value is, an unknown one for any other value.
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

// convertObject returns an object of a class made of a value, or the object itself where it
// is of that class.
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

// conversionTo converts an object by its conversion function to a type: to that very type,
// or to some pointer where a pointer is wanted.
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

// anyConversion converts an object to a number or a pointer by one of its conversion
// functions: the first to a pointer, by name, else the first to anything but bool.
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

// conversions returns the conversion functions of an object's class of the first name, by
// name, whose result fits; nil for none.
func (l *lowerer) conversions(v operand, fits func(result *sema.Type) bool) []*sema.Function {
	r := recordOf(v.typ)
	if r == nil {
		return nil
	}
	scope := l.scope
	if r.Complete(); r.Scope != nil {
		scope = r.Scope.With(r.Bindings)
	}
	for _, name := range conversionNames(r) {
		methods := r.MethodsNamed(name)
		if slices.ContainsFunc(methods, func(f *sema.Function) bool { return fits(Strip(scope.ResultType(f))) }) {
			return methods
		}
	}
	return nil
}

// conversionNames returns the names of the conversion functions of a class and its bases.
func conversionNames(r *sema.Record) []string {
	var names []string
	for name := range r.Complete().Methods {
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

// memberOperator calls an overloaded operator that is a member of an object; ok is false
// where its class has none.
func (l *lowerer) memberOperator(object operand, op string, args []operand, n ast.Node) (operand, bool) {
	r := recordOf(object.typ)
	if r == nil {
		return operand{}, false
	}
	methods := r.MethodsNamed(op)
	if len(methods) == 0 {
		return operand{}, false
	}
	return l.callMethods(methods, nil, l.place(object), args, n), true
}

// operator calls the overloaded operator of some operands: a member of the first, or a
// function of the unit. ok is false where none is in sight.
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

// functionsNamed returns the functions of a name with a body, methods aside, wherever they
// are declared.
func (b *Builder) functionsNamed(name string) []*sema.Function {
	if b.byName == nil {
		b.byName = map[string][]*sema.Function{}
		for _, f := range b.unit.Functions {
			if f.Body.Valid() && f.Record == nil {
				b.byName[f.Name] = append(b.byName[f.Name], f)
			}
		}
	}
	return b.byName[name]
}

// cast lowers a cast of an expression to a type.
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
	return l.convert(v, t)
}
