// flags: rdc=true
#include "tables.cuh"

__global__ void filter(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < count; t++)
        sum += taps[t] * in[x + t];
    out[x] = sum;
}

void launch(const float *in, float *out)
{
    filter<<<4096, 256>>>(in, out, 1024);
}
