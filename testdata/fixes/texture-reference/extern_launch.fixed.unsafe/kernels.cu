#include "kernels.h"

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

static __managed__ cudaTextureObject_t gImage = 0;
static cudaTextureDesc gImageDesc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

void setImage(cudaArray *array)
{
    gImageDesc.addressMode[0] = cudaAddressModeClamp;
    gImageDesc.addressMode[1] = cudaAddressModeClamp;
    bindTextureToArray(gImage, gImageDesc, array);
}

void dropImage()
{
    unbindTexture(gImage);
}

__global__ void sobel(short *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int h = tex2D<unsigned char>(gImage, x + 1, y - 1) + 2 * tex2D<unsigned char>(gImage, x + 1, y) + tex2D<unsigned char>(gImage, x + 1, y + 1)
          - tex2D<unsigned char>(gImage, x - 1, y - 1) - 2 * tex2D<unsigned char>(gImage, x - 1, y) - tex2D<unsigned char>(gImage, x - 1, y + 1);
    out[y * width + x] = (short)h;
}
