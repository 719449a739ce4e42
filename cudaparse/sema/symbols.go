package sema

import (
	"slices"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A space is the symbol table of one namespace.
type space struct {
	path        string
	seq         int // when it was opened, see Unit.moment
	scope       *Scope
	functions   map[string][]*Function
	variables   map[string]*Variable
	types       map[string]*typeDecl
	enumerators map[string]*enumerator
	spaces      map[string]*space // namespaces and namespace aliases inside
	using       []*space          // using directives and inline namespaces
	unresolved  []ast.Node        // using directives not resolved yet
	imported    map[string]ast.Node
	aliases     map[string]ast.Node // namespace aliases of namespaces out of sight
}

func newSpace(path string, scope *Scope) *space {
	return &space{path: path, scope: scope, functions: map[string][]*Function{}, variables: map[string]*Variable{},
		types: map[string]*typeDecl{}, enumerators: map[string]*enumerator{}, spaces: map[string]*space{},
		imported: map[string]ast.Node{}, aliases: map[string]ast.Node{}}
}

// A typeDecl is a named type as it was declared: a class (template), an
// enumeration, a typedef or an alias.
type typeDecl struct {
	name       string
	node       ast.Node // the specifier, type_definition or alias_declaration
	declarator ast.Node // of a typedef
	scope      *Scope   // where it was declared
	template   ast.Node // its template_declaration, if any
	params     []TemplateParam
	args       ast.Node    // of a specialisation
	special    []*typeDecl // specialisations of a class template
	members    []member    // definitions of its members outside of it
	likely     bool
	unsure     bool    // another declaration is possible, as macros out of sight may have it
	owner      *Record // the class it is a member of
	class      *class  // that it declares at file or namespace scope, if it has a body
	typ        atomic.Pointer[Type]
	values     atomic.Pointer[[]Const] // of an enumeration's enumerators
}

func (d *typeDecl) isRecord() bool {
	return d.node.Is(ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier)
}

// A member is the definition of a member outside of its class.
type member struct {
	name     string
	node     ast.Node // function_definition or declaration
	decl     ast.Node // its declarator
	template ast.Node
}

// An enumerator is one name of an enumeration.
type enumerator struct {
	decl  *typeDecl
	index int
}

// templateParams returns the parameters of a template_declaration. The caller must not
// change them.
func templateParams(template ast.Node) []TemplateParam {
	return *writtenIn(template).templates.get(template, func(ast.Node) *[]TemplateParam {
		params := slices.Clip(readTemplateParams(template))
		return &params
	})
}

func readTemplateParams(template ast.Node) []TemplateParam {
	list := template.Child(ast.FieldParameters)
	var out []TemplateParam
	for p := range list.Children() {
		var t TemplateParam
		switch p.Kind() {
		case ast.TypeParameterDeclaration:
			t.IsType, t.Name = true, p.FirstChild().Text()
		case ast.OptionalTypeParameterDeclaration:
			t.IsType, t.Name, t.Default = true, p.Child(ast.FieldName).Text(), p.Child(ast.FieldDefaultType)
			if t.Name == "" {
				if id := p.ChildOf(ast.TypeIdentifier); id.Valid() && id.Field() != ast.FieldDefaultType {
					t.Name = id.Text()
				}
			}
		case ast.VariadicTypeParameterDeclaration:
			t.IsType, t.Pack, t.Name = true, true, p.FirstChild().Text()
		case ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.VariadicParameterDeclaration:
			t.Type = p.Child(ast.FieldType)
			t.Pack = p.Kind() == ast.VariadicParameterDeclaration
			t.Default = p.Child(ast.FieldDefaultValue)
			t.Name = p.Child(ast.FieldDeclarator).DeclaredName().Text()
		case ast.TemplateTemplateParameterDeclaration:
			t.IsType = true
			if id := p.ChildOf(ast.TypeParameterDeclaration, ast.OptionalTypeParameterDeclaration); id.Valid() {
				t.Name = id.FirstChild().Text()
				if id.Is(ast.OptionalTypeParameterDeclaration) {
					t.Name, t.Default = id.Child(ast.FieldName).Text(), id.Child(ast.FieldDefaultType)
				}
			}
		default:
			continue
		}
		out = append(out, t)
	}
	return out
}

// unbound is the function of that name, but the result is one for all templates of the
// unit whose parameters have the same names. It must not be changed.
func (u *Unit) unbound(params []TemplateParam) *Bindings {
	size := 0
	for _, p := range params {
		size += len(p.Name) + 1
	}
	key := make([]byte, 0, size)
	for _, p := range params {
		key = append(append(key, p.Name...), ',')
	}
	if b, ok := u.unboundOf.Load(string(key)); ok {
		return b.(*Bindings)
	}
	b, _ := u.unboundOf.LoadOrStore(string(key), unbound(params))
	return b.(*Bindings)
}

// unbound binds every parameter to nothing, so that their names are known to
// depend on arguments.
func unbound(params []TemplateParam) *Bindings {
	b := &Bindings{Args: make(map[string]TemplateArg, len(params))}
	for _, p := range params {
		if p.Name != "" {
			b.Args[p.Name] = TemplateArg{}
		}
	}
	return b
}

// functionDeclarator returns the part of a declarator that makes it declare a
// function, not valid for a variable (a pointer to a function included).
func functionDeclarator(d ast.Node) ast.Node {
	for range 200 {
		switch d.Kind() {
		case ast.FunctionDeclarator:
			inner := d.Child(ast.FieldDeclarator)
			for inner.Kind() == ast.ParenthesizedDeclarator && inner.InnerDeclarator().Is(ast.Identifier, ast.FieldIdentifier, ast.QualifiedIdentifier) {
				inner = inner.InnerDeclarator() // int (f)(int)
			}
			if inner.Is(ast.Identifier, ast.FieldIdentifier, ast.QualifiedIdentifier, ast.OperatorName, ast.DestructorName, ast.TemplateFunction, ast.TypeIdentifier) {
				return d
			}
			// A pointer to a function, or a function returning one.
			d = inner
		case ast.OperatorCast:
			return d
		case ast.InitDeclarator, ast.None:
			return ast.Node{}
		default:
			d = d.InnerDeclarator()
		}
	}
	return ast.Node{}
}
