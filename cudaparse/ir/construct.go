package ir

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// constructFrom lowers T(args) and T{args}.
func (l *lowerer) constructFrom(t *sema.Type, arguments, n ast.Node) operand {
	if arguments.Is(ast.InitializerList) {
		return l.temporary(t, func(object ID) { l.initialize(object, t, arguments) })
	}
	args := l.arguments(arguments)
	switch {
	case IsKind(t, sema.RecordKind):
		return l.temporary(t, func(object ID) { l.construct(object, t, args, n) })
	case len(args) == 1:
		v := l.explicit(args[0], t)
		v.node = n
		return v
	case len(args) == 0 && isNumber(t):
		return l.integerOrFloat(t)
	case len(args) == 0 && IsKind(t, sema.Dependent):
		return l.unknownAlike(n)
	}
	v := l.unknown(n, l.values(args)...)
	if IsKind(t, sema.Builtin) && len(args) == 0 {
		v.typ = Strip(t) // of std::make_index_sequence<N>() the type is all there is
	}
	return v
}

// integerOrFloat returns zero as a constant of type t.
func (l *lowerer) integerOrFloat(t *sema.Type) operand {
	return l.constant(sema.Const{Type: Strip(t)}, ast.Node{})
}

// construct initialises an object of class type from arguments: by the constructor that
// overload resolution finds, else member by member.
func (l *lowerer) construct(object ID, t *sema.Type, args []operand, n ast.Node) {
	t = Strip(t)
	r := recordOf(t)
	v := operand{id: object, typ: t, lvalue: true}
	if r == nil {
		l.constructUnknown(object, t, args)
		return
	}
	if len(args) == 1 && recordOf(args[0].typ) != nil && sameValue(args[0].typ, t) {
		l.assign(object, t, args[0], ast.Node{})
		return
	}
	if l.callConstructor(v, args, n) {
		return
	}
	fields, keeps := r.Complete().Fields, takesReference(sema.MethodsNamed(r, r.Name))
	if len(args) == 1 && isTriple(r) && isTriple(recordOf(args[0].typ)) {
		from := l.place(args[0])
		for i, f := range recordOf(args[0].typ).Fields {
			l.initializeMember(v, fields[i], l.member(from, f))
		}
		return
	}
	if len(r.Bases) > 0 && !slices.ContainsFunc(sema.MembersOf(r).Methods[r.Name], written) {
		args = l.constructBases(v, r.Bases, args)
	}
	if len(args) > len(fields) {
		l.constructUnknown(object, t, args)
		return
	}
	for i, f := range fields {
		switch {
		case i < len(args) && args[i].id == 0 && args[i].node.Is(ast.InitializerList):
			l.initialize(l.slot(v, f), f.Type, args[i].node)
		case i < len(args):
			if l.initializeMember(v, f, args[i]); keeps {
				l.direct()
			}
		case isDim3(t) && !f.Init.Valid():
			l.assign(l.slot(v, f), f.Type, l.integer(1, typeUint), ast.Node{})
		default:
			l.initializeDefault(v, f)
		}
	}
	if slices.ContainsFunc(sema.MembersOf(r).Methods[r.Name], written) { // what that does with the arguments is not known
		l.emit(Op{Code: OpForget, A: object, Type: t})
	}
}

// written reports whether a member function is not left to the compiler.
func written(fn *sema.Function) bool { return !fn.Node.ChildOf(ast.DefaultMethodClause).Valid() }

// constructBases initialises the base classes of an aggregate by the first of some arguments,
// and returns the others: all of them where those do not initialise a base class as a whole.
func (l *lowerer) constructBases(v operand, bases []*sema.Type, args []operand) []operand {
	for i, b := range bases {
		if i < len(args) && !args[i].node.Is(ast.InitializerList) && !sameValue(args[i].typ, b) {
			return args
		}
	}
	for i, b := range bases {
		base := l.base(v, b).id
		if i < len(args) && args[i].id == 0 {
			l.initialize(base, b, args[i].node)
		} else {
			l.construct(base, b, args[i:min(i+1, len(args))], ast.Node{})
		}
	}
	return args[min(len(bases), len(args)):]
}

// isTriple reports whether a class is dim3 or uint3, which convert to each other.
func isTriple(r *sema.Record) bool {
	return r != nil && (r.Name == "dim3" || r.Name == "uint3") && len(r.Complete().Fields) == 3
}

// constructUnknown initialises an object by an unknown constructor: its value is unknown, and it may
// keep the arguments.
func (l *lowerer) constructUnknown(object ID, t *sema.Type, args []operand) {
	op := Op{Code: OpForget, A: object, Type: t}
	if len(args) > 0 {
		op.Flags, op.X = Direct, &Extra{Args: l.copies(args)}
	}
	l.emit(op)
}

// direct sets the flag Direct on the last operation if that is a store or a copy.
func (l *lowerer) direct() {
	switch last := &l.f.ops[len(l.f.ops)-1]; last.Code {
	case OpStore, OpCopy:
		last.Flags |= Direct
	}
}

// takesReference reports whether one of the functions has a parameter that is a reference
// to non-const.
func takesReference(functions []*sema.Function) bool {
	for _, f := range functions {
		for _, p := range f.Params {
			if t := f.Scope.ParamType(p); t != nil && t.Kind == sema.Reference && p.Node.Qualifiers()&ast.Const == 0 {
				return true
			}
		}
	}
	return false
}

// callConstructor calls the constructor that overload resolution finds. It returns false
// where there is none with a body in the unit.
func (l *lowerer) callConstructor(v operand, args []operand, n ast.Node) bool {
	r := recordOf(v.typ)
	constructors := sema.MembersOf(r.Complete()).Methods[r.Name]
	if len(constructors) == 0 {
		return false
	}
	scope := l.scope
	if sema.MembersOf(r).Scope != nil {
		scope = sema.MembersOf(r).Scope.With(r.Bindings)
	}
	types := typesOf(args)
	fn, bindings := scope.Resolve(constructors, nil, types)
	if fn == nil || !fn.Body.Valid() {
		return false
	}
	l.invoke(&Instance{Function: fn, Bindings: bindings, This: Strip(v.typ), Args: types}, []ID{v.id}, args, n)
	return true
}

// defaultConstruct lowers the default initialisation of an object: its default constructor,
// else the initialisers of its bases and members.
func (l *lowerer) defaultConstruct(v operand) {
	r := recordOf(v.typ)
	if r == nil || l.callConstructor(v, nil, ast.Node{}) {
		return
	}
	if isDim3(v.typ) {
		l.construct(v.id, v.typ, nil, ast.Node{})
		return
	}
	for _, t := range r.Complete().Bases {
		if recordOf(t) != nil {
			l.defaultConstruct(l.base(v, t))
		}
	}
	for _, f := range r.Complete().Fields {
		if f.Init.Valid() {
			l.initialize(l.slot(v, f), f.Type, f.Init)
		} else if isDim3(f.Type) {
			l.construct(l.slot(v, f), f.Type, nil, ast.Node{})
		}
	}
}

// memberInitializers lowers the member and base initialisers of a constructor, which run
// before its body.
func (l *lowerer) memberInitializers(fn *sema.Function) {
	r := recordOf(l.this.typ)
	if r == nil {
		return
	}
	given := map[string]bool{}
	for _, init := range fn.Initializers {
		given[init.FirstChild().LastName().Text()] = true
	}
	if !given[r.Name] { // no delegating constructor
		for _, f := range r.Complete().Fields {
			if f.Init.Valid() && !given[f.Name] {
				l.initialize(l.slot(l.this, f), f.Type, f.Init)
			}
		}
	}
	for _, init := range fn.Initializers {
		l.memberInitializer(r, init)
	}
}

// memberInitializer lowers one entry of a constructor's initialiser list.
func (l *lowerer) memberInitializer(r *sema.Record, init ast.Node) {
	outer := l.enter(init)
	defer l.enter(outer)
	name, list := init.FirstChild(), init.ChildOf(ast.ArgumentList, ast.InitializerList)
	if !name.Valid() || !list.Valid() {
		return
	}
	text := name.LastName().Text()
	if f, ok := r.FieldNamed(text); ok {
		if f.Type != nil && f.Type.Kind == sema.Reference {
			l.initializeMember(l.this, f, l.expr(list.FirstChild()))
		} else {
			l.initialize(l.slot(l.this, f), f.Type, list)
		}
		return
	}
	if text == r.Name {
		l.callConstructor(l.this, l.arguments(list), init)
		return
	}
	for _, t := range r.Bases {
		if b := recordOf(t); b != nil && b.Name == text {
			l.construct(l.base(l.this, t).id, t, l.arguments(list), init)
		}
	}
}
