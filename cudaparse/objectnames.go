package cudaparse

import "github.com/cudalint/cudalint/cudaparse/ast"

// objectNames are the names that a file declares, by what they are. Where a name is both,
// as names of different scopes may be, it counts as unknown.
type objectNames struct {
	file          *ast.File
	types, values map[string]bool
	// locals are the values that outermost functions declare.
	locals map[ast.Node]map[string]bool
}

// read collects the names when they are first asked for: most files need none.
func (names *objectNames) read() {
	if names.types != nil {
		return
	}
	names.types, names.values, names.locals = map[string]bool{}, map[string]bool{}, map[ast.Node]map[string]bool{}
	for i := range names.file.Len() {
		names.add(names.file.At(i))
	}
}

// add adds what a node declares for the whole file.
func (names *objectNames) add(n ast.Node) {
	switch n.Kind() {
	case ast.ClassSpecifier, ast.StructSpecifier, ast.UnionSpecifier, ast.EnumSpecifier, ast.AliasDeclaration:
		names.types[n.Child(ast.FieldName).Text()] = true
	case ast.TypeDefinition:
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			names.types[innermost(d).Text()] = true
		}
	case ast.TypeParameterDeclaration, ast.VariadicTypeParameterDeclaration, ast.OptionalTypeParameterDeclaration:
		names.types[n.ChildOf(ast.TypeIdentifier).Text()] = true
	case ast.FunctionDefinition:
		names.values[innermost(n.Child(ast.FieldDeclarator)).Text()] = true
	case ast.Enumerator:
		names.values[n.Child(ast.FieldName).Text()] = true
	case ast.FieldDeclaration:
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			names.values[innermost(d).Text()] = true
		}
	case ast.Declaration:
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			if d.Is(ast.Identifier, ast.InitDeclarator) && n.Child(ast.FieldType).Kind() == ast.TypeIdentifier {
				names.types[n.Child(ast.FieldType).Text()] = true
			}
			if !inBody(n) {
				names.values[innermost(d).Text()] = true
			}
		}
	}
}

// innermost returns the name that a declarator declares.
func innermost(d ast.Node) ast.Node {
	for inner := d; inner.Valid(); {
		d = inner
		if inner = d.Child(ast.FieldDeclarator); !inner.Valid() && d.Is(ast.ReferenceDeclarator, ast.ParenthesizedDeclarator) {
			inner = d.FirstChild()
		}
	}
	return d
}

// inBody reports whether a node is part of a function's body.
func inBody(n ast.Node) bool {
	return n.Enclosing(ast.CompoundStatement, ast.FieldDeclarationList).Kind() == ast.CompoundStatement
}

// isObject reports whether a function declarator whose parameters may be expressions is
// that of a variable: one of the names that would have to be types is none, or one is
// unknown and written as in a call or a subscript.
func (names *objectNames) isObject(n ast.Node) bool {
	names.read()
	locals := names.localsAt(n)
	value, applied := false, false
	for c := range n.Child(ast.FieldParameters).Descendants() {
		if !c.Is(ast.ParameterDeclaration, ast.VariadicParameterDeclaration) || onlyArgument(c) {
			continue
		}
		t := c.Child(ast.FieldType)
		if t.Kind() == ast.TemplateType {
			t = t.Child(ast.FieldName)
		}
		name := t.Text()
		switch isType, isValue := names.types[name], names.values[name]; {
		case locals[name] || isValue && !isType:
			value = true
		case !isType && t.Kind() != ast.PrimitiveType:
			d := c.Child(ast.FieldDeclarator)
			applied = applied || d.Is(ast.AbstractFunctionDeclarator, ast.AbstractArrayDeclarator, ast.AbstractParenthesizedDeclarator)
		}
	}
	return value || applied
}

// onlyArgument reports whether a parameter is the x of a parameter f(x): where f is a type,
// x is the name of the parameter.
func onlyArgument(p ast.Node) bool {
	list := p.Parent()
	return list.Parent().Kind() == ast.AbstractFunctionDeclarator && list.ChildCount() == 1 && p.ChildCount() == 1
}

// localsAt returns the names of the variables and parameters of the outermost function
// around a node.
func (names *objectNames) localsAt(n ast.Node) map[string]bool {
	var f ast.Node
	for p := n.Parent(); p.Valid(); p = p.Parent() {
		if p.Kind() == ast.FunctionDefinition {
			f = p
		}
	}
	locals, ok := names.locals[f]
	if ok || !f.Valid() {
		return locals
	}
	locals = map[string]bool{}
	for c := range f.Descendants() {
		switch c.Kind() {
		case ast.Declaration, ast.ForRangeLoop:
			for d := range c.ChildrenWith(ast.FieldDeclarator) {
				locals[innermost(d).Text()] = true
			}
		case ast.ParameterDeclaration, ast.OptionalParameterDeclaration:
			if c.Parent().Parent().Parent().Is(ast.FunctionDefinition, ast.LambdaExpression, ast.PointerDeclarator, ast.ReferenceDeclarator) {
				locals[innermost(c.Child(ast.FieldDeclarator)).Text()] = true
			}
		}
	}
	names.locals[f] = locals
	return locals
}
