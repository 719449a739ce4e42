#include "kernels.h"

__global__ void blur(const float *__restrict__ src, float *dst, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < width * height - 1)
        dst[x] = (src[x - 1] + src[x] + src[x + 1]) / 3;
}

__global__ void blend(float const *__restrict__ a, float const *__restrict__ b, float *dst, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        dst[i] = (a[i] + b[i]) / 2;
}
