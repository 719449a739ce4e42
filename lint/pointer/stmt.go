package pointer

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// exec follows one statement.
func (m *machine) exec(n ast.Node) {
	if !n.Valid() || !m.step() {
		return
	}
	m.depth++
	defer func() { m.depth-- }()
	switch n.Kind() {
	case ast.CompoundStatement:
		m.block(func() { m.execAll(n) })
	case ast.Declaration:
		m.declare(n)
	case ast.ExpressionStatement:
		m.execExpression(n.FirstChild())
	case ast.ForStatement, ast.WhileStatement, ast.DoStatement:
		m.loop(n, func() { m.execAll(n) })
	case ast.ForRangeLoop:
		m.loop(n, func() { m.execRange(n) })
	case ast.ReturnStatement:
		m.execReturn(n.FirstChild())
	case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
		m.execConditional(n)
	case ast.IfStatement, ast.SwitchStatement:
		m.block(func() { m.execAll(n) })
	case ast.Error:
		m.broken(n)
	case ast.TypeDefinition, ast.AliasDeclaration, ast.StructSpecifier, ast.ClassSpecifier, ast.EnumSpecifier, ast.UnionSpecifier, ast.UsingDeclaration,
		ast.PreprocDef, ast.PreprocFunctionDef, ast.PreprocCall, ast.StaticAssertDeclaration, ast.StatementIdentifier:
	case ast.ElseClause, ast.LabeledStatement, ast.AttributedStatement, ast.PreprocElse, ast.TryStatement, ast.CatchClause, ast.CaseStatement, ast.LinkageSpecification,
		ast.InitStatement, ast.ConditionClause:
		m.execAll(n)
	default:
		m.eval(n)
	}
}

func (m *machine) execAll(n ast.Node) {
	for c := range n.Children() {
		m.exec(c)
	}
}

func (m *machine) block(f func()) {
	m.frame.push()
	f()
	m.frame.pop()
}

func (m *machine) loop(n ast.Node, f func()) {
	keep := m.outer
	if !m.outer.Valid() {
		m.outer = n
	}
	m.block(f)
	m.outer = keep
}

// execExpression follows an expression statement, which may be a macro that
// stands for statements.
func (m *machine) execExpression(n ast.Node) {
	if m.unit.Arithmetic(n) {
		m.arithmetic(n)
		return
	}
	if n.Kind() == ast.CallExpression && m.macro(n, func(body ast.Node) { m.eval(body) }) {
		return
	}
	if e, ok := m.expand(n); ok {
		m.depth++
		if e.Kind() == ast.CompoundStatement {
			m.execAll(e) // names it declares belong to the block around
		} else {
			m.exec(e)
		}
		m.depth--
		return
	}
	m.eval(n)
}

func (m *machine) expand(n ast.Node) (ast.Node, bool) {
	if !n.Is(ast.CallExpression, ast.Identifier) || m.depth > maxDepth {
		return ast.Node{}, false
	}
	return m.unit.Expand(n)
}

// arithmetic follows a macro that only computes a value from its arguments.
func (m *machine) arithmetic(n ast.Node) (v value, ok bool) {
	if !m.unit.Arithmetic(n) {
		return nil, false
	}
	for _, a := range argumentsOf(n.Child(ast.FieldArguments)) {
		v = v.plus(m.eval(a))
	}
	return v, true
}

// macro follows a call of a macro as one of a function that is given its arguments
// by name; f is given the text. ok is false for any other call.
func (m *machine) macro(n ast.Node, f func(body ast.Node)) (ok bool) {
	if m.depth > maxDepth {
		return false
	}
	body, params, ok := m.unit.ExpandBody(n)
	if !ok || isStatement(body) {
		return false
	}
	names := map[string]*object{}
	i := 0
	for a := range n.Child(ast.FieldArguments).Children() {
		if o := m.frame.lookup(a.Text()); a.Kind() == ast.Identifier && o != nil {
			names[params[i]] = o
		} else {
			o := m.declared(a, localObject)
			o.name, o.reference, o.argument = params[i], true, a
			m.hold(o, pointerTo(m.place(a)))
			names[params[i]] = o
		}
		i++
	}
	m.frame.blocks = append(m.frame.blocks, names)
	f(body)
	m.frame.pop()
	return true
}

// execConditional follows the arms of a conditional that may be compiled.
func (m *machine) execConditional(n ast.Node) {
	truth := m.unit.Condition(n, true)
	for c := range n.Children() {
		switch c.Field() {
		case ast.FieldCondition, ast.FieldName:
		case ast.FieldAlternative:
			if truth != sema.True {
				m.exec(c)
			}
		default:
			if truth != sema.False {
				m.exec(c)
			}
		}
	}
}

func (m *machine) execReturn(n ast.Node) {
	if !n.Valid() {
		return
	}
	var v value
	if m.frame.results {
		v = pointerTo(m.place(n))
	} else {
		v = m.eval(n)
	}
	f := m.frame
	for _, e := range v {
		var added bool
		if f.result, added = f.result.add(e); added && f.read {
			m.stale = true
		}
	}
}

func (m *machine) execRange(n ast.Node) {
	over := m.place(n.Child(ast.FieldRight))
	v := m.fetch(over)
	for c := range n.ChildrenWith(ast.FieldDeclarator) {
		if name := nameOf(c); name.Valid() {
			o := m.bind(name, localObject)
			if innermost(c).Kind() == ast.ReferenceDeclarator {
				o.reference = true
				m.hold(o, pointerTo(over))
			} else {
				m.hold(o, v)
			}
		}
	}
	m.exec(n.Child(ast.FieldBody))
}

// broken gives up what source that does not parse mentions.
func (m *machine) broken(n ast.Node) {
	for c := range n.Descendants() {
		if c.Kind() != ast.Identifier {
			continue
		}
		if o := m.frame.lookup(c.Text()); o != nil {
			m.escape(o.content, c, "is used where the source does not parse")
		}
	}
}

// bind declares a name in the current block.
func (m *machine) bind(name ast.Node, kind objectKind) *object {
	o := m.declared(name, kind)
	o.name = name.Text()
	if len(m.frame.blocks) == 0 {
		m.frame.push()
	}
	m.frame.blocks[len(m.frame.blocks)-1][o.name] = o
	return o
}

// A shape is what a declarator says around the name.
type shape struct {
	name                      ast.Node
	pointer, reference, array bool
	restrict                  bool     // the pointer is __restrict__
	function                  ast.Node // the function_declarator, if any
}

func shapeOf(d ast.Node) (s shape) {
	for range 100 {
		switch d.Kind() {
		case ast.Identifier, ast.FieldIdentifier, ast.StructuredBindingDeclarator:
			s.name = d
			return s
		case ast.PointerDeclarator, ast.AbstractPointerDeclarator:
			s.pointer = true
			s.restrict = s.restrict || d.Qualifiers()&ast.Restrict != 0
		case ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator:
			s.reference = true
		case ast.ArrayDeclarator, ast.AbstractArrayDeclarator:
			s.array = true
		case ast.FunctionDeclarator, ast.AbstractFunctionDeclarator:
			s.function = d
		case ast.None:
			return s
		}
		d = inner(d)
	}
	return s
}

func inner(d ast.Node) ast.Node {
	if in := d.Child(ast.FieldDeclarator); in.Valid() {
		return in
	}
	for c := range d.Children() {
		if c.Field() == ast.NoField && c.Is(ast.Identifier, ast.FieldIdentifier, ast.PointerDeclarator, ast.ReferenceDeclarator, ast.ArrayDeclarator, ast.FunctionDeclarator,
			ast.ParenthesizedDeclarator, ast.AttributedDeclarator, ast.InitDeclarator, ast.VariadicDeclarator, ast.StructuredBindingDeclarator,
			ast.AbstractPointerDeclarator, ast.AbstractReferenceDeclarator, ast.AbstractArrayDeclarator) {
			return c
		}
	}
	return ast.Node{}
}

func nameOf(d ast.Node) ast.Node { return shapeOf(d).name }

// innermost returns the outermost part of a declarator that is not an initialiser.
func innermost(d ast.Node) ast.Node {
	for d.Kind() == ast.InitDeclarator {
		d = d.Child(ast.FieldDeclarator)
	}
	return d
}

// declare follows a declaration of local variables.
func (m *machine) declare(n ast.Node) {
	scalar := n.Child(ast.FieldType).Is(ast.PrimitiveType, ast.SizedTypeSpecifier)
	for c := n.FirstChild(); c.Valid(); c = c.Next() {
		if c.Field() != ast.FieldDeclarator {
			continue
		}
		s := shapeOf(c)
		var init ast.Node
		if c.Kind() == ast.InitDeclarator {
			init = c.Child(ast.FieldValue)
		} else if next := c.Next(); next.Field() == ast.FieldValue || next.Field() == ast.FieldDefaultValue {
			init = next
		}
		if s.function.Valid() && !s.pointer {
			m.declareCall(n, s, scalar)
			continue
		}
		if s.name.Kind() == ast.StructuredBindingDeclarator && s.reference {
			v := pointerTo(m.place(init))
			for b := range s.name.Children() {
				o := m.bind(b, localObject)
				o.reference = true
				m.hold(o, v)
			}
			continue
		}
		if s.name.Kind() == ast.StructuredBindingDeclarator {
			v := m.eval(init)
			for b := range s.name.Children() {
				m.hold(m.bind(b, localObject), v)
			}
			continue
		}
		if s.name.Valid() {
			m.variable(n, s, init, scalar && !s.pointer)
		}
	}
}

// declareCall follows T x(a, b), which parses as the declaration of a function.
func (m *machine) declareCall(n ast.Node, s shape, scalar bool) {
	params := s.function.Child(ast.FieldParameters)
	if !params.FirstChild().Valid() {
		return
	}
	for _, d := range m.frame.scope.Declarators(n) {
		if d.Name == s.name.Text() && !d.Function {
			m.variable(n, s, d.Init, scalar)
		}
	}
}

// variable follows the declaration of one variable.
func (m *machine) variable(n ast.Node, s shape, init ast.Node, scalar bool) {
	kind := localObject
	if n.Qualifiers()&ast.Shared != 0 {
		kind = sharedObject
	}
	if init.Kind() == ast.LambdaExpression {
		m.frame.blocks[len(m.frame.blocks)-1][s.name.Text()] = m.lambda(init)
		return
	}
	// The initialiser comes first: it does not see the name.
	var v value
	var places []loc
	o := m.declared(s.name, kind)
	switch {
	case !init.Valid():
	case s.reference:
		places = m.place(init)
	case init.Is(ast.ArgumentList, ast.InitializerList, ast.ParameterList):
	default:
		v = m.eval(init)
	}
	m.bind(s.name, kind)
	o.decl, o.array = n, s.array
	volatile := n.Qualifiers()&ast.Volatile != 0
	switch {
	case s.reference:
		o.reference = true
		m.tooTight(places, init, n)
		m.writable(pointerTo(places), n, s)
		if v = pointerTo(places); volatile {
			v = v.settled()
		}
		m.hold(o, v)
		return
	case init.Is(ast.ArgumentList, ast.InitializerList, ast.ParameterList):
		v = m.construct(n, o, s, init, scalar)
	}
	if scalar {
		if len(v) > 0 {
			m.integer(v, init)
		}
		return
	}
	m.writable(v, n, s)
	if s.pointer && (volatile || s.restrict) {
		v = v.settled()
	}
	m.assign([]loc{{obj: o}}, v, init)
	if !init.Valid() && !s.pointer && !s.array && !scalar && kind == localObject {
		m.defaultConstruct(n, o)
	}
}

// tooTight gives up parameters of the kernel that a reference of a written type
// is bound to: it could not be once the parameter is __restrict__.
func (m *machine) tooTight(places []loc, n, declaration ast.Node) {
	if declaration.Child(ast.FieldType).Kind() == ast.PlaceholderTypeSpecifier || declaration.Child(ast.FieldType).Kind() == ast.Auto {
		return
	}
	for _, l := range places {
		if l.obj.parameter {
			m.escape(l.obj.content, n, "is bound to a reference, which cannot be to a __restrict__ pointer")
		}
	}
}
