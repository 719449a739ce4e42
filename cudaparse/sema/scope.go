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
	// Undefines are the names of macros that are known not to be defined (-U). A name that is in
	// Defines, too, is defined.
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
	// Read returns the content of a file for #include, or an error if there is no such file.
	Read func(path string) ([]byte, error)
	// Looked, if any, is called with every path that an #include is searched under: also if there
	// is no such file, or if it comes out of Cache. The unit depends on these files and its own,
	// and on no others.
	Looked func(path string)
	// MayRead, if any, reports whether a path that Looked was called with may be read, even if it is
	// in Cache. The unit does not see a file that may not be read.
	MayRead func(path string) bool
	// Search, if any, returns the file that an #include may mean if none of the folders has it, ""
	// for none. from is the path of the including file. The answer is a guess; see Unit.Guessed.
	Search func(from, name string) string
	// Cache has the files that units share. If it is nil, the unit has a cache of its own.
	Cache *Cache
	// Parse makes the tree of the source. Where it is nil, the tree is kept in Cache: other
	// units may include the source, and a fix may open it again.
	Parse func(context.Context, *source.File, cudaparse.Options) (*ast.File, error)
}

// A Unit is one translation unit: a source file with the files that it includes, as far as they
// can be found. It is safe for concurrent use once it is built.
type Unit struct {
	File  *ast.File
	Files []*ast.File // File first, then every included file once
	// FileExpansions are the expansions of macro invocations at file scope, which may declare
	// something.
	FileExpansions []*ast.File
	// Variables are the variables of namespaces, and the static data members of the classes that
	// have one in a memory space of the device.
	Variables []*Variable
	Global    *Scope // the global namespace
	// Macros are the macros and the conditional compilation of the files.
	*expand.Macros

	unitState
}

// A Scope is a place where names are looked up: a block, function, class or namespace, or a set of
// template arguments. Scopes form a chain that ends at the global namespace. A field that is zero
// adds no names.
type Scope struct {
	Unit      *Unit
	Outer     *Scope
	Namespace string
	Record    *Record
	Bindings  *Bindings
	// Local looks a name up in a function body. It returns the type of a variable, or a local
	// type, and the value of a variable where that is constant.
	Local func(name string) (LocalName, bool)
	// LocalType is Local without the values. It is set for scopes in host code only.
	LocalType func(name string) (LocalName, bool)
	// Member returns the value that a member expression has in a function body.
	Member func(expr ast.Node) (Const, bool)

	space *space // of a namespace
	// enumerating looks a name up among the enumerators of an enumeration that is being evaluated.
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
	// Init is the initialiser: an expression, an initializer_list, or the argument_list of
	// T x(a, b). It is not valid if there is none.
	Init ast.Node
	// Function is set where the declarator declares a function.
	Function bool
	// Bindings are the names of a structured binding declaration: auto [a, b] = ...
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

// A typeDecl is the declaration of a type: of a class or class template, an enumeration, a typedef
// or an alias.
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
	unsure     bool    // macros that no source in sight defines may choose another declaration
	owner      *Record // the class it is a member of
	class      *class  // that it declares at file or namespace scope, if it has a body
	typ        atomic.Pointer[Type]
	values     atomic.Pointer[[]Const] // of an enumeration's enumerators
}

// Syntax implements types.Declaration.
func (d *typeDecl) Syntax() ast.Node { return d.node }

// declarationOf returns the declaration of a type of the given kind, nil for any other type.
func declarationOf(t *Type, kind TypeKind) *typeDecl {
	if t == nil || t.Kind != kind {
		return nil
	}
	d, _ := t.Decl.(*typeDecl)
	return d
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

// unboundOf is unbound for the parameters of a template. It is computed once for each template.
func unboundOf(head *decl.TemplateHead) *Bindings {
	return head.Derive(func() any { return unbound(head.Params) }).(*Bindings)
}

// unbound returns bindings in which every parameter has an unknown argument. A name that is looked
// up in them is known to be a template parameter.
func unbound(params []decl.TemplateParam) *Bindings {
	b := &Bindings{Args: make(map[string]TemplateArg, len(params))}
	for _, p := range params {
		if p.Name != "" {
			b.Args[p.Name] = TemplateArg{}
		}
	}
	return b
}
