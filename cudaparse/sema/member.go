package sema

import "github.com/cudalint/cudalint/cudaparse/ast"

// A memberKind says what a memberItem is.
type memberKind uint8

const (
	memberMethod  memberKind = iota
	memberStatic             // a static data member
	memberType               // a class or enumeration with a body
	memberAlias              // an alias_declaration
	memberTypedef            // one name of a type_definition
	memberArms               // a conditional, of which each unit reads one arm
)

// A memberItem is one member of a class body, data members left out, as it is spelled there
// whatever unit it is part of.
type memberItem struct {
	kind       memberKind
	node       ast.Node // the declaration or definition; of a type its specifier, of memberArms the conditional
	declarator ast.Node // of a method its function_declarator
	template   ast.Node // its template_declaration, if any
	name       string   // of all but methods
	init       ast.Node // of a static member
	special    bool     // a specialisation of a member template, with
	args       ast.Node // its arguments
	// enumerators are the names of an enumeration's.
	enumerators []string
}

// membersOf returns the members that the specifier of a class spells, in order.
func membersOf(specifier ast.Node) []memberItem {
	return *writtenIn(specifier).classes.get(specifier, func(n ast.Node) *[]memberItem {
		r := memberReader{}
		for c := range n.Child(ast.FieldBody).Children() {
			r.readChild(c)
		}
		return &r.items
	})
}

// A memberReader lists members.
type memberReader struct{ items []memberItem }

// readChild reads a child of a class body.
func (r *memberReader) readChild(n ast.Node) {
	if n.Is(ast.PreprocIf, ast.PreprocIfdef) {
		r.add(memberItem{kind: memberArms, node: n})
		return
	}
	r.read(n, ast.Node{})
}

func (r *memberReader) add(it memberItem) { r.items = append(r.items, it) }

// read reads what a node in the template of a template_declaration declares.
func (r *memberReader) read(n, template ast.Node) {
	switch n.Kind() {
	case ast.TemplateDeclaration:
		for c := range n.Children() {
			if c.Field() != ast.FieldParameters {
				r.read(c, n)
			}
		}
	case ast.FunctionDefinition:
		r.add(memberItem{kind: memberMethod, node: n, declarator: functionDeclarator(n.Child(ast.FieldDeclarator)), template: template})
	case ast.Declaration, ast.FieldDeclaration:
		r.declaration(n, template)
	case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier:
		r.specifier(n, template)
	case ast.AliasDeclaration:
		r.add(memberItem{kind: memberAlias, node: n, name: n.Child(ast.FieldName).Text(), template: template})
	case ast.TypeDefinition:
		if t := n.Child(ast.FieldType); t.Child(ast.FieldBody).Valid() && (t.Child(ast.FieldName).Valid() || t.Kind() == ast.EnumSpecifier) {
			r.specifier(t, template)
		}
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			r.add(memberItem{kind: memberTypedef, node: n, declarator: d, name: declaredName(d).Text()})
		}
	}
}

func (r *memberReader) declaration(n, template ast.Node) {
	if t := n.Child(ast.FieldType); t.Child(ast.FieldBody).Valid() {
		r.specifier(t, template)
	}
	if n.Qualifiers()&ast.Friend != 0 {
		return
	}
	for d := range n.ChildrenWith(ast.FieldDeclarator) {
		if f := functionDeclarator(d); f.Valid() {
			r.add(memberItem{kind: memberMethod, node: n, declarator: f, template: template})
		} else if n.Qualifiers()&ast.Static != 0 {
			r.add(memberItem{kind: memberStatic, node: n, declarator: d, name: declaredName(d).Text(), init: staticInit(n, d)})
		}
	}
}

// staticInit returns the initialiser of a static data member.
func staticInit(n, declarator ast.Node) ast.Node {
	init := n.Child(ast.FieldDefaultValue)
	if !init.Valid() {
		init = initializer(declarator)
	}
	if !init.Valid() { // several declarators: the value follows its own
		if next := declarator.Next(); next.Valid() && next.Field() == ast.FieldDefaultValue {
			init = next
		}
	}
	return init
}

// specifier reads a type with a body.
func (r *memberReader) specifier(n, template ast.Node) {
	if !n.Child(ast.FieldBody).Valid() {
		return
	}
	name := n.Child(ast.FieldName)
	it := memberItem{kind: memberType, node: n, name: name.Text(), template: template}
	if name.Kind() == ast.TemplateType {
		it.special, it.args, it.name = true, name.Child(ast.FieldArguments), name.Child(ast.FieldName).Text()
	}
	if n.Kind() == ast.EnumSpecifier {
		for _, e := range enumeratorNodes(n) {
			it.enumerators = append(it.enumerators, e.Child(ast.FieldName).Text())
		}
	}
	r.add(it)
}
