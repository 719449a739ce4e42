#if __has_include(<blur.cuh>)
#include <blur.cuh>
#include <half.cuh>
#endif

TABLE float table[64];

__global__ void scale(float *__restrict__ out)
{
    out[threadIdx.x] *= table[threadIdx.x];
}

void run(float *out) { scale<<<64, 64>>>(out); }
