package host

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A value is a number, which may be unknown.
type value struct {
	sema.Const
	// most is an upper bound of an unknown number, itself unknown if there is none.
	most sema.Const
	// by is the external function that an unknown number comes from, "" for none.
	by string
}

func (v value) known() bool { return v.Known() }

// convert returns the value converted to a type.
func (v value) convert(t *sema.Type) value {
	if t == nil || !t.Object().Arithmetic() {
		return v
	}
	v.Const, v.most = v.Convert(t.Without()), v.most.Convert(t.Without())
	return v
}

// binary applies an operator. If one operand is a known positive number, the result has a
// bound if the other has one.
func binary(op ast.Op, a, b value) value {
	out := value{Const: types.BinaryConst(op, a.Const, b.Const), by: a.by}
	if b.by != "" {
		out.by = b.by
	}
	if out.known() {
		return out
	}
	switch op {
	case ast.Add, ast.Mul, ast.Shl:
		if a.known() && a.Int > 0 && op != ast.Shl {
			a.most = a.Const
		}
		fallthrough
	case ast.Div, ast.Shr:
		if b.known() && b.Int > 0 {
			b.most = b.Const
		}
		if b.known() || a.known() || op == ast.Add {
			out.most = types.BinaryConst(op, a.most, b.most)
		}
	case ast.Rem:
		if b.known() && b.Int > 0 {
			out.most = types.BinaryConst(ast.Sub, b.Const, sema.Const{Type: b.Type, Int: 1})
		}
	}
	return out
}

// most returns an unknown value whose bound is the greatest of some values.
func most(values []value) value {
	out := value{}
	for i, v := range values {
		if v.known() {
			v.most = v.Const
		}
		if v.by != "" {
			out.by = v.by
		}
		if i == 0 || !v.most.Known() || !out.most.Known() {
			if out.most = v.most; i > 0 {
				out.most = sema.Const{}
			}
			continue
		}
		if less, _ := types.BinaryConst(ast.Less, out.most, v.most).True(); less {
			out.most = v.most
		}
	}
	return out
}
