package sema

import "github.com/cudalint/cudalint/cudaparse/types"

// What package types declares, under the names that users of this package know it by.
type (
	Type        = types.Type
	TypeKind    = types.TypeKind
	Record      = types.Record
	Field       = types.Field
	TemplateArg = types.TemplateArg
	Bindings    = types.Bindings
	Const       = types.Const
)

// The kinds of types.
const (
	UnknownType  = types.UnknownType
	Void         = types.Void
	Bool         = types.Bool
	Int          = types.Int
	Float        = types.Float
	Pointer      = types.Pointer
	Reference    = types.Reference
	Array        = types.Array
	RecordKind   = types.RecordKind
	Enum         = types.Enum
	FunctionKind = types.FunctionKind
	Auto         = types.Auto
	Dependent    = types.Dependent
	NullPointer  = types.NullPointer
	Builtin      = types.Builtin
)
