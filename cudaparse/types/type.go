// Package types has the types and constant values of C++, as the CUDA compiler lays them out on a
// 64-bit target: conversions, operators, the layout of classes, and what is built in or known of
// the libraries. It looks no name up: package sema makes types from declarations.
package types

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A TypeKind says what a type is.
type TypeKind uint8

// The kinds of types.
const (
	UnknownType TypeKind = iota // not determined from the sources at hand
	Void
	Bool
	Int   // integers of any width and character types; see Signed and Size
	Float // float, double, half, bfloat16
	Pointer
	Reference // lvalue or rvalue; Elem is what is referred to
	Array     // Elem and Len
	RecordKind
	Enum // Elem is the underlying integer type
	FunctionKind
	Auto      // placeholder to be deduced from the initialiser
	Dependent // names a template parameter that has no argument yet
	NullPointer
	Builtin // an opaque type of CUDA: texture object wrappers, cooperative groups; Name tells which
)

// A Type is a C++ type as the CUDA compiler lays it out on a 64-bit target.
// Types are immutable once built and are compared with Same, not by pointer.
type Type struct {
	Kind TypeKind
	// Name is the type's plain name for messages ("unsigned int", "float4", "Params").
	Name string
	// Size and Align are in bytes, -1 where they cannot be determined.
	Size, Align int64
	// Signed is set for signed integers.
	Signed bool
	// Elem is what a pointer, reference, array or enum is made of.
	Elem *Type
	// Len is the number of elements of an array, -1 where it is not known.
	Len int64
	// Record describes a struct, class or union (also CUDA's vector types).
	Record *Record
	// Qualifiers holds Const, Volatile and Restrict of this level.
	Qualifiers ast.Qualifiers
	// Args are the template arguments the type was written with, for builtin
	// templates such as thread_block_tile<8>.
	Args []TemplateArg

	// Decl is the declaration of an Enum, and of the class or alias template that a Dependent
	// type is the bare name of. It is nil for any other type.
	Decl Declaration
}

// A Declaration is what package sema knows of the declaration of a type.
type Declaration interface {
	// Syntax returns the node that declares the type.
	Syntax() ast.Node
}

// A TemplateArg is what a template parameter stands for: a type or a constant.
// A zero TemplateArg is unknown.
type TemplateArg struct {
	Type  *Type
	Const Const
	Pack  []TemplateArg
}

// Known reports whether the argument has been determined.
func (a TemplateArg) Known() bool { return a.Type != nil || a.Const.Known() || a.Pack != nil }

// Bindings gives template parameters their arguments; Outer holds those of the
// enclosing template.
type Bindings struct {
	Args  map[string]TemplateArg
	Outer *Bindings
}

// Lookup returns the argument bound to a name.
func (b *Bindings) Lookup(name string) (TemplateArg, bool) {
	for ; b != nil; b = b.Outer {
		if a, ok := b.Args[name]; ok {
			return a, true
		}
	}
	return TemplateArg{}, false
}

// A Const is the value of a constant expression. The zero Const is not known.
type Const struct {
	// Type is the expression's type after the usual conversions; nil if the
	// value is not known.
	Type *Type
	// Int holds integers, booleans, characters and enumerators, wrapped to the
	// width of Type and sign-extended or zero-extended as it is signed or not
	// (an unsigned 64-bit value keeps its bits).
	Int int64
	// Float holds the value where Type is floating point.
	Float float64
}

// Known reports whether the value has been determined.
func (c Const) Known() bool { return c.Type != nil }
