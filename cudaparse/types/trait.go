package types

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// TraitValue returns the value of a static member of a template of the library, such as
// numeric_limits<T>::max or is_same<A, B>::value. It is unknown for other members.
func TraitValue(t *Type, member string) Const {
	if t == nil || t.Kind != Builtin || len(t.Args) == 0 {
		return Const{}
	}
	a := t.Args[0].Type
	if t.Name == "integral_constant" || t.Name == "bool_constant" {
		last := t.Args[len(t.Args)-1].Const
		if member == "value" {
			return last
		}
		return Const{}
	}
	if t.Name == "thread_block_tile" && (member == "size" || member == "num_threads") {
		return t.Args[0].Const.Convert(UIntType)
	}
	if a == nil || !a.Known() {
		return Const{}
	}
	if member == "value" {
		switch t.Name {
		case "is_same":
			if len(t.Args) == 2 && t.Args[1].Type != nil && t.Args[1].Type.Known() {
				return BoolConst(a.Same(t.Args[1].Type) && a.Qualifiers == t.Args[1].Type.Qualifiers)
			}
		case "is_integral":
			return BoolConst(a.Kind == Int || a.Kind == Bool)
		case "is_floating_point":
			return BoolConst(a.Kind == Float && a.Size >= 4)
		case "is_arithmetic":
			return BoolConst(a.Kind == Int || a.Kind == Bool || a.Kind == Float)
		case "is_signed":
			return BoolConst(a.Arithmetic() && a.Signed)
		case "is_unsigned":
			return BoolConst((a.Kind == Int || a.Kind == Bool) && !a.Signed)
		case "is_pointer":
			return BoolConst(a.Kind == Pointer)
		case "is_const":
			return BoolConst(a.Qualifiers&ast.Const != 0)
		}
		return Const{}
	}
	if t.Name != "numeric_limits" {
		return Const{}
	}
	return limit(a.Without(), member)
}

// limit is numeric_limits<T>::member.
func limit(t *Type, member string) Const {
	switch t.Kind {
	case Int:
		width := uint(t.Size * 8)
		if width > 64 {
			return Const{}
		}
		switch {
		case member == "digits":
			return IntConst(int64(width)-flag(t.Signed), IntType)
		case member == "is_signed":
			return BoolConst(t.Signed)
		case member == "is_integer":
			return BoolConst(true)
		case member == "max" && t.Signed:
			return IntConst(int64(uint64(1)<<(width-1)-1), t)
		case member == "max":
			return IntConst(-1, t)
		case (member == "min" || member == "lowest") && t.Signed:
			return IntConst(-1<<(width-1), t)
		case member == "min" || member == "lowest":
			return IntConst(0, t)
		}
	case Float:
		largest, smallest, epsilon := math.MaxFloat64, 2.2250738585072014e-308, 2.220446049250313e-16
		if t.Size == 4 {
			largest, smallest, epsilon = math.MaxFloat32, 1.1754943508222875e-38, 1.1920928955078125e-07
		} else if t.Size != 8 {
			return Const{}
		}
		switch member {
		case "max":
			return Const{Type: t, Float: largest}
		case "lowest":
			return Const{Type: t, Float: -largest}
		case "min":
			return Const{Type: t, Float: smallest}
		case "epsilon":
			return Const{Type: t, Float: epsilon}
		case "infinity":
			return Const{Type: t, Float: math.Inf(1)}
		case "is_integer":
			return BoolConst(false)
		}
	}
	return Const{}
}
