package ast

import "strings"

// maxNameParts limits the number of parts to which a name is followed.
const maxNameParts = 50

// LastName returns the last part of a name without template arguments: f for
// a::b<int>::f<4>, also in dependent names. It returns any other node as it is, and the
// zero Node for an incomplete name or one with more than maxNameParts parts.
func (n Node) LastName() Node {
	for range maxNameParts {
		switch n.Kind() {
		case TemplateType, TemplateFunction, TemplateMethod:
			n = n.Child(FieldName)
		case QualifiedIdentifier:
			n = n.QualifiedName()
		case DependentName, DependentType:
			n = n.FirstChild()
		default:
			return n
		}
	}
	return Node{}
}

// QualifiedName returns a QualifiedIdentifier without its first scope: b::c<T> for a::b::c<T>.
// It returns the zero Node for any other node.
func (n Node) QualifiedName() (name Node) {
	if n.Kind() != QualifiedIdentifier {
		return Node{}
	}
	for c := range n.ChildrenWith(FieldName) { // after a repair there may be several
		name = c
	}
	return name
}

// LastPart is LastName with the template arguments: c<T> for a::b::c<T>.
func (n Node) LastPart() Node {
	for range maxNameParts {
		switch n.Kind() {
		case QualifiedIdentifier:
			n = n.QualifiedName()
		case DependentName:
			n = n.FirstChild()
		default:
			return n
		}
	}
	return Node{}
}

// PlainName returns the text of the last part of a name without template arguments. Of an
// operator it is the sign, of a conversion function "operator T".
func (n Node) PlainName() string {
	n = n.LastName()
	switch n.Kind() {
	case OperatorName:
		return operatorName(n.Text())
	case OperatorCast:
		return "operator " + n.Child(FieldType).Text()
	}
	return n.Text()
}

func operatorName(text string) string {
	return strings.Join(strings.Fields(strings.TrimPrefix(strings.TrimSpace(text), "operator")), "")
}

// LvalueRoot returns the identifier at the root of an lvalue: a for a.x[i].y.
func (n Node) LvalueRoot() Node {
	for range maxNameParts {
		switch n.Kind() {
		case Identifier:
			return n
		case FieldExpression, SubscriptExpression:
			n = n.Child(FieldArgument)
		case ParenthesizedExpression:
			n = n.FirstChild()
		default:
			return Node{}
		}
	}
	return Node{}
}
