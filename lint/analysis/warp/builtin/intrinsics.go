package warp

import (
	"math"
	"math/bits"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// builtinFunctions are the functions CUDA provides whose results are followed.
// (CUDA Math API reference and CUDA C++ Programming Guide.)
var builtinFunctions = map[string]builtinFunc{}

// Filled here, since evaluating a call looks into the table again.
func init() {
	table := builtinFunctions
	addInteger(table)
	addFloat(table)
	addWarp(table)
	addSearch(table)
	for _, name := range []string{"__syncthreads", "__syncwarp", "__threadfence", "__threadfence_block", "__threadfence_system",
		"printf", "assert", "__assert_fail", "__trap", "__nanosleep", "__prof_trigger", "__brkpt"} {
		table[name] = func(m *model, _ []value) (value, bool) { return value{typ: typeVoid}, true }
	}
}

// unaryInt adds a function of one integer with results in [lo, hi].
func unaryInt(table map[string]builtinFunc, name string, arg, result *sema.Type, lo, hi int64, f func(x int64) int64) {
	from, _ := numeric(arg)
	to, _ := numeric(result)
	table[name] = func(m *model, args []value) (value, bool) {
		if len(args) != 1 || args[0].num == nil {
			return m.unknown(result), true
		}
		return value{typ: result, num: m.d.Map(name, to, lo, hi, m.d.Convert(from, args[0].num), f)}, true
	}
}

// binaryInt adds a function of two integers.
func binaryInt(table map[string]builtinFunc, name string, t *sema.Type, f func(x, y int64) int64) {
	num, _ := numeric(t)
	lo, hi := num.Range()
	table[name] = func(m *model, args []value) (value, bool) {
		if len(args) != 2 || args[0].num == nil || args[1].num == nil {
			return m.unknown(t), true
		}
		x, y := m.d.Convert(num, args[0].num), m.d.Convert(num, args[1].num)
		return value{typ: t, num: m.d.Map2(name, num, lo, hi, x, y, f)}, true
	}
}

func addInteger(table map[string]builtinFunc) {
	u32 := func(x int64) uint32 { return uint32(x) }
	unaryInt(table, "__popc", typeUint, typeInt, 0, 32, func(x int64) int64 { return int64(bits.OnesCount32(u32(x))) })
	unaryInt(table, "__popcll", typeUlong, typeInt, 0, 64, func(x int64) int64 { return int64(bits.OnesCount64(uint64(x))) })
	unaryInt(table, "__clz", typeUint, typeInt, 0, 32, func(x int64) int64 { return int64(bits.LeadingZeros32(u32(x))) })
	unaryInt(table, "__clzll", typeUlong, typeInt, 0, 64, func(x int64) int64 { return int64(bits.LeadingZeros64(uint64(x))) })
	unaryInt(table, "__ffs", typeUint, typeInt, 0, 32, func(x int64) int64 { return int64(bits.TrailingZeros32(u32(x))+1) % 33 })
	unaryInt(table, "__ffsll", typeUlong, typeInt, 0, 64, func(x int64) int64 { return int64(bits.TrailingZeros64(uint64(x))+1) % 65 })
	unaryInt(table, "__brev", typeUint, typeUint, 0, math.MaxUint32, func(x int64) int64 { return int64(bits.Reverse32(u32(x))) })
	abs := func(x int64) int64 { return max(x, -x) }
	unaryInt(table, "abs", typeInt, typeInt, 0, math.MaxInt32, abs)
	unaryInt(table, "labs", typeLong, typeLong, 0, 1<<60, abs)
	unaryInt(table, "llabs", typeLong, typeLong, 0, 1<<60, abs)
	overloadFloat(table, "abs", math.Abs)
	binaryInt(table, "__umulhi", typeUint, func(x, y int64) int64 { return int64(uint64(x) * uint64(y) >> 32) })
	binaryInt(table, "__mulhi", typeInt, func(x, y int64) int64 { return x * y >> 32 })
	low24 := func(x int64) int64 { return x << 40 >> 40 }
	binaryInt(table, "__mul24", typeInt, func(x, y int64) int64 { return low24(x) * low24(y) })
	binaryInt(table, "__umul24", typeUint, func(x, y int64) int64 { return (x & 0xffffff) * (y & 0xffffff) })
	linear24(table, "__mul24", typeInt)
	linear24(table, "__umul24", typeUint)
	binaryInt(table, "__hadd", typeInt, func(x, y int64) int64 { return (x + y) >> 1 })
	binaryInt(table, "__rhadd", typeInt, func(x, y int64) int64 { return (x + y + 1) >> 1 })
	binaryInt(table, "__uhadd", typeUint, func(x, y int64) int64 { return (x + y) >> 1 })
	table["__funnelshift_l"] = funnel(func(x uint64, s uint64) uint64 { return x << (s & 31) >> 32 })
	table["__funnelshift_r"] = funnel(func(x uint64, s uint64) uint64 { return x >> (s & 31) })
	table["__byte_perm"] = bytePermute
	for _, name := range []string{"min", "umin", "llmin", "ullmin", "fmin", "fminf"} {
		table[name] = extreme((*lanes.Domain).Min)
	}
	for _, name := range []string{"max", "umax", "llmax", "ullmax", "fmax", "fmaxf"} {
		table[name] = extreme((*lanes.Domain).Max)
	}
	table["clock"] = func(m *model, _ []value) (value, bool) { return m.unknown(typeLong), true }
	table["clock64"] = table["clock"]
}

// linear24 keeps the form of a 24-bit product whose factors are small enough.
func linear24(table map[string]builtinFunc, name string, t *sema.Type) {
	exact := table[name]
	num, _ := numeric(t)
	table[name] = func(m *model, args []value) (value, bool) {
		if len(args) == 2 && args[0].num != nil && args[1].num != nil {
			x, y := m.d.Convert(num, args[0].num), m.d.Convert(num, args[1].num)
			if !x.Known() || !y.Known() {
				// Indices beyond 2^24 would be a bug of the program: see the guide.
				return value{typ: t, num: m.d.Mul(num, x, y)}, true
			}
		}
		return exact(m, args)
	}
}

func funnel(f func(x, s uint64) uint64) builtinFunc {
	return func(m *model, args []value) (value, bool) {
		if len(args) != 3 {
			return value{}, false
		}
		return m.perThread(typeUint, "funnel", args, func(a []int64) int64 {
			return int64(uint32(f(uint64(uint32(a[1]))<<32|uint64(uint32(a[0])), uint64(a[2]))))
		}), true
	}
}

func bytePermute(m *model, args []value) (value, bool) {
	if len(args) != 3 {
		return value{}, false
	}
	return m.perThread(typeUint, "__byte_perm", args, func(a []int64) int64 {
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
func (m *model) perThread(t *sema.Type, name string, args []value, f func(a []int64) int64) value {
	num, _ := numeric(t)
	out := make([]int64, m.d.Threads())
	a := make([]int64, len(args))
	operands := make([]*lanes.Value, len(args))
	known := true
	for i, v := range args {
		if v.num == nil || v.num.Type.Float {
			return m.unknown(t)
		}
		operands[i] = v.num
		known = known && v.num.Known()
	}
	if !known {
		return value{typ: t, num: m.d.Derived(name, num, operands...)}
	}
	for i := range out {
		for j, v := range operands {
			a[j], _ = v.At(i)
		}
		out[i] = f(a)
	}
	return value{typ: t, num: m.d.PerThread(num, out)}
}

// extreme evaluates min and max of the common type of the arguments.
func extreme(f func(*lanes.Domain, lanes.Type, *lanes.Value, *lanes.Value) *lanes.Value) builtinFunc {
	return func(m *model, args []value) (value, bool) {
		if len(args) != 2 {
			return value{}, false
		}
		t := ir.Arithmetic(args[0].typ, args[1].typ)
		num, ok := machineType(t)
		if !ok || args[0].num == nil || args[1].num == nil {
			return m.unknown(t), true
		}
		return value{typ: t, num: f(m.d, num, m.d.Convert(num, args[0].num), m.d.Convert(num, args[1].num))}, true
	}
}

// overloadFloat makes a function of integers accept floating point, too.
func overloadFloat(table map[string]builtinFunc, name string, f func(float64) float64) {
	integer := table[name]
	table[name] = func(m *model, args []value) (value, bool) {
		if len(args) == 1 && ir.IsKind(args[0].typ, sema.Float) {
			return m.floatCall(name, args, f), true
		}
		return integer(m, args)
	}
}

// floatCall applies a function of one floating-point number.
func (m *model) floatCall(name string, args []value, f func(float64) float64) value {
	t := typeFloat
	if len(args) == 1 && args[0].typ != nil && (ir.IsKind(args[0].typ, sema.Int) || sizeOf(args[0].typ) == 8) && !strings.HasSuffix(name, "f") {
		t = typeDouble
	}
	num, _ := numeric(t)
	if len(args) != 1 || args[0].num == nil {
		return m.unknown(t)
	}
	return value{typ: t, num: m.d.Float(name, num, func(x []float64) float64 { return f(x[0]) }, m.d.Convert(num, args[0].num))}
}

func addFloat(table map[string]builtinFunc) {
	unary := map[string]func(float64) float64{
		"sqrt": math.Sqrt, "fabs": math.Abs, "exp": math.Exp, "exp2": math.Exp2, "log": math.Log, "log2": math.Log2, "log10": math.Log10,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "cbrt": math.Cbrt, "erf": math.Erf, "erfc": math.Erfc,
		"rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) },
	}
	for name, f := range unary {
		for _, n := range []string{name, name + "f", "__" + name + "f"} {
			table[n] = func(m *model, args []value) (value, bool) { return m.floatCall(n, args, f), true }
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
			table["__"+from+"2int_"+mode] = toInt(typeInt, "2int_"+mode, f)
			table["__"+from+"2uint_"+mode] = toInt(typeUint, "2uint_"+mode, f)
			table["__"+from+"2ll_"+mode] = toInt(typeLong, "2ll_"+mode, f)
		}
		table["__int2float_"+mode] = toFloat(typeFloat)
		table["__uint2float_"+mode] = toFloat(typeFloat)
	}
	table["__int2double_rn"], table["__uint2double_rn"] = toFloat(typeDouble), toFloat(typeDouble)
	for name, f := range map[string]func(float64) float64{"lrint": math.RoundToEven, "lrintf": math.RoundToEven, "lround": math.Round, "lroundf": math.Round, "llrint": math.RoundToEven, "llrintf": math.RoundToEven} {
		table[name] = toInt(typeLong, name, f)
	}
	for name, t := range map[string]*sema.Type{"__float_as_int": typeInt, "__float_as_uint": typeUint, "__int_as_float": typeFloat, "__uint_as_float": typeFloat} {
		table[name] = reinterpretBits(name, t)
	}
	for _, name := range []string{"fma", "fmaf", "__fmaf_rn", "fmaf_rn"} {
		table[name] = fusedMultiplyAdd
	}
}

func floatBinary(name string, f func(x, y float64) float64) builtinFunc {
	return func(m *model, args []value) (value, bool) {
		if len(args) != 2 {
			return value{}, false
		}
		t := ir.Arithmetic(args[0].typ, args[1].typ)
		if !ir.IsKind(t, sema.Float) {
			t = typeDouble
		}
		num, _ := numeric(t)
		if args[0].num == nil || args[1].num == nil {
			return m.unknown(t), true
		}
		x, y := m.d.Convert(num, args[0].num), m.d.Convert(num, args[1].num)
		return value{typ: t, num: m.d.Float(name, num, func(a []float64) float64 { return f(a[0], a[1]) }, x, y)}, true
	}
}

func fusedMultiplyAdd(m *model, args []value) (value, bool) {
	if len(args) != 3 || args[0].num == nil || args[1].num == nil || args[2].num == nil {
		return value{typ: typeFloat, num: m.d.Unknown(lanes.Float32)}, true
	}
	t := ir.Arithmetic(ir.Arithmetic(args[0].typ, args[1].typ), args[2].typ)
	num, ok := numeric(t)
	if !ok || !num.Float {
		return m.unknown(t), true
	}
	return value{typ: t, num: m.d.Float("fma", num, func(a []float64) float64 { return math.FMA(a[0], a[1], a[2]) },
		m.d.Convert(num, args[0].num), m.d.Convert(num, args[1].num), m.d.Convert(num, args[2].num))}, true
}

func roundCall(name string, f func(float64) float64) builtinFunc {
	return func(m *model, args []value) (value, bool) {
		if len(args) != 1 || args[0].num == nil {
			return m.unknown(typeFloat), true
		}
		t := args[0].typ
		if !ir.IsKind(t, sema.Float) {
			t = typeDouble
		}
		num, ok := numeric(t)
		if !ok {
			return m.unknown(t), true
		}
		return value{typ: t, num: m.d.Round(num, m.d.Convert(num, args[0].num), f, name)}, true
	}
}

func toInt(t *sema.Type, name string, f func(float64) float64) builtinFunc {
	num, _ := numeric(t)
	return func(m *model, args []value) (value, bool) {
		if len(args) != 1 || args[0].num == nil {
			return m.unknown(t), true
		}
		v := args[0].num
		if !v.Type.Float {
			v = m.d.Convert(lanes.Float64, v)
		}
		return value{typ: t, num: m.d.ToInt(num, v, f, name)}, true
	}
}

func toFloat(t *sema.Type) builtinFunc {
	num, _ := numeric(t)
	return func(m *model, args []value) (value, bool) {
		if len(args) != 1 || args[0].num == nil {
			return m.unknown(t), true
		}
		return value{typ: t, num: m.d.Convert(num, args[0].num)}, true
	}
}

func reinterpretBits(name string, t *sema.Type) builtinFunc {
	num, _ := numeric(t)
	return func(m *model, args []value) (value, bool) {
		if len(args) != 1 || args[0].num == nil {
			return m.unknown(t), true
		}
		return value{typ: t, num: m.d.Derived(name, num, args[0].num)}, true
	}
}
