package sema

import (
	"slices"
	"strings"
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

// A templateHead is what a template_declaration declares. It must not be changed.
type templateHead struct {
	params []TemplateParam
	// unbound binds the parameters to nothing. It is one for all templates of the file whose
	// parameters have the same names, nil without parameters.
	unbound *Bindings
}

// templateParams returns the parameters of a template_declaration. The caller must not
// change them.
func templateParams(template ast.Node) []TemplateParam { return headOfTemplate(template).params }

func headOfTemplate(template ast.Node) *templateHead {
	w := writtenIn(template)
	return w.templates.get(template, func(ast.Node) *templateHead {
		h := &templateHead{params: slices.Clip(readTemplateParams(template))}
		if len(h.params) > 0 {
			h.unbound = w.unboundOf(h.params)
		}
		return h
	})
}

// unboundOf is unbound with one result for all parameters of the same names.
func (w *written) unboundOf(params []TemplateParam) *Bindings {
	var key strings.Builder
	for _, p := range params {
		key.WriteString(p.Name)
		key.WriteByte(',')
	}
	b, ok := w.unbound.Load(key.String())
	if !ok {
		b, _ = w.unbound.LoadOrStore(key.String(), unbound(params))
	}
	return b.(*Bindings)
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
