package pointer

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// call follows a call and returns its value.
func (m *machine) call(n ast.Node) value {
	v, reference := m.callTo(n)
	if reference {
		return m.load(m.pointees(v), n)
	}
	return v
}

// callPlace follows a call that returns a reference; ok is false for any other,
// which has not been followed then.
func (m *machine) callPlace(n ast.Node) ([]loc, bool) {
	v, reference := m.callTo(n)
	if reference {
		return m.pointees(v), true
	}
	o := m.declared(n, localObject)
	m.hold(o, v)
	return []loc{{obj: o}}, true
}

// pointeesOfCall returns the places of what an operator returned.
func (m *machine) pointeesOfCall(v value, reference bool, n ast.Node) []loc {
	if reference {
		return m.pointees(v)
	}
	o := m.declared(n, localObject)
	m.hold(o, v)
	return []loc{{obj: o}}
}

// callTo follows a call. Where reference is set, the value points to what the
// call refers to.
func (m *machine) callTo(n ast.Node) (v value, reference bool) {
	f, arguments := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	for f.Kind() == ast.ParenthesizedExpression {
		f = f.FirstChild()
	}
	if n.ChildOf(ast.KernelCallSyntax).Valid() {
		return m.unseen(n, argumentsOf(arguments), "is passed to another kernel"), false
	}
	if f.Kind() == ast.Identifier && m.frame.lookup(f.Text()) == nil {
		if v, ok := m.arithmetic(n); ok {
			return v, false
		}
		if m.macro(n, func(body ast.Node) { v = m.eval(body) }) {
			return v, false
		}
		if e, ok := m.expand(n); ok {
			if e.Is(ast.ExpressionStatement) {
				e = e.FirstChild()
			}
			if isStatement(e) {
				m.exec(e)
				return nil, false
			}
			return m.eval(e), false
		}
	}
	if f.Kind() == ast.FieldExpression {
		return m.callMember(n, f, arguments)
	}
	if f.Is(ast.PrimitiveType, ast.SizedTypeSpecifier) {
		for _, a := range argumentsOf(arguments) {
			m.integer(m.eval(a), n)
		}
		return nil, false
	}
	name := f.LastName().Text()
	if f.Kind() == ast.TemplateFunction && strings.HasSuffix(name, "_cast") {
		return m.cast(f.Child(ast.FieldArguments).FirstChild(), arguments.FirstChild()), false
	}
	if f.Kind() == ast.Identifier {
		if o := m.frame.lookup(name); o != nil {
			return m.callVariable(n, o, arguments)
		}
		if r := m.ownRecord(); r != nil {
			if methods := r.MethodsNamed(name); len(methods) > 0 {
				return m.callAny(n, methods, nil, argumentsOf(arguments), m.frame.thisOf())
			}
		}
	}
	if scope := f.Child(ast.FieldScope); f.Kind() == ast.QualifiedIdentifier && scope.Valid() && scope.Text() != "std" {
		if methods := m.staticMethods(scope, name); len(methods) > 0 { // Class<arguments>::function(...)
			return m.callAny(n, methods, nil, argumentsOf(arguments), nil)
		}
	}
	if v, ok := m.builtin(n, name, arguments); ok {
		return v, false
	}
	if candidates, explicit := m.frame.scope.FunctionsNamed(f); len(candidates) > 0 {
		return m.callAny(n, candidates, explicit, argumentsOf(arguments), nil)
	}
	if f.Is(ast.Identifier, ast.QualifiedIdentifier, ast.TemplateFunction, ast.TemplateType, ast.TypeIdentifier) {
		if t := m.frame.scope.Type(f); t.Known() {
			o := m.declared(n, localObject)
			o.typ = t
			return m.construct(n, o, shape{}, arguments, t.Arithmetic()), false
		}
	} else {
		m.eval(f)
	}
	return m.unseen(n, argumentsOf(arguments), "is passed to "+name+", which is not in sight"), false
}

func isStatement(n ast.Node) bool {
	return n.Is(ast.CompoundStatement, ast.IfStatement, ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.Declaration, ast.SwitchStatement, ast.ReturnStatement)
}

func argumentsOf(list ast.Node) []ast.Node {
	var out []ast.Node
	for a := range list.Children() {
		out = append(out, sema.Argument(a))
	}
	return out
}

func (m *machine) ownRecord() *sema.Record {
	for f := m.frame; f != nil; f = f.outer {
		if f.fn != nil && f.fn.Record != nil {
			return f.fn.Record
		}
	}
	return nil
}

// callVariable calls a lambda, an object with operator(), or a pointer.
func (m *machine) callVariable(n ast.Node, o *object, arguments ast.Node) (value, bool) {
	args := argumentsOf(arguments)
	places := []loc{{obj: o}}
	if o.reference {
		places = o.content.pointers()
	}
	var out value
	found := false
	for _, e := range m.fetch(places) {
		if c := e.to.obj; e.path == "" && c.kind == closureObject {
			out, found = out.union(m.callLambda(c, args)), true
		}
	}
	if found {
		return out, false
	}
	for _, l := range places {
		if t := l.obj.recordType(); t != nil && l.path == "" {
			if methods := t.Record.MethodsNamed("()"); len(methods) > 0 {
				return m.callAny(n, methods, nil, args, pointerTo([]loc{l}))
			}
		}
	}
	name := n.Child(ast.FieldFunction).Text()
	if held := m.fetch(places); hasPointer(held) {
		m.escape(held, n, "is held by "+name+", whose class is not in sight")
	}
	return m.unseen(n, args, "is passed to "+name+", which is not in sight"), false
}

// operator calls an overloaded operator of an object.
func (m *machine) operator(o *object, t *sema.Type, name string, args []ast.Node, n ast.Node) (value, bool) {
	methods := t.Record.MethodsNamed(name)
	if len(methods) == 0 {
		// Not in sight: what it holds may be what is returned.
		o.read = true
		return o.content, false
	}
	return m.callAny(n, methods, nil, args, value{{to: loc{obj: o}}})
}

// callMember follows object.method(...) and object->method(...).
func (m *machine) callMember(n, f, arguments ast.Node) (value, bool) {
	argument := f.Child(ast.FieldArgument)
	name := f.Child(ast.FieldField).LastName().Text()
	var this value
	if f.Op() == ast.Arrow {
		this = m.eval(argument)
	} else {
		this = pointerTo(m.place(argument))
	}
	args := argumentsOf(arguments)
	t := m.frame.scope.ExprType(argument).Object()
	if t != nil && t.Kind == sema.Pointer {
		t = t.Elem
	}
	if t != nil && t.Record != nil {
		if methods := t.Record.MethodsNamed(name); len(methods) > 0 {
			return m.callAny(n, methods, nil, args, this)
		}
		if _, ok := t.Record.FieldNamed(name); ok {
			return m.unseen(n, args, "is passed to "+name+", which is not in sight"), false
		}
	}
	v := m.unseen(n, args, "is passed to "+name+", which is not in sight")
	for _, l := range this.pointers() {
		if l.obj.kind == localObject && !l.obj.parameter {
			// A class out of sight keeps what it is given, and may do anything with it.
			m.escape(m.fetch([]loc{l}).union(v), n, "is held by an object whose class is not in sight")
		}
	}
	return v, false
}

// staticMethods returns the member functions of a class by name. Of a class
// template whose arguments are not known here they are those of the template.
func (m *machine) staticMethods(class ast.Node, name string) []*sema.Function {
	if t := m.frame.scope.Type(class).Object(); t != nil && t.Kind == sema.RecordKind && t.Record != nil {
		return t.Record.MethodsNamed(name)
	}
	var found []*sema.Function
	for _, r := range m.unit.Records {
		if r.Name == class.LastName().Text() && len(r.Methods[name]) > 0 {
			if len(found) > 0 {
				return nil // a partial specialisation, or a class of another namespace
			}
			found = r.Methods[name]
		}
	}
	return found
}

// specialised adds the explicit specialisations of function templates that have
// no body themselves.
func (m *machine) specialised(functions []*sema.Function) []*sema.Function {
	if len(functions) != 1 || functions[0].Body.Valid() || len(functions[0].TemplateParams) == 0 {
		return functions
	}
	var out []*sema.Function
	for _, f := range m.unit.Functions {
		if f.Name == functions[0].Name && f.Body.Valid() && f.Namespace == functions[0].Namespace && len(f.Params) == len(functions[0].Params) && len(f.TemplateParams) == 0 {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return functions
	}
	return out
}

// callAny follows a call to one of several functions.
func (m *machine) callAny(n ast.Node, candidates []*sema.Function, explicit []sema.TemplateArg, args []ast.Node, this value) (value, bool) {
	var device []*sema.Function
	for _, f := range candidates {
		if f.Qualifiers&ast.Host == 0 || f.Qualifiers&ast.Device != 0 {
			device = append(device, f)
		}
	}
	if len(device) == 0 {
		device = candidates
	}
	var bindings *sema.Bindings
	if len(device) > 1 {
		var types []*sema.Type
		for _, a := range args {
			types = append(types, m.frame.scope.ExprType(a))
		}
		if f, b := m.frame.scope.Resolve(device, explicit, types); f != nil {
			device, bindings = []*sema.Function{f}, b
		}
	} else if f := device[0]; len(explicit) > 0 && len(f.TemplateParams) > 0 {
		bindings, _ = m.frame.scope.Deduce(f, explicit, make([]*sema.Type, len(args)))
	}
	var out value
	reference, followed := false, 0
	for _, f := range m.specialised(device) {
		if len(args) > len(f.Params) && !f.Variadic && (len(f.Params) == 0 || !f.Params[len(f.Params)-1].Pack) {
			continue
		}
		if !f.Body.Valid() || followed >= 4 {
			v := m.unseen(n, args, "is passed to "+f.Name+", which is not in sight")
			out = out.union(v)
			continue
		}
		v, r := m.invoke(n, f, bindings, args, this)
		out, reference = out.union(v), reference || r
		followed++
	}
	return out, reference
}
