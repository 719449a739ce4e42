package pointer

import "strings"

// A builtinKind says what a built-in function does with its pointer arguments.
type builtinKind uint8

const (
	notBuiltin builtinKind = iota
	atomicUpdate
	copyMemory // memcpy and memmove
	setMemory
	byValue // takes arguments by value, keeps no pointer
	dependentLaunch
)

// builtins are functions that CUDA or the C library declares.
var builtins = map[string]builtinKind{
	"memcpy": copyMemory, "memmove": copyMemory, "memset": setMemory,
	"cudaGridDependencySynchronize": dependentLaunch, "cudaTriggerProgrammaticLaunchCompletion": dependentLaunch,
	"wait_on_dependent_grids": dependentLaunch, "launch_dependent_grids": dependentLaunch,
}

func builtinOf(name string) builtinKind {
	if k := builtins[name]; k != notBuiltin {
		return k
	}
	if rest, ok := strings.CutPrefix(name, "atomic"); ok {
		for _, op := range atomics {
			if strings.HasPrefix(rest, op) {
				return atomicUpdate
			}
		}
	}
	if valueFunction(name) {
		return byValue
	}
	return notBuiltin
}

var atomics = []string{"Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "CAS", "And", "Or", "Xor"}

// valueFunctions are functions of the C library and of CUDA that take numbers by
// value, or by constant reference.
var valueFunctions = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`abs labs llabs fabs min max umin umax llmin llmax sqrt rsqrt cbrt rcbrt hypot rhypot norm pow powi exp exp2 exp10 expm1 log log2 log10 log1p
		sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh sinpi cospi erf erfc erfinv erfcinv erfcx normcdf normcdfinv tgamma lgamma
		floor ceil trunc round rint nearbyint lround llround lrint llrint fmod remainder fdim fmax fmin fma copysign nextafter ldexp scalbn logb ilogb
		isnan isinf isfinite signbit saturate clamp rnorm3d norm3d norm4d fdivide mul24 umul24 mulhi umulhi
		assert printf dim3 half2float float2half int_as_float float_as_int float2bfloat16 bfloat162float forward move
		hadd hsub hmul hdiv hfma hexp hlog hsqrt`) {
		out[name], out[name+"f"], out[name+"l"] = true, true, true
	}
	return out
}()

// valueFunction reports whether a function is known by its name to take its
// arguments by value: make_float4, __shfl_sync, __half2float, __expf, fmaxf.
func valueFunction(name string) bool {
	if rest, ok := strings.CutPrefix(name, "__"); ok {
		return !strings.HasPrefix(rest, "pipeline_") && !strings.HasPrefix(rest, "builtin_") && !strings.HasPrefix(rest, "cvta")
	}
	return strings.HasPrefix(name, "make_") || strings.HasPrefix(name, "tex") || strings.HasPrefix(name, "cuC") || valueFunctions[name]
}

// assigns reports whether an overloaded operator with this symbol changes its left operand.
func assigns(operator string) bool {
	switch operator {
	case "==", "!=", "<=", ">=":
		return false
	}
	return operator == "++" || operator == "--" || strings.HasSuffix(operator, "=")
}
