package ir

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// call lowers a call expression.
func (l *lowerer) call(n ast.Node) operand {
	if v, ok := l.callMacro(n); ok {
		return v
	}
	f, arguments := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	f = unparenthesize(f)
	if form := decl.LaunchFormOf(n); form == decl.LaunchSyntax || form != decl.NoLaunch && !l.b.device {
		return l.launch(n, form)
	}
	switch {
	case f.Is(ast.FieldExpression):
		return l.callMember(n, f, arguments)
	case f.Is(ast.PrimitiveType, ast.SizedTypeSpecifier):
		return l.constructFrom(l.scope.Type(f), arguments, n)
	}
	name := f.LastName().Text()
	if f.Is(ast.Identifier) {
		if b := l.names.find(name); b != nil {
			if b.isType {
				return l.constructFrom(b.typ, arguments, n)
			}
			return l.callValue(l.local(b, f), l.arguments(arguments), n)
		}
	}
	if f.Is(ast.Identifier, ast.TemplateFunction) {
		if v, ok := l.callOwnMethod(n, f, name, arguments); ok {
			return v
		}
	}
	if _, ok := l.ownField(name); ok && f.Is(ast.Identifier) {
		return l.callValue(l.name(f), l.arguments(arguments), n)
	}
	if t, ok := castNamed(f, name); ok {
		return l.named(l.cast(l.scope.Type(t), arguments.FirstChild()), name)
	}
	candidates, explicit := l.scope.FunctionsNamed(f)
	if len(candidates) > 0 && candidates[0].Record != nil && candidates[0].Name == candidates[0].Record.Name {
		// A class in which a method makes another one: Slice<T, N - 1>(...).
		if t := l.scope.Type(f); IsKind(t, sema.RecordKind) {
			return l.constructFrom(t, arguments, n)
		}
	}
	if v, ok := l.builtinCall(name, f, candidates, arguments, n); ok {
		return v
	}
	if len(candidates) > 0 {
		return l.callFunctions(candidates, explicit, l.arguments(arguments), n)
	}
	if f.Is(ast.Identifier, ast.QualifiedIdentifier) {
		if v := l.scope.Variable(f); v != nil && IsKind(v.Type, sema.RecordKind) {
			return l.callValue(l.global(v, f), l.arguments(arguments), n)
		}
	}
	if f.Is(ast.Identifier, ast.QualifiedIdentifier, ast.TemplateFunction, ast.TemplateType, ast.TypeIdentifier, ast.DependentName) {
		if t := l.scope.Type(f); !Opaque(t) || l.typeParameter(name) && f.Is(ast.Identifier, ast.TypeIdentifier) {
			return l.constructFrom(t, arguments, n)
		}
		args := l.arguments(arguments)
		v := l.setCandidates(l.callUnknown(name, 0, args, n), l.staticMethods(f, name), nil, nil, args)
		if !l.b.device {
			l.forgetArguments(name, args)
		}
		return v
	}
	return l.callValue(l.expr(f), l.arguments(arguments), n)
}

// callMacro lowers the invocation of a function-like macro.
func (l *lowerer) callMacro(n ast.Node) (operand, bool) {
	e, ok := l.expand(n)
	if !ok {
		return operand{}, false
	}
	l.expanding++
	defer func() { l.expanding-- }()
	if x, ok := l.expandExpression(n); ok {
		return l.expr(x), true
	}
	l.statement(e) // statements where a value is wanted
	return l.unknown(n), true
}

// arguments lowers the arguments of a call. A pack expansion gives one operand for each
// element.
func (l *lowerer) arguments(list ast.Node) []operand {
	var out []operand
	for a := range list.Children() {
		out = append(out, l.argument(a)...)
	}
	return out
}

// argument lowers one argument. A pack expands to several operands.
func (l *lowerer) argument(a ast.Node) (out []operand) {
	switch {
	case a.Is(ast.ParameterPackExpansion):
		l.expandPack(a.Child(ast.FieldPattern), func(pattern ast.Node) { out = append(out, l.expr(pattern)) })
		return out
	case a.Is(ast.ParameterDeclaration):
		// Of T x(a, b), which parses as the declaration of a function.
		return []operand{l.expr(sema.Argument(a))}
	case a.Is(ast.InitializerList):
		return []operand{{node: a}}
	}
	return []operand{l.expr(a)}
}

// castNamed returns the target type of static_cast<T>(x), reinterpret_cast, const_cast or
// dynamic_cast.
func castNamed(f ast.Node, name string) (ast.Node, bool) {
	if !f.Is(ast.TemplateFunction) {
		return ast.Node{}, false
	}
	switch name {
	case "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast":
		return f.Child(ast.FieldArguments).FirstChild(), true
	}
	return ast.Node{}, false
}

// named records on the OpConvert of a pointer which named cast the source has, such as
// static_cast.
func (l *lowerer) named(v operand, cast string) operand {
	op := &l.f.ops[v.id]
	if v.lvalue || !IsKind(v.typ, sema.Pointer) || op.Code == OpBase {
		return v
	}
	if op.Code != OpConvert || op.X != nil || int(v.id) != len(l.f.ops)-1 {
		// The type is that of the expression: the cast says that it is to stay so.
		v.id = l.emit(Op{Code: OpConvert, A: v.id, Type: v.typ})
		op = &l.f.ops[v.id]
	}
	op.X = &Extra{Name: cast}
	return v
}

// callValue calls an expression that is not the name of a function: an object with
// operator(), such as a lambda, or a pointer to a function.
func (l *lowerer) callValue(f operand, args []operand, n ast.Node) operand {
	if IsKind(f.typ, sema.RecordKind) {
		if r, ok := l.memberOperator(f, "()", args, n); ok {
			return r
		}
	}
	if op := &l.f.ops[f.id]; f.id != 0 && op.Code == OpFunction && op.X.Callee != nil {
		return l.callFunctions([]*sema.Function{op.X.Callee.Function}, op.X.Templates, args, n)
	}
	return l.callUnknown("", l.value(f).id, args, n)
}

// callOwnMethod lowers f(...) in a method, where f is another method of the same class: it
// calls (*this).f(...).
func (l *lowerer) callOwnMethod(n, f ast.Node, name string, arguments ast.Node) (operand, bool) {
	r := recordOf(l.this.typ)
	if l.this.id == 0 || r == nil {
		return operand{}, false
	}
	methods := sema.MethodsNamed(r, name)
	if len(methods) == 0 || name == r.Name {
		return operand{}, false
	}
	var explicit []sema.TemplateArg
	if f.Is(ast.TemplateFunction) {
		_, explicit = l.scope.FunctionsNamed(f)
	}
	return l.callMethods(methods, explicit, l.this, l.arguments(arguments), n), true
}

// callMember lowers object.method(...), object->method(...) and calls of data members.
func (l *lowerer) callMember(n, f, arguments ast.Node) operand {
	field := f.Child(ast.FieldField)
	name := field.LastName().Text()
	this := l.object(f)
	if v, ok := l.arrayMethod(this, name); ok {
		return v
	}
	if r := recordOf(this.typ); r != nil {
		if methods := sema.MethodsNamed(r, name); len(methods) > 0 {
			var explicit []sema.TemplateArg
			if field.Is(ast.TemplateMethod, ast.DependentName) {
				_, explicit = l.scope.FunctionsNamed(field)
			}
			return l.callMethods(methods, explicit, l.place(this), l.arguments(arguments), n)
		}
		if m, ok := r.FieldNamed(name); ok {
			v := l.member(this, m)
			v.node = f
			return l.callValue(v, l.arguments(arguments), n)
		}
	}
	args := l.arguments(arguments)
	op := Op{Code: OpExternal, Flags: Method, A: this.id, Node: n, X: &Extra{Name: name, Args: l.copies(args), Templates: l.templateArguments(field)}}
	if this.lvalue && !inMemory(this.typ) {
		op.A = l.load(this, ast.Node{}).id
	}
	op.Type = types.LibraryMethod(this.typ, name, l.typesGiven(args, op.X.Args))
	v := operand{id: l.emit(op), typ: op.Type, node: n}
	if r := recordOf(this.typ); r == nil && !Opaque(this.typ) && !IsKind(this.typ, sema.Builtin) || r != nil && len(sema.MembersOf(r).Methods) == 0 {
		l.forget(this)
	}
	// A method that is not defined in the unit may take references, as those of CUB do.
	l.forgetArguments(name, args)
	return v
}
