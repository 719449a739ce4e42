package sema

import "github.com/cudalint/cudalint/cudaparse/ast"

// A memberKind is the kind of a memberItem.
type memberKind uint8

const (
	memberMethod  memberKind = iota
	memberStatic             // a static data member
	memberType               // a class or enumeration with a body
	memberAlias              // an alias_declaration
	memberTypedef            // one name of a type_definition
	memberArms               // a preprocessor conditional; each unit uses one of its arms
)

// A memberItem is one member of a class body other than a data member. It depends on the
// text of the file only, so all translation units that include the file share it.
type memberItem struct {
	kind       memberKind
	node       ast.Node // the declaration or definition; for a type its specifier, for memberArms the conditional
	declarator ast.Node // for a method its function_declarator
	template   ast.Node // its template_declaration, if any
	name       string   // empty for a method
	init       ast.Node // for a static member
	special    bool     // it specialises a member template
	args       ast.Node // the arguments of the specialisation
	// enumerators are the names that an enumeration declares.
	enumerators []string
}

// membersOf returns the members of a class specifier other than its data, in order.
func membersOf(specifier ast.Node) []memberItem {
	return *writtenIn(specifier).classes.get(specifier, func(n ast.Node) *[]memberItem {
		r := memberReader{}
		for c := range n.Child(ast.FieldBody).Children() {
			r.readChild(c)
		}
		return &r.items
	})
}

// A memberReader collects the members of a class body.
type memberReader struct{ items []memberItem }

// readChild adds the members that a child of a class body declares.
func (r *memberReader) readChild(n ast.Node) {
	if n.Is(ast.PreprocIf, ast.PreprocIfdef) {
		r.add(memberItem{kind: memberArms, node: n})
		return
	}
	r.read(n, ast.Node{})
}

func (r *memberReader) add(it memberItem) { r.items = append(r.items, it) }

// read adds the members that a node declares. template is the template_declaration around
// it, if any.
func (r *memberReader) read(n, template ast.Node) {
	switch n.Kind() {
	case ast.TemplateDeclaration:
		for c := range n.Children() {
			if c.Field() != ast.FieldParameters {
				r.read(c, n)
			}
		}
	case ast.FunctionDefinition:
		r.add(memberItem{kind: memberMethod, node: n, declarator: n.Child(ast.FieldDeclarator).FunctionDeclarator(), template: template})
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
			r.add(memberItem{kind: memberTypedef, node: n, declarator: d, name: d.DeclaredName().Text()})
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
		if f := d.FunctionDeclarator(); f.Valid() {
			r.add(memberItem{kind: memberMethod, node: n, declarator: f, template: template})
		} else if n.Qualifiers()&ast.Static != 0 {
			r.add(memberItem{kind: memberStatic, node: n, declarator: d, name: d.DeclaredName().Text(), init: staticInit(n, d)})
		}
	}
}

// staticInit returns the initialiser of a static data member.
func staticInit(n, declarator ast.Node) ast.Node {
	init := n.Child(ast.FieldDefaultValue)
	if !init.Valid() {
		init = declarator.Initializer()
	}
	if !init.Valid() { // each of several declarators is followed by its value
		if next := declarator.Next(); next.Valid() && next.Field() == ast.FieldDefaultValue {
			init = next
		}
	}
	return init
}

// specifier adds a class or enumeration with a body.
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
