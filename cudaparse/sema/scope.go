package sema

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Options say how sources are read.
type Options struct {
	// Defines are -D macros: NAME=VALUE, or NAME for NAME=1.
	Defines []string
	// IncludeDirs are searched for #include "..." and <...> after the including
	// file's own folder.
	IncludeDirs []string
	// Arch is the target compute capability times ten (900 for sm_90): the value
	// of __CUDA_ARCH__ in device code.
	Arch int
	// Read returns a file's content for #include, nil error when it exists.
	Read func(path string) ([]byte, error)
}

// A Unit is one translation unit: a source file with the files it includes, as
// far as they are in sight. Safe for concurrent use once built.
type Unit struct {
	File      *ast.File
	Files     []*ast.File // File first, then every included file once
	Functions []*Function
	Variables []*Variable
	Records   []*Record
	Launches  []*Launch
	Global    *Scope // the global namespace
}

// NewUnit builds the index of a translation unit.
func NewUnit(ctx context.Context, file *source.File, opts Options) (*Unit, error) {
	return &Unit{Global: &Scope{}}, nil
}

// Kernels returns the kernels with a body in source order, those of included
// files included.
func (u *Unit) Kernels() []*Function { return nil }

// LaunchesOf returns the launches seen of a kernel.
func (u *Unit) LaunchesOf(f *Function) []*Launch { return nil }

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
}

// A LocalName is what a name declared inside a function body means.
type LocalName struct {
	IsType bool
	Type   *Type // of the variable, or the type itself
	Value  Const // where it is a constant
}

// With returns a scope inside s with template arguments bound.
func (s *Scope) With(b *Bindings) *Scope { return &Scope{Unit: s.Unit, Outer: s, Bindings: b} }

// Type returns the type a type node names: a type specifier, a type_descriptor
// (with its abstract declarator), or a decltype.
func (s *Scope) Type(node ast.Node) *Type { return &Type{Size: -1, Align: -1} }

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

// Declarators returns what a declaration, field_declaration, parameter, or
// condition declaration declares. `dim3 block(BX, BY);`, which the grammar takes
// for a function declaration, is recognised as a variable with arguments.
func (s *Scope) Declarators(declaration ast.Node) []Declared { return nil }

// ParamType returns the type of a parameter; arrays and functions decay to pointers.
func (s *Scope) ParamType(p Param) *Type { return &Type{Size: -1, Align: -1} }

// ResultType returns a function's return type (trailing return types included),
// kind Auto where it is deduced from the body.
func (s *Scope) ResultType(f *Function) *Type { return &Type{Size: -1, Align: -1} }

// Const evaluates a constant expression: literals, enumerators, constexpr and
// const variables with constant initialisers, macros, sizeof, template
// arguments, casts, constexpr functions of one return.
func (s *Scope) Const(expr ast.Node) Const { return Const{} }

// ExprType returns the static type of an expression as far as declarations tell,
// nil where they do not. It is what sizeof, decltype and template deduction use.
func (s *Scope) ExprType(expr ast.Node) *Type { return nil }

// Variable returns the variable of file, namespace or class scope an identifier
// or qualified name means, nil for none.
func (s *Scope) Variable(name ast.Node) *Variable { return nil }

// FunctionsNamed returns the candidates that an identifier, qualified name or
// template_function names, nearest scope first, and the explicit template
// arguments it carries.
func (s *Scope) FunctionsNamed(name ast.Node) ([]*Function, []TemplateArg) { return nil, nil }

// Deduce binds the template parameters of f from explicit arguments, the types of
// the call's arguments (nil where unknown), and defaults. ok is false if the
// call cannot be to f.
func (s *Scope) Deduce(f *Function, explicit []TemplateArg, args []*Type) (b *Bindings, ok bool) {
	return nil, false
}

// Resolve picks the candidate a call means by argument count and types, with its
// bindings; nil if none fits or several fit equally and differ in more than
// declaration.
func (s *Scope) Resolve(candidates []*Function, explicit []TemplateArg, args []*Type) (*Function, *Bindings) {
	return nil, nil
}

// MethodsNamed returns the member functions of a record (base classes included).
func (r *Record) MethodsNamed(name string) []*Function { return nil }

// FieldNamed returns a data member, base classes and anonymous members included,
// with its offset from the start of r.
func (r *Record) FieldNamed(name string) (Field, bool) { return Field{}, false }

// Expand returns the expansion of the macro that a call_expression or an
// identifier invokes, parsed as an expression or (in statement position) as a
// compound_statement; ok is false if it invokes none. Results are cached.
func (u *Unit) Expand(n ast.Node) (expanded ast.Node, ok bool) { return ast.Node{}, false }

// A Truth is the outcome of a preprocessor condition.
type Truth uint8

// The outcomes: Undecided where it depends on macros the sources do not define.
const (
	Undecided Truth = iota
	True
	False
)

// Condition decides the condition of a preproc_if, preproc_ifdef, preproc_elif or
// preproc_elifdef node. device says whether __CUDA_ARCH__ is defined.
func (u *Unit) Condition(n ast.Node, device bool) Truth { return Undecided }

// FunctionAt returns the function whose body holds a node, nil for none.
func (u *Unit) FunctionAt(n ast.Node) *Function { return nil }
