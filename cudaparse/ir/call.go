package ir

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// call lowers a call expression.
func (l *lowerer) call(n ast.Node) operand {
	if v, ok := l.callMacro(n); ok {
		return v
	}
	f, arguments := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	f = unparenthesize(f)
	if n.ChildOf(ast.KernelCallSyntax).Valid() {
		return l.launch(n, f, arguments)
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
	if t, ok := castNamed(f, name); ok {
		return l.named(l.cast(l.scope.Type(t), arguments.FirstChild()), name)
	}
	candidates, explicit := l.scope.FunctionsNamed(f)
	if len(candidates) > 0 && candidates[0].Record != nil && candidates[0].Name == candidates[0].Record.Name {
		// A class in which a method makes another one: Slice<T, N - 1>(...).
		if t := l.scope.Type(f); isKind(t, sema.RecordKind) {
			return l.constructFrom(t, arguments, n)
		}
	}
	if v, ok := l.builtinCall(name, f, candidates, arguments, n); ok {
		return v
	}
	if len(candidates) > 0 {
		return l.callFunctions(candidates, explicit, l.arguments(arguments), n)
	}
	if f.Is(ast.Identifier, ast.QualifiedIdentifier, ast.TemplateFunction, ast.TemplateType, ast.TypeIdentifier, ast.DependentName) {
		if t := l.scope.Type(f); !opaque(t) {
			return l.constructFrom(t, arguments, n)
		}
		args := l.arguments(arguments)
		return l.may(l.callUnknown(name, 0, args, n), l.staticMethods(f, name), nil, nil, args)
	}
	return l.callValue(l.expr(f), l.arguments(arguments), n)
}

// callMacro lowers the invocation of a macro.
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

// arguments lowers the arguments of a call; packs are expanded.
func (l *lowerer) arguments(list ast.Node) []operand {
	var out []operand
	for a := range list.Children() {
		switch {
		case a.Is(ast.ParameterPackExpansion):
			l.expandPack(a.Child(ast.FieldPattern), func(pattern ast.Node) { out = append(out, l.expr(pattern)) })
		case a.Is(ast.ParameterDeclaration):
			// Of T x(a, b), which parses as the declaration of a function.
			out = append(out, l.expr(sema.Argument(a)))
		case a.Is(ast.InitializerList):
			out = append(out, operand{node: a})
		default:
			out = append(out, l.expr(a))
		}
	}
	return out
}

// castNamed returns the type of static_cast<T>(x) and its relatives.
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

// named notes which named cast a pointer was converted by.
func (l *lowerer) named(v operand, cast string) operand {
	op := &l.f.ops[v.id]
	if v.lvalue || !isKind(v.typ, sema.Pointer) || op.Code == OpBase {
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

// callValue calls something that is no plain function name: an object with operator(),
// such as a lambda, or what a pointer to a function points to.
func (l *lowerer) callValue(f operand, args []operand, n ast.Node) operand {
	if isKind(f.typ, sema.RecordKind) {
		if r, ok := l.memberOperator(f, "()", args, n); ok {
			return r
		}
	}
	if op := &l.f.ops[f.id]; f.id != 0 && op.Code == OpFunction && op.X.Callee != nil {
		return l.callFunctions([]*sema.Function{op.X.Callee.Function}, op.X.Templates, args, n)
	}
	return l.callUnknown("", l.value(f).id, args, n)
}

// callOwnMethod calls a method of the object that the current method is called for.
func (l *lowerer) callOwnMethod(n, f ast.Node, name string, arguments ast.Node) (operand, bool) {
	r := recordOf(l.this.typ)
	if l.this.id == 0 || r == nil {
		return operand{}, false
	}
	methods := r.MethodsNamed(name)
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
	if r := recordOf(this.typ); r != nil {
		if methods := r.MethodsNamed(name); len(methods) > 0 {
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
	op.Type = sema.LibraryMethod(this.typ, name, l.typesOfIDs(op.X.Args))
	v := operand{id: l.emit(op), typ: op.Type, node: n}
	if r := recordOf(this.typ); r == nil && !opaque(this.typ) && !isKind(this.typ, sema.Builtin) || r != nil && len(r.Methods) == 0 {
		l.forget(this)
	}
	// A method out of sight may take references, as those of CUB do.
	for _, a := range args {
		l.forget(a)
	}
	return v
}

// copies reads operands; an object of a class is copied.
func (l *lowerer) copies(args []operand) []ID {
	out := make([]ID, len(args))
	for i, a := range args {
		out[i] = l.copyOf(a).id
	}
	return out
}

// copyOf reads an operand; an object of a class that has a name is copied.
func (l *lowerer) copyOf(v operand) operand {
	if v.id == 0 && v.node.Is(ast.InitializerList) {
		return l.list(v.node)
	}
	if !v.lvalue || !isKind(v.typ, sema.RecordKind) {
		return l.value(v)
	}
	return l.temporary(v.typ, func(object ID) { l.assign(object, v.typ, v, ast.Node{}) })
}

// forget notes that an object may be changed out of sight, if the operand is one.
func (l *lowerer) forget(v operand) {
	if v.lvalue && v.id != 0 {
		l.emit(Op{Code: OpForget, A: v.id, Type: v.typ})
	}
}

// callUnknown calls a function out of sight, or what f points to. One that is not even
// declared is taken to have no references among its parameters.
func (l *lowerer) callUnknown(name string, f ID, args []operand, n ast.Node) operand {
	x := &Extra{Name: name, Args: l.copies(args)}
	if name != "" {
		x.Templates = l.templateArguments(n.Child(ast.FieldFunction))
	}
	t := sema.LibraryResult(name, l.typesOfIDs(x.Args))
	return operand{id: l.emit(Op{Code: OpExternal, A: f, Type: t, Node: n, X: x}), typ: t, node: n}
}

// templateArguments returns the explicit template arguments of a name.
func (l *lowerer) templateArguments(n ast.Node) (out []sema.TemplateArg) {
	for n.Is(ast.QualifiedIdentifier) {
		next := ast.Node{}
		for c := range n.ChildrenWith(ast.FieldName) {
			next = c
		}
		n = next
	}
	if n.Is(ast.DependentName) {
		n = n.FirstChild()
	}
	if !n.Is(ast.TemplateFunction, ast.TemplateMethod, ast.TemplateType) {
		return nil
	}
	for a := range n.Child(ast.FieldArguments).Children() {
		if a.Is(ast.TypeDescriptor) {
			if t := l.scope.Type(a); !opaque(t) {
				out = append(out, sema.TemplateArg{Type: t})
				continue
			}
			a = a.FirstChild() // a constant that looks like a type
		}
		out = append(out, sema.TemplateArg{Const: l.scope.Const(a)})
	}
	return out
}

// compiled leaves out the functions that are for the host only, or for the device only,
// unless there are no others.
func (l *lowerer) compiled(candidates []*sema.Function) []*sema.Function {
	drop, keep := ast.Host, ast.Device
	if !l.b.device {
		drop, keep = ast.Device, ast.Host
	}
	out := slices.DeleteFunc(slices.Clone(candidates), func(f *sema.Function) bool {
		return f.Qualifiers&drop != 0 && f.Qualifiers&keep == 0
	})
	if len(out) == 0 {
		return candidates
	}
	return out
}

// callFunctions resolves a call among candidates that are no methods.
func (l *lowerer) callFunctions(candidates []*sema.Function, explicit []sema.TemplateArg, args []operand, n ast.Node) operand {
	if this := l.this; this.id != 0 && candidates[0].Record != nil {
		return l.callMethods(candidates, explicit, this, args, n)
	}
	return l.callResolved(l.scope, candidates, explicit, nil, args, n)
}

// callMethods resolves a call among the methods of an object.
func (l *lowerer) callMethods(methods []*sema.Function, explicit []sema.TemplateArg, this operand, args []operand, n ast.Node) operand {
	scope := l.scope
	if r := recordOf(this.typ); r != nil && r.Scope != nil {
		if scope = r.Scope; r.Bindings != nil {
			scope = scope.With(r.Bindings)
		}
	}
	return l.callResolved(scope, methods, explicit, &this, args, n)
}

func (l *lowerer) callResolved(scope *sema.Scope, candidates []*sema.Function, explicit []sema.TemplateArg, this *operand, args []operand, n ast.Node) operand {
	candidates = l.compiled(candidates)
	types := typesOf(args)
	fn, bindings := scope.Resolve(candidates, explicit, types)
	if fn == nil && len(candidates) == 1 {
		fn = candidates[0]
	}
	if fn == nil || !fn.Body.Valid() {
		v := l.callUnknown(candidates[0].Name, 0, args, n)
		if this != nil {
			op := &l.f.ops[v.id]
			op.A, op.Flags = this.id, Method
		}
		if fn != nil {
			candidates = l.specialisations(fn)
		}
		l.may(v, candidates, explicit, this, args)
		for _, f := range candidates {
			l.forgetReferences(f, args)
		}
		if fn != nil {
			v = l.result(v, scope.With(bindings).ResultType(fn))
		}
		return v
	}
	inst := &Instance{Function: fn, Bindings: bindings, Args: types}
	var all []ID
	if fn.Closure != nil {
		all = append(all, this.id)
	} else if this != nil {
		object := l.receiver(*this, fn)
		inst.This = object.typ
		all = append(all, object.id)
	}
	return l.invoke(inst, all, args, n)
}

// typesOf returns the types of operands; lvalues have the type of a reference's object.
func typesOf(args []operand) []*sema.Type {
	types := make([]*sema.Type, len(args))
	for i, a := range args {
		types[i] = a.typ
	}
	return types
}

// receiver returns the part of an object that a method is called for: the base class that
// declares it.
func (l *lowerer) receiver(this operand, fn *sema.Function) operand {
	if !this.lvalue {
		this = l.place(this)
	}
	base := declares(strip(this.typ), fn, 0)
	if base == nil || base == strip(this.typ) {
		return this
	}
	return l.base(this, base)
}

// declares returns the class, of t and its bases, that declares a method; nil for none.
func declares(t *sema.Type, fn *sema.Function, depth int) *sema.Type {
	r := recordOf(t)
	if r == nil || depth > 16 {
		return nil
	}
	if slices.Contains(r.Methods[fn.Name], fn) {
		return strip(t)
	}
	for _, b := range r.Bases {
		if found := declares(b, fn, depth+1); found != nil {
			return found
		}
	}
	return nil
}

// base returns the part of an object that is of one of its base classes, or the object
// of a derived class that it is part of.
func (l *lowerer) base(v operand, t *sema.Type) operand {
	offset, ok := baseOffset(recordOf(v.typ), recordOf(t), 0)
	if !ok {
		offset, _ = baseOffset(recordOf(t), recordOf(v.typ), 0)
		offset = -offset
	}
	id := l.emit(Op{Code: OpBase, A: v.id, Type: strip(t), Int: offset})
	return operand{id: id, typ: strip(t), lvalue: true, node: v.node}
}

// baseOffset returns how many bytes into a class one of its bases lies, told by a data
// member of that; 0 for a base without any.
func baseOffset(derived, base *sema.Record, depth int) (int64, bool) {
	if derived == nil || base == nil || depth > 16 {
		return 0, false
	}
	for _, b := range derived.Bases {
		r := recordOf(b)
		if r == nil {
			continue
		}
		offset := int64(0)
		for _, f := range r.Complete().Fields {
			if in, ok := derived.FieldNamed(f.Name); ok && f.Name != "" && in.Node == f.Node && in.Offset >= 0 && f.Offset >= 0 {
				offset = in.Offset - f.Offset
				break
			}
		}
		if r == base {
			return offset, true
		}
		if more, ok := baseOffset(r, base, depth+1); ok {
			return offset + more, true
		}
	}
	return 0, false
}

// forgetReferences gives up what a function without a body may change through parameters
// that are references.
func (l *lowerer) forgetReferences(f *sema.Function, args []operand) {
	for i, p := range f.Params {
		t := f.Scope.ParamType(p)
		if i < len(args) && t != nil && t.Kind == sema.Reference && p.Node.Qualifiers()&ast.Const == 0 {
			l.forget(args[i])
		}
	}
}

// invoke calls an instance whose arguments are args; passed has what comes before them.
func (l *lowerer) invoke(inst *Instance, passed []ID, args []operand, n ast.Node) operand {
	if l.nesting++; l.nesting > maxNesting {
		l.f.Incomplete = "calls are nested too deeply"
		return l.unknown(n)
	}
	defer func() { l.nesting-- }()
	callee := newLowerer(l.b, inst)
	k := 0
	for _, p := range inst.Function.Params {
		if p.Pack {
			for i := 0; k < len(args); i++ {
				passed = append(passed, l.pass(callee.packType(p, i, args[k].typ), args[k], n))
				k++
			}
			continue
		}
		t := callee.scope.ParamType(p)
		if k < len(args) {
			if !open(t) {
				inst.Args[k] = nil // one body for all types that convert to it
			}
			passed = append(passed, l.pass(openType(t, args[k].typ), args[k], n))
		} else {
			passed = append(passed, l.defaultArgument(callee, p, t))
		}
		k++
	}
	result := l.resultOf(callee, inst)
	op := Op{Code: OpCall, Node: n, X: &Extra{Callee: inst, Args: passed}}
	if result != nil {
		op.Type = result
	}
	return l.result(operand{id: l.emit(op), node: n}, result)
}

// resultOf returns the type that an instance returns.
func (l *lowerer) resultOf(callee *lowerer, inst *Instance) *sema.Type {
	if constructs(inst) {
		return typeVoid
	}
	t := callee.resultType(inst.Function)
	if opaque(t) {
		if f := l.b.Lower(inst); f != nil {
			return f.Result
		}
	}
	return t
}

// resultType returns the declared type of what a function returns.
func (l *lowerer) resultType(fn *sema.Function) *sema.Type {
	if fn.Closure == nil {
		return l.scope.ResultType(fn)
	}
	if t := fn.Node.Child(ast.FieldDeclarator).ChildOf(ast.TrailingReturnType); t.Valid() {
		return l.scope.Type(t.FirstChild())
	}
	return nil
}

// result types the result of a call.
func (l *lowerer) result(v operand, t *sema.Type) operand {
	if t == nil {
		return v
	}
	v.typ, v.lvalue = strip(t), t.Kind == sema.Reference
	if op := &l.f.ops[v.id]; op.Type == nil {
		op.Type = t
	}
	return v
}

// pass returns an argument as a parameter of a type takes it.
func (l *lowerer) pass(t *sema.Type, a operand, n ast.Node) ID {
	if a.id == 0 && a.node.Is(ast.InitializerList) {
		return l.temporary(strip(t), func(object ID) { l.initialize(object, strip(t), a.node) }).id
	}
	if t == nil || t.Kind != sema.Reference {
		if opaque(t) {
			return l.copyOf(a).id
		}
		return l.copyOf(l.convert(a, t)).id
	}
	if !opaque(t.Elem) && !opaque(a.typ) && (!isKind(a.typ, t.Elem.Kind) || isNumber(t) && !sameValue(a.typ, t.Elem)) {
		a = l.convert(a, t.Elem) // a temporary
	}
	if recordOf(a.typ) != nil && recordOf(t) != nil {
		a = l.convertObject(a, strip(t))
	}
	return l.place(a).id
}

// defaultArgument lowers the default of a parameter where the callee's names are known.
func (l *lowerer) defaultArgument(callee *lowerer, p sema.Param, t *sema.Type) ID {
	if !p.Default.Valid() {
		return l.unknown(ast.Node{}).id
	}
	scope, outer, this := l.scope, l.names, l.this
	l.scope, l.names, l.this = callee.scope, &names{}, operand{}
	defer func() { l.scope, l.names, l.this = scope, outer, this }()
	if p.Default.Is(ast.InitializerList) {
		return l.temporary(strip(t), func(object ID) { l.initialize(object, strip(t), p.Default) }).id
	}
	return l.pass(t, l.expr(p.Default), ast.Node{})
}

// constructs reports whether an instance is a constructor.
func constructs(inst *Instance) bool {
	fn := inst.Function
	return fn.Record != nil && inst.This != nil && fn.Name == fn.Record.Name && fn.Name != ""
}

// launch lowers k<<<grid, block, bytes, stream>>>(...).
func (l *lowerer) launch(n, f, arguments ast.Node) operand {
	x := &Extra{Args: make([]ID, 4)}
	i := 0
	for c := range n.ChildOf(ast.KernelCallSyntax).Children() {
		if i < 4 {
			x.Args[i] = l.value(l.expr(c)).id
			i++
		}
	}
	args := l.arguments(arguments)
	op := Op{Code: OpLaunch, Node: n, X: x}
	if candidates, explicit := l.scope.FunctionsNamed(f); len(candidates) > 0 {
		if fn, bindings := l.scope.Resolve(candidates, explicit, typesOf(args)); fn != nil {
			x.Callee = &Instance{Function: fn, Bindings: bindings, Args: typesOf(args)}
		}
	} else {
		op.A = l.value(l.expr(f)).id
	}
	x.Args = append(x.Args, l.values(args)...)
	l.emit(op)
	return operand{typ: typeVoid}
}

// builtinCall lowers a call of a function that CUDA provides; ok is false where the name
// is none, or a function of that name has a body in sight.
func (l *lowerer) builtinCall(name string, f ast.Node, own []*sema.Function, arguments, n ast.Node) (v operand, ok bool) {
	for _, fn := range own {
		if fn.Body.Valid() {
			return v, false
		}
	}
	if typeName, ok := strings.CutPrefix(name, "make_"); ok {
		if t := l.scope.TypeNamed(typeName); isKind(t, sema.RecordKind) {
			return l.constructFrom(t, arguments, n), true
		}
	}
	load, store := memoryFunction(name)
	if !load && !store || !l.b.device {
		return v, false
	}
	args := l.values(l.arguments(arguments))
	switch {
	case load && len(args) > 0:
		return l.loadBy(name, args[0], n), true
	case store && len(args) > 1:
		op := Op{Code: OpStore, A: args[0], B: args[1], Type: elemOf(l.typeOfID(args[0])), Node: n, X: &Extra{Name: name}}
		if isKind(op.Type, sema.RecordKind) {
			op.Code = OpCopy
		}
		l.emit(op)
		return operand{typ: typeVoid}, true
	}
	return l.unknown(n, args...), true
}

// loadBy reads through a pointer by a function such as __ldg.
func (l *lowerer) loadBy(name string, pointer ID, n ast.Node) operand {
	t := elemOf(l.typeOfID(pointer))
	if isKind(t, sema.RecordKind) {
		return l.temporary(t, func(object ID) {
			l.emit(Op{Code: OpCopy, A: object, B: pointer, Type: t, X: &Extra{From: n, Name: name}})
		})
	}
	return operand{id: l.emit(Op{Code: OpLoad, A: pointer, Type: t, Node: n, X: &Extra{Name: name}}), typ: t, node: n}
}

// memoryFunction tells the functions of CUDA that read or write what their first argument
// points to: __ldg, __ldcg and their like, __stcg, __stwb and theirs.
func memoryFunction(name string) (load, store bool) {
	if name == "__ldg" || len(name) == 6 && strings.HasPrefix(name, "__ld") {
		return true, false
	}
	return false, len(name) == 6 && strings.HasPrefix(name, "__st")
}

func (l *lowerer) typeOfID(id ID) *sema.Type { return l.f.ops[id].Type }

func (l *lowerer) typesOfIDs(ids []ID) []*sema.Type {
	out := make([]*sema.Type, len(ids))
	for i, id := range ids {
		out[i] = l.typeOfID(id)
	}
	return out
}
