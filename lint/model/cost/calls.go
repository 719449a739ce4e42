package cost

import "strings"

// calls has the instructions of math functions and intrinsics, on the path that ordinary arguments
// take (sinf of less than 105,615, pow of a positive base). They were counted in SASS of nvcc 13.0
// for sm_90 with default flags: a kernel loads two numbers, calls the function and stores, and the
// instructions of the same kernel with an addition in its place are subtracted. With -use_fast_math
// the functions in the left column become the intrinsics.
var calls = map[string]Instructions{
	"__sinf":     {Single: 1, Special: 1},
	"__cosf":     {Single: 1, Special: 1},
	"__tanf":     {Single: 2, Special: 3},
	"__expf":     {Single: 4, Special: 1},
	"__exp10f":   {Single: 4, Special: 1},
	"__logf":     {Single: 3, Special: 1},
	"__log2f":    {Single: 3, Special: 1},
	"__log10f":   {Single: 3, Special: 1},
	"__powf":     {Single: 7, Special: 2},
	"__fdividef": {Single: 4, Special: 1},
	"__frcp_rn":  {Single: 3, Special: 1, Integer: 2, Control: 3},
	"__fsqrt_rn": {Single: 4, Special: 1, Integer: 2, Control: 3},
	"rsqrtf":     {Single: 3, Special: 1},
	"sqrtf":      {Single: 4, Special: 1, Integer: 2, Control: 3},
	"expf":       {Single: 5, Special: 1, Integer: 3},
	"exp2f":      {Single: 3, Special: 1},
	"exp10f":     {Single: 5, Special: 1, Integer: 3},
	"logf":       {Single: 19, Integer: 8, Convert: 1},
	"log2f":      {Single: 21, Integer: 8, Convert: 1},
	"log10f":     {Single: 20, Integer: 8, Convert: 1},
	"log1pf":     {Single: 19, Integer: 8, Convert: 1},
	"powf":       {Single: 60, Special: 1, Integer: 14, Convert: 3, Control: 4},
	"sinf":       {Single: 18, Integer: 10, Convert: 2, Control: 3},
	"cosf":       {Single: 18, Integer: 11, Convert: 2, Control: 3},
	"sincosf":    {Single: 30, Integer: 16, Convert: 2, Control: 3},
	"tanf":       {Single: 17, Special: 1, Integer: 8, Convert: 2, Control: 3},
	"tanhf":      {Single: 12, Special: 2, Integer: 3},
	"sinhf":      {Single: 17, Special: 2, Integer: 5},
	"coshf":      {Single: 10, Special: 2, Integer: 5},
	"atanf":      {Single: 15, Special: 1, Integer: 3},
	"atan2f":     {Single: 28, Special: 1, Integer: 12, Control: 4},
	"asinf":      {Single: 20, Special: 1, Integer: 4},
	"acosf":      {Single: 21, Special: 1, Integer: 4},
	"erff":       {Single: 18, Special: 1, Integer: 10},
	"erfcf":      {Single: 30, Special: 2, Integer: 8},
	"cbrtf":      {Single: 14, Special: 2},
	"hypotf":     {Single: 14, Special: 1, Integer: 8, Control: 3},
	"fmodf":      {Single: 20, Special: 1, Integer: 10, Convert: 2, Control: 6},
	"lgammaf":    {Single: 100, Special: 2, Integer: 20, Convert: 3, Control: 8},
	"floorf":     {Convert: 1},
	"ceilf":      {Convert: 1},
	"truncf":     {Convert: 1},
	"rintf":      {Convert: 1},
	"nearbyintf": {Convert: 1},
	"roundf":     {Convert: 1, Single: 2, Integer: 2},
	"copysignf":  {Integer: 1},

	"sqrt":      {Double: 9, Special: 1, Integer: 9, Control: 3},
	"rsqrt":     {Double: 7, Special: 1, Integer: 5, Control: 3},
	"exp":       {Double: 18, Integer: 8, Single: 4, Control: 2},
	"log":       {Double: 30, Integer: 20, Special: 1, Single: 3, Control: 3},
	"sin":       {Double: 17, Integer: 14, Single: 2, Convert: 2, Control: 4},
	"cos":       {Double: 17, Integer: 14, Single: 2, Convert: 2, Control: 4},
	"pow":       {Double: 80, Integer: 60, Single: 6, Special: 1, Convert: 1, Control: 12},
	"tanh":      {Double: 34, Integer: 13, Single: 3, Special: 2, Convert: 4, Control: 4},
	"floor":     {Convert: 1},
	"ceil":      {Convert: 1},
	"trunc":     {Convert: 1},
	"rint":      {Convert: 1},
	"nearbyint": {Convert: 1},
	"round":     {Convert: 1, Double: 2, Integer: 2},
	"copysign":  {Integer: 1},

	"__popc":   {Special: 1},
	"__popcll": {Special: 2, Integer: 1},
	"__clz":    {Special: 1, Integer: 1},
	"__clzll":  {Special: 2, Integer: 4},
	"__ffs":    {Special: 2, Integer: 1},
	"__ffsll":  {Special: 4, Integer: 4},
	"__brev":   {Special: 1},
}

// prefixes has the instructions of families of intrinsics, the longest prefix first.
var prefixes = []struct {
	prefix string
	Instructions
}{
	{"__shfl", Instructions{Exchange: 1}},
	{"__ballot", Instructions{Exchange: 1}},
	{"__any", Instructions{Exchange: 1}},
	{"__all", Instructions{Exchange: 1}},
	{"__match", Instructions{Exchange: 1}},
	{"__reduce", Instructions{Exchange: 1, Uniform: 1}},
	{"__activemask", Instructions{Exchange: 1}},
	{"__float2", Instructions{Convert: 1}},
	{"__double2", Instructions{Convert: 1}},
	{"__int2", Instructions{Convert: 1}},
	{"__uint2", Instructions{Convert: 1}},
	{"__ll2", Instructions{Convert: 1}},
	{"__ull2", Instructions{Convert: 1}},
	{"__half2", Instructions{Half: 1}},
	{"__h", Instructions{Half: 1}},
	{"__f", Instructions{Single: 1}},
	{"__d", Instructions{Double: 1}},
	{"cooperative_groups::", Instructions{Exchange: 5, Integer: 5}},
	{"assert", Instructions{}},
	{"__threadfence", Instructions{Control: 1}},
	{"__syncwarp", Instructions{Control: 1}},
	{"lrint", Instructions{Convert: 1}},
	{"llrint", Instructions{Convert: 1}},
	{"lround", Instructions{Convert: 1, Single: 2}},
	{"printf", Instructions{Control: 2, Integer: 10}},
	{"clock", Instructions{Control: 1}},
}

// callInstructions returns the instructions of one call. A double-precision function that is not in
// the table counts as the single-precision one with twice the arithmetic. Any other unlisted
// function counts as one integer instruction.
func callInstructions(name string) Instructions {
	if i, ok := calls[name]; ok {
		return i
	}
	if i, ok := calls[name+"f"]; ok {
		return Instructions{Double: 2 * i.Single, Integer: 2 * i.Integer, Special: i.Special, Convert: i.Convert, Control: i.Control}
	}
	for _, p := range prefixes {
		if strings.HasPrefix(name, p.prefix) {
			return p.Instructions
		}
	}
	return Instructions{Integer: 1}
}
