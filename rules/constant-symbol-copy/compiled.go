package constantsymbolcopy

import (
	"path/filepath"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// hostCompiled reports whether the host compiler alone compiles a unit: nvcc does not compile
// C++ files for the device (CUDA C++ Programming Guide, "Compilation with NVCC"), and nothing
// in the file needs that. The templates of cuda_runtime.h for symbols are not defined then
// (they are inside #if defined(__CUDACC__), CUDA 13.0): a call means the C function, which
// takes the symbol's address.
func hostCompiled(u *sema.Unit) bool {
	main := u.Files[0]
	switch strings.ToLower(filepath.Ext(main.Source.Path)) {
	case ".c", ".cc", ".cpp", ".cxx", ".c++":
	default:
		return false
	}
	if strings.HasSuffix(main.Source.Path, ".cu.cc") {
		return false
	}
	for _, site := range u.LaunchSites() {
		if site.Node.Origin().File() == main {
			return false
		}
	}
	for _, f := range u.Functions() {
		if f.Body.Valid() && f.OnDevice() && f.Node.Origin().File() == main {
			return false
		}
	}
	return true
}
