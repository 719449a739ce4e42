package ir

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// compiled removes the __host__ functions from the candidates when device code is lowered,
// and the __device__ functions otherwise, unless none would be left. A function that is
// both stays.
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

// callFunctions resolves a call among candidates found by name. In a method they may be
// methods of the same class.
func (l *lowerer) callFunctions(candidates []*sema.Function, explicit []sema.TemplateArg, args []operand, n ast.Node) operand {
	if this := l.this; this.id != 0 && candidates[0].Record != nil {
		return l.callMethods(candidates, explicit, this, args, n)
	}
	return l.callResolved(l.scope, candidates, explicit, nil, args, n)
}

// callMethods resolves a call among the overloads of a method of an object.
func (l *lowerer) callMethods(methods []*sema.Function, explicit []sema.TemplateArg, this operand, args []operand, n ast.Node) operand {
	scope := l.scope
	if r := recordOf(this.typ); r != nil && sema.MembersOf(r).Scope != nil {
		if scope = sema.MembersOf(r).Scope; r.Bindings != nil {
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
		l.setCandidates(v, candidates, explicit, this, args)
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

// typesOf returns the types of operands, without references.
func typesOf(args []operand) []*sema.Type {
	types := make([]*sema.Type, len(args))
	for i, a := range args {
		types[i] = a.typ
	}
	return types
}

// receiver converts the object of a method call to the base class that declares the method.
func (l *lowerer) receiver(this operand, fn *sema.Function) operand {
	if !this.lvalue {
		this = l.place(this)
	}
	base := declares(Strip(this.typ), fn, 0)
	if base == nil || base == Strip(this.typ) {
		return this
	}
	return l.base(this, base)
}

// declares returns the class that declares a method: t or one of its bases; nil for none.
func declares(t *sema.Type, fn *sema.Function, depth int) *sema.Type {
	r := recordOf(t)
	if r == nil || depth > 16 {
		return nil
	}
	if slices.Contains(sema.MembersOf(r).Methods[fn.Name], fn) {
		return Strip(t)
	}
	for _, b := range r.Bases {
		if found := declares(b, fn, depth+1); found != nil {
			return found
		}
	}
	return nil
}

// base converts an object to its base class t, or to the derived class t that it is a base
// of.
func (l *lowerer) base(v operand, t *sema.Type) operand {
	offset, ok := baseOffset(recordOf(v.typ), recordOf(t), 0)
	if !ok {
		offset, _ = baseOffset(recordOf(t), recordOf(v.typ), 0)
		offset = -offset
	}
	id := l.emit(Op{Code: OpBase, A: v.id, Type: Strip(t), Int: offset})
	return operand{id: id, typ: Strip(t), lvalue: true, node: v.node}
}

// baseOffset returns the offset of a base class in a derived class, in bytes. It compares
// the offsets of a data member of the base in both; for a base without members it is 0. The
// result is false where base is no base.
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

// invoke emits an OpCall of an instance. args are the arguments in the source; passed holds
// the ones before them, such as the object of a method.
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
				passed = append(passed, l.pass(callee.packType(p, i, args[k].typ), args[k]))
				k++
			}
			continue
		}
		t := callee.scope.ParamType(p)
		if k < len(args) {
			if !open(t) {
				inst.Args[k] = nil // one body for all types that convert to it
			}
			passed = append(passed, l.pass(openType(t, args[k].typ), args[k]))
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

// resultOf returns the result type of an instance. If the declaration has auto, the type is
// that of the return statements in the lowered body.
func (l *lowerer) resultOf(callee *lowerer, inst *Instance) *sema.Type {
	if constructs(inst) {
		return typeVoid
	}
	t := callee.resultType(inst.Function)
	if Opaque(t) {
		if f := l.b.Lower(inst); f != nil {
			return f.Result
		}
	}
	return t
}

// resultType returns the declared result type of a function.
func (l *lowerer) resultType(fn *sema.Function) *sema.Type {
	if fn.Closure == nil {
		return l.scope.ResultType(fn)
	}
	if t := fn.Node.Child(ast.FieldDeclarator).ChildOf(ast.TrailingReturnType); t.Valid() {
		return l.scope.Type(t.FirstChild())
	}
	return nil
}

// result gives the operand of a call its type. A call that returns a reference is an
// lvalue.
func (l *lowerer) result(v operand, t *sema.Type) operand {
	if t == nil {
		return v
	}
	v.typ, v.lvalue = Strip(t), t.Kind == sema.Reference
	if op := &l.f.ops[v.id]; op.Type == nil {
		op.Type = t
	}
	return v
}

// pass converts an argument to a parameter type t and returns the value or address to pass.
func (l *lowerer) pass(t *sema.Type, a operand) ID {
	if a.id == 0 && a.node.Is(ast.InitializerList) {
		return l.temporary(Strip(t), func(object ID) { l.initialize(object, Strip(t), a.node) }).id
	}
	if t == nil || t.Kind != sema.Reference {
		if Opaque(t) {
			return l.copyOf(a).id
		}
		return l.copyOf(l.convert(a, t)).id
	}
	if !Opaque(t.Elem) && !Opaque(a.typ) && (!IsKind(a.typ, t.Elem.Kind) || isNumber(t) && !sameValue(a.typ, t.Elem)) {
		a = l.convert(a, t.Elem) // a temporary
	}
	if recordOf(a.typ) != nil && recordOf(t) != nil {
		a = l.convertObject(a, Strip(t))
	}
	return l.place(a).id
}

// defaultArgument lowers the default argument of a parameter in the scope of the callee.
func (l *lowerer) defaultArgument(callee *lowerer, p decl.Param, t *sema.Type) ID {
	if !p.Default.Valid() {
		return l.unknown(ast.Node{}).id
	}
	scope, outer, this := l.scope, l.names, l.this
	l.scope, l.names, l.this = callee.scope, &names{}, operand{}
	defer func() { l.scope, l.names, l.this = scope, outer, this }()
	if p.Default.Is(ast.InitializerList) {
		return l.temporary(Strip(t), func(object ID) { l.initialize(object, Strip(t), p.Default) }).id
	}
	return l.pass(t, l.expr(p.Default))
}

// constructs reports whether an instance is a constructor.
func constructs(inst *Instance) bool {
	fn := inst.Function
	return fn.Record != nil && inst.This != nil && fn.Name == fn.Record.Name && fn.Name != ""
}
