package discover

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/preproc"
)

func TestRuntimes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		hip, cuda  bool
	}{
		{"hip", "#include <hip/hip_runtime.h>\n", true, false},
		{"in quotes", "#include \"hip/hip_runtime_api.h\"  // hipMalloc\n", true, false},
		{"a library", "#  include <hipcub/hipcub.hpp>\n", true, false},
		{"without a folder", "#include <hip_runtime.h>\n", true, false},
		{"behind a guard", "// (c)\n#ifndef A_H\n#define A_H\n#include <hip/hip_fp16.h>\nint a;\n#endif\n", true, false},
		{"where a macro says so", "#ifdef USE_HIP\n#include <hip/hip_runtime.h>\n#endif\n", false, false},
		{"both", "#if defined(__HIPCC__)\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n", false, true},
		{"both at once", "#include <hip/hip_runtime.h>\n#ifdef __CUDACC__\n#include <cuda_fp16.h>\n#endif\n", true, true},
		{"cuda", "#include <cuda.h>\n#include <cub/cub.cuh>\n", false, true},
		{"in a comment", "/*\n#include <hip/hip_runtime.h>\n*/\n// #include <hip/hip_runtime.h>\n", false, false},
		{"names alike", "#include \"hippo.h\"\n#include \"hip.hpp\"\n#include \"util/hip/a.h\"\n#include HIP\n#include <thrust/sort.h>\n#include \n", false, false},
	} {
		hip, cuda := Runtimes(preproc.NewOutline("a.cu", []byte(c.text)))
		if hip != c.hip || cuda != c.cuda {
			t.Errorf("%s: hip %v, cuda %v", c.name, hip, cuda)
		}
	}
}
