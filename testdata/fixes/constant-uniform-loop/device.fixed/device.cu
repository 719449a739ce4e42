// As many iterations as the caller says: the table moves.

#include <cuda_runtime.h>

static __device__ float taps[1024];

__global__ void filter(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < count; t++)
        sum += taps[t] * in[x + t];
    out[x] = sum;
}

void launch(const float *in, float *out, const float *host)
{
    cudaMemcpyToSymbol(taps, host, sizeof(taps));
    filter<<<4096, 256>>>(in, out, 1024);
}
