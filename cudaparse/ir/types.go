package ir

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// Types of expressions that need no declaration.
var (
	typeInt   = types.Fundamental("int")
	typeUint  = types.Fundamental("unsigned int")
	typeLong  = types.Fundamental("long")
	typeUlong = types.Fundamental("unsigned long")
	typeBool  = types.Fundamental("bool")
	typeChar  = types.Fundamental("char")
	typeVoid  = types.Fundamental("void")
	typeOther = &sema.Type{Kind: sema.UnknownType, Name: "?", Size: -1, Align: -1}
)

// orOther returns t, or the unknown type where t is nil.
func orOther(t *sema.Type) *sema.Type {
	if t == nil {
		return typeOther
	}
	return t
}

// Strip removes the references from a type.
func Strip(t *sema.Type) *sema.Type {
	for t != nil && t.Kind == sema.Reference {
		t = t.Elem
	}
	return t
}

// IsKind reports whether a type, with references removed, has one of the kinds.
func IsKind(t *sema.Type, kinds ...sema.TypeKind) bool {
	t = Strip(t)
	if t == nil {
		return false
	}
	for _, k := range kinds {
		if t.Kind == k {
			return true
		}
	}
	return false
}

// isDim3 reports whether a type is dim3, the shape of a grid or block.
func isDim3(t *sema.Type) bool {
	r := recordOf(t)
	return r != nil && r.Name == "dim3"
}

// Opaque reports whether a type is unknown: nothing follows from it about its values.
func Opaque(t *sema.Type) bool {
	return t == nil || IsKind(t, sema.UnknownType, sema.Dependent, sema.Auto)
}

// inMemory reports whether values of a type are represented by the address of an object:
// class and array types.
func inMemory(t *sema.Type) bool { return IsKind(t, sema.RecordKind, sema.Array) }

func isNumber(t *sema.Type) bool { return IsKind(t, sema.Bool, sema.Int, sema.Enum, sema.Float) }

func isVolatile(t *sema.Type) bool { return t != nil && t.Qualifiers&ast.Volatile != 0 }

// elemOf returns the type that a pointer points to, or the element type of an array.
func elemOf(t *sema.Type) *sema.Type {
	if t = Strip(t); t != nil && (t.Kind == sema.Pointer || t.Kind == sema.Array) {
		return t.Elem
	}
	return nil
}

// Promote returns the type after integer promotion ([conv.prom]).
func Promote(t *sema.Type) *sema.Type {
	t = Strip(t)
	if t == nil {
		return nil
	}
	switch t.Kind {
	case sema.Bool:
		return typeInt
	case sema.Enum:
		if t.Elem != nil {
			return Promote(t.Elem)
		}
		return typeInt
	case sema.Int:
		if t.Size < 4 {
			return typeInt
		}
	}
	return t
}

// Arithmetic returns the common type of the operands of a binary operation
// ([expr.arith.conv]). Where the type of one operand is unknown it is that of the other.
func Arithmetic(a, b *sema.Type) *sema.Type {
	a, b = Promote(a), Promote(b)
	switch {
	case Opaque(a):
		return b
	case Opaque(b):
		return a
	case a.Kind == sema.Float || b.Kind == sema.Float:
		if a.Kind != sema.Float || b.Kind == sema.Float && b.Size > a.Size {
			return b
		}
		return a
	case a.Size != b.Size:
		if a.Size > b.Size {
			return a
		}
		return b
	case !b.Signed:
		return b
	}
	return a
}

// pointerTo and referenceTo return the types of a pointer and a reference to a type, which
// may be nil.
func pointerTo(t *sema.Type) *sema.Type   { return types.PointerTo(orOther(t)) }
func referenceTo(t *sema.Type) *sema.Type { return types.ReferenceTo(orOther(t)) }

// sameValue reports whether two types are the same, references and qualifiers aside.
func sameValue(a, b *sema.Type) bool {
	a, b = Strip(a), Strip(b)
	return a != nil && b != nil && a.Without().Same(b.Without())
}
