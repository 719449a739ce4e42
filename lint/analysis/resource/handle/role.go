package handle

import (
	"slices"
	"strings"
)

// A Role says what a function that is not in sight does with what it is given. It goes by the
// name of the function alone.
type Role uint8

// The roles.
const (
	Unlisted        Role = iota // may do anything
	DeviceAPI                   // of the CUDA runtime, driver or libraries: keeps no handle it is given
	CopiesBytes                 // copies bytes, of handles perhaps, to a place that is not followed
	EndsProcess                 // does not return
	ResetsDevice                // ends the life of everything on the device
	Library                     // of the C or C++ library: keeps nothing
	WritesArgument              // writes what its first argument points to
	StoresArgument              // a method that stores its arguments in a container
	FreesMemory                 // frees memory, not the handles in it
	ReturnsArgument             // returns its argument
	AllocatesMemory             // returns new memory
)

var roles = map[string]Role{
	"cudaDeviceReset": ResetsDevice, "cudaThreadExit": ResetsDevice, "cuCtxDestroy": ResetsDevice, "cuDevicePrimaryCtxReset": ResetsDevice, "cuDevicePrimaryCtxRelease": ResetsDevice,
	"cudaMemcpy": CopiesBytes, "cudaMemcpyAsync": CopiesBytes, "cudaMemcpyToSymbol": CopiesBytes, "cudaMemcpyToSymbolAsync": CopiesBytes,
	"cuMemcpyHtoD": CopiesBytes, "cuMemcpyHtoDAsync": CopiesBytes, "memcpy": CopiesBytes, "memmove": CopiesBytes,
	"static_cast": ReturnsArgument, "reinterpret_cast": ReturnsArgument, "const_cast": ReturnsArgument, "dynamic_cast": ReturnsArgument, "move": ReturnsArgument, "forward": ReturnsArgument,
	"ref": ReturnsArgument, "cref": ReturnsArgument, "addressof": ReturnsArgument, "as_const": ReturnsArgument,
	"malloc": AllocatesMemory, "calloc": AllocatesMemory, "realloc": AllocatesMemory, "aligned_alloc": AllocatesMemory,
	"free": FreesMemory,
	// What a callback is given, it may release.
	"cudaLaunchHostFunc": Unlisted, "cudaStreamAddCallback": Unlisted, "cuLaunchHostFunc": Unlisted, "cuStreamAddCallback": Unlisted,
	"memset": WritesArgument, "bzero": WritesArgument,
}

func init() {
	for r, names := range map[Role]string{
		EndsProcess:    "exit _exit _Exit quick_exit abort terminate __builtin_trap __builtin_unreachable unreachable __assert_fail err errx",
		StoresArgument: "push_back emplace_back push emplace insert push_front emplace_front assign try_emplace insert_or_assign append",
		Library: `printf fprintf sprintf snprintf puts fputs putchar fflush perror assert strcmp strncmp strlen strcpy strncpy strcat memcmp fopen fclose fread fwrite
			fscanf sscanf scanf fgets feof ferror atoi atof atol strtol strtoul strtod abs fabs sqrt pow min max ceil floor exp log sin cos tan
			sort fill fill_n iota size empty begin end cbegin cend data c_str str length clear reserve resize back front count find what code
			getenv setlocale gettimeofday clock time srand rand usleep sleep sleep_for now duration_cast to_string make_int2 make_float2 make_float3
			make_float4 make_int3 make_int4 make_uint2 make_uint3 make_uint4 make_cudaExtent make_cudaPitchedPtr make_cudaPos isdigit toupper tolower
			strerror basename exists is_open good open close getline write read setw setprecision fixed numeric_limits round fmin fmax lround
			delete make_uchar4 make_double2 make_double4 omp_get_wtime stoi stof stod`,
	} {
		for _, name := range strings.Fields(names) {
			if roles[name] == Unlisted {
				roles[name] = r
			}
		}
	}
}

// ReleaseFunctions holds the names of the functions that release a resource of any kind.
var ReleaseFunctions = names(slices.Concat(TextureObject.Release, SurfaceObject.Release, Array.Release, MipmappedArray.Release))

func names(list []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range list {
		set[name] = true
	}
	return set
}

// RoleOf returns what a function that is not in sight does, by its name.
func RoleOf(name string) Role {
	if r, ok := roles[name]; ok {
		return r
	}
	if IsAPI(name) {
		return DeviceAPI
	}
	return Unlisted
}

// IsAPI reports whether a name is one of the CUDA runtime, driver or libraries.
func IsAPI(name string) bool {
	for _, p := range []string{"cuda", "cublas", "cufft", "curand", "cusparse", "cusolver", "cudnn", "nccl", "nvrtc", "nvtx"} {
		if rest, ok := strings.CutPrefix(name, p); ok && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z' {
			return true
		}
	}
	rest, ok := strings.CutPrefix(name, "cu")
	return ok && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z'
}

// ResultVaries reports whether a call may give another result each time though
// nothing in sight has changed.
func ResultVaries(name string) bool { return varying[name] || IsAPI(name) }

// varying are the names of functions of the C and C++ libraries that may return something else
// each time.
var varying = names(strings.Fields("rand random drand48 getchar fgetc fread read recv time clock getline fgets next pop get fscanf scanf now"))

// MethodNames are the names with the role Library that the library has as methods only.
var MethodNames = names(strings.Fields("size empty data str length clear reserve resize back front count what code is_open good open close get setf"))

// PlainType reports whether a type that is not in sight is one of CUDA's own,
// which have no destructors.
func PlainType(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(name), "struct "), "const ")
	return strings.HasPrefix(name, "cuda") || strings.HasPrefix(name, "CU") || name == "textureReference"
}
