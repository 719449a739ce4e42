package types

import "github.com/cudalint/cudalint/cudaparse/ast"

// MaxBytes bounds the sizes that are computed. A larger array has an unknown size.
const MaxBytes = 1 << 47

// PointerTo returns the type of a pointer to t.
func PointerTo(t *Type) *Type {
	return &Type{Kind: Pointer, Name: t.Name + " *", Size: 8, Align: 8, Elem: t}
}

// ReferenceTo returns the type of a reference to t. Its size is that of a member that is a
// reference. A reference to a reference is the inner one.
func ReferenceTo(t *Type) *Type {
	if t.Kind == Reference {
		return t
	}
	return &Type{Kind: Reference, Name: t.Name + " &", Size: 8, Align: 8, Elem: t}
}

// ArrayOf returns the type of an array of n elements, n < 0 where not known.
func ArrayOf(t *Type, n int64) *Type {
	a := &Type{Kind: Array, Name: t.Name + " []", Size: -1, Align: t.Align, Elem: t, Len: max(n, -1)}
	if n >= 0 && t.Size >= 0 && (t.Size == 0 || n <= MaxBytes/t.Size) {
		a.Size = n * t.Size
	}
	return a
}

// With returns t with more qualifiers on its outermost level. An array passes them to its elements.
func (t *Type) With(q ast.Qualifiers) *Type {
	q &= ast.Const | ast.Volatile | ast.Restrict
	if t.Qualifiers|q == t.Qualifiers {
		return t
	}
	c := *t
	if t.Kind == Array {
		c.Elem = t.Elem.With(q)
		return &c
	}
	c.Qualifiers |= q
	if t.Record != nil {
		t.Record.remember(&c)
	}
	return &c
}

// Without returns t without the qualifiers of its outermost level.
func (t *Type) Without() *Type {
	if t.Qualifiers == 0 {
		return t
	}
	c := *t
	c.Qualifiers = 0
	if t.Record != nil {
		t.Record.remember(&c)
	}
	return &c
}

// Aligned returns t with another alignment.
func (t *Type) Aligned(align int64) *Type {
	c := *t
	if c.Align = align; t.Record != nil {
		t.Record.remember(&c)
	}
	return &c
}

// Value returns the type of the value of an expression of type t: without reference and qualifiers,
// and a pointer for an array or a function.
func (t *Type) Value() *Type {
	if t == nil {
		return nil
	}
	if t.Kind == Reference {
		t = t.Elem
	}
	switch t.Kind {
	case Array:
		return PointerTo(t.Elem)
	case FunctionKind:
		return PointerTo(t)
	}
	return t.Without()
}

// Object returns what a reference refers to, and any other type itself.
func (t *Type) Object() *Type {
	if t != nil && t.Kind == Reference {
		return t.Elem
	}
	return t
}

// Known reports whether the type has been determined.
func (t *Type) Known() bool {
	return t != nil && t.Kind != UnknownType && t.Kind != Auto && t.Kind != Dependent
}

// Arithmetic reports whether t is an integer, enumeration or floating type.
func (t *Type) Arithmetic() bool {
	return t != nil && (t.Kind == Int || t.Kind == Bool || t.Kind == Float || t.Kind == Enum)
}

// Same reports whether two types are the same, but for the qualifiers of the outermost level. An
// unknown or dependent type is not the same as any type, not even itself.
func (t *Type) Same(o *Type) bool { return same(t, o, 0) }

func same(t, o *Type, depth int) bool {
	if t == nil || o == nil || t.Kind != o.Kind || depth > 64 {
		return false
	}
	if depth > 0 && (t.Qualifiers^o.Qualifiers)&(ast.Const|ast.Volatile) != 0 {
		return false
	}
	switch t.Kind {
	case UnknownType, Auto, Dependent:
		return false
	case Void, Bool, NullPointer:
		return true
	case Int, Float:
		return t.Size == o.Size && t.Signed == o.Signed && (t.Size != 1 || t.plainChar() == o.plainChar()) && (t.Kind != Float || t.Size != 2 || t.Name == o.Name) && t.rankName() == o.rankName()
	case Pointer, Reference:
		return same(t.Elem, o.Elem, depth+1)
	case Array:
		return t.Len == o.Len && same(t.Elem, o.Elem, depth+1)
	case Enum:
		return t.Name == o.Name && (t.Decl == nil || o.Decl == nil || t.Decl.Syntax() == o.Decl.Syntax())
	case RecordKind:
		a, b := t.Record, o.Record
		if a == b || a == nil || b == nil {
			return a == b
		}
		if !a.Node.Valid() { // of the library: each use makes its own
			return !b.Node.Valid() && a.Name == b.Name && a.Size == b.Size
		}
		return a.Node == b.Node && a.Key == b.Key
	case FunctionKind:
		return same(t.Elem, o.Elem, depth+1)
	}
	if t.Name != o.Name || len(t.Args) != len(o.Args) {
		return false
	}
	for i := range t.Args {
		if !sameArg(t.Args[i], o.Args[i], depth+1) {
			return false
		}
	}
	return true
}

// rankName reports whether t is long long, which is distinct from long but has its size.
func (t *Type) rankName() bool { return t.Name == "long long" || t.Name == "unsigned long long" }

func (t *Type) plainChar() bool { return t.Name == "char" || t.Name == "char8_t" }

func sameArg(a, b TemplateArg, depth int) bool {
	switch {
	case a.Type != nil && b.Type != nil:
		return same(a.Type, b.Type, depth) && a.Type.Qualifiers == b.Type.Qualifiers
	case a.Const.Known() && b.Const.Known():
		return a.Const.Int == b.Const.Int && a.Const.Float == b.Const.Float
	case a.Pack != nil && b.Pack != nil:
		if len(a.Pack) != len(b.Pack) {
			return false
		}
		for i := range a.Pack {
			if !sameArg(a.Pack[i], b.Pack[i], depth+1) {
				return false
			}
		}
		return true
	}
	return false
}
