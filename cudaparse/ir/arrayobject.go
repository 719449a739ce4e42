package ir

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// elements returns the data member of a std::array, which is a plain array; the class
// itself has no definition in the unit. Any other operand is returned as it is.
func (l *lowerer) elements(v operand) operand {
	r := recordOf(v.typ)
	if r == nil || len(r.Fields) != 1 || r.Fields[0].Name != types.ArrayMember || !IsKind(r.Fields[0].Type, sema.Array) {
		return v
	}
	return l.member(l.place(v), r.Fields[0])
}

// arrayMethod lowers a call of a method of std::array without arguments, such as size.
func (l *lowerer) arrayMethod(this operand, name string) (operand, bool) {
	array := l.elements(this)
	if array.id == this.id {
		return operand{}, false
	}
	at := func(i int64) (operand, bool) {
		t := elemOf(array.typ)
		return operand{id: l.element(array, i), typ: pointerTo(t)}, true
	}
	switch name {
	case "data", "begin", "cbegin":
		return at(0)
	case "end", "cend":
		return at(array.typ.Len)
	case "size", "max_size":
		return l.integer(array.typ.Len, typeUlong), true
	}
	return operand{}, false
}
