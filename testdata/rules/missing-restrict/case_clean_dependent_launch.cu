// Programmatic dependent launches: a kernel starts before the one it reads from has ended, and the qualifiers would
// put its loads outside the memory model.
#include <cuda_runtime.h>

__global__ void waits(const float *in, float *out)
{
    cudaGridDependencySynchronize();
    out[threadIdx.x] = in[threadIdx.x];
}

__global__ void waits_by_asm(const float *in, float *out)
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
    out[threadIdx.x] = in[threadIdx.x];
}

__device__ __forceinline__ void wait_for_previous()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
__global__ void waits_in_callee(const float *in, float *out)
{
    wait_for_previous();
    out[threadIdx.x] = in[threadIdx.x];
}

__global__ void triggers(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    cudaTriggerProgrammaticLaunchCompletion();
}

// The attribute at the launch.
__global__ void launched_early(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
void launch_early(cudaStream_t stream)
{
    float *a, *b;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 256;
    config.stream = stream;
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, launched_early, (const float *)a, b);
}
