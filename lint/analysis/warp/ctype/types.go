// Package ctype says how C++ types look to the analysis of lanes: which machine type a number
// has, how large a type is, and the types of expressions that no declaration names.
package ctype

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// ElemOf returns the type of the elements of a pointer or an array.
func ElemOf(t *sema.Type) *sema.Type {
	if t = ir.Strip(t); t != nil && t.Elem != nil {
		return t.Elem
	}
	return TypeOther
}

// Halves reports whether a type is a pair of numbers of half precision.
func Halves(t *sema.Type) bool {
	t = ir.Strip(t)
	return t != nil && (strings.HasSuffix(t.Name, "half2") || strings.HasSuffix(t.Name, "bfloat162"))
}

// Types that expressions have without a declaration.
var (
	TypeInt    = &sema.Type{Kind: sema.Int, Name: "int", Size: 4, Align: 4, Signed: true}
	TypeUint   = &sema.Type{Kind: sema.Int, Name: "unsigned int", Size: 4, Align: 4}
	TypeLong   = &sema.Type{Kind: sema.Int, Name: "long", Size: 8, Align: 8, Signed: true}
	TypeUlong  = &sema.Type{Kind: sema.Int, Name: "unsigned long", Size: 8, Align: 8}
	TypeBool   = &sema.Type{Kind: sema.Bool, Name: "bool", Size: 1, Align: 1}
	TypeFloat  = &sema.Type{Kind: sema.Float, Name: "float", Size: 4, Align: 4, Signed: true}
	TypeDouble = &sema.Type{Kind: sema.Float, Name: "double", Size: 8, Align: 8, Signed: true}
	TypeVoid   = &sema.Type{Kind: sema.Void, Name: "void"}
	TypeOther  = &sema.Type{Kind: sema.UnknownType, Name: "?", Size: -1, Align: -1}
)

// OrOther returns a type that is not nil.
func OrOther(t *sema.Type) *sema.Type {
	if t == nil {
		return TypeOther
	}
	return t
}

// Numeric returns the machine type of a number type.
func Numeric(t *sema.Type) (lanes.Type, bool) {
	t = ir.Strip(t)
	if t == nil {
		return lanes.Type{}, false
	}
	switch t.Kind {
	case sema.Bool:
		return lanes.Bool, true
	case sema.Int:
		if t.Size <= 0 || t.Size > 8 {
			return lanes.Type{}, false
		}
		return lanes.Type{Bits: uint8(t.Size) * 8, Signed: t.Signed}, true
	case sema.Enum:
		if t.Elem != nil {
			return Numeric(t.Elem)
		}
		return lanes.Int32, true
	case sema.Float:
		if t.Size <= 0 || t.Size > 8 {
			return lanes.Type{}, false
		}
		return lanes.Type{Bits: uint8(t.Size) * 8, Signed: true, Float: true}, true
	}
	return lanes.Type{}, false
}

// MachineType is numeric, with a wide integer for a type that the source does not tell: of
// such a number it is known in which threads it is the same, and used as an index it is an
// integer.
func MachineType(t *sema.Type) (lanes.Type, bool) {
	if ir.Opaque(ir.Strip(t)) {
		return lanes.Int64, true
	}
	return Numeric(t)
}

// PointerTo returns the type of a pointer.
func PointerTo(elem *sema.Type) *sema.Type {
	name := "?"
	if elem != nil {
		name = elem.Name
	}
	return &sema.Type{Kind: sema.Pointer, Name: name + " *", Size: 8, Align: 8, Elem: elem}
}

// SizeOf returns a type's size in bytes. A size that is not known counts as 4:
// distances between lanes keep their order, and rows say the size is not known.
func SizeOf(t *sema.Type) int64 {
	t = ir.Strip(t)
	if t == nil || t.Size <= 0 {
		return 4
	}
	return t.Size
}

// AlignOf returns what divides the addresses of objects of a type, 0 where it is not known.
func AlignOf(t *sema.Type) int64 {
	if t = ir.Strip(t); t == nil || t.Size <= 0 {
		return 0
	}
	return t.Align
}
