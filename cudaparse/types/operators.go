package types

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// Promote returns the type that integer promotion makes of t.
func Promote(t *Type) *Type {
	if t.Kind == Enum {
		if t.Elem == nil {
			return IntType
		}
		t = t.Elem
	}
	if t.Kind == Bool || t.Kind == Int && t.Size < 4 {
		return IntType
	}
	return t.Without()
}

// CommonType returns the result type of the usual arithmetic conversions, nil where one side has
// no arithmetic type.
func CommonType(a, b *Type) *Type {
	if !a.Arithmetic() || !b.Arithmetic() {
		return nil
	}
	if a.Kind == Float || b.Kind == Float {
		switch {
		case b.Kind != Float:
			return a.Without()
		case a.Kind != Float:
			return b.Without()
		case a.Size >= b.Size:
			return a.Without()
		}
		return b.Without()
	}
	a, b = Promote(a), Promote(b)
	rank := func(t *Type) int64 { return t.Size*2 + flag(t.rankName()) }
	switch {
	case a.Signed == b.Signed && rank(a) >= rank(b):
		return a
	case a.Signed == b.Signed:
		return b
	}
	u, s := a, b
	if a.Signed {
		u, s = b, a
	}
	switch {
	case rank(u) >= rank(s):
		return u
	case s.Size > u.Size:
		return s
	case s.rankName():
		return ULongLongType
	}
	return ULongType
}

// Convert returns the value of c as a value of type t, unknown where there is
// no such conversion.
func (c Const) Convert(t *Type) Const {
	if !c.Known() || t == nil {
		return Const{}
	}
	t = t.Object()
	if t.Kind == Auto {
		return c
	}
	from := c.Type
	isFloat := from.Kind == Float
	switch t.Kind {
	case Bool:
		if isFloat {
			return Const{Type: t, Int: flag(c.Float != 0)}
		}
		return Const{Type: t, Int: flag(c.Int != 0)}
	case Int, Enum:
		v := c.Int
		if isFloat {
			if math.IsNaN(c.Float) || math.Abs(c.Float) >= 18446744073709551616.0 {
				return Const{}
			}
			if c.Float >= 9223372036854775808.0 {
				v = int64(uint64(c.Float))
			} else {
				v = int64(c.Float)
			}
		}
		if t.Kind == Enum && t.Elem != nil {
			return Const{Type: t, Int: wrap(v, t.Elem)}
		}
		return Const{Type: t, Int: wrap(v, t)}
	case Float:
		v := c.Float
		if !isFloat {
			v = float64(c.Int)
			if unsigned64(from) {
				v = float64(uint64(c.Int))
			}
		}
		if t.Size == 4 {
			v = float64(float32(v))
		}
		return Const{Type: t, Float: v}
	case Pointer, NullPointer:
		if !isFloat && c.Int == 0 {
			return Const{Type: t}
		}
	}
	return Const{}
}

func unsigned64(t *Type) bool {
	if t.Kind == Enum && t.Elem != nil {
		t = t.Elem
	}
	return t.Kind == Int && t.Size == 8 && !t.Signed
}

// True reports whether the value converts to true, known whether that is known.
func (c Const) True() (value, known bool) {
	b := c.Convert(BoolType)
	return b.Int != 0, b.Known()
}

// BinaryConst applies a binary operator to constants as C++ does. Both sides of && and || have to be
// known. The result is unknown where the standard leaves it undefined.
func BinaryConst(op ast.Op, l, r Const) Const {
	if !l.Known() || !r.Known() {
		return Const{}
	}
	switch op {
	case ast.LogicalAnd, ast.LogicalOr:
		a, ok1 := l.True()
		b, ok2 := r.True()
		if !ok1 || !ok2 {
			return Const{}
		}
		return BoolConst(op == ast.LogicalAnd && a && b || op == ast.LogicalOr && (a || b))
	case ast.Shl, ast.Shr:
		return shift(op, l, r)
	}
	t := CommonType(l.Type, r.Type)
	if t == nil {
		return Const{}
	}
	l, r = l.Convert(t), r.Convert(t)
	if !l.Known() || !r.Known() {
		return Const{}
	}
	if t.Kind == Float {
		return binaryFloat(op, l.Float, r.Float, t)
	}
	return binaryInt(op, l.Int, r.Int, t)
}

func shift(op ast.Op, l, r Const) Const {
	if !l.Type.Arithmetic() || !r.Type.Arithmetic() || l.Type.Kind == Float || r.Type.Kind == Float {
		return Const{}
	}
	t := Promote(l.Type)
	l = l.Convert(t)
	if r.Int < 0 || r.Int >= t.Size*8 {
		return Const{}
	}
	switch {
	case op == ast.Shl:
		return IntConst(l.Int<<uint(r.Int), t)
	case t.Signed:
		return IntConst(l.Int>>uint(r.Int), t)
	}
	return IntConst(int64(uint64(l.Int)>>uint(r.Int)), t)
}

func binaryFloat(op ast.Op, l, r float64, t *Type) Const {
	v := 0.0
	switch op {
	case ast.Add:
		v = l + r
	case ast.Sub:
		v = l - r
	case ast.Mul:
		v = l * r
	case ast.Div:
		v = l / r
	default:
		return compare(op, l < r, l == r, l > r)
	}
	return Const{Type: DoubleType, Float: v}.Convert(t)
}

func compare(op ast.Op, less, equal, greater bool) Const {
	switch op {
	case ast.Equal:
		return BoolConst(equal)
	case ast.NotEqual:
		return BoolConst(!equal)
	case ast.Less:
		return BoolConst(less)
	case ast.LessEqual:
		return BoolConst(less || equal)
	case ast.Greater:
		return BoolConst(greater)
	case ast.GreaterEqual:
		return BoolConst(greater || equal)
	}
	return Const{}
}

func binaryInt(op ast.Op, l, r int64, t *Type) Const {
	switch op {
	case ast.Add:
		return IntConst(l+r, t)
	case ast.Sub:
		return IntConst(l-r, t)
	case ast.Mul:
		return IntConst(l*r, t)
	case ast.And:
		return IntConst(l&r, t)
	case ast.Or:
		return IntConst(l|r, t)
	case ast.Xor:
		return IntConst(l^r, t)
	case ast.Div, ast.Rem:
		switch {
		case r == 0:
			return Const{}
		case !t.Signed && op == ast.Div:
			return IntConst(int64(uint64(l)/uint64(r)), t)
		case !t.Signed:
			return IntConst(int64(uint64(l)%uint64(r)), t)
		case r == -1 && wrap(-l, t) == l && l != 0:
			return Const{}
		case op == ast.Div:
			return IntConst(l/r, t)
		}
		return IntConst(l%r, t)
	}
	if t.Signed {
		return compare(op, l < r, l == r, l > r)
	}
	a, b := uint64(l), uint64(r)
	return compare(op, a < b, a == b, a > b)
}

// UnaryConst applies + - ! ~ to a constant.
func UnaryConst(op ast.Op, v Const) Const {
	if !v.Known() {
		return v
	}
	if op == ast.Not {
		b, ok := v.True()
		if !ok {
			return Const{}
		}
		return BoolConst(!b)
	}
	if !v.Type.Arithmetic() {
		return Const{}
	}
	if v.Type.Kind == Float {
		switch op {
		case ast.Add:
			return v
		case ast.Sub:
			return Const{Type: v.Type, Float: -v.Float}
		}
		return Const{}
	}
	t := Promote(v.Type)
	v = v.Convert(t)
	switch op {
	case ast.Add:
		return v
	case ast.Sub:
		return IntConst(-v.Int, t)
	case ast.Complement:
		return IntConst(^v.Int, t)
	}
	return Const{}
}

// flag returns 1 for true.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
