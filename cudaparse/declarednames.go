package cudaparse

import "github.com/cudalint/cudalint/cudaparse/ast"

// declaredNames are the names that a file declares. A name may be in both types and values, if
// it is declared in several scopes.
type declaredNames struct {
	file          *ast.File
	types, values map[string]bool
	// locals are the names that each outermost function declares as values.
	locals map[ast.Node]map[string]bool
}

// collect fills the maps on the first call: most files do not need them.
func (names *declaredNames) collect() {
	if names.types != nil {
		return
	}
	names.types, names.values, names.locals = map[string]bool{}, map[string]bool{}, map[ast.Node]map[string]bool{}
	for i := range names.file.Len() {
		names.add(names.file.At(i))
	}
}

// add adds the names that a node declares, but for local variables.
func (names *declaredNames) add(n ast.Node) {
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

// isObject reports whether a function declarator, whose parameters may be expressions,
// declares a variable: a name that would have to be a type is a value, or a name is unknown
// and used as in a call or a subscript.
func (names *declaredNames) isObject(n ast.Node) bool {
	names.collect()
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

// onlyArgument reports whether a parameter is the x in a parameter f(x): if f is a type, x is
// the name of the parameter.
func onlyArgument(p ast.Node) bool {
	list := p.Parent()
	return list.Parent().Kind() == ast.AbstractFunctionDeclarator && list.ChildCount() == 1 && p.ChildCount() == 1
}

// localsAt returns the names of all variables and parameters in the outermost function around
// a node.
func (names *declaredNames) localsAt(n ast.Node) map[string]bool {
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
