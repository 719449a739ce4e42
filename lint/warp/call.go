package warp

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxCallDepth bounds nested calls, maxRecursion calls of one function in itself.
const (
	maxCallDepth = 40
	maxRecursion = 4
)

// call evaluates a call expression.
func (m *machine) call(n ast.Node) value {
	if e, ok := m.expandExpression(n); ok {
		m.expanding++
		defer func() { m.expanding-- }()
		return m.eval(e)
	}
	if e, ok := m.expand(n); ok {
		// A macro that expands to statements where a value is wanted.
		m.expanding++
		m.exec(e)
		m.expanding--
		return value{typ: typeOther}
	}
	f, arguments := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	for f.Is(ast.ParenthesizedExpression) {
		f = f.FirstChild()
	}
	if f.Is(ast.FieldExpression) {
		return m.callMember(n, f, arguments)
	}
	if f.Is(ast.PrimitiveType, ast.SizedTypeSpecifier) {
		return m.constructFrom(m.frame.scope.Type(f), arguments)
	}
	name := f.LastName().Text()
	if f.Is(ast.Identifier) {
		if b := m.frame.lookup(name); b != nil {
			if b.typ != nil {
				return m.constructFrom(b.typ, arguments)
			}
			return m.callValue(n, f, arguments)
		}
		if v, ok := m.callOwnMethod(n, f, arguments); ok {
			return v
		}
	}
	if cast, ok := castNamed(f, name); ok {
		return m.cast(m.frame.scope.Type(cast), arguments.FirstChild())
	}
	if v, ok := m.builtinCall(name, f, arguments, n); ok {
		return v
	}
	candidates, explicit := m.frame.scope.FunctionsNamed(f)
	if len(candidates) > 0 {
		return m.callFunctions(n, candidates, explicit, arguments, nil)
	}
	if f.Is(ast.Identifier, ast.QualifiedIdentifier, ast.TemplateFunction, ast.TemplateType, ast.TypeIdentifier, ast.DependentName) {
		if t := m.frame.scope.Type(f); !opaque(t) {
			return m.constructFrom(t, arguments)
		}
		args := m.evalArgs(arguments)
		v := m.callUnknown(args)
		v.op = m.callNode(name, args, v)
		return v
	}
	return m.callValue(n, f, arguments)
}

// castNamed returns the type of static_cast<T>(x) and its relatives.
func castNamed(f ast.Node, name string) (ast.Node, bool) {
	if !f.Is(ast.TemplateFunction) || !strings.HasSuffix(name, "_cast") {
		return ast.Node{}, false
	}
	switch name {
	case "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast":
		return f.Child(ast.FieldArguments).FirstChild(), true
	}
	return ast.Node{}, false
}

func (m *machine) evalArgs(arguments ast.Node) []value {
	var out []value
	for a := range arguments.Children() {
		if a.Is(ast.ParameterDeclaration) {
			// Of "T x(a, b)", which parses as a function's declaration. More than a
			// plain name is not evaluated.
			if a.FirstChild().Next().Valid() {
				out = append(out, value{typ: typeOther})
				continue
			}
			a = a.FirstChild()
		}
		out = append(out, m.eval(a))
	}
	return out
}

// callValue calls something that is not a plain function name: a lambda, a
// function pointer, an object with operator().
func (m *machine) callValue(n, f, arguments ast.Node) value {
	p := m.place(f)
	callee := m.load(p, f)
	switch {
	case callee.fn != nil && callee.fn.lambda.Valid():
		return m.callLambda(callee.fn, arguments)
	case callee.fn != nil && len(callee.fn.functions) > 0:
		return m.callFunctions(n, callee.fn.functions, callee.fn.explicit, arguments, nil)
	case callee.mem != nil:
		if r, ok := m.operator(callee, "()", m.evalArgs(arguments), n); ok {
			return r
		}
	}
	return m.callUnknown(m.evalArgs(arguments))
}

// callOwnMethod calls a method of the object the current method belongs to.
func (m *machine) callOwnMethod(n, f, arguments ast.Node) (value, bool) {
	if m.frame.this == nil {
		return value{}, false
	}
	r := strip(m.frame.this.typ).Record
	if r == nil {
		return value{}, false
	}
	methods := r.MethodsNamed(f.Text())
	if len(methods) == 0 {
		return value{}, false
	}
	return m.callFunctions(n, methods, nil, arguments, m.frame.this), true
}

// callMember evaluates object.method(...), object->method(...), or a call of a
// data member.
func (m *machine) callMember(n, f, arguments ast.Node) value {
	field := f.Child(ast.FieldField)
	name := field.LastName().Text()
	argument := f.Child(ast.FieldArgument)
	var this place
	if f.Op() == ast.Arrow {
		v := m.eval(argument)
		if v.group != nil {
			return m.groupCall(*v.group, name, m.evalArgs(arguments))
		}
		if isKind(v.typ, sema.RecordKind) && v.mem != nil {
			if r, ok := m.operator(v, "->", nil, n); ok {
				v = r
			}
		}
		this = m.pointee(v)
	} else {
		this = m.place(argument)
		if this.num != nil && this.num.group != nil {
			return m.groupCall(*this.num.group, name, m.evalArgs(arguments))
		}
		if isKind(this.typ, sema.Builtin) {
			if g, ok := groupOfType(strip(this.typ)); ok {
				return m.groupCall(g, name, m.evalArgs(arguments))
			}
		}
	}
	t := strip(this.typ)
	if t != nil && t.Record != nil {
		if methods := t.Record.MethodsNamed(name); len(methods) > 0 {
			var explicit []sema.TemplateArg
			if field.Is(ast.TemplateMethod, ast.DependentName) {
				_, explicit = m.frame.scope.FunctionsNamed(field)
			}
			return m.callFunctions(n, methods, explicit, arguments, &this)
		}
		if _, ok := t.Record.FieldNamed(name); ok {
			return m.callValue(n, f, arguments)
		}
	}
	args := m.evalArgs(arguments)
	if len(this.targets) > 0 && t != nil && (t.Record == nil || len(t.Record.Methods) == 0) {
		m.smearPlace(this)
	}
	// A method out of sight may take references, as CUB's do.
	for a := range arguments.Children() {
		if a = unparenthesize(a); a.Is(ast.Identifier, ast.SubscriptExpression, ast.FieldExpression) {
			if b := m.frame.lookup(a.Text()); !a.Is(ast.Identifier) || b != nil {
				m.dry++
				m.smearPlace(m.place(a))
				m.dry--
			}
		}
	}
	return m.callUnknown(args)
}

// callFunctions resolves a call among candidates and interprets it.
func (m *machine) callFunctions(n ast.Node, candidates []*sema.Function, explicit []sema.TemplateArg, arguments ast.Node, this *place) value {
	var places []place
	var types []*sema.Type
	for a := range arguments.Children() {
		p := m.argument(a)
		places = append(places, p)
		types = append(types, p.typ)
	}
	return m.callPlaces(n, candidates, explicit, places, types, this)
}

// argument evaluates a call argument without reading it: a parameter may be a
// reference.
func (m *machine) argument(a ast.Node) place {
	inner := unparenthesize(a)
	switch inner.Kind() {
	case ast.Identifier, ast.SubscriptExpression, ast.FieldExpression, ast.QualifiedIdentifier:
		p := m.place(inner)
		p.node = inner
		return p
	case ast.PointerExpression:
		if inner.Op() == ast.Mul {
			p := m.place(inner)
			p.node = inner
			return p
		}
	case ast.InitializerList:
		return place{node: inner}
	}
	v := m.eval(a)
	if v.mem != nil {
		return *v.mem
	}
	return place{typ: v.typ, num: &v}
}
