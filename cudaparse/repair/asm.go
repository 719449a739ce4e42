package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// asmOperandsNear respells macros that stand for the constraint of an operand of asm near
// errors, asm("..." : "=r"(x) : MACRO(p)), as strings.
func (v *View) asmOperandsNear() {
	for i := range v.nearby() {
		if p := v.word(i - 1); v.name(i) && v.word(i+1) == "(" && (p == ":" || p == "::" || p == ",") && v.scopes[i] == listScope && v.inAsm(i) {
			start, end := v.tokens[i].Start(), v.tokens[i].End()
			v.replace(start, end, `"`+strings.Repeat("_", max(0, end-start-2))+`"`, ast.TokenRepair, 0)
		}
	}
}

// inAsm reports whether token i is among the operands of an asm statement.
func (v *View) inAsm(i int) bool {
	for k := i - 1; k > 0 && k > i-maxAngles && v.spend(); k-- {
		switch v.word(k) {
		case ")", "]", "}":
			if v.match[k] < 0 {
				return false
			}
			k = int(v.match[k])
		case "(":
			for k--; v.word(k) == "volatile" || v.word(k) == "__volatile__"; k-- {
			}
			w := v.word(k)
			return w == "asm" || w == "__asm__" || w == "__asm"
		case ";", "{", "[":
			return false
		}
	}
	return false
}
