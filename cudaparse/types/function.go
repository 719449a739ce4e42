package types

import (
	"math"
	"math/bits"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// libraryFunctions are the functions that LibraryConst knows.
var libraryFunctions = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`min max umin umax fmin fmax fminf fmaxf abs labs ceil ceilf floor floorf sqrt sqrtf pow powf
		log2 log2f exp2 exp2f log exp __popc __clz __popcll __ffs round roundf fabs fabsf rint trunc __builtin_expect forward move`) {
		m[name] = true
	}
	return m
}()

// IsLibraryFunction reports whether LibraryConst knows a function.
func IsLibraryFunction(name string) bool { return libraryFunctions[name] }

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
			t := CommonType(a[0].Type, a[1].Type)
			if t == nil {
				return Const{}
			}
			less, _ := BinaryConst(ast.Less, a[1], a[0]).True()
			if less == (name == "min" || name == "umin" || name == "fmin" || name == "fminf") {
				return a[1].Convert(t)
			}
			return a[0].Convert(t)
		case "pow", "powf":
			return floatResult(name, math.Pow(a[0].Convert(DoubleType).Float, a[1].Convert(DoubleType).Float), a[0])
		}
	}
	if len(a) != 1 {
		return Const{}
	}
	x := a[0].Convert(DoubleType).Float
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
		return IntConst(int64(bits.OnesCount32(uint32(a[0].Int))), IntType)
	case "__popcll":
		return IntConst(int64(bits.OnesCount64(uint64(a[0].Int))), IntType)
	case "__clz":
		return IntConst(int64(bits.LeadingZeros32(uint32(a[0].Int))), IntType)
	case "__ffs":
		if uint32(a[0].Int) == 0 {
			return IntConst(0, IntType)
		}
		return IntConst(int64(bits.TrailingZeros32(uint32(a[0].Int))+1), IntType)
	}
	return Const{}
}

// floatResult is the result of a mathematical function: float for the f forms
// and float arguments, double otherwise.
func floatResult(name string, v float64, arg Const) Const {
	t := DoubleType
	if name[len(name)-1] == 'f' && name != "f" || arg.Type.Kind == Float && arg.Type.Size == 4 {
		t = FloatType
	}
	return Const{Type: DoubleType, Float: v}.Convert(t)
}
