package includes

import (
	"path"
	"strings"
)

// LibraryHeader reports whether an #include names a header of the C or C++ library, of the
// operating system or of the CUDA toolkit.
func LibraryHeader(name string) bool {
	head, _, nested := strings.Cut(name, "/")
	if nested {
		return libraryFolders[head]
	}
	if path.Ext(name) == "" {
		return true // the C++ library: <vector>
	}
	base, c := strings.CutSuffix(name, ".h")
	return c && cHeaders[base] || toolkitHeaders[name]
}

// libraryFolders are the first folders in the names of toolkit and system headers.
var libraryFolders = words(`thrust cub cuda nv cooperative_groups crt sys bits net netinet arpa linux asm experimental ext tr1`)

// cHeaders are the headers of the C library and of POSIX, without their extension.
var cHeaders = words(`assert complex ctype errno fenv float inttypes iso646 limits locale math malloc memory setjmp signal stdalign
	stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar unistd values wchar wctype
	pthread dirent fcntl getopt glob libgen poll pwd sched semaphore termios dlfcn execinfo syslog utime alloca omp mpi windows`)

// toolkitHeaders are the headers of the CUDA toolkit (13.0, and older ones since removed)
// that are included without a folder.
var toolkitHeaders = words(`builtin_types.h channel_descriptor.h common_functions.h cooperative_groups.h cuComplex.h cublas.h cublasLt.h cublasXt.h cublas_api.h
	cublas_v2.h cuda.h cudaEGL.h cudaEGLTypedefs.h cudaGL.h cudaGLTypedefs.h cudaProfiler.h cudaProfilerTypedefs.h cudaTypedefs.h cudaVDPAU.h
	cudaVDPAUTypedefs.h cuda_awbarrier.h cuda_awbarrier_helpers.h cuda_awbarrier_primitives.h cuda_bf16.h cuda_bf16.hpp cuda_device_runtime_api.h
	cuda_egl_interop.h cuda_fp16.h cuda_fp16.hpp cuda_fp4.h cuda_fp4.hpp cuda_fp6.h cuda_fp6.hpp cuda_fp8.h cuda_fp8.hpp cuda_gl_interop.h
	cuda_occupancy.h cuda_pipeline.h cuda_pipeline_helpers.h cuda_pipeline_primitives.h cuda_profiler_api.h cuda_runtime.h cuda_runtime_api.h
	cuda_stdint.h cuda_surface_types.h cuda_texture_types.h cuda_tf32.h cuda_tile.h cuda_vdpau_interop.h cudalibxt.h cudart_platform.h cudnn.h
	cufft.h cufftXt.h cufft_device.h cufftw.h cupti.h curand.h curand_discrete.h curand_discrete2.h curand_globals.h curand_kernel.h
	curand_lognormal.h curand_mrg32k3a.h curand_mtgp32.h curand_mtgp32_host.h curand_mtgp32_kernel.h curand_mtgp32dc_p_11213.h curand_normal.h
	curand_normal_static.h curand_philox4x32_x.h curand_poisson.h curand_precalc.h curand_uniform.h cusolverDn.h cusolverMg.h cusolverRf.h
	cusolverSp.h cusolverSp_LOWLEVEL_PREVIEW.h cusolver_common.h cusparse.h cusparse_v2.h device_atomic_functions.h device_atomic_functions.hpp
	device_double_functions.h device_functions.h device_launch_parameters.h device_types.h driver_functions.h driver_types.h fatbinary_section.h
	host_config.h host_defines.h library_types.h math_constants.h math_functions.h mma.h nccl.h npp.h nppcore.h nppdefs.h nppi.h npps.h nvToolsExt.h
	nvblas.h nvjpeg.h nvml.h nvrtc.h sm_20_atomic_functions.h sm_20_intrinsics.h sm_30_intrinsics.h sm_32_atomic_functions.h sm_32_intrinsics.h
	sm_35_atomic_functions.h sm_35_intrinsics.h sm_60_atomic_functions.h sm_61_intrinsics.h surface_functions.h surface_indirect_functions.h
	surface_types.h texture_fetch_functions.h texture_indirect_functions.h texture_types.h vector_functions.h vector_functions.hpp vector_types.h`)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}
