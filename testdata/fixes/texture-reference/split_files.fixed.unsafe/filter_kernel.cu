#ifndef _FILTER_KERNEL_H_
#define _FILTER_KERNEL_H_

// included by filter.cu, as the samples of the time did

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
    if (texture == 0)
        return cudaSuccess;
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

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size;
    return recreateTexture(texture, desc, resource);
}

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    return bindTexture(texture, desc, pointer, channel, size);
}

static cudaTextureObject_t tex_points = 0;
static cudaTextureDesc tex_points_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static cudaChannelFormatDesc tex_points_channel = cudaCreateChannelDesc<float4>();
static cudaTextureObject_t tex_gain = 0;
static cudaChannelFormatDesc tex_gain_channel = cudaCreateChannelDesc<float>();

__device__ inline float weigh(float4 p) { return p.x * p.w - p.y * p.z; }

__global__ void filter_kernel(float *out, int n,
                              cudaTextureObject_t tex_points, cudaTextureObject_t tex_gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = weigh(tex1Dfetch<float4>(tex_points, i)) * tex1Dfetch<float>(tex_gain, i % 16);
}

#endif
