package repair

import (
	"maps"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// statementWords are keywords of statements and expressions.
var statementWords = set("if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue",
	"goto", "try", "catch", "throw", "new", "delete", "sizeof", "alignof", "this", "using", "namespace", "public",
	"private", "protected", "asm", "__asm__", "__asm", "static_assert", "noexcept", "decltype", "alignas",
	"static_cast", "const_cast", "reinterpret_cast", "dynamic_cast", "co_return", "co_await", "co_yield", "defined",
	"and", "or", "not", "xor", "bitand", "bitor", "compl", "and_eq", "or_eq", "xor_eq", "not_eq",
	"true", "false", "nullptr", "operator", "requires", "concept", "explicit", "friend", "template", "typename",
	"override", "final")

// typeWords are the keywords of built-in types.
var typeWords = set("void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "auto",
	"wchar_t", "char8_t", "char16_t", "char32_t", "__int8", "__int16", "__int32", "__int64", "__int128", "size_t", "ssize_t", "ptrdiff_t",
	"int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uintptr_t", "intptr_t")

// typeHeads are the keywords before the name of a type.
var typeHeads = set("struct", "class", "union", "enum", "typename")

// specifierWords are the specifiers that may precede the type in a declaration.
var specifierWords = set("const", "volatile", "constexpr", "consteval", "constinit", "static", "extern", "inline",
	"__inline", "__inline__", "__forceinline", "__forceinline__", "__noinline__", "virtual", "mutable", "typedef",
	"register", "thread_local", "__thread", "_Thread_local", "__global__", "__device__", "__host__", "__constant__", "__shared__", "__managed__",
	"__grid_constant__", "friend", "explicit", "__extension__", "restrict", "__restrict", "__restrict__", "__tile_global__", "__nv_pure__")

// cudaWords are the specifiers of CUDA.
var cudaWords = set("__global__", "__device__", "__host__", "__constant__", "__shared__", "__managed__",
	"__grid_constant__", "__forceinline__", "__noinline__")

// attributeCalls are attributes written as a call.
var attributeCalls = set("__launch_bounds__", "__cluster_dims__", "__block_size__", "__maxnreg__", "__attribute__",
	"__attribute", "__declspec", "__local_maxnreg__")

// alignCalls are the spellings of alignas(n).
var alignCalls = set("__align__", "__CUDA_ALIGN__", "__builtin_align__", "alignas", "_Alignas")

// conventionMacros are macros for calling conventions and other attributes in well-known
// headers.
var conventionMacros = set("CUDART_CB", "CUDAAPI", "CUDARTAPI", "CUDA_CB", "WINAPI", "APIENTRY", "CALLBACK", "GLAPIENTRY",
	"__stdcall", "__cdecl", "__fastcall", "__host_device__", "__hidden", "C10_HOST_DEVICE", "C10_DEVICE", "C10_HOST",
	"CUTLASS_DEVICE", "CUTLASS_HOST_DEVICE", "CUTE_DEVICE", "CUTE_HOST_DEVICE", "CUTE_HOST", "THRUST_HD", "XINLINE",
	"MSHADOW_XINLINE", "EIGEN_DEVICE_FUNC", "EIGEN_STRONG_INLINE", "EIGEN_ALWAYS_INLINE", "TORCH_API",
	"_CCCL_DEVICE", "_CCCL_HOST", "_CCCL_HOST_DEVICE", "_CCCL_FORCEINLINE", "_CCCL_API", "_CCCL_HIDE_FROM_ABI",
	"__THRUST_DEVICE__", "_CCCL_EXEC_CHECK_DISABLE", "__hostdev__", "__hd__")

// wellKnownQualifiers are the qualifiers of attribute macros in well-known headers.
var wellKnownQualifiers = map[string]ast.Qualifiers{
	"__host_device__": ast.Host | ast.Device,
	"C10_HOST_DEVICE": ast.Host | ast.Device, "C10_DEVICE": ast.Device, "C10_HOST": ast.Host,
	"CUTLASS_DEVICE": ast.Device | ast.Inline, "CUTLASS_HOST_DEVICE": ast.Host | ast.Device | ast.Inline,
	"CUTE_DEVICE": ast.Device | ast.Inline, "CUTE_HOST_DEVICE": ast.Host | ast.Device | ast.Inline, "CUTE_HOST": ast.Host | ast.Inline,
	"EIGEN_DEVICE_FUNC": ast.Host | ast.Device, "_CCCL_DEVICE": ast.Device, "_CCCL_HOST": ast.Host, "_CCCL_HOST_DEVICE": ast.Host | ast.Device,
}

// reserved are the words that cannot be the name of a macro, type or function, in one table,
// as nearly every word of a source is looked up several times.
var reserved = func() map[string]bool {
	all := map[string]bool{}
	for _, words := range []map[string]bool{statementWords, typeWords, typeHeads, specifierWords, attributeCalls, alignCalls} {
		maps.Copy(all, words)
	}
	return all
}()

// reservedLengths has, for each first byte of a word, a bit for each length of reserved words.
// It rules out most other words.
var reservedLengths = func() (lengths [256]uint64) {
	for w := range reserved {
		lengths[w[0]] |= 1 << len(w)
	}
	return lengths
}()

// isName reports whether a word may be the name of a macro, type or function.
func isName(w string) bool {
	return w == "" || reservedLengths[w[0]]&(1<<len(w)) == 0 || !reserved[w]
}

// isCapital reports whether a word is spelled as macros usually are.
func isCapital(w string) bool {
	letters := 0
	for i := range len(w) {
		switch c := w[i]; {
		case 'A' <= c && c <= 'Z':
			letters++
		case c != '_' && !preproc.IsDigit(c):
			return false
		}
	}
	return letters >= 2
}

// isReserved reports whether a word has the form __word__, as many attribute macros have.
func isReserved(w string) bool {
	return len(w) > 4 && w[:2] == "__" && w[len(w)-2:] == "__"
}
