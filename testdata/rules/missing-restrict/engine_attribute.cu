// A launch with the attribute of programmatic dependent launch: loads of the second kernel may begin before the first
// has stored, which loads through the read-only path do not take into account.
#include <cuda_runtime.h>

__global__ void first(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void second(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }

void launches(float *a, float *b, float *c)
{
    first<<<1, 32>>>(a, b);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, second, (const float *)b, c);
}
