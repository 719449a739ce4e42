package decl

import "github.com/cudalint/cudalint/cudaparse/ast"

// A MemberKind says what a Member is.
type MemberKind uint8

const (
	MethodMember      MemberKind = iota
	StaticMember                 // a static data member
	TypeMember                   // a class or enumeration with a body
	AliasMember                  // an alias_declaration
	TypedefMember                // one name of a type_definition
	ConditionalMember            // a preprocessor conditional; each unit uses one of its arms
)

// A Member is one member of a class body other than a data member.
type Member struct {
	Kind       MemberKind
	Node       ast.Node // the declaration or definition; for a type its specifier, for ConditionalMember the conditional
	Declarator ast.Node // for a method its function_declarator
	Template   ast.Node // its template_declaration, if any
	Name       string   // empty for a method
	Init       ast.Node // for a static member
	Special    bool     // it specialises a member template
	Args       ast.Node // the arguments of the specialisation
	// enumerators are the names that an enumeration declares.
	Enumerators []string
}

// MembersOf returns the members of a class specifier other than its data members, in order.
func MembersOf(specifier ast.Node) []Member {
	return *declarationsIn(specifier).classes.get(specifier, func(n ast.Node) *[]Member {
		r := memberReader{}
		for c := range n.Child(ast.FieldBody).Children() {
			r.readChild(c)
		}
		return &r.items
	})
}

// MembersIn returns the members that one node of a class body declares.
func MembersIn(n ast.Node) []Member {
	r := memberReader{}
	r.read(n, ast.Node{})
	return r.items
}

// A memberReader collects the members of a class body.
type memberReader struct{ items []Member }

// readChild adds the members that a child of a class body declares.
func (r *memberReader) readChild(n ast.Node) {
	if n.Is(ast.PreprocIf, ast.PreprocIfdef) {
		r.add(Member{Kind: ConditionalMember, Node: n})
		return
	}
	r.read(n, ast.Node{})
}

func (r *memberReader) add(it Member) { r.items = append(r.items, it) }

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
		r.add(Member{Kind: MethodMember, Node: n, Declarator: n.Child(ast.FieldDeclarator).FunctionDeclarator(), Template: template})
	case ast.Declaration, ast.FieldDeclaration:
		r.declaration(n, template)
	case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier:
		r.specifier(n, template)
	case ast.AliasDeclaration:
		r.add(Member{Kind: AliasMember, Node: n, Name: n.Child(ast.FieldName).Text(), Template: template})
	case ast.TypeDefinition:
		if t := n.Child(ast.FieldType); t.Child(ast.FieldBody).Valid() && (t.Child(ast.FieldName).Valid() || t.Kind() == ast.EnumSpecifier) {
			r.specifier(t, template)
		}
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			r.add(Member{Kind: TypedefMember, Node: n, Declarator: d, Name: d.DeclaredName().Text()})
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
			r.add(Member{Kind: MethodMember, Node: n, Declarator: f, Template: template})
		} else if n.Qualifiers()&ast.Static != 0 {
			r.add(Member{Kind: StaticMember, Node: n, Declarator: d, Name: d.DeclaredName().Text(), Init: staticInit(n, d)})
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
	it := Member{Kind: TypeMember, Node: n, Name: name.Text(), Template: template}
	if name.Kind() == ast.TemplateType {
		it.Special, it.Args, it.Name = true, name.Child(ast.FieldArguments), name.Child(ast.FieldName).Text()
	}
	if n.Kind() == ast.EnumSpecifier {
		for _, e := range Enumerators(n) {
			it.Enumerators = append(it.Enumerators, e.Child(ast.FieldName).Text())
		}
	}
	r.add(it)
}

// Enumerators returns the enumerator nodes of a specifier in order.
func Enumerators(spec ast.Node) []ast.Node {
	var out []ast.Node
	for c := range spec.Child(ast.FieldBody).Descendants() {
		if c.Kind() == ast.Enumerator {
			out = append(out, c)
		}
	}
	return out
}
