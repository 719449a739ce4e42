package ast

// maxDeclaratorParts limits the depth to which a declarator is followed.
const maxDeclaratorParts = 200

// DeclaredName returns the name that a declarator declares, the zero Node where it declares
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

// InnerDeclarator returns the declarator directly inside a declarator.
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
