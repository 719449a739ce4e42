package ir

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// name lowers an identifier or a qualified name.
func (l *lowerer) name(n ast.Node) operand {
	name := n.Text()
	if !n.Is(ast.QualifiedIdentifier) {
		if b := l.names.find(name); b != nil && !b.isType {
			return l.local(b, n)
		}
		if f, ok := l.ownField(name); ok {
			v := l.member(l.this, f)
			v.node = n
			return v
		}
	}
	if e, ok := l.expandExpression(n); ok {
		l.expanding++
		defer func() { l.expanding-- }()
		return l.expr(e)
	}
	if v := l.scope.Variable(n); v != nil {
		return l.global(v, n)
	}
	if v, ok := l.specialName(name, n); ok {
		return v
	}
	if c := l.scope.Const(n); c.Known() {
		return l.constant(c, n)
	}
	if fns, explicit := l.scope.FunctionsNamed(n); len(fns) > 0 {
		return l.functionValue(fns, explicit, n)
	}
	if t := l.templateParameter(name); t != nil {
		return operand{id: l.emit(Op{Code: OpTemplateValue, Type: t, Node: n, X: &Extra{Name: name}}), typ: t, node: n}
	}
	if n.Is(ast.QualifiedIdentifier) {
		return l.unknownAlike(n) // no local variable has such a name
	}
	return l.unknown(n)
}

// local lowers the name of a local variable or constant.
func (l *lowerer) local(b *binding, n ast.Node) operand {
	switch {
	case b.static != nil && b.addr == 0:
		return operand{id: l.emit(*b.static), typ: b.typ, lvalue: true, node: n}
	case b.addr != 0:
		return operand{id: b.addr, typ: b.typ, lvalue: true, node: n}
	case b.value.Known():
		return l.constant(b.value, n)
	}
	u := l.unknown(n)
	u.typ = b.typ
	return u
}

// ownField returns the data member with a name of the class whose method is lowered.
func (l *lowerer) ownField(name string) (sema.Field, bool) {
	if l.this.id == 0 {
		return sema.Field{}, false
	}
	r := recordOf(l.this.typ)
	if r == nil {
		return sema.Field{}, false
	}
	return r.FieldNamed(name)
}

// recordOf returns the class of a type, references aside; nil for a type that is no class.
func recordOf(t *sema.Type) *sema.Record {
	if t = Strip(t); t == nil || t.Kind != sema.RecordKind {
		return nil
	}
	return t.Record
}

// expandExpression returns the expression that a macro invocation expands to.
func (l *lowerer) expandExpression(n ast.Node) (ast.Node, bool) {
	if !n.Is(ast.CallExpression, ast.Identifier) {
		return n, false
	}
	e, ok := l.expand(n)
	if !ok {
		return n, false
	}
	if e.Is(ast.ExpressionStatement) {
		e = e.FirstChild()
	}
	return e, e.Valid() && isExpression(e)
}

// templateName lowers a name with template arguments: a function, or a variable template,
// which has the type it is declared with.
func (l *lowerer) templateName(n ast.Node) operand {
	if fns, explicit := l.scope.FunctionsNamed(n); len(fns) > 0 {
		return l.functionValue(fns, explicit, n)
	}
	if c := l.scope.Const(n); c.Known() {
		return l.constant(c, n)
	}
	if n.Is(ast.TemplateFunction) {
		if v := l.scope.Variable(n.Child(ast.FieldName)); v != nil {
			return l.global(v, n)
		}
	}
	return l.unknownAlike(n)
}

// functionValue lowers the name of a function that is used as a value.
func (l *lowerer) functionValue(fns []*sema.Function, explicit []sema.TemplateArg, n ast.Node) operand {
	x := &Extra{Templates: explicit, Name: fns[0].Name}
	if len(fns) == 1 {
		if b, ok := l.scope.Deduce(fns[0], explicit, nil); ok || len(fns[0].TemplateParams) == 0 {
			x.Callee = &Instance{Function: fns[0], Bindings: b}
		}
	}
	for _, f := range fns {
		if x.Callee == nil {
			x.Candidates = append(x.Candidates, &Instance{Function: f})
		}
	}
	return operand{id: l.emit(Op{Code: OpFunction, Node: n, X: x}), node: n}
}

// templateParameter returns the type of a non-type template parameter that has no argument,
// nil for any other name.
func (l *lowerer) templateParameter(name string) *sema.Type {
	for _, p := range l.templateParameters() {
		if p.Name == name && !p.IsType {
			if t := l.scope.Type(p.Type); isNumber(t) {
				return t
			}
			return typeInt
		}
	}
	return nil
}

// typeParameter reports whether a name is that of a template parameter that is a type.
func (l *lowerer) typeParameter(name string) bool {
	return slices.ContainsFunc(l.templateParameters(), func(p decl.TemplateParam) bool { return p.Name == name && p.IsType })
}

// templateParameters returns the template parameters of the function and of its class.
func (l *lowerer) templateParameters() []decl.TemplateParam {
	fn := l.f.Instance.Function
	params := fn.TemplateParams
	if fn.Record != nil {
		params = append(params[:len(params):len(params)], fn.Record.TemplateParams...)
	}
	return params
}

// global lowers a variable of file, namespace or class scope.
func (l *lowerer) global(v *sema.Variable, n ast.Node) operand {
	if v.Space == sema.NoSpace || v.Qualifiers&(ast.Const|ast.Constexpr) != 0 && v.Space != sema.ConstantSpace && v.Space != sema.SharedSpace {
		for _, name := range [...]ast.Node{v.Node, n} {
			if c := l.scope.Const(name); c.Known() {
				return l.constant(c, n)
			}
		}
	}
	id := l.emit(Op{Code: OpGlobal, Type: v.Type, Node: n, X: &Extra{Name: v.Name, Variable: v}})
	if v.Type != nil && v.Type.Kind == sema.Reference {
		id = l.load(operand{id: id, typ: pointerTo(v.Type.Elem)}, ast.Node{}).id
	}
	return operand{id: id, typ: Strip(v.Type), lvalue: true, node: n}
}

// specialName lowers threadIdx, blockIdx and so on as whole objects.
func (l *lowerer) specialName(name string, n ast.Node) (operand, bool) {
	if !l.b.device {
		return operand{}, false
	}
	if name == "warpSize" {
		return l.special(WarpSize, n), true
	}
	if _, ok := specials[name+".x"]; !ok {
		return operand{}, false
	}
	typeName := "uint3"
	if strings.HasSuffix(name, "Dim") {
		typeName = "dim3"
	}
	t := types.Predeclared(typeName)
	r := recordOf(t)
	if r == nil {
		return operand{}, false
	}
	object := l.variable(name, t, Temporary)
	for _, f := range r.Fields {
		if s, ok := specials[name+"."+f.Name]; ok {
			l.assign(l.member(operand{id: object, lvalue: true}, f).id, f.Type, l.special(s, ast.Node{}), ast.Node{})
		}
	}
	return operand{id: object, typ: t, node: n}, true
}

func (l *lowerer) special(s Special, n ast.Node) operand {
	t := typeUint
	if s == WarpSize {
		t = typeInt
	}
	return operand{id: l.emit(Op{Code: OpSpecial, Int: int64(s), Type: t, Node: n}), typ: t, node: n}
}

// member returns data member f of object v as an lvalue.
func (l *lowerer) member(v operand, f sema.Field) operand {
	id := l.emit(Op{Code: OpMember, A: v.id, Type: f.Type, X: &Extra{Field: f}})
	if f.Type != nil && f.Type.Kind == sema.Reference {
		// A member that is a reference holds an address.
		id = l.load(operand{id: id, typ: pointerTo(f.Type.Elem)}, ast.Node{}).id
	}
	t := Strip(f.Type)
	if t != nil && f.Type.Kind != sema.Reference && isVolatile(v.typ) {
		t = t.With(ast.Volatile) // as the object that it is part of
	}
	return operand{id: id, typ: t, lvalue: true}
}

// field lowers a.b and a->b.
func (l *lowerer) field(n ast.Node) operand {
	argument, field := n.Child(ast.FieldArgument), n.Child(ast.FieldField)
	if n.Op() != ast.Arrow && argument.Is(ast.Identifier) && l.b.device && l.names.find(argument.Text()) == nil {
		if s, ok := specials[argument.Text()+"."+field.Text()]; ok {
			return l.special(s, n)
		}
	}
	v := l.object(n)
	name := field.LastName().Text()
	if r := recordOf(v.typ); r != nil {
		if f, ok := r.FieldNamed(name); ok {
			m := l.member(v, f)
			m.node = n
			return m
		}
		if s := static(r, name); s != nil {
			return l.global(s, n)
		}
	}
	return l.unknownPart(name, n, v.id)
}

// object lowers the object expression of a.b and a->b.
func (l *lowerer) object(n ast.Node) operand {
	v := l.expr(n.Child(ast.FieldArgument))
	if n.Op() != ast.Arrow {
		if inMemory(v.typ) && !v.lvalue {
			v.lvalue = true
		}
		return v
	}
	for range 4 {
		// If operator-> returns an object, the operator-> of that object is called next.
		if !IsKind(v.typ, sema.RecordKind) {
			break
		}
		r, ok := l.memberOperator(v, "->", nil, n)
		if !ok {
			return l.unknown(n, v.id)
		}
		v = r
	}
	p := l.value(v)
	return operand{id: p.id, typ: elemOf(p.typ), lvalue: true, node: n.Child(ast.FieldArgument)}
}

// static returns the static data member with a name of a class or its bases, nil for none.
func static(r *sema.Record, name string) *sema.Variable {
	if v := sema.MembersOf(r).Statics[name]; v != nil {
		return v
	}
	for _, b := range r.Bases {
		if base := recordOf(b); base != nil {
			if v := static(base, name); v != nil {
				return v
			}
		}
	}
	return nil
}

// subscript lowers a[i].
func (l *lowerer) subscript(n ast.Node) operand {
	base := l.elements(l.expr(n.Child(ast.FieldArgument)))
	indices := n.Child(ast.FieldIndices)
	written := indices
	if indices.Is(ast.SubscriptArgumentList) {
		written = indices.FirstChild()
	}
	var index operand
	if IsKind(base.typ, sema.RecordKind) {
		var args []operand
		for c := range indices.Children() {
			args = append(args, l.expr(c))
		}
		if r, ok := l.memberOperator(base, "[]", args, n); ok {
			return r
		}
		p, ok := l.conversionTo(base, pointerTo(typeVoid))
		if !ok || len(args) != 1 {
			return l.unknownPart("[]", n, append(l.values(args), base.id)...)
		}
		base, index = l.value(p), args[0]
	} else {
		if !IsKind(base.typ, sema.Array) {
			base = l.value(base)
		}
		index = l.expr(written)
	}
	index = l.scalar(l.value(index))
	if isNumber(base.typ) && IsKind(index.typ, sema.Pointer) {
		base, index = index, base // 3[p]
	}
	op := Op{Code: OpIndex, A: base.id, B: index.id, Type: elemOf(base.typ), Node: n}
	if w := unparenthesize(written); w.Is(ast.NumberLiteral, ast.CharLiteral) {
		op.Flags |= Literal
	}
	return operand{id: l.emit(op), typ: op.Type, lvalue: true, node: n}
}

func unparenthesize(n ast.Node) ast.Node {
	for n.Is(ast.ParenthesizedExpression, ast.ConditionClause) && n.FirstChild().Valid() {
		n = n.FirstChild()
	}
	return n
}

// values reads operands as rvalues.
func (l *lowerer) values(args []operand) []ID {
	out := make([]ID, len(args))
	for i, a := range args {
		out[i] = l.value(a).id
	}
	return out
}
