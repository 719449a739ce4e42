#pragma once
#include <cuda_runtime.h>

__global__ void scale_kernel(cudaTextureObject_t tex, float *out, int n);

// Included by two sources, reported once.
static inline void scale(const cudaResourceDesc &res, float *out, int n)
{
    cudaTextureDesc desc = {};
    cudaTextureObject_t coarse;
    cudaCreateTextureObject(&coarse, &res, &desc, nullptr); // want "\bcoarse\b.*leak"
    scale_kernel<<<1, 256>>>(coarse, out, n);
}

// Clean.
template <typename T> void rescale(const cudaResourceDesc &res, T *out, int n)
{
    cudaTextureDesc desc = {};
    cudaTextureObject_t fine;
    cudaCreateTextureObject(&fine, &res, &desc, nullptr);
    scale_kernel<<<1, 256>>>(fine, out, n);
    cudaDestroyTextureObject(fine);
}
