package lint

import (
	"bytes"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// cudaWords are identifiers that only CUDA code holds. The functions of the
// runtime and the driver count where rules have something to say about them: host
// sources that use no more of CUDA than a cudaMalloc are not worth reading.
var cudaWords = map[string]bool{
	"__global__": true, "__device__": true, "__constant__": true, "__shared__": true, "__managed__": true,
	"__host__": true, "__grid_constant__": true, "__launch_bounds__": true,
	"threadIdx": true, "blockIdx": true, "blockDim": true, "gridDim": true, "__syncthreads": true, "__syncwarp": true,

	"cudaMallocArray": true, "cudaMalloc3DArray": true, "cudaMallocMipmappedArray": true, "cudaFreeArray": true, "cudaFreeMipmappedArray": true,
	"cudaMemcpyToSymbol": true, "cudaMemcpyFromSymbol": true, "cudaMemcpyToSymbolAsync": true, "cudaMemcpyFromSymbolAsync": true,
}

// cudaPrefixes begin families of such functions: those of texture and surface
// objects and references, and of the driver's arrays.
var cudaPrefixes = []string{
	"cudaCreateTextureObject", "cudaDestroyTextureObject", "cudaCreateSurfaceObject", "cudaDestroySurfaceObject",
	"cudaBindTexture", "cudaUnbindTexture", "cudaBindSurface", "cudaGetTextureReference", "cudaGetTextureAlignmentOffset", "cudaGetSurfaceReference",
	"cuTexObject", "cuTexRef", "cuSurfObject", "cuSurfRef", "cuModuleGetTexRef", "cuModuleGetSurfRef", "cuArray", "cuMipmappedArray",
}

func isCUDAWord(word []byte) bool {
	// Every word of every C++ source comes by here; few look like one of these.
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

// HoldsCUDA reports whether a C++ source holds CUDA code: a qualifier, launch,
// built-in, or function that rules are about, outside comments and literals.
func HoldsCUDA(text []byte) bool {
	for i := 0; i < len(text); {
		rest := text[i:]
		switch c := text[i]; {
		case c == '/' && bytes.HasPrefix(rest, []byte("//")):
			i += lineEnd(rest)
		case c == '/' && bytes.HasPrefix(rest, []byte("/*")):
			i += 2 + after(rest[2:], "*/")
		case c == '<' && bytes.HasPrefix(rest, []byte("<<<")):
			// A merge conflict marker has more; a launch has its arguments.
			n := len(rest) - len(bytes.TrimLeft(rest, "<"))
			if n == 3 && bytes.Contains(rest, []byte(">>>")) {
				return true
			}
			i += n
		case c == '"' && i > 0 && text[i-1] == 'R':
			i += rawString(rest)
		case c == '"' || c == '\'' && !(i > 0 && source.WordByte(text[i-1])):
			// A quote after a digit separates digits.
			i += quoted(rest)
		case source.WordByte(c):
			n := 1
			for n < len(rest) && source.WordByte(rest[n]) {
				n++
			}
			if isCUDAWord(rest[:n]) {
				return true
			}
			i += n
		default:
			i++
		}
	}
	return false
}

// after returns the length of text up to and with the mark, all of it without one.
func after(text []byte, mark string) int {
	if n := bytes.Index(text, []byte(mark)); n >= 0 {
		return n + len(mark)
	}
	return len(text)
}

// lineEnd returns the length up to the end of the line; a backslash continues it.
func lineEnd(text []byte) int {
	for i := 0; ; i++ {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			return len(text)
		}
		i += n
		if !bytes.HasSuffix(bytes.TrimSuffix(text[:i], []byte("\r")), []byte("\\")) {
			return i
		}
	}
}

// quoted returns the length of a string or character literal, which ends at the
// latest with its line.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(text)
}

// rawString returns the length of a raw string literal from its quote on.
func rawString(text []byte) int {
	open := bytes.IndexByte(text, '(')
	if open < 0 || open > 17 { // a delimiter has at most 16 characters
		return quoted(text)
	}
	return open + after(text[open:], ")"+string(text[1:open])+`"`)
}
