// What cannot be edited, or would not compile.
#include <cuda_runtime.h>

#define KERNEL(name, op) \
    __global__ void name(const float *in, float *out) { out[threadIdx.x] = op(in[threadIdx.x]); }
#define ARGUMENTS const float *in, float *out

KERNEL(roots, sqrtf)
__global__ void listed(ARGUMENTS) { out[threadIdx.x] = in[threadIdx.x]; }

__device__ float next(float *&p) { return *p++; }
__global__ void by_reference(float *in, float *out) { out[threadIdx.x] = next(in) + next(in); }
