// A grid of unknown size may be too small for the reads to be slow: the table stays where it is.

#include <cuda_runtime.h>

static __constant__ float taps[1024];

__global__ void filter(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < count; t++)
        sum += taps[t] * in[x + t];
    out[x] = sum;
}

void launch(const float *in, float *out, const float *host, int n)
{
    cudaMemcpyToSymbol(taps, host, sizeof(taps));
    filter<<<n / 256, 256>>>(in, out, 1024);
}
