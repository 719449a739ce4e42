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

// NearestDeclarator returns the declarator nearest to the name inside a declarator. It says what
// the declared thing is first of all: an array, of an array of pointers. It is not valid for a
// plain name.
func (n Node) NearestDeclarator() Node {
	last := Node{}
	for range maxDeclaratorParts {
		if n.Is(PointerDeclarator, ReferenceDeclarator, ArrayDeclarator, FunctionDeclarator,
			AbstractPointerDeclarator, AbstractReferenceDeclarator, AbstractArrayDeclarator, AbstractFunctionDeclarator) {
			last = n
		}
		if !n.Valid() {
			break
		}
		n = n.InnerDeclarator()
	}
	return last
}

// FunctionDeclarator returns the part of a declarator that makes it declare a function. It is not
// valid for a variable, also one that is a pointer to a function.
func (n Node) FunctionDeclarator() Node {
	for range maxDeclaratorParts {
		switch n.Kind() {
		case FunctionDeclarator:
			inner := n.Child(FieldDeclarator)
			for inner.Kind() == ParenthesizedDeclarator && inner.InnerDeclarator().Is(Identifier, FieldIdentifier, QualifiedIdentifier) {
				inner = inner.InnerDeclarator() // int (f)(int)
			}
			if inner.Is(Identifier, FieldIdentifier, QualifiedIdentifier, OperatorName, DestructorName, TemplateFunction, TypeIdentifier) {
				return n
			}
			// A pointer to a function, or a function returning one.
			n = inner
		case OperatorCast:
			return n
		case InitDeclarator, None:
			return Node{}
		default:
			n = n.InnerDeclarator()
		}
	}
	return Node{}
}

// Initializer returns the initialiser inside a declarator, if any.
func (n Node) Initializer() Node {
	if n.Kind() == InitDeclarator {
		return n.Child(FieldValue)
	}
	return Node{}
}
