#include <cuda_runtime.h>

// Quantisation of 8 x 8 blocks of transform coefficients, as image encoders do.
__constant__ float luminance[64];
__constant__ float scale[16];

__global__ void quantise(float *coefficients, int quality)
{
    int at = threadIdx.y * 8 + threadIdx.x;
    float *block = coefficients + (blockIdx.x * blockDim.z + threadIdx.z) * 64;
    block[at] = rintf(block[at] / (luminance[at] * scale[quality]));
}

void quantise_image(float *coefficients, int blocks, int quality)
{
    quantise<<<blocks / 4, dim3(8, 8, 4)>>>(coefficients, quality);
}
