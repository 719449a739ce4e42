package sema

import (
	"math"
	"math/bits"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
)

// callConst evaluates a call_expression: a cast written as one, a function of
// the language or its library, a macro, or a constexpr function.
func (e *eval) callConst(s *Scope, n ast.Node) Const {
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	if n.ChildOf(ast.KernelCallSyntax).Valid() {
		return Const{}
	}
	if m, _ := e.u.MacroInvoked(n); m != nil {
		if x, ok := e.u.ExpandAs(n, expand.Expression); ok {
			return e.constant(s, x)
		}
		return Const{}
	}
	if fn.Kind() == ast.TemplateFunction {
		switch fn.Child(ast.FieldName).Text() {
		case "static_cast", "const_cast", "reinterpret_cast":
			return e.castConst(s, e.typeOf(s, fn.Child(ast.FieldArguments).FirstChild()), list.FirstChild())
		}
	}
	if list.Kind() == ast.InitializerList { // T{x}
		if list.ChildCount() == 1 {
			return e.castConst(s, e.typeOf(s, fn), list.FirstChild())
		}
		return Const{}
	}
	if fn.Is(ast.PrimitiveType, ast.SizedTypeSpecifier) {
		if list.ChildCount() == 0 {
			return intConst(0, intType).Convert(e.typeOf(s, fn))
		}
		return e.castConst(s, e.typeOf(s, fn), list.FirstChild())
	}
	if fn.Kind() == ast.QualifiedIdentifier {
		if p, last, ok := e.split(s, fn); ok && p != nil && p.typ != nil {
			if k := e.traitMember(p.typ.Object(), last.PlainName()); k.Known() {
				return k
			}
		}
	}
	name := fn.PlainName()
	if candidates, explicit := e.functionsNamed(s, fn); len(candidates) > 0 {
		return e.constexprCall(s, candidates, explicit, list)
	}
	if fn.Is(ast.Identifier, ast.QualifiedIdentifier) && list.ChildCount() == 1 {
		if t := e.typeOf(s, fn); t.Arithmetic() {
			return e.castConst(s, t, list.FirstChild())
		}
	}
	return e.libraryCall(s, name, list)
}

// args evaluates up to three arguments of a call.
func (e *eval) args(s *Scope, list ast.Node) []Const {
	var out []Const
	for a := range list.Children() {
		if len(out) == 3 {
			return nil
		}
		out = append(out, e.constant(s, a))
	}
	return out
}

// libraryCall evaluates a call of a function of a library.
func (e *eval) libraryCall(s *Scope, name string, list ast.Node) Const {
	if !libraryFunctions[name] {
		return Const{}
	}
	return LibraryConst(name, e.args(s, list))
}

// libraryFunctions are the functions that LibraryConst knows.
var libraryFunctions = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`min max umin umax fmin fmax fminf fmaxf abs labs ceil ceilf floor floorf sqrt sqrtf pow powf
		log2 log2f exp2 exp2f log exp __popc __clz __popcll __ffs round roundf fabs fabsf rint trunc __builtin_expect forward move`) {
		m[name] = true
	}
	return m
}()

// LibraryConst returns what a function of the C and C++ libraries or of CUDA returns for
// constants.
func LibraryConst(name string, a []Const) Const {
	for _, k := range a {
		if !k.Known() {
			return Const{}
		}
	}
	if name == "__builtin_expect" && len(a) == 2 || (name == "forward" || name == "move") && len(a) == 1 {
		return a[0]
	}
	if len(a) == 2 {
		switch name {
		case "min", "max", "umin", "umax", "fmin", "fmax", "fminf", "fmaxf":
			t := commonType(a[0].Type, a[1].Type)
			if t == nil {
				return Const{}
			}
			less, _ := BinaryConst(ast.Less, a[1], a[0]).True()
			if less == (name == "min" || name == "umin" || name == "fmin" || name == "fminf") {
				return a[1].Convert(t)
			}
			return a[0].Convert(t)
		case "pow", "powf":
			return floatResult(name, math.Pow(a[0].Convert(doubleType).Float, a[1].Convert(doubleType).Float), a[0])
		}
	}
	if len(a) != 1 {
		return Const{}
	}
	x := a[0].Convert(doubleType).Float
	switch name {
	case "abs", "labs", "fabs", "fabsf":
		if a[0].Type.Kind == Float {
			return Const{Type: a[0].Type, Float: math.Abs(a[0].Float)}
		}
		if a[0].Int < 0 {
			return UnaryConst(ast.Sub, a[0])
		}
		return UnaryConst(ast.Add, a[0])
	case "ceil", "ceilf":
		return floatResult(name, math.Ceil(x), a[0])
	case "floor", "floorf":
		return floatResult(name, math.Floor(x), a[0])
	case "trunc":
		return floatResult(name, math.Trunc(x), a[0])
	case "round", "roundf":
		return floatResult(name, math.Round(x), a[0])
	case "rint":
		return floatResult(name, math.RoundToEven(x), a[0])
	case "sqrt", "sqrtf":
		return floatResult(name, math.Sqrt(x), a[0])
	case "log2", "log2f":
		return floatResult(name, math.Log2(x), a[0])
	case "exp2", "exp2f":
		return floatResult(name, math.Exp2(x), a[0])
	case "log":
		return floatResult(name, math.Log(x), a[0])
	case "exp":
		return floatResult(name, math.Exp(x), a[0])
	}
	if a[0].Type.Kind == Float {
		return Const{}
	}
	switch name {
	case "__popc":
		return intConst(int64(bits.OnesCount32(uint32(a[0].Int))), intType)
	case "__popcll":
		return intConst(int64(bits.OnesCount64(uint64(a[0].Int))), intType)
	case "__clz":
		return intConst(int64(bits.LeadingZeros32(uint32(a[0].Int))), intType)
	case "__ffs":
		if uint32(a[0].Int) == 0 {
			return intConst(0, intType)
		}
		return intConst(int64(bits.TrailingZeros32(uint32(a[0].Int))+1), intType)
	}
	return Const{}
}

// floatResult is the result of a mathematical function: float for the f forms
// and float arguments, double otherwise.
func floatResult(name string, v float64, arg Const) Const {
	t := doubleType
	if name[len(name)-1] == 'f' && name != "f" || arg.Type.Kind == Float && arg.Type.Size == 4 {
		t = floatType
	}
	return Const{Type: doubleType, Float: v}.Convert(t)
}

// traitConst evaluates variable templates of the library: is_same_v<A, B>.
func (e *eval) traitConst(s *Scope, n ast.Node) Const {
	name := n.Child(ast.FieldName).Text()
	args := e.templateArgs(s, n.Child(ast.FieldArguments))
	if len(name) > 2 && name[len(name)-2:] == "_v" {
		return e.traitMember(&Type{Kind: Builtin, Name: name[:len(name)-2], Args: args}, "value")
	}
	return Const{}
}

// traitMember evaluates members of the library's templates.
func (e *eval) traitMember(t *Type, member string) Const {
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
		return t.Args[0].Const.Convert(uintType)
	}
	if a == nil || !a.Known() {
		return Const{}
	}
	if member == "value" {
		switch t.Name {
		case "is_same":
			if len(t.Args) == 2 && t.Args[1].Type != nil && t.Args[1].Type.Known() {
				return boolConst(a.Same(t.Args[1].Type) && a.Qualifiers == t.Args[1].Type.Qualifiers)
			}
		case "is_integral":
			return boolConst(a.Kind == Int || a.Kind == Bool)
		case "is_floating_point":
			return boolConst(a.Kind == Float && a.Size >= 4)
		case "is_arithmetic":
			return boolConst(a.Kind == Int || a.Kind == Bool || a.Kind == Float)
		case "is_signed":
			return boolConst(a.Arithmetic() && a.Signed)
		case "is_unsigned":
			return boolConst((a.Kind == Int || a.Kind == Bool) && !a.Signed)
		case "is_pointer":
			return boolConst(a.Kind == Pointer)
		case "is_const":
			return boolConst(a.Qualifiers&ast.Const != 0)
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
			return intConst(int64(width)-flag(t.Signed), intType)
		case member == "is_signed":
			return boolConst(t.Signed)
		case member == "is_integer":
			return boolConst(true)
		case member == "max" && t.Signed:
			return intConst(int64(uint64(1)<<(width-1)-1), t)
		case member == "max":
			return intConst(-1, t)
		case (member == "min" || member == "lowest") && t.Signed:
			return intConst(-1<<(width-1), t)
		case member == "min" || member == "lowest":
			return intConst(0, t)
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
			return boolConst(false)
		}
	}
	return Const{}
}
