package discover

import (
	"bytes"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// cudaWords are identifiers that only CUDA code contains. Functions of the runtime and the driver
// count only if rules check them: host sources that only call cudaMalloc are not linted.
var cudaWords = map[string]bool{
	"__global__": true, "__device__": true, "__constant__": true, "__shared__": true, "__managed__": true,
	"__host__": true, "__grid_constant__": true, "__launch_bounds__": true,
	"threadIdx": true, "blockIdx": true, "blockDim": true, "gridDim": true, "__syncthreads": true, "__syncwarp": true,

	"cudaMallocArray": true, "cudaMalloc3DArray": true, "cudaMallocMipmappedArray": true, "cudaFreeArray": true, "cudaFreeMipmappedArray": true,
	"cudaMemcpyToSymbol": true, "cudaMemcpyFromSymbol": true, "cudaMemcpyToSymbolAsync": true, "cudaMemcpyFromSymbolAsync": true,
}

// cudaPrefixes are prefixes of such functions: those for texture and surface objects and
// references, and for the driver's arrays.
var cudaPrefixes = []string{
	"cudaCreateTextureObject", "cudaDestroyTextureObject", "cudaCreateSurfaceObject", "cudaDestroySurfaceObject",
	"cudaBindTexture", "cudaUnbindTexture", "cudaBindSurface", "cudaGetTextureReference", "cudaGetTextureAlignmentOffset", "cudaGetSurfaceReference",
	"cuTexObject", "cuTexRef", "cuSurfObject", "cuSurfRef", "cuModuleGetTexRef", "cuModuleGetSurfRef", "cuArray", "cuMipmappedArray",
}

func isCUDAWord(word []byte) bool {
	// A quick test first: this runs for every word of every C++ source.
	const shortest = len("gridDim")
	switch {
	case len(word) < shortest:
		return false
	case word[0] == '_' && word[1] == '_', word[0] == 't', word[0] == 'b', word[0] == 'g':
		return cudaWords[string(word)]
	case word[0] != 'c' || word[1] != 'u':
		return false
	case cudaWords[string(word)]:
		return true
	case len(word) < 8:
		return false // cuArray alone is what variables are called
	}
	for _, prefix := range cudaPrefixes {
		if strings.HasPrefix(string(word), prefix) {
			return true
		}
	}
	return false
}

// HoldsCUDA reports whether a C++ source contains CUDA code outside of comments and literals: a
// qualifier, a launch, a built-in, or a function that rules check.
func HoldsCUDA(text []byte) bool {
	x := preproc.NewLexer(text, 0)
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		switch start, end := t.Start(), t.End(); t.Kind {
		case preproc.Word:
			if isCUDAWord(text[start:end]) {
				return true
			}
		case preproc.Mark:
			if end-start == 3 && text[start] == '<' && launches(text, start, end) {
				return true
			}
		}
	}
	return false
}

// launches reports whether the <<< at a place may begin the configuration of a launch. The marker
// of a merge conflict is longer.
func launches(text []byte, start, end int) bool {
	longer := start > 0 && text[start-1] == '<' || end < len(text) && text[end] == '<'
	return !longer && bytes.Contains(text[end:], []byte(">>>"))
}
