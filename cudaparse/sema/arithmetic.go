package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// Arithmetic reports whether a node invokes a macro whose text does no more than
// compute a value from numbers and from its arguments: it names nothing else,
// calls nothing, writes nothing and follows no pointer. What such a macro does is
// what its arguments do, and there is no need to expand it.
func (u *Unit) Arithmetic(n ast.Node) bool {
	m, _ := u.macroInvoked(n)
	return m != nil && m.arithmetic()
}

// arithmetic reports whether the text of a macro is of this kind.
func (m *Macro) arithmetic() bool {
	operand := false // before this token
	for _, t := range tokenize(m.Body) {
		switch t.kind {
		case tokenSpace:
			continue
		case tokenIdent:
			if !isParam(m, t.text) {
				return false
			}
			operand = true
		case tokenPunct:
			if !strings.Contains(" + - * / % ( ) < > <= >= == != && || ! ? : << >> ^ | ~ , ", " "+t.text+" ") || t.text == "*" && !operand {
				return false
			}
			operand = t.text == ")"
		default:
			operand = true
		}
	}
	return true
}

func isParam(m *Macro, name string) bool {
	for _, p := range m.Params {
		if p == name {
			return true
		}
	}
	return false
}
