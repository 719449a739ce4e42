// flags: rdc=true
// A device function out of sight may store to what the kernel reads: not safe.
#include <cuda_runtime.h>

extern __device__ void elsewhere(int i);
static __global__ void calls_elsewhere(const float *__restrict__ in, float *out) { elsewhere(threadIdx.x); out[threadIdx.x] = in[threadIdx.x]; }

void run()
{
    float *a, *b;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    calls_elsewhere<<<1, 32>>>(a, b);
    cudaFree(a);
    cudaFree(b);
}
