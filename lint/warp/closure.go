package warp

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// lambda returns a lambda expression as a value: the names in sight where it is
// written, with copies of what it captures by value.
func (m *machine) lambda(n ast.Node) value {
	locals := append([]scopeVars(nil), m.frame.vars...)
	if copies := m.captures(n); len(copies) > 0 {
		locals = append(locals, copies)
	}
	return value{fn: &callable{lambda: n, captured: m.frame, locals: locals, this: m.frame.this}}
}

// captures returns the names that a lambda's capture list gives a meaning of
// their own.
func (m *machine) captures(n ast.Node) scopeVars {
	copies := scopeVars{}
	list := n.Child(ast.FieldCaptures)
	byReference := map[string]bool{}
	byValue := false
	for c := range list.Children() {
		switch c.Kind() {
		case ast.LambdaDefaultCapture:
			byValue = c.Text() == "="
		case ast.Identifier:
			if precededBy(list, c, '&') {
				byReference[c.Text()] = true
			} else {
				m.captureCopy(copies, c.Text())
			}
		case ast.LambdaCaptureInitializer:
			m.captureInitialized(copies, c)
		}
	}
	if !byValue {
		return copies
	}
	for d := range n.Child(ast.FieldBody).Descendants() {
		if d.Is(ast.Identifier) && !byReference[d.Text()] {
			m.captureCopy(copies, d.Text())
		}
	}
	return copies
}

// precededBy reports whether a token stands right before a part of a node.
func precededBy(whole, part ast.Node, token byte) bool {
	before := strings.TrimRight(whole.Text()[:part.Span().Start-whole.Span().Start], " \t\r\n")
	return before != "" && before[len(before)-1] == token
}

// captureCopy gives a lambda its own copy of a local variable.
func (m *machine) captureCopy(copies scopeVars, name string) {
	b := m.frame.lookup(name)
	if copies[name] != nil || b == nil || b.typ != nil || b.val != nil {
		return
	}
	c := *b
	c.place.targets = append([]target(nil), b.place.targets...)
	for i, t := range c.place.targets {
		if t.obj.tracked() && t.obj.space == sema.LocalSpace {
			m.objects++
			o := *t.obj
			o.id, o.state = m.objects, t.obj.state.clone()
			c.place.targets[i].obj = &o
		}
	}
	copies[name] = &c
}

// captureInitialized declares the variable of a capture such as [i = 2 * n].
func (m *machine) captureInitialized(copies scopeVars, c ast.Node) {
	name, init := c.Child(ast.FieldLeft).Text(), c.Child(ast.FieldRight)
	if strings.HasPrefix(strings.TrimSpace(c.Text()), "&") {
		copies[name] = &binding{place: m.place(init)}
		return
	}
	v := m.initialValue(typeOther, init)
	if v.fn != nil || v.group != nil {
		copies[name] = &binding{val: &v}
		return
	}
	o := m.newObject(name, v.typ)
	p := m.placeOf(o)
	m.store(p, v, ast.Node{})
	copies[name] = &binding{place: p}
}

// callLambda calls a lambda with the arguments of a call expression.
func (m *machine) callLambda(c *callable, arguments ast.Node) value {
	if m.callDepth >= maxCallDepth {
		return value{typ: typeOther}
	}
	var args []place
	for a := range arguments.Children() {
		args = append(args, m.argument(a))
	}
	return m.callClosure(c, args)
}

// callClosure interprets a lambda's body, which sees the variables of the frame it
// was written in, except for those it captured by value.
func (m *machine) callClosure(c *callable, args []place) value {
	f := m.newFrame(c.captured.fn, c.captured.scope, nil)
	f.outer, f.this = &frame{fn: c.captured.fn, vars: c.locals, outer: c.captured.outer}, c.this
	list := c.lambda.Child(ast.FieldDeclarator).Child(ast.FieldParameters)
	i := 0
	for p := range list.Children() {
		if !p.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration) {
			continue
		}
		for _, d := range f.scope.Declarators(p) {
			var a place
			given := i < len(args)
			if given {
				a = args[i]
			}
			m.bindParam(f, sema.Param{Name: d.Name, Node: p, Default: p.Child(ast.FieldDefaultValue)}, a, given)
		}
		i++
	}
	f.result = typeOther
	m.runBody(f, c.lambda.Child(ast.FieldBody))
	return m.returnValue(f)
}
