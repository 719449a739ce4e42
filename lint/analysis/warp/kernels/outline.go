package kernels

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// An outline lists what a file declares at namespace scope, and which identifiers each
// declaration mentions. It resolves nothing.
type outline struct {
	items []item // in the order of the text
	// mentions has the indexes of the items that mention an identifier, ascending.
	mentions map[string][]int32
	// namespaces and classes are the names of those that the file defines, nested ones
	// included.
	namespaces, classes map[string]bool
}

// An item is one declaration at namespace scope: a function, a class with all its members,
// a variable, an alias, a macro.
type item struct {
	names []string
	// scopes are the names before :: in the name of a member that is defined out of its
	// class; among them may be namespaces.
	scopes []string
	// operator is set for a non-member operator: it is called without a name.
	operator bool
}

type outlineKey struct{}

// outlineOf returns the outline of a file, which is made once.
func outlineOf(file *ast.File) *outline { return ast.Derive(file, outlineKey{}, newOutline) }

func newOutline(file *ast.File) *outline {
	o := &outline{mentions: map[string][]int32{}, namespaces: map[string]bool{}, classes: map[string]bool{}}
	for i := 0; i < file.Len(); {
		n := file.At(i)
		switch n.Kind() {
		case ast.NamespaceDefinition, ast.NamespaceAliasDefinition:
			for d := range n.Child(ast.FieldName).Descendants() {
				o.namespaces[d.Text()] = true
			}
			i++
		case ast.TranslationUnit, ast.DeclarationList, ast.LinkageSpecification, ast.Error,
			ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef, ast.PreprocElse:
			i++ // holds items
		default:
			o.add(n)
			i = n.End()
		}
	}
	return o
}

// add adds the item that a node is.
func (o *outline) add(n ast.Node) {
	at := int32(len(o.items))
	o.items = append(o.items, item{})
	it := &o.items[at]
	it.declare(n)
	for d := range n.Descendants() {
		switch d.Kind() {
		case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier, ast.NamespaceIdentifier:
			o.mention(d.Bytes(), at)
		case ast.PreprocDef, ast.PreprocFunctionDef:
			it.names = append(it.names, d.Child(ast.FieldName).Text())
			for _, word := range wordsOf(d.Child(ast.FieldValue).Text()) {
				o.mention([]byte(word), at)
			}
		case ast.ClassSpecifier, ast.StructSpecifier, ast.UnionSpecifier:
			if name := d.Child(ast.FieldName); name.Valid() && d.Child(ast.FieldBody).Valid() {
				it.names = append(it.names, name.LastName().Text())
				o.classes[name.LastName().Text()] = true
			}
		case ast.FriendDeclaration:
			it.declare(d.ChildOf(ast.FunctionDefinition)) // may be declared outside of the class, too
		}
	}
}

// mention adds an item, which is the last so far, to those that mention a name.
func (o *outline) mention(name []byte, at int32) {
	list := o.mentions[string(name)]
	if len(list) == 0 || list[len(list)-1] != at {
		o.mentions[string(name)] = append(list, at)
	}
}

// declare adds the names that a declaration gives besides those of classes.
func (it *item) declare(n ast.Node) {
	for n.Kind() == ast.TemplateDeclaration {
		inner := n.FirstChild()
		for c := range n.Children() {
			inner = c // the last child, after the parameters
		}
		n = inner
	}
	switch n.Kind() {
	case ast.None, ast.ClassSpecifier, ast.StructSpecifier, ast.UnionSpecifier, ast.EnumSpecifier, ast.StaticAssertDeclaration,
		ast.PreprocDef, ast.PreprocFunctionDef:
	case ast.FunctionDefinition, ast.Declaration, ast.TypeDefinition, ast.TemplateInstantiation:
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			it.name(d.DeclaredName())
		}
	case ast.AliasDeclaration, ast.ConceptDefinition:
		it.name(n.Child(ast.FieldName))
	case ast.UsingDeclaration:
		it.names = append(it.names, n.ChildOf(ast.QualifiedIdentifier).LastName().Text())
	default: // it does not parse, or it is a macro that is not known: it may declare whatever it mentions
		for d := range n.Descendants() {
			if d.Is(ast.Identifier, ast.TypeIdentifier, ast.FieldIdentifier) {
				it.names = append(it.names, d.Text())
			}
		}
	}
}

// name adds a declared name.
func (it *item) name(n ast.Node) {
	for n.Kind() == ast.QualifiedIdentifier {
		if scope := n.Child(ast.FieldScope).LastName(); scope.Valid() {
			it.scopes = append(it.scopes, scope.Text())
		}
		n = n.QualifiedName()
	}
	switch n = n.LastName(); n.Kind() {
	case ast.OperatorName, ast.OperatorCast:
		it.operator = it.operator || len(it.scopes) == 0
	case ast.StructuredBindingDeclarator:
		for d := range n.Descendants() {
			if d.Is(ast.Identifier) {
				it.names = append(it.names, d.Text())
			}
		}
	case ast.None:
	default:
		it.names = append(it.names, n.Text())
	}
}

// wordsOf returns the identifiers and numbers in a text.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c < 0x80 && !source.WordByte(byte(c)) })
}
