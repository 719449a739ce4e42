// Package handle lists the kinds of resources whose handles a program has to release, and
// what functions that are not in sight do with the handles that they are given.
package handle

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Kind is a kind of resource: its handle types, and the functions that acquire and release
// one.
type Kind struct {
	// Name is the name in messages: "texture object".
	Name string
	// Acquire are the functions that store a handle through their first argument
	// and return zero if they did.
	Acquire []string
	// Release are the functions that release the handle that is their first argument. The
	// first is the runtime's, and messages suggest it; the last is the driver's.
	Release []string
	// Types are the names of handle types.
	Types []string
	// Create and Destroy are the verbs of messages: "creates", "destroys".
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

// ReleaseFor returns the name of the function that releases what a function acquires: one of
// the driver for a function of the driver, else one of the runtime.
func (k *Kind) ReleaseFor(acquire string) string {
	if strings.HasPrefix(acquire, "cu") && !strings.HasPrefix(acquire, "cuda") && slices.Contains(k.Acquire, acquire) {
		return k.Release[len(k.Release)-1]
	}
	return k.Release[0]
}

// InType reports whether a declaration names one of the kind's handle types.
func (k *Kind) InType(text string) bool {
	return slices.ContainsFunc(k.Types, func(name string) bool { return strings.Contains(text, name) })
}

// MayHelp reports whether a function is declared in one unit, may have its body in another,
// and takes or returns handles of the kind, as far as its declaration tells.
func (k *Kind) MayHelp(f *sema.Function) bool {
	return !f.Body.Valid() && f.Qualifiers&ast.Static == 0 && f.Record == nil && k.InType(f.Node.Text())
}

// PastTense turns "creates" into "created" and "destroys" into "destroyed".
func PastTense(verb string) string { return strings.TrimSuffix(BaseForm(verb), "e") + "ed" }

// BaseForm turns "creates" into "create".
func BaseForm(verb string) string { return strings.TrimSuffix(verb, "s") }
