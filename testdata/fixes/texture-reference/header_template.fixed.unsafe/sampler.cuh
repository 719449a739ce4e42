#ifndef SAMPLER_CUH_
#define SAMPLER_CUH_

#include <cuda_runtime.h>

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more; nor may the host touch managed memory while one runs.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
    cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaDestroyTextureObject(texture);
    texture = 0;
    return status;
}

static inline cudaError_t recreateTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const cudaResourceDesc &resource)
{
    cudaError_t status = unbindTexture(texture);
    if (status == cudaSuccess)
        status = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    return status;
}

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return recreateTexture(texture, desc, resource);
}

namespace sampler {

static __managed__ cudaTextureObject_t ramp = 0;
static cudaTextureDesc ramp_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType, 0, {0, 0, 0, 0}, true};

template <typename T>
struct Sampler {
    T low, high;
    __device__ T operator()(float u) const { return low + (high - low) * (T)tex1D<float>(ramp, u); }
};

cudaError_t load(const float *values, int n);
void unload();

}  // namespace sampler

#endif
