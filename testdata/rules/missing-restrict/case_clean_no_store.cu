// Nothing in global memory changes: loads can be kept in registers as it is, and have no store to go past.
#include <cstdio>

__global__ void nothing_stored(const float *in)
{
    if (in[threadIdx.x] < 0)
        printf("%f\n", in[threadIdx.x]);
}
__global__ void only_shared(const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (s[63 - threadIdx.x] > 1)
        __trap();
}
__device__ bool all_positive(const float *p, int n)
{
    for (int i = 0; i < n; i++)
        if (p[i] <= 0)
            return false;
    return true;
}
__global__ void asserts(const float *in, int n)
{
    if (!all_positive(in, n))
        __trap();
}
__global__ void to_surface(const float *in, cudaSurfaceObject_t out) { surf1Dwrite(in[threadIdx.x], out, threadIdx.x * 4); }
__global__ void shared_atomics(const unsigned char *in)
{
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x]], 1u);
    __syncthreads();
    if (bins[threadIdx.x] > 100)
        printf("%u\n", bins[threadIdx.x]);
}
__global__ void local_array(const int *in)
{
    int copy[8];
    for (int i = 0; i < 8; i++)
        copy[i] = in[i];
    if (copy[threadIdx.x & 7] == 3)
        printf("3\n");
}
