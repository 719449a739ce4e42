package sema

import (
	"context"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Options say how sources are read.
type Options struct {
	// Defines are -D macros: NAME=VALUE, or NAME for NAME=1.
	Defines []string
	// Undefines are the names of macros that are known not to be defined (-U); of those
	// that Defines has, too, Defines counts.
	Undefines []string
	// IncludeDirs are searched for #include "..." and <...> after the including
	// file's own folder.
	IncludeDirs []string
	// SystemDirs are those of IncludeDirs that hold system headers (-isystem), see
	// Unit.System.
	SystemDirs []string
	// Includes are files that are read before the source (-include).
	Includes []string
	// Arch is the target compute capability times ten (900 for sm_90): the value
	// of __CUDA_ARCH__ in device code.
	Arch int
	// Toolkit is the version of the CUDA toolkit as CUDART_VERSION has it (12040 for
	// 12.4); 0 for the newest.
	Toolkit int
	// Read returns a file's content for #include, nil error when it exists.
	Read func(path string) ([]byte, error)
	// Looked, if any, is called with every path that an #include is searched under, whether
	// there is a file or not and whether it comes out of Cache or not: the unit depends
	// on no other file but its own.
	Looked func(path string)
	// MayRead, if any, reports whether a path that Looked was called with may be read, from
	// Cache as well: to the unit a file that may not is out of sight.
	MayRead func(path string) bool
	// Search, if any, returns the file that an #include may mean that is in none of the
	// folders, "" for none; from is the path of the including file. What is found so is a
	// guess, see Unit.Guessed.
	Search func(from, name string) string
	// Cache keeps files between units; without, the unit has one to itself.
	Cache *Cache
	// Parse makes the tree of the source. Where it is nil, the tree is kept in Cache: other
	// units may include the source, and a fix may open it again.
	Parse func(context.Context, *source.File, cudaparse.Options) (*ast.File, error)
}

// A Unit is one translation unit: a source file with the files it includes, as
// far as they are in sight. Safe for concurrent use once built.
type Unit struct {
	File  *ast.File
	Files []*ast.File // File first, then every included file once
	// FileExpansions are those of the macro invocations at file scope that may declare something.
	FileExpansions []*ast.File
	// Variables are those of namespaces, and the static data members of classes that have
	// one in a memory space of the device.
	Variables []*Variable
	Global    *Scope // the global namespace
	// Macros are the macros and the conditional compilation of the files.
	*expand.Macros

	unitState
}

// A Scope is a place where names are looked up: block, function, class,
// namespace, with template arguments. Scopes form a chain to the global one.
// The zero fields mean nothing is added at this level.
type Scope struct {
	Unit      *Unit
	Outer     *Scope
	Namespace string
	Record    *Record
	Bindings  *Bindings
	// Local gives the names a function body adds, for an interpreter: it returns
	// the type of a variable or a local type, and its value where it is constant.
	Local func(name string) (LocalName, bool)
	// LocalType is Local without values. It is set for scopes in host code only.
	LocalType func(name string) (LocalName, bool)
	// Member returns the value of a member expression that the body gives it.
	Member func(expr ast.Node) (Const, bool)

	space *space // of a namespace
	// enumerating gives the enumerators of an enumeration that is being evaluated.
	enumerating func(name string) (Const, bool)
}

// A LocalName is what a name declared inside a function body means.
type LocalName struct {
	IsType bool
	Type   *Type // of the variable, or the type itself
	Value  Const // where it is a constant
}

// With returns a scope inside s with template arguments bound.
func (s *Scope) With(b *Bindings) *Scope { return &Scope{Unit: s.Unit, Outer: s, Bindings: b} }

// A Declared is one declarator of a declaration.
type Declared struct {
	Name string
	Node ast.Node // the name
	Type *Type
	// Init is the initialiser: an expression, an initializer_list, or an
	// argument_list for T x(a, b); not valid without one.
	Init ast.Node
	// Function is set where the declarator declares a function.
	Function bool
	// Bindings of a structured binding declaration: auto [a, b] = ...
	Bindings []ast.Node
	Space    MemorySpace
}

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
