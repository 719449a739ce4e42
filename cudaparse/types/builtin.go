package sema

import (
	"fmt"
	"strings"
)

// The fundamental types, as LP64 lays them out.
var (
	voidType    = &Type{Kind: Void, Name: "void", Size: 1, Align: 1} // size as in GNU pointer arithmetic
	boolType    = &Type{Kind: Bool, Name: "bool", Size: 1, Align: 1}
	charType    = integer("char", 1, true)
	ucharType   = integer("unsigned char", 1, false)
	shortType   = integer("short", 2, true)
	ushortType  = integer("unsigned short", 2, false)
	intType     = integer("int", 4, true)
	uintType    = integer("unsigned int", 4, false)
	longType    = integer("long", 8, true)
	ulongType   = integer("unsigned long", 8, false)
	llongType   = integer("long long", 8, true)
	ullongType  = integer("unsigned long long", 8, false)
	floatType   = floating("float", 4)
	doubleType  = floating("double", 8)
	halfType    = floating("__half", 2)
	bf16Type    = floating("__nv_bfloat16", 2)
	nullType    = &Type{Kind: NullPointer, Name: "std::nullptr_t", Size: 8, Align: 8}
	autoType    = &Type{Kind: Auto, Name: "auto", Size: -1, Align: -1}
	unknownType = &Type{Name: "", Size: -1, Align: -1}
)

// Unknown is the type of what is not determined.
var Unknown = unknownType

func integer(name string, size int64, signed bool) *Type {
	return &Type{Kind: Int, Name: name, Size: size, Align: size, Signed: signed}
}

func floating(name string, size int64) *Type {
	return &Type{Kind: Float, Name: name, Size: size, Align: size, Signed: true}
}

// unknownNamed is a type of which only the name is known.
func unknownNamed(name string) *Type { return &Type{Name: name, Size: -1, Align: -1} }

func dependent(name string) *Type {
	return &Type{Kind: Dependent, Name: name, Size: -1, Align: -1}
}

// alias returns t under another name.
func alias(name string, t *Type) *Type {
	c := *t
	c.Name = name
	return &c
}

// opaque is a type of CUDA with a size but without members that matter.
func opaque(name string, size int64) *Type {
	return &Type{Kind: Builtin, Name: name, Size: size, Align: min(size, 8)}
}

// builtinTypes are the types that need no declaration in sight: those of the
// language, of <cstdint>, and of the CUDA and HIP headers.
var builtinTypes = func() map[string]*Type {
	m := map[string]*Type{
		"void": voidType, "bool": boolType, "char": charType, "int": intType, "unsigned": uintType, "signed": intType, "short": shortType, "long": longType, "float": floatType, "double": doubleType,
		"wchar_t": integer("wchar_t", 4, true), "char8_t": integer("char8_t", 1, false),
		"char16_t": integer("char16_t", 2, false), "char32_t": integer("char32_t", 4, false),
		"nullptr_t": nullType, "__int128": integer("__int128", 16, true), "__int128_t": integer("__int128", 16, true),
		"__uint128_t": integer("unsigned __int128", 16, false), "_Bool": boolType,
		"half": halfType, "__half": halfType, "half_t": nil, "bfloat16": nil,
		"__nv_bfloat16": bf16Type, "nv_bfloat16": bf16Type, "__hip_bfloat16": bf16Type, "hip_bfloat16": bf16Type, "float16_t": halfType,
		"__nv_fp8_e4m3": integer("__nv_fp8_e4m3", 1, false), "__nv_fp8_e5m2": integer("__nv_fp8_e5m2", 1, false),
		"cudaTextureObject_t": ullongType, "cudaSurfaceObject_t": ullongType,
		"cuFloatComplex": nil, "va_list": opaque("va_list", 24), "max_align_t": opaque("max_align_t", 32),
		"FILE": unknownNamed("FILE"), "CUdeviceptr": ullongType,
	}
	for name, t := range map[string]*Type{
		"int8_t": integer("int8_t", 1, true), "uint8_t": ucharType, "int16_t": shortType, "uint16_t": ushortType,
		"int32_t": intType, "uint32_t": uintType, "int64_t": longType, "uint64_t": ulongType,
		"intmax_t": longType, "uintmax_t": ulongType, "intptr_t": longType, "uintptr_t": ulongType,
		"size_t": ulongType, "ssize_t": longType, "ptrdiff_t": longType, "off_t": longType, "time_t": longType, "clock_t": longType,
		"uint": uintType, "ushort": ushortType, "ulong": ulongType, "uchar": ucharType, "byte": ucharType,
		"u_char": ucharType, "u_int": uintType, "__u32": uintType,
		"int_fast8_t": charType, "uint_fast8_t": ucharType, "int_fast16_t": longType, "uint_fast16_t": ulongType,
		"int_fast32_t": longType, "uint_fast32_t": ulongType, "int_fast64_t": longType, "uint_fast64_t": ulongType,
		"int_least8_t": charType, "uint_least8_t": ucharType, "int_least16_t": shortType, "uint_least16_t": ushortType,
		"int_least32_t": intType, "uint_least32_t": uintType, "int_least64_t": longType, "uint_least64_t": ulongType,
		"u_int8_t": ucharType, "u_int16_t": ushortType, "u_int32_t": uintType, "u_int64_t": ulongType,
		"__int64": llongType, "__int32": intType, "__int16": shortType, "__int8": charType,
	} {
		m[name] = alias(name, t)
	}
	delete(m, "half_t")
	delete(m, "bfloat16")
	delete(m, "cuFloatComplex")
	// Not every program that says byte or uchar means these, but a declaration in
	// sight is found first.
	for _, name := range strings.Fields(`cudaError_t cudaError cudaMemcpyKind CUresult hipError_t hipMemcpyKind cublasStatus_t
		cudaTextureReadMode cudaTextureAddressMode cudaTextureFilterMode cudaChannelFormatKind cudaFuncAttribute cudaFuncCache`) {
		m[name] = &Type{Kind: Enum, Name: name, Size: 4, Align: 4, Elem: uintType}
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
	r := &Record{Name: name, Methods: map[string][]*Function{}, Statics: map[string]*Variable{}, Align: align}
	for i, member := range members {
		r.Fields = append(r.Fields, Field{Name: member, Type: elem, Offset: int64(i) * elem.Size})
	}
	r.Size = roundUp(elem.Size*int64(len(members)), align)
	r.state.Store(recordDone)
	return &Type{Kind: RecordKind, Name: name, Size: r.Size, Align: r.Align, Record: r}
}

// launchConfig makes the struct that cudaLaunchKernelEx takes, as driver_types.h has it.
func launchConfig(dim3 *Type) *Type {
	t := builtinRecord("cudaLaunchConfig_t", dim3, 8, "gridDim", "blockDim")
	r := t.Record
	for _, f := range []Field{
		{Name: "dynamicSmemBytes", Type: ulongType}, {Name: "stream", Type: PointerTo(unknownNamed("cudaStream_t object"))},
		{Name: "attrs", Type: PointerTo(unknownNamed("cudaLaunchAttribute"))}, {Name: "numAttrs", Type: uintType},
	} {
		f.Offset = roundUp(r.Size, f.Type.Align)
		r.Size = f.Offset + f.Type.Size
		r.Fields = append(r.Fields, f)
	}
	r.Size = roundUp(r.Size, r.Align)
	t.Size = r.Size
	return t
}

// addVectorTypes adds char1 .. double4, dim3 and the half and complex pairs. The
// alignments are those of vector_types.h: a vector of three is aligned like its
// element, others to their size but at most 16.
func addVectorTypes(m map[string]*Type) {
	members := []string{"x", "y", "z", "w"}
	for name, elem := range map[string]*Type{
		"char": charType, "uchar": ucharType, "short": shortType, "ushort": ushortType, "int": intType, "uint": uintType,
		"long": longType, "ulong": ulongType, "longlong": llongType, "ulonglong": ullongType, "float": floatType, "double": doubleType,
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
	m["dim3"] = builtinRecord("dim3", uintType, 4, "x", "y", "z")
	m["cudaLaunchConfig_t"] = launchConfig(m["dim3"])
	m["cudaLaunchConfig_st"] = m["cudaLaunchConfig_t"]
	for _, name := range []string{"half2", "__half2"} {
		m[name] = builtinRecord("__half2", halfType, 4, "x", "y")
	}
	for _, name := range []string{"__nv_bfloat162", "nv_bfloat162", "__hip_bfloat162"} {
		m[name] = builtinRecord("__nv_bfloat162", bf16Type, 4, "x", "y")
	}
	for name, elem := range map[string]*Type{"cuComplex": floatType, "cuFloatComplex": floatType, "cufftComplex": floatType,
		"cuDoubleComplex": doubleType, "cufftDoubleComplex": doubleType, "hipFloatComplex": floatType, "hipDoubleComplex": doubleType} {
		m[name] = builtinRecord(name, elem, elem.Size*2, "x", "y")
	}
}

// sizedType returns the type that a list of keywords such as "unsigned long
// long int" names.
func sizedType(text string) *Type {
	longs, unsigned, base := 0, false, "int"
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !isIdentRune(r) }) {
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
		return doubleType
	case base == "float":
		return floatType
	case base == "char" && unsigned:
		return ucharType
	case base == "char":
		if strings.Contains(text, "signed") {
			return alias("signed char", charType)
		}
		return charType
	case base == "short" && unsigned:
		return ushortType
	case base == "short":
		return shortType
	case base == "__int128":
		return integer("__int128", 16, !unsigned)
	case longs >= 2 && unsigned:
		return ullongType
	case longs >= 2:
		return llongType
	case longs == 1 && unsigned:
		return ulongType
	case longs == 1:
		return longType
	case unsigned:
		return uintType
	}
	return intType
}

func isIdentRune(r rune) bool {
	return r == '_' || r == '$' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

func roundUp(n, align int64) int64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}

// Fundamental returns a fundamental type by its name, such as "unsigned int", with its size
// under LP64; nil for any other name.
func Fundamental(name string) *Type {
	for _, t := range [...]*Type{voidType, boolType, charType, ucharType, shortType, ushortType, intType, uintType,
		longType, ulongType, llongType, ullongType, floatType, doubleType} {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// TypeNamed returns the type CUDA itself gives a name, such as uint3 or dim3; nil
// for any other name.
func (s *Scope) TypeNamed(name string) *Type { return builtinTypes[name] }
