package sema

import (
	"sort"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A macroEvent is a #define or (macro nil) an #undef at one moment of the unit.
type macroEvent struct {
	seq   int
	macro *Macro
}

// A checkpoint says at which moment of the unit a place of a file is reached.
type checkpoint struct{ offset, seq int }

// macros is the macro table of a unit. It is written while the unit is built
// and only read after.
type macroTable struct {
	events map[string][]macroEvent
	points map[*ast.File][]checkpoint
	seq    int
}

func newMacroTable() *macroTable {
	return &macroTable{events: map[string][]macroEvent{}, points: map[*ast.File][]checkpoint{}}
}

// add records an event that takes effect at offset of file.
func (t *macroTable) add(name string, m *Macro, file *ast.File, offset int) {
	t.seq++
	t.events[name] = append(t.events[name], macroEvent{t.seq, m})
	t.mark(file, offset)
}

// mark notes that what follows offset in file sees the events so far.
func (t *macroTable) mark(file *ast.File, offset int) {
	if file != nil {
		t.points[file] = append(t.points[file], checkpoint{offset, t.seq})
	}
}

// at returns the macro that a name means at a node, nil for none.
func (t *macroTable) at(name string, n ast.Node) *Macro {
	m, _ := t.state(name, n)
	return m
}

// state returns the macro that a name means at a node; seen is set if a
// directive before the node says so, be it an #undef.
func (t *macroTable) state(name string, n ast.Node) (m *Macro, seen bool) {
	events := t.events[name]
	if len(events) == 0 {
		return nil, false
	}
	seq := 0
	n = n.Origin()
	if points := t.points[n.File()]; len(points) > 0 {
		start := n.Span().Start
		i := sort.Search(len(points), func(i int) bool { return points[i].offset > start })
		if i > 0 {
			seq = points[i-1].seq
		}
	} else if !n.Valid() {
		seq = t.seq
	}
	i := sort.Search(len(events), func(i int) bool { return events[i].seq > seq })
	if i == 0 {
		return nil, false
	}
	return events[i-1].macro, true
}

// MacroAt returns the macro that a name means at a node of the unit's files, nil for
// none.
func (u *Unit) MacroAt(name string, n ast.Node) *Macro { return u.macros.at(name, n) }

// now returns the macro that a name means at the end of what has been read.
func (t *macroTable) now(name string) *Macro {
	events := t.events[name]
	if len(events) == 0 {
		return nil
	}
	return events[len(events)-1].macro
}

// macroOf reads a preproc_def or preproc_function_def.
func macroOf(n ast.Node) *Macro {
	m := &Macro{Name: n.Child(ast.FieldName).Text(), Node: n}
	if n.Kind() == ast.PreprocFunctionDef {
		m.FunctionLike = true
		params := n.Child(ast.FieldParameters)
		for _, p := range strings.Split(strings.Trim(strings.TrimSpace(joinTokens(tokenize(params.Text()))), "()"), ",") {
			p = strings.TrimSpace(p)
			switch {
			case p == "...":
				m.Variadic = true
				p = "__VA_ARGS__"
			case strings.HasSuffix(p, "..."): // GNU: args...
				m.Variadic = true
				p = strings.TrimSpace(strings.TrimSuffix(p, "..."))
			}
			if p != "" {
				m.Params = append(m.Params, p)
			}
		}
	}
	if v := n.Child(ast.FieldValue); v.Valid() {
		m.Body = joinTokens(trimSpace(tokenize(v.Text())))
	}
	return m
}

// define returns the macro of a -D option: NAME, NAME=VALUE or NAME(a)=VALUE.
func define(option string) *Macro {
	name, value, ok := strings.Cut(option, "=")
	if !ok {
		value = "1"
	}
	m := &Macro{Name: strings.TrimSpace(name), Body: value}
	if base, params, ok := strings.Cut(m.Name, "("); ok {
		m.Name, m.FunctionLike = base, true
		for _, p := range strings.Split(strings.TrimSuffix(params, ")"), ",") {
			if p = strings.TrimSpace(p); p != "" {
				m.Params = append(m.Params, p)
			}
		}
	}
	return m
}

// predefined are the macros of the compiler and of the headers that are not in
// sight.
var predefined = func() map[string]*Macro {
	m := map[string]*Macro{}
	for name, body := range map[string]string{
		"__CUDACC__": "1", "__NVCC__": "1", "__cplusplus": "201703L", "__CUDA__": "1",
		// texture_types.h and surface_types.h
		"cudaTextureType1D": "0x01", "cudaTextureType2D": "0x02", "cudaTextureType3D": "0x03", "cudaTextureTypeCubemap": "0x0C",
		"cudaTextureType1DLayered": "0xF1", "cudaTextureType2DLayered": "0xF2", "cudaTextureTypeCubemapLayered": "0xFC",
		"cudaSurfaceType1D": "0x01", "cudaSurfaceType2D": "0x02", "cudaSurfaceType3D": "0x03", "cudaSurfaceTypeCubemap": "0x0C",
		"cudaSurfaceType1DLayered": "0xF1", "cudaSurfaceType2DLayered": "0xF2", "cudaSurfaceTypeCubemapLayered": "0xFC",
		"__linux__": "1", "__linux": "1", "linux": "1", "__unix__": "1", "__x86_64__": "1", "__LP64__": "1", "__GNUC__": "13", "__GNUC_MINOR__": "1",
		"__CHAR_BIT__": "8", "CHAR_BIT": "8", "__STDC__": "1",
		"NULL": "0L", "EXIT_SUCCESS": "0", "EXIT_FAILURE": "1", "RAND_MAX": "2147483647",
		"SCHAR_MIN": "(-128)", "SCHAR_MAX": "127", "UCHAR_MAX": "255", "CHAR_MIN": "(-128)", "CHAR_MAX": "127",
		"SHRT_MIN": "(-32768)", "SHRT_MAX": "32767", "USHRT_MAX": "65535",
		"INT_MIN": "(-2147483647-1)", "INT_MAX": "2147483647", "UINT_MAX": "4294967295U",
		"LONG_MIN": "(-9223372036854775807L-1L)", "LONG_MAX": "9223372036854775807L", "ULONG_MAX": "18446744073709551615UL",
		"LLONG_MIN": "(-9223372036854775807LL-1LL)", "LLONG_MAX": "9223372036854775807LL", "ULLONG_MAX": "18446744073709551615ULL",
		"INT8_MIN": "(-128)", "INT8_MAX": "127", "UINT8_MAX": "255", "INT16_MIN": "(-32768)", "INT16_MAX": "32767", "UINT16_MAX": "65535",
		"INT32_MIN": "(-2147483647-1)", "INT32_MAX": "2147483647", "UINT32_MAX": "4294967295U",
		"INT64_MIN": "(-9223372036854775807L-1L)", "INT64_MAX": "9223372036854775807L", "UINT64_MAX": "18446744073709551615UL",
		"SIZE_MAX": "18446744073709551615UL",
		"FLT_MAX":  "3.402823466e+38F", "FLT_MIN": "1.175494351e-38F", "FLT_EPSILON": "1.192092896e-07F",
		"DBL_MAX": "1.7976931348623158e+308", "DBL_MIN": "2.2250738585072014e-308", "DBL_EPSILON": "2.2204460492503131e-16",
		"M_PI": "3.14159265358979323846", "M_PI_2": "1.57079632679489661923", "M_PI_4": "0.78539816339744830962", "M_E": "2.7182818284590452354",
		"M_SQRT2": "1.41421356237309504880", "M_SQRT1_2": "0.70710678118654752440", "M_LN2": "0.69314718055994530942", "M_1_PI": "0.31830988618379067154",
		"M_2_PI": "0.63661977236758134308", "M_LOG2E": "1.4426950408889634074", "M_LN10": "2.30258509299404568402",
		"CUDART_PI_F": "3.141592654f", "CUDART_PI": "3.1415926535897931e+0", "CUDART_SQRT_HALF_F": "0.707106781f", "CUDART_L2E_F": "1.442695041f",
		"FLT_DIG": "6", "DBL_DIG": "15", "FLT_RADIX": "2", "FLT_MANT_DIG": "24", "DBL_MANT_DIG": "53",
		"warpSize": "32", "CUDA_WARP_SIZE": "32", "HIP_WARP_SIZE": "32",
		"PATH_MAX": "4096", "BUFSIZ": "8192",
	} {
		m[name] = &Macro{Name: name, Body: body}
	}
	delete(m, "CUDA_WARP_SIZE")
	delete(m, "HIP_WARP_SIZE")
	delete(m, "warpSize") // a variable
	return m
}()

// notDefined are macros known not to be defined where CUDA is compiled for Linux.
var notDefined = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`_WIN32 _WIN64 WIN32 _MSC_VER __APPLE__ __MACH__ __HIP_PLATFORM_AMD__ __HIP_PLATFORM_HCC__ __HIPCC__
		__HIP__ __HIP_DEVICE_COMPILE__ __SYCL_DEVICE_ONLY__ SYCL_LANGUAGE_VERSION __SYCL__ __MINGW32__ __CYGWIN__ __OPENCL_VERSION__ __ANDROID__
		__CUDACC_RTC__ __HCC__ __NVCOMPILER __PGI __INTEL_COMPILER __ICC __arm__ __aarch64__ __powerpc64__ __FreeBSD__ __sun __clang__ __CUDA_FTZ
		__EMSCRIPTEN__ __MIC__ _WIN16 __BORLANDC__ __DPCPP__ __cuda_cuda_h__ __HIP_PLATFORM_NVCC__`) {
		notDefined[name] = true
	}
	delete(notDefined, "__cuda_cuda_h__")
	delete(notDefined, "__CUDA_FTZ")
}

// newestToolkit is the CUDA toolkit that sources are taken to be for.
const newestToolkit = 13000

// toolkitMacros are the macros that tell the version of the toolkit.
func toolkitMacros(version int) []*Macro {
	if version <= 0 {
		version = newestToolkit
	}
	var out []*Macro
	for _, m := range []struct {
		name  string
		value int
	}{
		{"CUDART_VERSION", version}, {"CUDA_VERSION", version}, {"__CUDA_API_VERSION", version},
		{"__CUDACC_VER_MAJOR__", version / 1000}, {"__CUDACC_VER_MINOR__", version % 1000 / 10},
	} {
		out = append(out, &Macro{Name: m.name, Body: strconv.Itoa(m.value)})
	}
	return out
}

// archMacro is __CUDA_ARCH__ for a compute capability.
func archMacro(arch int) *Macro {
	return &Macro{Name: "__CUDA_ARCH__", Body: strconv.Itoa(arch)}
}
