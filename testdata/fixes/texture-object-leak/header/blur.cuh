#pragma once
#include <cuda_runtime.h>

static __global__ void blur_kernel(cudaTextureObject_t tex, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.5f * (tex1Dfetch<float>(tex, i) + tex1Dfetch<float>(tex, i + 1));
}

// Given to several sources, changed once.
inline bool blur(const cudaResourceDesc &in, float *out, int n)
{
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex = 0;
    if (cudaCreateTextureObject(&tex, &in, &desc, nullptr) != cudaSuccess)
        return false;
    if (n < 256)
        return false;
    blur_kernel<<<n / 256, 256>>>(tex, out, n);
    return cudaDeviceSynchronize() == cudaSuccess;
}
