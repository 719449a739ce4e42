// Kernels that another file launches in place: directly, and through a function of this file.
#include "kernels.cuh"

__global__ void smooth(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        out[i] = (in[i - 1] + in[i + 1]) / 2;
}

__global__ void scale(const float *in, float *out, float by) { out[threadIdx.x] = in[threadIdx.x] * by; }

void run_scale(const float *in, float *out) { scale<<<1, 256>>>(in, out, 2.0f); }
