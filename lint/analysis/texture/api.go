package texture

import "strings"

// fetches are the device functions that have overloads for references and for objects. In
// the tex functions the reference is the first argument. (CUDA 11.8,
// texture_fetch_functions.h, surface_functions.h.)
var fetches = func() map[string]int {
	m := map[string]int{"tex1Dfetch": 0, "tex2Dgather": 0}
	for _, shape := range []string{"tex1D", "tex2D", "tex3D", "tex1DLayered", "tex2DLayered", "texCubemap", "texCubemapLayered"} {
		for _, form := range []string{"", "Lod", "Grad"} {
			m[shape+form] = 0
		}
	}
	for _, shape := range surfaceShapes {
		// surf2Dread(&v, s, x, y), v = surf2Dread<T>(s, x, y), surf2Dwrite(v, s, x, y)
		m[shape+"read"] = 1
		m[shape+"write"] = 1
	}
	return m
}()

var surfaceShapes = []string{"surf1D", "surf2D", "surf3D", "surf1DLayered", "surf2DLayered", "surfCubemap", "surfCubemapLayered"}

// runtimeCalls are the functions of the runtime that CUDA 12.0 removed.
var runtimeCalls = map[string]UseKind{
	"cudaBindTexture": Bind, "cudaBindTexture2D": Bind, "cudaBindTextureToArray": Bind, "cudaBindTextureToMipmappedArray": Bind,
	"cudaUnbindTexture": Unbind, "cudaGetTextureReference": Query, "cudaGetTextureAlignmentOffset": Query,
	"cudaBindSurfaceToArray": Bind, "cudaGetSurfaceReference": Query,
}

// driverCalls are the driver functions that cuda.h of CUDA 13.0 declares as deprecated.
// Macros of older headers give them the suffix _v2 or _v3.
var driverCalls = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`cuModuleGetTexRef cuModuleGetSurfRef cuParamSetTexRef cuTexRefCreate cuTexRefDestroy
		cuTexRefSetArray cuTexRefSetMipmappedArray cuTexRefSetAddress cuTexRefSetAddress2D cuTexRefSetFormat cuTexRefSetAddressMode
		cuTexRefSetFilterMode cuTexRefSetMipmapFilterMode cuTexRefSetMipmapLevelBias cuTexRefSetMipmapLevelClamp
		cuTexRefSetMaxAnisotropy cuTexRefSetBorderColor cuTexRefSetFlags cuTexRefGetAddress cuTexRefGetArray
		cuTexRefGetMipmappedArray cuTexRefGetAddressMode cuTexRefGetFilterMode cuTexRefGetFormat cuTexRefGetMipmapFilterMode
		cuTexRefGetMipmapLevelBias cuTexRefGetMipmapLevelClamp cuTexRefGetMaxAnisotropy cuTexRefGetBorderColor cuTexRefGetFlags
		cuSurfRefSetArray cuSurfRefGetArray cuTexRefSetAddress_v2 cuTexRefSetAddress2D_v2 cuTexRefSetAddress2D_v3 cuTexRefGetAddress_v2`) {
		m[name] = true
	}
	return m
}()

// Interface returns what a function of the interface for references does, and the position
// of the argument that is the reference. arg is -1 for other functions. Fetches through
// objects have the same names.
func Interface(name string) (kind UseKind, arg int) {
	if arg, ok := fetches[name]; ok {
		return Fetch, arg
	}
	if driverCalls[name] {
		return Driver, 0
	}
	kind, ok := runtimeCalls[name]
	switch {
	case !ok:
		return Other, -1
	case name == "cudaBindTexture", name == "cudaBindTexture2D", kind == Query:
		return kind, 1 // after the offset or the result
	}
	return kind, 0
}
