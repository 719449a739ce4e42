package sema

import (
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
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
	params     []decl.TemplateParam
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

// unboundOf returns bindings of the parameters of a template to nothing.
func unboundOf(head *decl.TemplateHead) *Bindings {
	return head.Derive(func() any { return unbound(head.Params) }).(*Bindings)
}

// unbound binds every parameter to nothing, so that their names are known to
// depend on arguments.
func unbound(params []decl.TemplateParam) *Bindings {
	b := &Bindings{Args: make(map[string]TemplateArg, len(params))}
	for _, p := range params {
		if p.Name != "" {
			b.Args[p.Name] = TemplateArg{}
		}
	}
	return b
}
