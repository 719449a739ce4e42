package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// exprType returns the type of an expression, nil where it is not known. Lvalues
// have the type of the object; a reference is kept only where a name or call has
// one.
func (e *eval) exprType(s *Scope, n ast.Node) *Type {
	if !n.Valid() || !e.enter() {
		return nil
	}
	defer e.leave()
	if x, ok := e.u.ExpandOpen(n); ok {
		return e.exprType(s, x)
	}
	switch n.Kind() {
	case ast.NumberLiteral, ast.CharLiteral, ast.True, ast.False, ast.Nullptr:
		return e.constant(s, n).Type
	case ast.StringLiteral:
		return types.ArrayOf(types.CharType.With(ast.Const), types.StringLength(n.Text()))
	case ast.ConcatenatedString:
		return types.PointerTo(types.CharType.With(ast.Const))
	case ast.ParenthesizedExpression:
		return e.exprType(s, n.FirstChild())
	case ast.SizeofExpression, ast.AlignofExpression, ast.OffsetofExpression:
		return types.ULongType
	case ast.CastExpression:
		return known(e.typeOf(s, n.Child(ast.FieldType)))
	case ast.CompoundLiteralExpression:
		return known(e.typeOf(s, n.Child(ast.FieldType)))
	case ast.Identifier, ast.QualifiedIdentifier, ast.TypeIdentifier, ast.DependentName, ast.FieldIdentifier:
		return e.nameType(s, n)
	case ast.This:
		if t := e.this(s); t != nil {
			return types.PointerTo(t)
		}
	case ast.LambdaExpression:
		return e.closureType(s, n)
	case ast.UnaryExpression:
		if n.Op() == ast.Not {
			return types.BoolType
		}
		if t := e.exprType(s, n.Child(ast.FieldArgument)).Value(); t.Arithmetic() {
			return types.Promote(t)
		} else if t != nil && t.Record != nil {
			return e.operatorType(s, n.Op().String(), []*Type{t})
		}
	case ast.PointerExpression:
		return e.pointerType(s, n)
	case ast.UpdateExpression:
		return e.exprType(s, n.Child(ast.FieldArgument)).Object()
	case ast.AssignmentExpression:
		return e.exprType(s, n.Child(ast.FieldLeft)).Object()
	case ast.CommaExpression:
		return e.exprType(s, n.Child(ast.FieldRight))
	case ast.ConditionalExpression:
		a, b := e.exprType(s, n.Child(ast.FieldConsequence)), e.exprType(s, n.Child(ast.FieldAlternative))
		if a == nil || b == nil {
			return nil
		}
		if a.Object().Same(b.Object()) {
			return a
		}
		if t := types.CommonType(a.Value(), b.Value()); t != nil {
			return t
		}
		if a.Value().Kind == Pointer {
			return a.Value()
		}
		if b.Value().Kind == Pointer {
			return b.Value()
		}
	case ast.BinaryExpression:
		return e.binaryType(s, n)
	case ast.SubscriptExpression:
		return e.subscriptType(s, n)
	case ast.FieldExpression:
		return e.fieldType(s, n)
	case ast.CallExpression:
		return e.callType(s, n)
	case ast.NewExpression:
		return types.PointerTo(e.typeOf(s, n.Child(ast.FieldType)))
	case ast.ParameterDeclaration:
		return e.exprType(s, Argument(n))
	case ast.TemplateFunction:
		if candidates, _ := e.functionsNamed(s, n); len(candidates) == 1 && len(candidates[0].TemplateParams) == 0 {
			return e.functionType(candidates[0])
		}
	}
	return nil
}

func known(t *Type) *Type {
	if t == nil || t.Kind == UnknownType {
		return nil
	}
	return t
}

func (e *eval) nameType(s *Scope, n ast.Node) *Type {
	if m, _ := e.u.MacroInvoked(n); m != nil {
		if k, ok := e.macroNumber(m); ok {
			return k.Type
		}
		if x, ok := e.u.ExpandAs(n, expand.Expression); ok {
			return e.exprType(s, x)
		}
		return nil
	}
	sym := e.valueAs(s, n, wantValue|withoutValue)
	switch sym.kind {
	case localSymbol, variableSymbol, fieldSymbol:
		return known(sym.typ)
	case enumeratorSymbol:
		return e.enumeratorValue(sym.enumerator).Type
	case functionSymbol:
		if len(sym.functions) == 1 && len(sym.functions[0].TemplateParams) == 0 {
			return e.functionType(sym.functions[0])
		}
	case noSymbol:
		return types.Index[n.Text()]
	}
	return nil
}

func (e *eval) functionType(f *Function) *Type {
	r := e.resultType(f.Scope, f)
	return &Type{Kind: FunctionKind, Name: r.Name + " ()", Size: -1, Align: -1, Elem: r}
}

func (e *eval) pointerType(s *Scope, n ast.Node) *Type {
	t := e.exprType(s, n.Child(ast.FieldArgument))
	if t == nil {
		return nil
	}
	if n.Op() == ast.And {
		return types.PointerTo(t.Object())
	}
	t = t.Value()
	if t.Kind == Pointer {
		return known(t.Elem)
	}
	if t.Record != nil {
		return e.operatorType(s, "*", []*Type{t})
	}
	return nil
}

func (e *eval) binaryType(s *Scope, n ast.Node) *Type {
	switch n.Op() {
	case ast.LogicalAnd, ast.LogicalOr:
		return types.BoolType
	}
	l, r := e.exprType(s, n.Child(ast.FieldLeft)).Value(), e.exprType(s, n.Child(ast.FieldRight)).Value()
	if l != nil && l.Record != nil || r != nil && r.Record != nil {
		return e.operatorType(s, n.Op().String(), []*Type{l, r})
	}
	switch n.Op() {
	case ast.Equal, ast.NotEqual, ast.Less, ast.LessEqual, ast.Greater, ast.GreaterEqual:
		return types.BoolType
	case ast.Shl, ast.Shr:
		if l.Arithmetic() {
			return types.Promote(l)
		}
		return nil
	}
	if l != nil && r != nil {
		switch {
		case l.Kind == Pointer && r.Kind == Pointer && n.Op() == ast.Sub:
			return types.LongType
		case l.Kind == Pointer:
			return l
		case r.Kind == Pointer && n.Op() == ast.Add:
			return r
		}
		if t := types.CommonType(l, r); t != nil {
			return t
		}
	}
	return nil
}

// operatorType returns the result of an overloaded operator.
func (e *eval) operatorType(s *Scope, op string, args []*Type) *Type {
	if args[0] != nil && args[0].Record != nil {
		if f, b := e.resolve(s, methodsNamed(args[0].Record, op, 0), nil, args[1:]); f != nil {
			return known(e.resultType(scopeWith(f, b), f))
		}
	}
	sym := e.find(s, op, wantValue)
	if sym.kind != functionSymbol {
		sym = e.anywhere(op, wantValue)
	}
	if sym.kind == functionSymbol {
		if f, b := e.resolve(s, sym.functions, nil, args); f != nil {
			return known(e.resultType(scopeWith(f, b), f))
		}
	}
	return nil
}

func scopeWith(f *Function, b *Bindings) *Scope {
	if b == nil {
		return f.Scope
	}
	return f.Scope.With(b)
}

func (e *eval) subscriptType(s *Scope, n ast.Node) *Type {
	t := e.exprType(s, n.Child(ast.FieldArgument)).Object()
	if t == nil {
		return nil
	}
	switch t.Kind {
	case Pointer, Array:
		return known(t.Elem)
	case RecordKind:
		if f, ok := t.Record.KnownField(types.ArrayMember); ok {
			return f.Type.Elem
		}
		var index *Type
		if list := n.Child(ast.FieldIndices); list.Valid() {
			index = e.exprType(s, list.FirstChild())
		}
		if f, b := e.resolve(s, methodsNamed(t.Record, "[]", 0), nil, []*Type{index}); f != nil {
			return known(e.resultType(scopeWith(f, b), f))
		}
	case Builtin:
		if (t.Name == "vector" || t.Name == "device_vector" || t.Name == "host_vector") && len(t.Args) > 0 {
			return t.Args[0].Type
		}
	}
	return nil
}

func (e *eval) fieldType(s *Scope, n ast.Node) *Type {
	t := e.exprType(s, n.Child(ast.FieldArgument)).Object()
	if t == nil {
		return nil
	}
	if n.Op() == ast.Arrow && t.Kind == Pointer {
		t = t.Elem
	}
	if t.Record == nil {
		return nil
	}
	name := n.Child(ast.FieldField)
	if f, ok := t.Record.KnownField(name.Text()); ok {
		ft := f.Type
		if ft != nil && ft.Kind != Reference {
			ft = ft.With(t.Qualifiers)
		}
		return known(ft)
	}
	if sym := e.findMember(t.Record, name.Text(), wantValue, 0); sym.kind == variableSymbol {
		return known(sym.typ)
	}
	return nil
}

func (e *eval) callType(s *Scope, n ast.Node) *Type {
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	if m, _ := e.u.MacroInvoked(n); m != nil {
		if x, ok := e.u.ExpandAs(n, expand.Expression); ok {
			return e.exprType(s, x)
		}
		return nil
	}
	switch fn.Kind() {
	case ast.PrimitiveType, ast.SizedTypeSpecifier, ast.TemplateType:
		return known(e.typeOf(s, fn))
	case ast.TemplateFunction:
		switch fn.Child(ast.FieldName).Text() {
		case "static_cast", "const_cast", "reinterpret_cast", "dynamic_cast":
			return known(e.typeOf(s, fn.Child(ast.FieldArguments).FirstChild()))
		}
	case ast.FieldExpression:
		return e.methodType(s, fn, list)
	}
	argTypes := e.argTypes(s, list)
	if candidates, explicit := e.functionsNamed(s, fn); len(candidates) > 0 {
		if f, b := e.resolve(s, candidates, explicit, argTypes); f != nil {
			if t := e.resultType(scopeWith(f, b), f); t.Kind != Auto {
				return known(t)
			}
			return e.returned(f, b)
		}
		return nil
	}
	if fn.Is(ast.Identifier, ast.QualifiedIdentifier, ast.TemplateFunction) {
		if t := e.exprTypeOfCallable(s, fn, argTypes); t != nil {
			return t
		}
		if t := e.typeOf(s, fn); t.Known() {
			return t // a construction
		}
		return types.LibraryResult(fn.PlainName(), argTypes)
	}
	return nil
}

// exprTypeOfCallable is the result of calling a variable: a function pointer or
// an object with operator().
func (e *eval) exprTypeOfCallable(s *Scope, fn ast.Node, argTypes []*Type) *Type {
	t := e.nameType(s, fn).Object()
	if t == nil {
		return nil
	}
	if t.Kind == Pointer {
		t = t.Elem
	}
	switch {
	case t.Kind == FunctionKind:
		return known(t.Elem)
	case t.Record != nil:
		if f, b := e.resolve(s, methodsNamed(t.Record, "()", 0), nil, argTypes); f != nil {
			if t := e.resultType(scopeWith(f, b), f); t.Kind != Auto {
				return known(t)
			}
			return e.returned(f, b)
		}
	}
	return nil
}

func (e *eval) argTypes(s *Scope, list ast.Node) []*Type {
	argTypes := []*Type{}
	for a := range list.Children() {
		if len(argTypes) >= 64 {
			break
		}
		argTypes = append(argTypes, e.exprType(s, a))
	}
	return argTypes
}

func (e *eval) methodType(s *Scope, fn, list ast.Node) *Type {
	t := e.exprType(s, fn.Child(ast.FieldArgument)).Object()
	if t != nil && t.Kind == Pointer && fn.Op() == ast.Arrow {
		t = t.Elem
	}
	if t == nil || t.Record == nil {
		return nil
	}
	field := fn.Child(ast.FieldField)
	f, b := e.resolve(s, methodsNamed(t.Record, field.PlainName(), 0), nil, e.argTypes(s, list))
	if f == nil {
		return nil
	}
	return known(e.resultType(scopeWith(f, b), f))
}
