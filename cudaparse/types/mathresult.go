package types

import "strings"

// mathFunctions are the functions of <math.h> and of CUDA's mathematics that have overloads for
// float and double. The value is how many of the first arguments choose between them: ldexp(x, n)
// is of the type of x.
var mathFunctions = map[string]int{
	"sqrt": 1, "rsqrt": 1, "cbrt": 1, "rcbrt": 1, "fabs": 1, "exp": 1, "exp2": 1, "exp10": 1, "expm1": 1,
	"log": 1, "log2": 1, "log10": 1, "log1p": 1, "logb": 1, "sin": 1, "cos": 1, "tan": 1, "sinpi": 1, "cospi": 1,
	"asin": 1, "acos": 1, "atan": 1, "sinh": 1, "cosh": 1, "tanh": 1, "asinh": 1, "acosh": 1, "atanh": 1,
	"erf": 1, "erfc": 1, "erfinv": 1, "erfcinv": 1, "erfcx": 1, "normcdf": 1, "normcdfinv": 1, "tgamma": 1, "lgamma": 1,
	"floor": 1, "ceil": 1, "trunc": 1, "rint": 1, "nearbyint": 1, "round": 1, "j0": 1, "j1": 1, "y0": 1, "y1": 1,
	"pow": 2, "atan2": 2, "hypot": 2, "rhypot": 2, "fmod": 2, "remainder": 2, "fmin": 2, "fmax": 2, "fdim": 2,
	"copysign": 2, "nextafter": 2, "fma": 3, "ldexp": 1, "scalbn": 1, "scalbln": 1,
}

// MathFunction reports whether a function of the standard library or of CUDA has overloads for
// float and double, and how many of its first arguments choose between them.
func MathFunction(name string) (arguments int, ok bool) {
	arguments, ok = mathFunctions[name]
	return arguments, ok
}

// singleIntrinsics are the intrinsics of single precision; those that round have _rn, _rz, _ru or _rd
// behind the name.
var singleIntrinsics = map[string]bool{
	"__expf": true, "__exp10f": true, "__logf": true, "__log2f": true, "__log10f": true, "__sinf": true, "__cosf": true, "__tanf": true,
	"__powf": true, "__fdividef": true, "__saturatef": true, "fdividef": true,
	"__fadd": true, "__fsub": true, "__fmul": true, "__fdiv": true, "__fmaf": true, "__frcp": true, "__fsqrt": true, "__frsqrt": true,
}

// SingleFunction reports whether a function of CUDA computes in single precision whatever it is
// given: sqrtf, powf, and intrinsics such as __expf and __fmul_rn.
func SingleFunction(name string) bool {
	if base, ok := strings.CutSuffix(name, "f"); ok && mathFunctions[base] > 0 {
		return true
	}
	if n := len(name) - len("_rn"); n > 0 && name[n:n+2] == "_r" {
		name = name[:n]
	}
	return singleIntrinsics[name]
}

// mathResult returns the result type of a function in mathFunctions: double where one of the
// arguments that choose is a double or an integer, else that of the floats. It is nil for any other
// function, and where no such argument is known.
func mathResult(name string, args []*Type) (result *Type) {
	for i := range min(mathFunctions[name], len(args)) {
		switch t := args[i].Value(); {
		case t == nil || !t.Arithmetic():
		case t.Kind != Float:
			return DoubleType
		case result == nil || t.Size > result.Size:
			result = t.Without()
		}
	}
	return result
}
