package pointer

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An argument is what is passed: a value, and its place where it is an lvalue.
type argument struct {
	node   ast.Node
	v      value
	places []loc
	// typ is the class of what is passed to a parameter whose type is a template's.
	typ *sema.Type
}

// invoke follows a function's body with arguments bound to its parameters.
func (m *machine) invoke(n ast.Node, fn *sema.Function, bindings *sema.Bindings, nodes []ast.Node, this value) (value, bool) {
	scope := fn.Scope
	if bindings != nil && len(bindings.Args) > 0 {
		scope = scope.With(bindings)
	}
	args, busy := m.bindings(fn, scope, nodes)
	m.effects.Calls = append(m.effects.Calls, Call{Node: n, Function: fn, Args: nodes, In: m.frame.fn})
	if !busy && len(this) == 0 && len(fn.TemplateParams) == 0 {
		m.quiet(fn)
		return nil, false
	}
	if m.calls >= maxCalls {
		for _, a := range args {
			m.escape(a.v.union(pointerTo(a.places)), n, "is passed on through too many calls")
		}
		return nil, false
	}
	if m.recursion(fn) >= maxRecursion {
		for _, a := range args {
			m.escape(a.v.union(pointerTo(a.places)), n, "is passed on by recursion")
		}
		return nil, false
	}
	f := m.frameOf(m.callKey(fn, args, this), fn, scope)
	f.this = this
	f.results = returnsReference(fn)
	if f.done == 0 {
		f.done = 1
		m.enter(f, fn, args)
	}
	f.read = true
	return f.result, f.results
}

// recursion notes the functions that a call makes recursive, and returns how
// often the function is being followed already.
func (m *machine) recursion(fn *sema.Function) int {
	count := 0
	for i, active := range m.active {
		if active != fn {
			continue
		}
		if count++; count == 1 {
			for _, g := range m.active[i:] {
				m.recursive[g] = true
			}
		}
	}
	return count
}

func returnsReference(fn *sema.Function) bool {
	t := fn.Scope.ResultType(fn)
	return t != nil && t.Kind == sema.Reference
}

// bindings evaluates arguments as parameters take them; busy is set where one of
// them holds pointers.
func (m *machine) bindings(fn *sema.Function, scope *sema.Scope, nodes []ast.Node) (args []argument, busy bool) {
	for i, node := range nodes {
		a := argument{node: node}
		var p sema.Param
		if i < len(fn.Params) {
			p = fn.Params[i]
		} else if len(fn.Params) > 0 {
			p = fn.Params[len(fn.Params)-1]
		}
		if shapeOf(p.Node.Child(ast.FieldDeclarator)).reference {
			a.places = m.place(node)
			if !dependent(p, fn) {
				m.tooTight(a.places, node, p.Node)
			}
		} else {
			a.v = m.eval(node)
		}
		if p.Node.Valid() && ofTemplate(p, fn) && (len(a.v) > 0 || len(a.places) > 0) {
			if t := m.frame.scope.ExprType(node).Object(); t != nil && t.Kind == sema.RecordKind {
				a.typ = t
			}
		}
		busy = busy || len(a.v) > 0
		for _, l := range a.places {
			busy = busy || l.obj.kind != localObject || len(l.obj.content) > 0 || !l.obj.mayBeScalar()
		}
		args = append(args, a)
	}
	return args, busy
}

// mayBeScalar reports whether a variable is known to hold no pointer, ever.
func (o *object) mayBeScalar() bool {
	return o.decl.Valid() && o.decl.Child(ast.FieldType).Is(ast.PrimitiveType, ast.SizedTypeSpecifier) && !o.reference
}

// dependent reports whether a parameter's type is that of a template parameter,
// which a reference to a __restrict__ pointer fits.
func dependent(p sema.Param, fn *sema.Function) bool {
	return ofTemplate(p, fn) && !shapeOf(p.Node.Child(ast.FieldDeclarator)).pointer
}

// ofTemplate reports whether a parameter's type is made from a template parameter.
func ofTemplate(p sema.Param, fn *sema.Function) bool {
	name := p.Node.Child(ast.FieldType).Text()
	for _, t := range fn.TemplateParams {
		if t.Name == name {
			return true
		}
	}
	return false
}

// callKey names a call of a function with arguments, in or outside of a loop.
func (m *machine) callKey(fn *sema.Function, args []argument, this value) string {
	var b strings.Builder
	b.WriteString(fn.Node.File().Source.Path)
	b.WriteByte(':')
	writeInt(&b, fn.Node.Index())
	writeInt(&b, fn.Node.Span().Start)
	if m.outer.Valid() {
		b.WriteByte('L')
		writeInt(&b, m.outer.Index())
	}
	if m.aside > 0 {
		b.WriteByte('N')
	}
	for _, a := range args {
		a.v.key(&b)
		pointerTo(a.places).key(&b)
		if a.typ != nil && a.typ.Record != nil && a.typ.Record.Node.Valid() {
			b.WriteString(a.typ.Record.Node.File().Source.Path)
			writeInt(&b, a.typ.Record.Node.Index())
		}
	}
	b.WriteByte('!')
	this.key(&b)
	return b.String()
}

// enter follows the body of a function in a frame.
func (m *machine) enter(f *frame, fn *sema.Function, args []argument) {
	keep := m.frame
	m.frame = f
	m.calls++
	m.active = append(m.active, fn)
	if fn.Qualifiers&ast.NoInline != 0 {
		m.aside++
	}
	f.blocks = []map[string]*object{{}}
	for i, p := range fn.Params {
		if p.Name == "" {
			continue
		}
		o := m.declared(p.Node, localObject)
		o.name, o.decl = p.Name, p.Node
		f.blocks[0][p.Name] = o
		if i >= len(args) {
			continue
		}
		if args[i].typ != nil {
			o.typ = args[i].typ
		}
		if !ofTemplate(p, fn) {
			m.writable(args[i].v.union(pointerTo(args[i].places)), p.Node, shapeOf(p.Node.Child(ast.FieldDeclarator)))
		}
		if args[i].places != nil {
			o.reference = true
			m.hold(o, pointerTo(args[i].places))
			continue
		}
		v := args[i].v
		if p.Node.Qualifiers()&ast.Volatile != 0 || shapeOf(p.Node.Child(ast.FieldDeclarator)).restrict {
			v = v.settled()
		}
		m.hold(o, v)
	}
	for _, c := range fn.Initializers {
		m.initialize(f, c)
	}
	m.exec(fn.Body)
	m.active = m.active[:len(m.active)-1]
	if fn.Qualifiers&ast.NoInline != 0 {
		m.aside--
	}
	m.calls--
	m.frame = keep
}

// quiet notes what a function does that is given no pointers: it may still store
// to variables of the file.
func (m *machine) quiet(fn *sema.Function) {
	e, ok := m.silent[fn]
	if !ok {
		m.silent[fn] = &Effects{} // against recursion
		e = m.Effects(fn)
		m.silent[fn] = e
	}
	for _, a := range e.Accesses {
		if a.Kind == Load {
			continue
		}
		key := accessKey{node: a.Node, kind: a.Kind}
		if a.Params = nil; a.Other && !m.seen[key] {
			m.seen[key] = true
			m.effects.Accesses = append(m.effects.Accesses, a)
		}
	}
	m.effects.Variables = append(m.effects.Variables, e.Variables...)
	m.effects.Dependent = m.effects.Dependent || e.Dependent
}
