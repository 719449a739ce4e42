// Package resource finds handles that are acquired and not released on every
// path to the end of their owner's life, released twice, or used afterwards.
//
// It follows one acquisition at a time through the lowered form and the control-flow graph of the
// function it is in, with a bounded set of states per block: which places hold
// the handle, and what the conditions taken so far say. Functions with bodies in
// sight are followed; what goes to any other is left alone.
package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Kind is a kind of resource: the functions that acquire and release it. New
// kinds are new values.
type Kind struct {
	// Name is what messages call one: "texture object".
	Name string
	// Acquire are the functions that store a handle through their first argument
	// and return zero if they did.
	Acquire []string
	// Release maps the functions that release the handle that is their first
	// argument to nothing more; the first is what messages suggest.
	Release []string
	// Types are the names of handle types.
	Types []string
	// Create and Destroy are the verbs of messages, in the form of "creates".
	Create, Destroy string
}

// TextureObject is cudaTextureObject_t and CUtexObject.
var TextureObject = &Kind{
	Name:    "texture object",
	Acquire: []string{"cudaCreateTextureObject", "cuTexObjectCreate"},
	Release: []string{"cudaDestroyTextureObject", "cuTexObjectDestroy"},
	Types:   []string{"cudaTextureObject_t", "CUtexObject"},
	Create:  "creates", Destroy: "destroys",
}

// SurfaceObject is cudaSurfaceObject_t and CUsurfObject.
var SurfaceObject = &Kind{
	Name:    "surface object",
	Acquire: []string{"cudaCreateSurfaceObject", "cuSurfObjectCreate"},
	Release: []string{"cudaDestroySurfaceObject", "cuSurfObjectDestroy"},
	Types:   []string{"cudaSurfaceObject_t", "CUsurfObject"},
	Create:  "creates", Destroy: "destroys",
}

// Array is cudaArray_t and CUarray.
var Array = &Kind{
	Name:    "CUDA array",
	Acquire: []string{"cudaMallocArray", "cudaMalloc3DArray", "cuArrayCreate", "cuArray3DCreate"},
	Release: []string{"cudaFreeArray", "cuArrayDestroy"},
	Types:   []string{"cudaArray_t", "cudaArray", "CUarray"},
	Create:  "allocates", Destroy: "frees",
}

// MipmappedArray is cudaMipmappedArray_t and CUmipmappedArray.
var MipmappedArray = &Kind{
	Name:    "mipmapped array",
	Acquire: []string{"cudaMallocMipmappedArray", "cuMipmappedArrayCreate"},
	Release: []string{"cudaFreeMipmappedArray", "cuMipmappedArrayDestroy"},
	Types:   []string{"cudaMipmappedArray_t", "cudaMipmappedArray", "CUmipmappedArray"},
	Create:  "allocates", Destroy: "frees",
}

// A role is what a function of a name does, whatever the kind.
type role uint8

const (
	plain     role = iota
	deviceAPI      // of the CUDA runtime or driver: keeps no handle it is given
	copiesOut      // copies bytes that are handles to where the host does not see them
	ends           // ends the process
	resets         // ends the life of everything on the device
	known          // of the C or C++ library: keeps nothing
	mutates        // writes what its first argument points to
	stores         // a method that stores its arguments in a container
	frees          // releases memory, not what is in it
	passes         // returns its argument
	allocates      // returns new memory
)

var roles = map[string]role{
	"cudaDeviceReset": resets, "cudaThreadExit": resets, "cuCtxDestroy": resets, "cuDevicePrimaryCtxReset": resets, "cuDevicePrimaryCtxRelease": resets,
	"cudaMemcpy": copiesOut, "cudaMemcpyAsync": copiesOut, "cudaMemcpyToSymbol": copiesOut, "cudaMemcpyToSymbolAsync": copiesOut,
	"cuMemcpyHtoD": copiesOut, "cuMemcpyHtoDAsync": copiesOut, "memcpy": copiesOut, "memmove": copiesOut,
	"static_cast": passes, "reinterpret_cast": passes, "const_cast": passes, "dynamic_cast": passes, "move": passes, "forward": passes,
	"ref": passes, "cref": passes, "addressof": passes, "as_const": passes,
	"malloc": allocates, "calloc": allocates, "realloc": allocates, "aligned_alloc": allocates,
	"free": frees,
	// What a callback is given, it may release.
	"cudaLaunchHostFunc": plain, "cudaStreamAddCallback": plain, "cuLaunchHostFunc": plain, "cuStreamAddCallback": plain,
	"memset": mutates, "bzero": mutates,
}

func init() {
	for r, names := range map[role]string{
		ends:   "exit _exit _Exit quick_exit abort terminate __builtin_trap __builtin_unreachable unreachable __assert_fail err errx",
		stores: "push_back emplace_back push emplace insert push_front emplace_front assign try_emplace insert_or_assign append",
		known: `printf fprintf sprintf snprintf puts fputs putchar fflush perror assert strcmp strncmp strlen strcpy strncpy strcat memcmp fopen fclose fread fwrite
			fscanf sscanf scanf fgets feof ferror atoi atof atol strtol strtoul strtod abs fabs sqrt pow min max ceil floor exp log sin cos tan
			sort fill fill_n iota size empty begin end cbegin cend data c_str str length clear reserve resize back front count find what code
			getenv setlocale gettimeofday clock time srand rand usleep sleep sleep_for now duration_cast to_string make_int2 make_float2 make_float3
			make_float4 make_int3 make_int4 make_uint2 make_uint3 make_uint4 make_cudaExtent make_cudaPitchedPtr make_cudaPos isdigit toupper tolower
			strerror basename exists is_open good open close getline write read setw setprecision fixed numeric_limits round fmin fmax lround
			delete make_uchar4 make_double2 make_double4 omp_get_wtime stoi stof stod`,
	} {
		for _, name := range strings.Fields(names) {
			if roles[name] == plain {
				roles[name] = r
			}
		}
	}
	for _, k := range []*Kind{TextureObject, SurfaceObject, Array, MipmappedArray} {
		for _, name := range k.Release {
			released[name] = true
		}
	}
}

// released holds the names of the functions that release a resource of any kind.
var released = map[string]bool{}

// roleOf returns what a function that is not in sight does, by its name.
func roleOf(name string) role {
	if r, ok := roles[name]; ok {
		return r
	}
	if isAPI(name) {
		return deviceAPI
	}
	return plain
}

// isAPI reports whether a name is one of the CUDA runtime, driver or libraries.
func isAPI(name string) bool {
	for _, p := range []string{"cuda", "cublas", "cufft", "curand", "cusparse", "cusolver", "cudnn", "nccl", "nvrtc", "nvtx"} {
		if rest, ok := strings.CutPrefix(name, p); ok && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z' {
			return true
		}
	}
	rest, ok := strings.CutPrefix(name, "cu")
	return ok && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z'
}

// forgets reports whether a call may give another result each time though
// nothing in sight has changed.
func forgets(name string) bool { return forgetful[name] || isAPI(name) }

var (
	forgetful = map[string]bool{}
	// methods are those of the known names that the library has as methods only.
	methods = map[string]bool{}
)

func init() {
	for _, name := range strings.Fields("rand random drand48 getchar fgetc fread read recv time clock getline fgets next pop get fscanf scanf now") {
		forgetful[name] = true
	}
	for _, name := range strings.Fields("size empty data str length clear reserve resize back front count what code is_open good open close get setf") {
		methods[name] = true
	}
}

// plainType reports whether a type that is not in sight is one of CUDA's own,
// which have no destructors.
func plainType(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(name), "struct "), "const ")
	return strings.HasPrefix(name, "cuda") || strings.HasPrefix(name, "CU") || name == "textureReference"
}

// past turns "creates" into "created" and "destroys" into "destroyed".
func past(verb string) string { return strings.TrimSuffix(base(verb), "e") + "ed" }

func base(verb string) string { return strings.TrimSuffix(verb, "s") }

// releaseFor returns the name of the function that releases what a site acquires:
// of the runtime for the runtime's, of the driver for the driver's.
func (k *Kind) releaseFor(name string) string {
	if strings.HasPrefix(name, "cu") && !strings.HasPrefix(name, "cuda") && slices.Contains(k.Acquire, name) {
		return k.Release[len(k.Release)-1]
	}
	return k.Release[0]
}

// inType reports whether a declaration names one of the kind's handle types.
func (k *Kind) inType(text string) bool {
	return slices.ContainsFunc(k.Types, func(name string) bool { return strings.Contains(text, name) })
}

// mayHelp reports whether a function may be one of another unit that has to do with
// handles of the kind.
func (k *Kind) mayHelp(f *sema.Function) bool {
	return !f.Body.Valid() && f.Qualifiers&ast.Static == 0 && f.Record == nil && k.inType(f.Node.Text())
}
