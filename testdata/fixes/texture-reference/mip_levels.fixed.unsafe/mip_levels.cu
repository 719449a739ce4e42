// Two levels of a mipmapped array: reads at each level of detail.
#include <cstdio>
#include <cuda_runtime.h>

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

static inline cudaError_t bindTextureToMipmappedArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaMipmappedArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = (cudaMipmappedArray_t)array;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t mip = 0;
static cudaTextureDesc mip_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void level(float *out, int side, float lod, cudaTextureObject_t mip)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * side + x] = tex2DLod<float>(mip, (x + 0.5f) / side, (y + 0.5f) / side, lod);
}

int main()
{
    const int side = 16;
    float base[side * side], half[side * side / 4], out[side * side];
    for (int i = 0; i < side * side; i++) base[i] = i;
    for (int i = 0; i < side * side / 4; i++) half[i] = -i;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mips;
    cudaMallocMipmappedArray(&mips, &desc, make_cudaExtent(side, side, 0), 2);
    cudaArray_t l0, l1;
    cudaGetMipmappedArrayLevel(&l0, mips, 0);
    cudaGetMipmappedArrayLevel(&l1, mips, 1);
    cudaMemcpy2DToArray(l0, 0, 0, base, side * 4, side * 4, side, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(l1, 0, 0, half, side * 2, side * 2, side / 2, cudaMemcpyHostToDevice);
    mip_desc.normalizedCoords = 1;
    mip_desc.filterMode = cudaFilterModePoint;
    mip_desc.mipmapFilterMode = cudaFilterModePoint;
    mip_desc.minMipmapLevelClamp = 0;
    mip_desc.maxMipmapLevelClamp = 1;
    bindTextureToMipmappedArray(mip, mip_desc, mips);
    float *dev;
    cudaMalloc((void **)&dev, sizeof(out));
    int bad = 0;
    for (int l = 0; l < 2; l++) {
        level<<<1, dim3(side, side)>>>(dev, side, (float)l, mip);
        cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < side * side; i++) {
            float want = l == 0 ? base[i] : half[(i / side / 2) * (side / 2) + i % side / 2];
            bad += out[i] != want;
        }
    }
    bad += cudaGetLastError() != cudaSuccess;
    unbindTexture(mip);
    cudaFreeMipmappedArray(mips);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * side * side);
    return bad != 0;
}
