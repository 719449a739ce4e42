package parameter

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A site is a place from which a list of arguments is reached: the function
// around it gives the arguments their meaning.
type site struct {
	u *sema.Unit
	// caller is the function of device code around it, nil in host code.
	caller *group
	// at is the call, or the invocation of the macro that makes it.
	at ast.Node
	// callee is the function that a lambda expression calls, nil where the expression itself uses
	// the value of need used.
	callee *group
	used   int
	// in is the function of device code around a call that is not compiled; unclear is
	// set where no arguments can be passed from there.
	in      *sema.Function
	unclear bool
}

// site returns the place of a node, ok false where no arguments can be passed
// from there, which is noted as a problem.
func (t *threader) site(g *group, u *sema.Unit, n ast.Node, launch bool) (c site, ok bool) {
	f := u.FunctionAt(n)
	if f == nil {
		g.problemAt(n, g.name+" is called outside of the body of a function")
		return c, false
	}
	c = site{u: u, at: n}
	device := f.OnDevice()
	caller := (*group)(nil)
	if device {
		if caller = t.groupOf(u, f); caller == nil {
			g.problemAt(n, g.name+" is called in a function that a macro declares")
			return c, false
		}
	}
	for p := n.Parent(); p.Valid() && p != f.Body; p = p.Parent() {
		switch p.Kind() {
		case ast.LambdaExpression:
			if !device && p.Qualifiers()&ast.Device != 0 {
				g.problemAt(n, g.name+" is called in a lambda expression of host code, which does not capture what is not local")
				return c, false
			}
			if device && !t.capture(g, p, site{u: u, caller: caller, at: p, callee: g}) {
				g.problemAt(p, noCapture)
				return c, false
			}
		case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier:
			g.problemAt(n, g.name+" is called in a class inside a function")
			return c, false
		}
	}
	if !device {
		if q := g.qualifiers(); !launch && q&(ast.Host|ast.Global) == 0 {
			g.problemAt(n, g.name+" is called in "+f.Name+", which is not known to be device code")
			return c, false
		}
		return c, true
	}
	c.caller = caller
	g.callers[caller] = true
	t.enqueue(caller)
	return c, true
}

// call adds the argument list of a call or a launch in a file.
func (t *threader) call(g *group, u *sema.Unit, call ast.Node) {
	t.arguments(g, u, call, 0, call.ChildOf(ast.KernelCallSyntax).Valid())
}

// arguments adds a list of arguments. The first skip of them are not the function's own.
func (t *threader) arguments(g *group, u *sema.Unit, call ast.Node, skip int, launch bool) {
	if launch {
		g.launched = true
	}
	t.handled[placeOf(call)] = true
	c, ok := t.site(g, u, call, launch)
	if !ok {
		return
	}
	l := argumentsOf(call, skip)
	l.inMacro = invocationAround(u, call)
	t.add(l, g, c)
}

// argumentsOf returns the list of a call.
func argumentsOf(call ast.Node, skip int) *list {
	args := call.Child(ast.FieldArguments)
	if call.Kind() == ast.InitDeclarator {
		args = call.Child(ast.FieldValue)
	}
	l := &list{kind: argumentList, file: args.File(), open: args.Span().Start, close: args.Span().End - 1, skip: skip}
	for a := range args.Children() {
		l.items = append(l.items, a.Span())
	}
	return l
}

// invocationAround reports whether a node stands among the arguments of a macro.
func invocationAround(u *sema.Unit, n ast.Node) bool {
	for p := n.Enclosing(ast.CallExpression); p.Valid(); p = p.Enclosing(ast.CallExpression) {
		if _, ok := u.Expand(p); ok {
			return true
		}
	}
	return false
}

// parameters adds the parameter list of a declaration.
func (t *threader) parameters(g *group, u *sema.Unit, d ast.Node) {
	params := d.Child(ast.FieldParameters)
	if !written(d) || !params.Valid() {
		g.problemAt(d, "a macro declares "+g.name)
		return
	}
	l := &list{kind: parameterList, file: params.File(), open: params.Span().Start, close: params.Span().End - 1}
	for p := range params.Children() {
		if p.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.VariadicParameterDeclaration) {
			l.items = append(l.items, p.Span())
			if !p.Child(ast.FieldDeclarator).Valid() && p.Child(ast.FieldType).Text() == "void" {
				l.void = p.Span()
				l.items = nil
				continue
			}
			l.unnamed = nameless(p.Child(ast.FieldDeclarator))
		}
	}
	if d.Enclosing(ast.FunctionDefinition, ast.Declaration, ast.FieldDeclaration, ast.TemplateInstantiation).Kind() == ast.FunctionDefinition {
		l.unnamed = false
	}
	t.add(l, g, site{u: u, at: d})
}

// nameless reports whether the declarator of a parameter has no name.
func nameless(d ast.Node) bool {
	if !d.Valid() {
		return true
	}
	for n := range d.Descendants() {
		if n.Kind() == ast.Identifier {
			return false
		}
	}
	return true
}
