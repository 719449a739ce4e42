package ast

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
