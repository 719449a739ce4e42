#include "kernels.cuh"

__global__ void shift(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }

// The definition counts too: the declaration in the header says less.
__global__ void forward(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }

__global__ void norm(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ sum)
{
    atomicAdd(sum, a[threadIdx.x] * b[threadIdx.x]);
}
