package types

import (
	"strings"
)

// Index has the types of the variables of CUDA that say where a thread is.
var Index = map[string]*Type{"threadIdx": builtinTypes["uint3"], "blockIdx": builtinTypes["uint3"], "blockDim": builtinTypes["dim3"], "gridDim": builtinTypes["dim3"], "warpSize": IntType}

// LibraryResult returns the result type of a well-known function of CUDA or of the standard
// library. args are the types of the arguments, nil where unknown. It is nil for any other
// name.
func LibraryResult(name string, args []*Type) *Type {
	if rest, ok := strings.CutPrefix(name, "make_"); ok {
		if t := builtinTypes[rest]; t != nil {
			return t
		}
	}
	if SingleFunction(name) {
		return FloatType
	}
	if t := mathResult(name, args); t != nil {
		return t
	}
	switch name {
	case "min", "max":
		if len(args) == 2 && args[0].Value().Arithmetic() && args[1].Value().Arithmetic() {
			return CommonType(args[0].Value(), args[1].Value())
		}
	case "__int2float_rn", "__int_as_float", "__uint_as_float", "__half2float":
		return FloatType
	case "abs":
		if len(args) > 0 {
			if t := args[0].Value(); t != nil && t.Kind == Float {
				return t.Without()
			}
		}
		return IntType
	case "__ldg", "__ldcg", "__ldca", "__ldcs", "__ldcv", "__ldlu":
		if len(args) > 0 {
			if t := args[0].Value(); t != nil && t.Kind == Pointer {
				return t.Elem.Without()
			}
		}
	case "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll", "__float2int_rn", "__float2int_rd", "__float2int_ru", "__float2int_rz", "__float_as_int", "__mul24", "__mulhi", "printf", "__syncthreads_count", "__any_sync", "__all_sync":
		return IntType
	case "__ballot_sync", "__activemask", "__umul24", "__umulhi", "__brev", "__float_as_uint", "__byte_perm":
		return UIntType
	case "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync":
		if len(args) > 1 {
			return args[1].Value()
		}
	case "__shfl", "__shfl_up", "__shfl_down", "__shfl_xor":
		if len(args) > 0 {
			return args[0].Value()
		}
	case "atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicExch", "atomicCAS", "atomicOr", "atomicAnd", "atomicXor", "atomicInc", "atomicDec":
		if len(args) > 0 {
			if t := args[0].Value(); t != nil && t.Kind == Pointer {
				return t.Elem.Without()
			}
		}
	case "clock64":
		return LongLongType
	case "clock":
		return LongType
	case "malloc", "alloca":
		return PointerTo(VoidType)
	case "strlen", "__cvta_generic_to_shared":
		return ULongType
	case "atoi", "rand":
		return IntType
	case "atof", "strtod":
		return DoubleType
	case "this_thread_block":
		return builtinTypes["thread_block"]
	case "this_grid":
		return builtinTypes["grid_group"]
	case "coalesced_threads":
		return builtinTypes["coalesced_group"]
	case "this_cluster":
		return builtinTypes["cluster_group"]
	}
	return nil
}

// LibraryMethod returns the result type of a method of a CUDA class, nil for any other
// method. args are the types of the arguments. The class may be unknown for a method of a
// cooperative group.
func LibraryMethod(class *Type, name string, args []*Type) *Type {
	if class != nil && class.Kind != Builtin && class.Known() {
		return nil
	}
	switch name {
	case "thread_index", "group_index", "block_index", "group_dim", "dim_threads", "dim_blocks":
		return builtinTypes["dim3"]
	case "thread_rank", "meta_group_rank", "meta_group_size", "num_threads", "ballot", "match_any", "match_all":
		return UIntType
	case "any", "all":
		return IntType
	case "shfl", "shfl_up", "shfl_down", "shfl_xor":
		if len(args) > 0 {
			return args[0].Value()
		}
	}
	return nil
}
