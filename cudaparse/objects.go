package cudaparse

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// withObjects returns a copy of f in which T v(f(x), a[i]); in a function body declares a
// variable with constructor arguments, where the names that the file declares show that; the
// grammar takes it for the declaration of a function. The arguments become expressions.
func withObjects(f *ast.File, names *declaredNames) *ast.File {
	var nodes []ast.Node
	var by []ast.Subtree
	for i := 0; i < f.Len(); i++ {
		n := f.At(i)
		if n.Kind() != ast.FunctionDeclarator {
			continue
		}
		top := declaratorOfObject(n)
		if !top.Valid() {
			continue
		}
		t, ok := objectOf(top, n)
		if !ok {
			continue
		}
		if names.isObject(n) {
			nodes, by = append(nodes, top), append(by, t)
			i = top.End() - 1
		}
	}
	if len(nodes) == 0 {
		return f
	}
	return f.Replaced(nodes, by)
}

// declaratorOfObject returns the outermost declarator around a function declarator, if it is
// in a function body and may declare a variable; otherwise the zero Node.
func declaratorOfObject(n ast.Node) ast.Node {
	name, parameters := n.Child(ast.FieldDeclarator), n.Child(ast.FieldParameters)
	if name.Kind() != ast.Identifier || parameters.Next().Valid() || !parameters.FirstChild().Valid() || n.HasError() {
		return ast.Node{}
	}
	top := n
	for top.Parent().Is(ast.PointerDeclarator, ast.ReferenceDeclarator) {
		top = top.Parent()
	}
	d := top.Parent()
	const none = ast.Extern | ast.Virtual | ast.Friend | ast.Inline | ast.Global | ast.Device | ast.Host
	if d.Kind() != ast.Declaration || d.Qualifiers()&none != 0 || top == n && d.Child(ast.FieldType).Text() == "void" || afterMacro(d, top) {
		return ast.Node{}
	}
	for p := d.Parent(); p.Valid(); p = p.Parent() {
		switch p.Kind() {
		case ast.CompoundStatement:
			return top
		case ast.FieldDeclarationList, ast.DeclarationList, ast.TemplateDeclaration, ast.LinkageSpecification:
			return ast.Node{}
		}
	}
	return ast.Node{}
}

// afterMacro reports whether the type of a declaration is spelled as a macro and is on a line
// of its own: then the macro is a statement, and what follows is a call.
func afterMacro(d, declarator ast.Node) bool {
	t := d.Child(ast.FieldType)
	name := t.Text()
	if t.Kind() != ast.TypeIdentifier || len(name) < 2 || strings.ToUpper(name) != name {
		return false
	}
	lines := t.File().Source
	return lines.Position(t.Span().End).Line != lines.Position(declarator.Span().Start).Line
}

// objectOf returns the declarator top, which contains the function declarator n, as that of a
// variable, and whether the parameters may be expressions.
func objectOf(top, n ast.Node) (ast.Subtree, bool) {
	arguments, ok := argumentsOf(n.Child(ast.FieldParameters), ast.FieldValue)
	if !ok {
		return ast.Subtree{}, false
	}
	declared := ast.SubtreeOf(n.Child(ast.FieldDeclarator))
	for p := n; p != top; p = p.Parent() {
		outer := p.Parent().Retyped(p.Parent().Kind(), ast.FieldDeclarator)
		for c := range p.Parent().Children() {
			if c == p {
				declared.Field = c.Field()
				outer.Children = append(outer.Children, declared)
			} else {
				outer.Children = append(outer.Children, ast.SubtreeOf(c))
			}
		}
		outer.End, outer.Op, outer.Qualifiers = declared.End, p.Parent().Op(), p.Parent().Qualifiers()
		declared = outer
	}
	declared.Field = ast.FieldDeclarator
	return top.Retyped(ast.InitDeclarator, ast.FieldDeclarator, declared, arguments), true
}

// argumentsOf returns a parameter list as an argument list, if all may be expressions.
func argumentsOf(parameters ast.Node, field ast.Field) (ast.Subtree, bool) {
	list := parameters.Retyped(ast.ArgumentList, field)
	for p := range parameters.Children() {
		e, ok := argumentOf(p)
		if !ok {
			return list, false
		}
		list.Children = append(list.Children, e)
	}
	return list, true
}

// argumentOf returns a parameter as an expression, if it may be one.
func argumentOf(p ast.Node) (ast.Subtree, bool) {
	t, d := p.Child(ast.FieldType), p.Child(ast.FieldDeclarator)
	if p.Qualifiers() != 0 || !t.Valid() || p.FirstChild() != t || t.Next() != d || d.Next().Valid() {
		return ast.Subtree{}, false
	}
	switch {
	case p.Kind() == ast.VariadicParameterDeclaration && d.Kind() == ast.VariadicDeclarator && !d.FirstChild().Valid():
		pattern, ok := nameOf(t, ast.FieldPattern)
		e := p.Retyped(ast.ParameterPackExpansion, ast.NoField, pattern)
		e.Op = ast.Ellipsis
		return e, ok
	case p.Kind() != ast.ParameterDeclaration:
		return ast.Subtree{}, false
	case !d.Valid():
		e, ok := nameOf(t, ast.NoField)
		return e, ok && t.Kind() != ast.PrimitiveType
	}
	return applied(t, d, ast.NoField)
}

// applied returns the expression that a type and its declarator spell: a call, a
// subscript, a product or a conjunction.
func applied(t, d ast.Node, field ast.Field) (ast.Subtree, bool) {
	head := func(field ast.Field) (ast.Subtree, bool) {
		if inner := d.Child(ast.FieldDeclarator); inner.Valid() {
			return applied(t, inner, field)
		}
		return nameOf(t, field)
	}
	var e, left, right ast.Subtree
	var ok, okay bool
	switch d.Kind() {
	case ast.AbstractFunctionDeclarator:
		left, ok = head(ast.FieldFunction)
		right, okay = argumentsOf(d.Child(ast.FieldParameters), ast.FieldArguments)
		e = d.Retyped(ast.CallExpression, field, left, right)
	case ast.AbstractParenthesizedDeclarator: // f((x))
		inner := d.FirstChild()
		left, ok = nameOf(t, ast.FieldFunction)
		right, okay = parenthesized(inner)
		e = d.Retyped(ast.CallExpression, field, left, d.Retyped(ast.ArgumentList, ast.FieldArguments, right))
	case ast.AbstractArrayDeclarator:
		size := d.Child(ast.FieldSize)
		left, ok = head(ast.FieldArgument)
		okay = size.Valid()
		if okay && left.Kind != ast.PrimitiveType {
			e = subscript(d, field, left, size)
		}
	case ast.PointerDeclarator, ast.ReferenceDeclarator:
		left, ok = nameOf(t, ast.FieldLeft)
		right, okay = operand(d.FirstChild(), ast.FieldRight)
		e = d.Retyped(ast.BinaryExpression, field, left, right)
	case ast.AbstractPointerDeclarator, ast.AbstractReferenceDeclarator: // a * (b)
		left, ok = nameOf(t, ast.FieldLeft)
		right, okay = parenthesized(d.FirstChild())
		right.Field = ast.FieldRight
		e = d.Retyped(ast.BinaryExpression, field, left, right)
	}
	if e.Kind == ast.BinaryExpression {
		e.Op = d.Op()
		if ok = ok && left.Kind != ast.PrimitiveType; e.Op == ast.OpNone && d.Is(ast.PointerDeclarator, ast.AbstractPointerDeclarator) {
			e.Op = ast.Mul
		}
	}
	e.Start = left.Start
	return e, ok && okay && d.Qualifiers() == 0
}

// subscript returns the element of an array; the brackets end where d does.
func subscript(d ast.Node, field ast.Field, array ast.Subtree, index ast.Node) ast.Subtree {
	i := ast.SubtreeOf(index)
	i.Field = ast.NoField
	list := d.Retyped(ast.SubscriptArgumentList, ast.FieldIndices, i)
	list.Start = array.End
	return d.Retyped(ast.SubscriptExpression, field, array, list)
}

// parenthesized returns the expression in parentheses that the grammar took for a function
// declarator without a name.
func parenthesized(d ast.Node) (ast.Subtree, bool) {
	list := d.Child(ast.FieldParameters)
	if d.Kind() != ast.AbstractFunctionDeclarator || d.Child(ast.FieldDeclarator).Valid() || list.ChildCount() != 1 {
		return ast.Subtree{}, false
	}
	e, ok := argumentOf(list.FirstChild())
	return list.Retyped(ast.ParenthesizedExpression, ast.NoField, e), ok
}

// operand returns the declarator after * or & as an expression: a name, a call or a
// subscript.
func operand(d ast.Node, field ast.Field) (ast.Subtree, bool) {
	switch d.Kind() {
	case ast.Identifier:
		e := ast.SubtreeOf(d)
		e.Field = field
		return e, true
	case ast.FunctionDeclarator:
		function, ok := operand(d.Child(ast.FieldDeclarator), ast.FieldFunction)
		arguments, okay := argumentsOf(d.Child(ast.FieldParameters), ast.FieldArguments)
		return d.Retyped(ast.CallExpression, field, function, arguments), ok && okay && d.ChildCount() == 2
	case ast.ArrayDeclarator:
		size := d.Child(ast.FieldSize)
		array, ok := operand(d.Child(ast.FieldDeclarator), ast.FieldArgument)
		if !ok || !size.Valid() || d.ChildCount() != 2 {
			return ast.Subtree{}, false
		}
		return subscript(d, field, array, size), true
	}
	return ast.Subtree{}, false
}

// nameOf returns the name of a type as the name of a value or function.
func nameOf(t ast.Node, field ast.Field) (ast.Subtree, bool) {
	e := ast.SubtreeOf(t)
	e.Field = field
	for n := &e; ; n = &n.Children[len(n.Children)-1] {
		switch n.Kind {
		case ast.TypeIdentifier:
			n.Kind = ast.Identifier
			return e, true
		case ast.PrimitiveType:
			return e, true
		case ast.TemplateType:
			n.Kind = ast.TemplateFunction
			if len(n.Children) == 0 {
				return e, false
			}
			n.Children[0].Kind = ast.Identifier
			return e, true
		case ast.QualifiedIdentifier:
			if len(n.Children) == 0 {
				return e, false
			}
		default:
			return e, false
		}
	}
}

// resolveAmbiguities returns a copy of f with what the grammar cannot decide without knowing
// which names are types: see withObjects and withCasts.
func resolveAmbiguities(f *ast.File) *ast.File {
	names := &declaredNames{file: f}
	return withObjects(withCasts(f, names), names)
}
