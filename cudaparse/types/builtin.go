package types

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cudalint/cudalint/cudaparse/decl"
)

// The fundamental types, as LP64 lays them out.
var (
	VoidType        = &Type{Kind: Void, Name: "void", Size: 1, Align: 1} // size as in GNU pointer arithmetic
	BoolType        = &Type{Kind: Bool, Name: "bool", Size: 1, Align: 1}
	CharType        = integer("char", 1, true)
	UCharType       = integer("unsigned char", 1, false)
	ShortType       = integer("short", 2, true)
	UShortType      = integer("unsigned short", 2, false)
	IntType         = integer("int", 4, true)
	UIntType        = integer("unsigned int", 4, false)
	LongType        = integer("long", 8, true)
	ULongType       = integer("unsigned long", 8, false)
	LongLongType    = integer("long long", 8, true)
	ULongLongType   = integer("unsigned long long", 8, false)
	FloatType       = floating("float", 4)
	DoubleType      = floating("double", 8)
	HalfType        = floating("__half", 2)
	BFloat16Type    = floating("__nv_bfloat16", 2)
	NullPointerType = &Type{Kind: NullPointer, Name: "std::nullptr_t", Size: 8, Align: 8}
	AutoType        = &Type{Kind: Auto, Name: "auto", Size: -1, Align: -1}
	// Unknown is the type of what is not determined.
	Unknown = &Type{Name: "", Size: -1, Align: -1}
)

func integer(name string, size int64, signed bool) *Type {
	return &Type{Kind: Int, Name: name, Size: size, Align: size, Signed: signed}
}

func floating(name string, size int64) *Type {
	return &Type{Kind: Float, Name: name, Size: size, Align: size, Signed: true}
}

// UnknownNamed returns a type of which only the name is known.
func UnknownNamed(name string) *Type { return &Type{Name: name, Size: -1, Align: -1} }

// DependentNamed returns a type that depends on template parameters without arguments.
func DependentNamed(name string) *Type {
	return &Type{Kind: Dependent, Name: name, Size: -1, Align: -1}
}

// Alias returns t under another name.
func Alias(name string, t *Type) *Type {
	c := *t
	c.Name = name
	return &c
}

// opaque is a type of CUDA with a size but without members that matter.
func opaque(name string, size int64) *Type {
	return &Type{Kind: Builtin, Name: name, Size: size, Align: min(size, 8)}
}

// builtinTypes are the types of the language, of <cstdint>, and of the CUDA and HIP headers. They are
// known even if no header is in sight.
var builtinTypes = func() map[string]*Type {
	m := map[string]*Type{
		"void": VoidType, "bool": BoolType, "char": CharType, "int": IntType, "unsigned": UIntType, "signed": IntType, "short": ShortType, "long": LongType, "float": FloatType, "double": DoubleType,
		"wchar_t": integer("wchar_t", 4, true), "char8_t": integer("char8_t", 1, false),
		"char16_t": integer("char16_t", 2, false), "char32_t": integer("char32_t", 4, false),
		"nullptr_t": NullPointerType, "__int128": integer("__int128", 16, true), "__int128_t": integer("__int128", 16, true),
		"__uint128_t": integer("unsigned __int128", 16, false), "_Bool": BoolType,
		"half": HalfType, "__half": HalfType, "half_t": nil, "bfloat16": nil,
		"__nv_bfloat16": BFloat16Type, "nv_bfloat16": BFloat16Type, "__hip_bfloat16": BFloat16Type, "hip_bfloat16": BFloat16Type, "float16_t": HalfType,
		"__nv_fp8_e4m3": integer("__nv_fp8_e4m3", 1, false), "__nv_fp8_e5m2": integer("__nv_fp8_e5m2", 1, false),
		"cudaTextureObject_t": ULongLongType, "cudaSurfaceObject_t": ULongLongType,
		"cuFloatComplex": nil, "va_list": opaque("va_list", 24), "max_align_t": opaque("max_align_t", 32),
		"FILE": UnknownNamed("FILE"), "CUdeviceptr": ULongLongType,
	}
	for name, t := range map[string]*Type{
		"int8_t": integer("int8_t", 1, true), "uint8_t": UCharType, "int16_t": ShortType, "uint16_t": UShortType,
		"int32_t": IntType, "uint32_t": UIntType, "int64_t": LongType, "uint64_t": ULongType,
		"intmax_t": LongType, "uintmax_t": ULongType, "intptr_t": LongType, "uintptr_t": ULongType,
		"size_t": ULongType, "ssize_t": LongType, "ptrdiff_t": LongType, "off_t": LongType, "time_t": LongType, "clock_t": LongType,
		"uint": UIntType, "ushort": UShortType, "ulong": ULongType, "uchar": UCharType, "byte": UCharType,
		"u_char": UCharType, "u_int": UIntType, "__u32": UIntType,
		"int_fast8_t": CharType, "uint_fast8_t": UCharType, "int_fast16_t": LongType, "uint_fast16_t": ULongType,
		"int_fast32_t": LongType, "uint_fast32_t": ULongType, "int_fast64_t": LongType, "uint_fast64_t": ULongType,
		"int_least8_t": CharType, "uint_least8_t": UCharType, "int_least16_t": ShortType, "uint_least16_t": UShortType,
		"int_least32_t": IntType, "uint_least32_t": UIntType, "int_least64_t": LongType, "uint_least64_t": ULongType,
		"u_int8_t": UCharType, "u_int16_t": UShortType, "u_int32_t": UIntType, "u_int64_t": ULongType,
		"__int64": LongLongType, "__int32": IntType, "__int16": ShortType, "__int8": CharType,
	} {
		m[name] = Alias(name, t)
	}
	delete(m, "half_t")
	delete(m, "bfloat16")
	delete(m, "cuFloatComplex")
	// Not every program that says byte or uchar means these, but a declaration in
	// sight is found first.
	for _, name := range strings.Fields(`cudaError_t cudaError cudaMemcpyKind CUresult hipError_t hipMemcpyKind cublasStatus_t
		cudaTextureReadMode cudaTextureAddressMode cudaTextureFilterMode cudaChannelFormatKind cudaFuncAttribute cudaFuncCache`) {
		m[name] = &Type{Kind: Enum, Name: name, Size: 4, Align: 4, Elem: UIntType}
	}
	for _, name := range strings.Fields(`cudaStream_t cudaEvent_t cudaArray_t cudaGraph_t cudaGraphExec_t cudaMemPool_t
		CUstream CUevent CUfunction CUmodule CUcontext hipStream_t hipEvent_t cublasHandle_t cusparseHandle_t curandGenerator_t
		cudaMipmappedArray_t hipArray_t hipFunction_t hipModule_t ncclComm_t CUtexref CUsurfref`) {
		m[name] = &Type{Kind: Pointer, Name: name, Size: 8, Align: 8, Elem: &Type{Kind: Builtin, Name: name + " object", Size: -1, Align: -1}}
	}
	for _, name := range strings.Fields(`thread_block grid_group coalesced_group thread_group cluster_group multi_grid_group
		thread_block_tile tiled_group cudaDeviceProp cudaResourceDesc cudaTextureDesc cudaChannelFormatDesc cudaExtent
		cudaPitchedPtr hipDeviceProp_t string vector barrier pipeline mutex atomic curandState curandState_t curandStateXORWOW_t
		curandStatePhilox4_32_10_t curandStateMRG32k3a_t texture surface textureReference surfaceReference stringstream ifstream ofstream ostream istream map set
		unordered_map unordered_set list deque queue thread optional function shared_ptr unique_ptr tuple chrono device_vector host_vector
		cudaLaunchAttribute`) {
		m[name] = &Type{Kind: Builtin, Name: name, Size: -1, Align: -1}
	}
	for name, sizeAlign := range map[string][2]int64{
		"curandState": {48, 8}, "curandState_t": {48, 8}, "curandStateXORWOW_t": {48, 8}, "curandStatePhilox4_32_10_t": {64, 16},
		"cudaChannelFormatDesc": {20, 4}, "cudaExtent": {24, 8}, "cudaPitchedPtr": {32, 8},
		"string": {32, 8}, "vector": {24, 8}, "shared_ptr": {16, 8},
	} {
		m[name].Size, m[name].Align = sizeAlign[0], sizeAlign[1]
	}
	addVectorTypes(m)
	return m
}()

// builtinRecord makes a struct of members of one type.
func builtinRecord(name string, elem *Type, align int64, members ...string) *Type {
	r := &Record{Name: name, Align: align}
	for i, member := range members {
		r.Fields = append(r.Fields, Field{Name: member, Type: elem, Offset: int64(i) * elem.Size})
	}
	r.Size = RoundUp(elem.Size*int64(len(members)), align)
	r.done()
	return &Type{Kind: RecordKind, Name: name, Size: r.Size, Align: r.Align, Record: r}
}

// launchConfig makes the struct that cudaLaunchKernelEx takes, as driver_types.h has it.
func launchConfig(dim3 *Type) *Type {
	t := builtinRecord("cudaLaunchConfig_t", dim3, 8, "gridDim", "blockDim")
	r := t.Record
	for _, f := range []Field{
		{Name: "dynamicSmemBytes", Type: ULongType}, {Name: "stream", Type: PointerTo(UnknownNamed("cudaStream_t object"))},
		{Name: "attrs", Type: PointerTo(UnknownNamed("cudaLaunchAttribute"))}, {Name: "numAttrs", Type: UIntType},
	} {
		f.Offset = RoundUp(r.Size, f.Type.Align)
		r.Size = f.Offset + f.Type.Size
		r.Fields = append(r.Fields, f)
	}
	r.Size = RoundUp(r.Size, r.Align)
	t.Size = r.Size
	return t
}

// addVectorTypes adds char1 .. double4, dim3 and the half and complex pairs. The
// alignments are those of vector_types.h: a vector of three is aligned like its
// element, others to their size but at most 16.
func addVectorTypes(m map[string]*Type) {
	members := []string{"x", "y", "z", "w"}
	for name, elem := range map[string]*Type{
		"char": CharType, "uchar": UCharType, "short": ShortType, "ushort": UShortType, "int": IntType, "uint": UIntType,
		"long": LongType, "ulong": ULongType, "longlong": LongLongType, "ulonglong": ULongLongType, "float": FloatType, "double": DoubleType,
	} {
		for n := int64(1); n <= 4; n++ {
			align := elem.Size
			if n != 3 {
				align = min(n*elem.Size, 16)
			}
			full := fmt.Sprintf("%s%d", name, n)
			m[full] = builtinRecord(full, elem, align, members[:n]...)
		}
		if elem.Size == 8 { // CUDA 13 names the two alignments a vector of four may have
			for _, align := range []int64{16, 32} {
				full := fmt.Sprintf("%s4_%da", name, align)
				m[full] = builtinRecord(full, elem, align, members...)
			}
		}
	}
	m["dim3"] = builtinRecord("dim3", UIntType, 4, "x", "y", "z")
	m["cudaLaunchConfig_t"] = launchConfig(m["dim3"])
	m["cudaLaunchConfig_st"] = m["cudaLaunchConfig_t"]
	for _, name := range []string{"half2", "__half2"} {
		m[name] = builtinRecord("__half2", HalfType, 4, "x", "y")
	}
	for _, name := range []string{"__nv_bfloat162", "nv_bfloat162", "__hip_bfloat162"} {
		m[name] = builtinRecord("__nv_bfloat162", BFloat16Type, 4, "x", "y")
	}
	for name, elem := range map[string]*Type{"cuComplex": FloatType, "cuFloatComplex": FloatType, "cufftComplex": FloatType,
		"cuDoubleComplex": DoubleType, "cufftDoubleComplex": DoubleType, "hipFloatComplex": FloatType, "hipDoubleComplex": DoubleType} {
		m[name] = builtinRecord(name, elem, elem.Size*2, "x", "y")
	}
}

// Sized returns the type that a list of keywords such as "unsigned long
// long int" names.
func Sized(text string) *Type {
	longs, unsigned, base := 0, false, "int"
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || !decl.IdentByte(byte(r)) }) {
		switch word {
		case "long":
			longs++
		case "unsigned", "__unsigned__":
			unsigned = true
		case "short", "char", "double", "__int128", "float", "bool":
			base = word
		}
	}
	switch {
	case base == "double" && longs > 0:
		return &Type{Kind: Float, Name: "long double", Size: 16, Align: 16, Signed: true}
	case base == "double":
		return DoubleType
	case base == "float":
		return FloatType
	case base == "char" && unsigned:
		return UCharType
	case base == "char":
		if strings.Contains(text, "signed") {
			return Alias("signed char", CharType)
		}
		return CharType
	case base == "short" && unsigned:
		return UShortType
	case base == "short":
		return ShortType
	case base == "__int128":
		return integer("__int128", 16, !unsigned)
	case longs >= 2 && unsigned:
		return ULongLongType
	case longs >= 2:
		return LongLongType
	case longs == 1 && unsigned:
		return ULongType
	case longs == 1:
		return LongType
	case unsigned:
		return UIntType
	}
	return IntType
}

// RoundUp returns the least multiple of an alignment that is not less than n.
func RoundUp(n, align int64) int64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}

// Fundamental returns a fundamental type by its name, such as "unsigned int", with its size
// under LP64; nil for any other name.
func Fundamental(name string) *Type {
	for _, t := range [...]*Type{VoidType, BoolType, CharType, UCharType, ShortType, UShortType, IntType, UIntType,
		LongType, ULongType, LongLongType, ULongLongType, FloatType, DoubleType} {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Predeclared returns the type that a name has where no source in sight declares it, such as
// uint3, dim3 or size_t; nil for any other name.
func Predeclared(name string) *Type { return builtinTypes[name] }
