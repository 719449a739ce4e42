// A table that the host fills, of internal linkage: every use is seen.
#include <cuda_runtime.h>

static __constant__ float table[4096];

__global__ void mix(float *out)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float sum = 0;
    for (int k = 0; k < 256; k++)
        sum += table[(w * 97 + k * 16) & 4095];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(const float *host, float *out)
{
    cudaMemcpyToSymbol(table, host, sizeof(table));
    mix<<<65536, 256>>>(out);
}
