package sema

import (
	"strings"
)

var indexTypes = map[string]*Type{"threadIdx": builtinTypes["uint3"], "blockIdx": builtinTypes["uint3"], "blockDim": builtinTypes["dim3"], "gridDim": builtinTypes["dim3"], "warpSize": intType}

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
		return floatType
	}
	if t := mathResult(name, args); t != nil {
		return t
	}
	switch name {
	case "min", "max":
		if len(args) == 2 && args[0].Value().Arithmetic() && args[1].Value().Arithmetic() {
			return commonType(args[0].Value(), args[1].Value())
		}
	case "__int2float_rn", "__int_as_float", "__uint_as_float", "__half2float":
		return floatType
	case "abs":
		if len(args) > 0 {
			if t := args[0].Value(); t != nil && t.Kind == Float {
				return t.Without()
			}
		}
		return intType
	case "__ldg", "__ldcg", "__ldca", "__ldcs", "__ldcv", "__ldlu":
		if len(args) > 0 {
			if t := args[0].Value(); t != nil && t.Kind == Pointer {
				return t.Elem.Without()
			}
		}
	case "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll", "__float2int_rn", "__float2int_rd", "__float2int_ru", "__float2int_rz", "__float_as_int", "__mul24", "__mulhi", "printf", "__syncthreads_count", "__any_sync", "__all_sync":
		return intType
	case "__ballot_sync", "__activemask", "__umul24", "__umulhi", "__brev", "__float_as_uint", "__byte_perm":
		return uintType
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
		return llongType
	case "clock":
		return longType
	case "malloc", "alloca":
		return PointerTo(voidType)
	case "strlen", "__cvta_generic_to_shared":
		return ulongType
	case "atoi", "rand":
		return intType
	case "atof", "strtod":
		return doubleType
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
		return uintType
	case "any", "all":
		return intType
	case "shfl", "shfl_up", "shfl_down", "shfl_xor":
		if len(args) > 0 {
			return args[0].Value()
		}
	}
	return nil
}

// A LibraryRecord describes a class that is built in or of the library, such as float4 or
// std::pair<int, float>. No source in sight defines it. Record makes the class from it.
type LibraryRecord struct {
	Name        string
	Size, Align int64 // as in Record
	Fields      []LibraryField
}

// A LibraryField is a member of a LibraryRecord; see Field.
type LibraryField struct {
	Name   string
	Type   *Type
	Offset int64
}

// Library returns the description of a record; ok is false for one of a source.
func (r *Record) Library() (l LibraryRecord, ok bool) {
	if r.Node.Valid() || r.Scope != nil || r.Generic != nil || r.Bindings != nil || r.Namespace != "" || r.Union || r.key != "" ||
		len(r.Bases)+len(r.Methods)+len(r.Statics)+len(r.decls)+len(r.TemplateParams) > 0 || r.state.Load() != recordDone {
		return l, false
	}
	l = LibraryRecord{Name: r.Name, Size: r.Size, Align: r.Align}
	for _, f := range r.Fields {
		if f.Node.Valid() || f.Init.Valid() {
			return l, false
		}
		l.Fields = append(l.Fields, LibraryField{f.Name, f.Type, f.Offset})
	}
	return l, true
}

// Record returns the record that is described.
func (l LibraryRecord) Record() *Record {
	if t := builtinTypes[l.Name]; t != nil && t.Record != nil && t.Record.Name == l.Name && t.Size == l.Size && t.Align == l.Align {
		return t.Record
	}
	r := &Record{Name: l.Name, Size: l.Size, Align: l.Align, Methods: map[string][]*Function{}, Statics: map[string]*Variable{}}
	for _, f := range l.Fields {
		r.Fields = append(r.Fields, Field{Name: f.Name, Type: f.Type, Offset: f.Offset})
	}
	r.state.Store(recordDone)
	return r
}
