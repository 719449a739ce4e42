package ast

// maxDeclaratorParts bounds how deep a declarator is followed; no source nests them so far.
const maxDeclaratorParts = 200

// DeclaredName returns the node of the name inside a declarator, not valid where it has
// none.
func (n Node) DeclaredName() Node {
	for range maxDeclaratorParts {
		switch n.Kind() {
		case Identifier, FieldIdentifier, TypeIdentifier, QualifiedIdentifier, OperatorName, DestructorName,
			TemplateFunction, OperatorCast, StructuredBindingDeclarator, PrimitiveType:
			return n
		case None:
			return n
		}
		n = n.InnerDeclarator()
	}
	return Node{}
}

// InnerDeclarator returns the declarator inside a declarator.
func (n Node) InnerDeclarator() Node {
	if in := n.Child(FieldDeclarator); in.Valid() {
		return in
	}
	for c := range n.Children() {
		switch c.Kind() {
		case Identifier, FieldIdentifier, TypeIdentifier, QualifiedIdentifier, OperatorName, DestructorName,
			TemplateFunction, PointerDeclarator, ReferenceDeclarator, ArrayDeclarator, FunctionDeclarator,
			ParenthesizedDeclarator, AttributedDeclarator, InitDeclarator, VariadicDeclarator, PointerTypeDeclarator,
			AbstractPointerDeclarator, AbstractReferenceDeclarator, AbstractArrayDeclarator, AbstractFunctionDeclarator,
			AbstractParenthesizedDeclarator, StructuredBindingDeclarator, OperatorCast:
			if c.Field() == NoField {
				return c
			}
		}
	}
	return Node{}
}
