package builtin

import (
	"math"
	"math/bits"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// Functions are the functions CUDA provides whose results are followed.
// (CUDA Math API reference and CUDA C++ Programming Guide.)
var Functions = map[string]Function{}

// Filled here, since evaluating a call looks into the table again.
func init() {
	table := Functions
	addInteger(table)
	addFloat(table)
	addWarp(table)
	addSearch(table)
	for _, name := range []string{"__syncthreads", "__syncwarp", "__threadfence", "__threadfence_block", "__threadfence_system",
		"printf", "assert", "__assert_fail", "__trap", "__nanosleep", "__prof_trigger", "__brkpt"} {
		table[name] = func(m *Model, _ []state.Value) (state.Value, bool) { return state.Value{Type: ctype.TypeVoid}, true }
	}
}

// unaryInt adds a function of one integer with results in [0, hi].
func unaryInt(table map[string]Function, name string, arg, result *sema.Type, hi int64, f func(x int64) int64) {
	from, _ := ctype.Numeric(arg)
	to, _ := ctype.Numeric(result)
	table[name] = func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 1 || args[0].Num == nil {
			return m.Unknown(result), true
		}
		return state.Value{Type: result, Num: m.Lanes.Map(name, to, 0, hi, m.Lanes.Convert(from, args[0].Num), f)}, true
	}
}

// binaryInt adds a function of two integers.
func binaryInt(table map[string]Function, name string, t *sema.Type, f func(x, y int64) int64) {
	num, _ := ctype.Numeric(t)
	lo, hi := num.Range()
	table[name] = func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 2 || args[0].Num == nil || args[1].Num == nil {
			return m.Unknown(t), true
		}
		x, y := m.Lanes.Convert(num, args[0].Num), m.Lanes.Convert(num, args[1].Num)
		return state.Value{Type: t, Num: m.Lanes.Map2(name, num, lo, hi, x, y, f)}, true
	}
}

func addInteger(table map[string]Function) {
	u32 := func(x int64) uint32 { return uint32(x) }
	unaryInt(table, "__popc", ctype.TypeUint, ctype.TypeInt, 32, func(x int64) int64 { return int64(bits.OnesCount32(u32(x))) })
	unaryInt(table, "__popcll", ctype.TypeUlong, ctype.TypeInt, 64, func(x int64) int64 { return int64(bits.OnesCount64(uint64(x))) })
	unaryInt(table, "__clz", ctype.TypeUint, ctype.TypeInt, 32, func(x int64) int64 { return int64(bits.LeadingZeros32(u32(x))) })
	unaryInt(table, "__clzll", ctype.TypeUlong, ctype.TypeInt, 64, func(x int64) int64 { return int64(bits.LeadingZeros64(uint64(x))) })
	unaryInt(table, "__ffs", ctype.TypeUint, ctype.TypeInt, 32, func(x int64) int64 { return int64(bits.TrailingZeros32(u32(x))+1) % 33 })
	unaryInt(table, "__ffsll", ctype.TypeUlong, ctype.TypeInt, 64, func(x int64) int64 { return int64(bits.TrailingZeros64(uint64(x))+1) % 65 })
	unaryInt(table, "__brev", ctype.TypeUint, ctype.TypeUint, math.MaxUint32, func(x int64) int64 { return int64(bits.Reverse32(u32(x))) })
	abs := func(x int64) int64 { return max(x, -x) }
	unaryInt(table, "abs", ctype.TypeInt, ctype.TypeInt, math.MaxInt32, abs)
	unaryInt(table, "labs", ctype.TypeLong, ctype.TypeLong, 1<<60, abs)
	unaryInt(table, "llabs", ctype.TypeLong, ctype.TypeLong, 1<<60, abs)
	overloadFloat(table, "abs", math.Abs)
	binaryInt(table, "__umulhi", ctype.TypeUint, func(x, y int64) int64 { return int64(uint64(x) * uint64(y) >> 32) })
	binaryInt(table, "__mulhi", ctype.TypeInt, func(x, y int64) int64 { return x * y >> 32 })
	low24 := func(x int64) int64 { return x << 40 >> 40 }
	binaryInt(table, "__mul24", ctype.TypeInt, func(x, y int64) int64 { return low24(x) * low24(y) })
	binaryInt(table, "__umul24", ctype.TypeUint, func(x, y int64) int64 { return (x & 0xffffff) * (y & 0xffffff) })
	linear24(table, "__mul24", ctype.TypeInt)
	linear24(table, "__umul24", ctype.TypeUint)
	binaryInt(table, "__hadd", ctype.TypeInt, func(x, y int64) int64 { return (x + y) >> 1 })
	binaryInt(table, "__rhadd", ctype.TypeInt, func(x, y int64) int64 { return (x + y + 1) >> 1 })
	binaryInt(table, "__uhadd", ctype.TypeUint, func(x, y int64) int64 { return (x + y) >> 1 })
	table["__funnelshift_l"] = funnel(func(x uint64, s uint64) uint64 { return x << (s & 31) >> 32 })
	table["__funnelshift_r"] = funnel(func(x uint64, s uint64) uint64 { return x >> (s & 31) })
	table["__byte_perm"] = bytePermute
	for _, name := range []string{"min", "umin", "llmin", "ullmin", "fmin", "fminf"} {
		table[name] = extreme((*lanes.Domain).Min)
	}
	for _, name := range []string{"max", "umax", "llmax", "ullmax", "fmax", "fmaxf"} {
		table[name] = extreme((*lanes.Domain).Max)
	}
	table["clock"] = func(m *Model, _ []state.Value) (state.Value, bool) { return m.Unknown(ctype.TypeLong), true }
	table["clock64"] = table["clock"]
}

// linear24 keeps the form of a 24-bit product whose factors are small enough.
func linear24(table map[string]Function, name string, t *sema.Type) {
	exact := table[name]
	num, _ := ctype.Numeric(t)
	table[name] = func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) == 2 && args[0].Num != nil && args[1].Num != nil {
			x, y := m.Lanes.Convert(num, args[0].Num), m.Lanes.Convert(num, args[1].Num)
			if !x.Known() || !y.Known() {
				// Indices beyond 2^24 would be a bug of the program: see the guide.
				return state.Value{Type: t, Num: m.Lanes.Mul(num, x, y)}, true
			}
		}
		return exact(m, args)
	}
}

func funnel(f func(x, s uint64) uint64) Function {
	return func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 3 {
			return state.Value{}, false
		}
		return m.perThread(ctype.TypeUint, "funnel", args, func(a []int64) int64 {
			return int64(uint32(f(uint64(uint32(a[1]))<<32|uint64(uint32(a[0])), uint64(a[2]))))
		}), true
	}
}

func bytePermute(m *Model, args []state.Value) (state.Value, bool) {
	if len(args) != 3 {
		return state.Value{}, false
	}
	return m.perThread(ctype.TypeUint, "__byte_perm", args, func(a []int64) int64 {
		all := uint64(uint32(a[1]))<<32 | uint64(uint32(a[0]))
		out := uint64(0)
		for i := range 4 {
			selector := uint64(a[2]) >> (4 * i)
			b := all >> (8 * (selector & 7)) & 0xff
			if selector&8 != 0 { // replicate the sign
				b = uint64(int64(int8(b))>>7) & 0xff
			}
			out |= b << (8 * i)
		}
		return int64(out)
	}), true
}

// perThread applies a function thread by thread where every argument is known.
func (m *Model) perThread(t *sema.Type, name string, args []state.Value, f func(a []int64) int64) state.Value {
	num, _ := ctype.Numeric(t)
	out := make([]int64, m.Lanes.Threads())
	a := make([]int64, len(args))
	operands := make([]*lanes.Value, len(args))
	known := true
	for i, v := range args {
		if v.Num == nil || v.Num.Type.Float {
			return m.Unknown(t)
		}
		operands[i] = v.Num
		known = known && v.Num.Known()
	}
	if !known {
		return state.Value{Type: t, Num: m.Lanes.Derived(name, num, operands...)}
	}
	for i := range out {
		for j, v := range operands {
			a[j], _ = v.At(i)
		}
		out[i] = f(a)
	}
	return state.Value{Type: t, Num: m.Lanes.PerThread(num, out)}
}

// extreme evaluates min and max of the common type of the arguments.
func extreme(f func(*lanes.Domain, lanes.Type, *lanes.Value, *lanes.Value) *lanes.Value) Function {
	return func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 2 {
			return state.Value{}, false
		}
		t := ir.Arithmetic(args[0].Type, args[1].Type)
		num, ok := ctype.MachineType(t)
		if !ok || args[0].Num == nil || args[1].Num == nil {
			return m.Unknown(t), true
		}
		return state.Value{Type: t, Num: f(m.Lanes, num, m.Lanes.Convert(num, args[0].Num), m.Lanes.Convert(num, args[1].Num))}, true
	}
}

// overloadFloat makes a function of integers accept floating point, too.
func overloadFloat(table map[string]Function, name string, f func(float64) float64) {
	integer := table[name]
	table[name] = func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) == 1 && ir.IsKind(args[0].Type, sema.Float) {
			return m.floatCall(name, args, f), true
		}
		return integer(m, args)
	}
}

// floatCall applies a function of one floating-point number.
func (m *Model) floatCall(name string, args []state.Value, f func(float64) float64) state.Value {
	t := ctype.TypeFloat
	if len(args) == 1 && args[0].Type != nil && (ir.IsKind(args[0].Type, sema.Int) || ctype.SizeOf(args[0].Type) == 8) && !strings.HasSuffix(name, "f") {
		t = ctype.TypeDouble
	}
	num, _ := ctype.Numeric(t)
	if len(args) != 1 || args[0].Num == nil {
		return m.Unknown(t)
	}
	return state.Value{Type: t, Num: m.Lanes.Float(name, num, func(x []float64) float64 { return f(x[0]) }, m.Lanes.Convert(num, args[0].Num))}
}

func addFloat(table map[string]Function) {
	unary := map[string]func(float64) float64{
		"sqrt": math.Sqrt, "fabs": math.Abs, "exp": math.Exp, "exp2": math.Exp2, "log": math.Log, "log2": math.Log2, "log10": math.Log10,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "cbrt": math.Cbrt, "erf": math.Erf, "erfc": math.Erfc,
		"rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) },
	}
	for name, f := range unary {
		for _, n := range []string{name, name + "f", "__" + name + "f"} {
			table[n] = func(m *Model, args []state.Value) (state.Value, bool) { return m.floatCall(n, args, f), true }
		}
	}
	binary := map[string]func(x, y float64) float64{"pow": math.Pow, "fmod": math.Mod, "atan2": math.Atan2, "hypot": math.Hypot,
		"__fdividef": func(x, y float64) float64 { return x / y }, "copysign": math.Copysign}
	for name, f := range binary {
		for _, n := range []string{name, name + "f", "__" + name + "f"} {
			table[n] = floatBinary(n, f)
		}
	}
	rounding := map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "rint": math.RoundToEven, "nearbyint": math.RoundToEven, "round": math.Round}
	for name, f := range rounding {
		for _, n := range []string{name, name + "f"} {
			table[n] = roundCall(n, f)
		}
	}
	modes := map[string]func(float64) float64{"rn": math.RoundToEven, "rz": math.Trunc, "ru": math.Ceil, "rd": math.Floor}
	for mode, f := range modes {
		for _, from := range []string{"float", "double"} {
			table["__"+from+"2int_"+mode] = toInt(ctype.TypeInt, "2int_"+mode, f)
			table["__"+from+"2uint_"+mode] = toInt(ctype.TypeUint, "2uint_"+mode, f)
			table["__"+from+"2ll_"+mode] = toInt(ctype.TypeLong, "2ll_"+mode, f)
		}
		table["__int2float_"+mode] = toFloat(ctype.TypeFloat)
		table["__uint2float_"+mode] = toFloat(ctype.TypeFloat)
	}
	table["__int2double_rn"], table["__uint2double_rn"] = toFloat(ctype.TypeDouble), toFloat(ctype.TypeDouble)
	for name, f := range map[string]func(float64) float64{"lrint": math.RoundToEven, "lrintf": math.RoundToEven, "lround": math.Round, "lroundf": math.Round, "llrint": math.RoundToEven, "llrintf": math.RoundToEven} {
		table[name] = toInt(ctype.TypeLong, name, f)
	}
	for name, t := range map[string]*sema.Type{"__float_as_int": ctype.TypeInt, "__float_as_uint": ctype.TypeUint, "__int_as_float": ctype.TypeFloat, "__uint_as_float": ctype.TypeFloat} {
		table[name] = reinterpretBits(name, t)
	}
	for _, name := range []string{"fma", "fmaf", "__fmaf_rn", "fmaf_rn"} {
		table[name] = fusedMultiplyAdd
	}
}

func floatBinary(name string, f func(x, y float64) float64) Function {
	return func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 2 {
			return state.Value{}, false
		}
		t := ir.Arithmetic(args[0].Type, args[1].Type)
		if !ir.IsKind(t, sema.Float) {
			t = ctype.TypeDouble
		}
		num, _ := ctype.Numeric(t)
		if args[0].Num == nil || args[1].Num == nil {
			return m.Unknown(t), true
		}
		x, y := m.Lanes.Convert(num, args[0].Num), m.Lanes.Convert(num, args[1].Num)
		return state.Value{Type: t, Num: m.Lanes.Float(name, num, func(a []float64) float64 { return f(a[0], a[1]) }, x, y)}, true
	}
}

func fusedMultiplyAdd(m *Model, args []state.Value) (state.Value, bool) {
	if len(args) != 3 || args[0].Num == nil || args[1].Num == nil || args[2].Num == nil {
		return state.Value{Type: ctype.TypeFloat, Num: m.Lanes.Unknown(lanes.Float32)}, true
	}
	t := ir.Arithmetic(ir.Arithmetic(args[0].Type, args[1].Type), args[2].Type)
	num, ok := ctype.Numeric(t)
	if !ok || !num.Float {
		return m.Unknown(t), true
	}
	return state.Value{Type: t, Num: m.Lanes.Float("fma", num, func(a []float64) float64 { return math.FMA(a[0], a[1], a[2]) },
		m.Lanes.Convert(num, args[0].Num), m.Lanes.Convert(num, args[1].Num), m.Lanes.Convert(num, args[2].Num))}, true
}

func roundCall(name string, f func(float64) float64) Function {
	return func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 1 || args[0].Num == nil {
			return m.Unknown(ctype.TypeFloat), true
		}
		t := args[0].Type
		if !ir.IsKind(t, sema.Float) {
			t = ctype.TypeDouble
		}
		num, ok := ctype.Numeric(t)
		if !ok {
			return m.Unknown(t), true
		}
		return state.Value{Type: t, Num: m.Lanes.Round(num, m.Lanes.Convert(num, args[0].Num), f, name)}, true
	}
}

func toInt(t *sema.Type, name string, f func(float64) float64) Function {
	num, _ := ctype.Numeric(t)
	return func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 1 || args[0].Num == nil {
			return m.Unknown(t), true
		}
		v := args[0].Num
		if !v.Type.Float {
			v = m.Lanes.Convert(lanes.Float64, v)
		}
		return state.Value{Type: t, Num: m.Lanes.ToInt(num, v, f, name)}, true
	}
}

func toFloat(t *sema.Type) Function {
	num, _ := ctype.Numeric(t)
	return func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 1 || args[0].Num == nil {
			return m.Unknown(t), true
		}
		return state.Value{Type: t, Num: m.Lanes.Convert(num, args[0].Num)}, true
	}
}

func reinterpretBits(name string, t *sema.Type) Function {
	num, _ := ctype.Numeric(t)
	return func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) != 1 || args[0].Num == nil {
			return m.Unknown(t), true
		}
		return state.Value{Type: t, Num: m.Lanes.Derived(name, num, args[0].Num)}, true
	}
}
