package preproc

import (
	"strconv"
	"strings"
)

// predefined are macros of the compiler, and of system headers, which may not be found.
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
		"PATH_MAX": "4096", "BUFSIZ": "8192",
	} {
		m[name] = &Macro{Name: name, Body: body}
	}
	return m
}()

// notDefined are macros that nvcc does not define on Linux.
var notDefined = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`_WIN32 _WIN64 WIN32 _MSC_VER __APPLE__ __MACH__ __HIP_PLATFORM_AMD__ __HIP_PLATFORM_HCC__ __HIPCC__
		__HIP__ __HIP_DEVICE_COMPILE__ __SYCL_DEVICE_ONLY__ SYCL_LANGUAGE_VERSION __SYCL__ __MINGW32__ __CYGWIN__ __OPENCL_VERSION__ __ANDROID__
		__CUDACC_RTC__ __HCC__ __NVCOMPILER __PGI __INTEL_COMPILER __ICC __arm__ __aarch64__ __powerpc64__ __FreeBSD__ __sun __clang__
		__EMSCRIPTEN__ __MIC__ _WIN16 __BORLANDC__ __DPCPP__ __HIP_PLATFORM_NVCC__`) {
		m[name] = true
	}
	return m
}()

// newestToolkit is the CUDA toolkit that is assumed if none is given.
const newestToolkit = 13000

// toolkitMacros returns the macros for a version of the CUDA toolkit.
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

// archMacro returns __CUDA_ARCH__ for a compute capability, 900 for sm_90.
func archMacro(arch int) *Macro {
	return &Macro{Name: "__CUDA_ARCH__", Body: strconv.Itoa(arch)}
}

// start records the macros that are defined before the first line of a unit.
func (t *Table) start(opts *Options) {
	for name, m := range predefined {
		t.predefine(name, m)
	}
	for _, m := range toolkitMacros(opts.Toolkit) {
		t.predefine(m.Name, m)
	}
	for _, name := range opts.Undefines {
		t.predefine(name, nil)
	}
	for _, option := range opts.Defines {
		m := Define(option)
		t.predefine(m.Name, m)
		t.recordBareOperator(m)
	}
}
