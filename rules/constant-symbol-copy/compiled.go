package constantsymbolcopy

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// hostCompiled reports whether only the host compiler compiles a unit: it is a C++ file, which
// nvcc does not compile for the device (CUDA C++ Programming Guide, "Compilation with NVCC"),
// and has no device code of its own. cuda_runtime.h then does not define its templates for
// symbols (they are inside #if defined(__CUDACC__), CUDA 13.0): a call means the C function,
// which takes the address of the symbol.
func hostCompiled(u *sema.Unit) bool {
	main := u.Files[0]
	if source.KindOf(main.Source.Path) != source.HostSource {
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
