package discover

import (
	"path"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// A Runtime is the programming model that an included header belongs to.
type Runtime int

// The runtimes.
const (
	NoRuntime Runtime = iota // a header of neither
	CUDARuntime
	HIPRuntime
)

// hipFolders are the folders of AMD's headers, and the names of those that are in no folder.
// cudaFolders are the same for NVIDIA's. Thrust is in both.
var (
	hipFolders = words("hip hipblas hipblas-common hipblaslt hipcub hipfft hiprand hipsolver hipsparse hipsparselt hiptensor miopen rccl " +
		"rocblas rocfft rocprim rocrand rocsolver rocsparse rocwmma hip_runtime hip_runtime_api hiprand_kernel")
	cudaFolders = words("cub cuda cutlass cute nv cuda_runtime cuda_runtime_api cuda_fp16 cuda_fp8 cuda_bf16 cuda_pipeline " +
		"cuda_profiler_api cuda_texture_types cudaProfiler cooperative_groups cublas cublas_v2 cublasLt cudnn cufft cufftXt curand " +
		"curand_kernel cusolverDn cusparse device_launch_parameters device_functions nvrtc mma")
)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// RuntimeOf returns the runtime of a header by the name in its #include.
func RuntimeOf(header string) Runtime {
	first, _, folder := strings.Cut(path.Clean(header), "/")
	if !folder {
		first = strings.TrimSuffix(strings.TrimSuffix(first, ".h"), ".cuh")
	}
	switch {
	case hipFolders[first]:
		return HIPRuntime
	case cudaFolders[first]:
		return CUDARuntime
	}
	return NoRuntime
}

// Runtimes returns the runtimes of the headers that a text includes: whether it includes one of
// HIP whatever macros are defined, and whether it includes one of CUDA at all.
func Runtimes(o *preproc.Outline) (hip, cuda bool) {
	for i := range o.Directives {
		d := &o.Directives[i]
		if d.Keyword != "include" && d.Keyword != "include_next" {
			continue
		}
		switch RuntimeOf(includedName(d.Rest)) {
		case CUDARuntime:
			cuda = true
		case HIPRuntime:
			hip = hip || d.In == 0 || o.Arms[d.In].Guard
		}
	}
	return hip, cuda
}

// includedName returns the name in the rest of an #include line, "" if that is a macro.
func includedName(rest string) string {
	if len(rest) < 2 {
		return ""
	}
	closing := map[byte]string{'<': ">", '"': `"`}[rest[0]]
	if closing == "" {
		return ""
	}
	name, _, _ := strings.Cut(rest[1:], closing)
	return name
}
