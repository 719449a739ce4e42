package sema

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
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
	// Looked, if any, is told every path that an #include is looked for under, whether
	// there is a file or not and whether it comes out of Cache or not: the unit depends
	// on no other file but its own.
	Looked func(path string)
	// MayRead, if any, reports whether a path that Looked was told may be read, out of
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
