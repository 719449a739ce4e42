// A surface bound anew for two arrays; written with each type of boundary; then read as a texture.
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

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return recreateTexture(texture, desc, resource);
}

// Surface objects replace surface references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t bindSurfaceToArray(cudaSurfaceObject_t &surface, cudaArray_const_t array)
{
    cudaError_t status = cudaSuccess;
    if (surface != 0)
        status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaDestroySurfaceObject(surface);
    surface = 0;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    if (status == cudaSuccess)
        status = cudaCreateSurfaceObject(&surface, &resource);
    return status;
}

static cudaSurfaceObject_t target = 0;
static cudaTextureObject_t result = 0;
static cudaTextureDesc result_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void fill(int w, int h, unsigned char tag, cudaSurfaceObject_t target)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    uchar4 v = make_uchar4(x, y, tag, 255);
    surf2Dwrite(v, target, x * sizeof(uchar4), y, cudaBoundaryModeZero);
}

__global__ void collect(uchar4 *out, int w, cudaTextureObject_t result)
{
    out[blockIdx.x * w + threadIdx.x] = tex2D<uchar4>(result, threadIdx.x, blockIdx.x);
}

int main()
{
    const int w = 30, h = 12;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<uchar4>();
    cudaArray_t arrays[2];
    static uchar4 out[2][h][w];
    uchar4 *dev;
    cudaMalloc(&dev, sizeof(out[0]));
    int bad = 0;
    for (int k = 0; k < 2; k++) {
        cudaMallocArray(&arrays[k], &d, w, h, cudaArraySurfaceLoadStore);
        if (bindSurfaceToArray(target, arrays[k]) != cudaSuccess) bad++;
        fill<<<dim3(2, h), 16>>>(w, h, (unsigned char)(k + 1), target);
    }
    for (int k = 0; k < 2; k++) {
        bindTextureToArray(result, result_desc, arrays[k]);
        collect<<<h, w>>>(dev, w, result);
        cudaMemcpy(out[k], dev, sizeof(out[k]), cudaMemcpyDeviceToHost);
        unbindTexture(result);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                uchar4 v = out[k][y][x];
                if (v.x != x || v.y != y || v.z != k + 1 || v.w != 255) bad++;
            }
    }
    bad += cudaGetLastError() != cudaSuccess;
    cudaFreeArray(arrays[0]);
    cudaFreeArray(arrays[1]);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * w * h);
    return bad != 0;
}
