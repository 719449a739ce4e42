// Settings are changed between binds and launches, and read back; a bind that fails is noticed.
#include <cstdio>
#include <cmath>
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

// A changed description takes effect at the next launch.
static inline cudaError_t updateTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc)
{
    cudaResourceDesc resource;
    if (texture == 0)
        return cudaSuccess; // the next bind takes it
    cudaError_t status = cudaGetTextureObjectResourceDesc(&resource, texture);
    if (status == cudaSuccess)
        status = recreateTexture(texture, desc, resource);
    return status;
}

static cudaTextureObject_t image = 0;
static cudaTextureDesc image_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void sample(float *out, int n, float scale, cudaTextureObject_t image)
{
    out[threadIdx.x] = tex2D<float>(image, (threadIdx.x + 0.25f) * scale, 0.5f * scale);
}

static cudaError_t rebind(cudaArray_t array)
{
    if (image_desc.filterMode == cudaFilterModeLinear)
        image_desc.filterMode = cudaFilterModePoint;
    else
        image_desc.filterMode = cudaFilterModeLinear;
    return bindTextureToArray(image, image_desc, array);
}

int main()
{
    const int n = 16;
    float in[n], out[3][n], *dev;
    for (int i = 0; i < n; i++) in[i] = i * 10;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &d, n, 1);
    cudaMemcpy2DToArray(array, 0, 0, in, sizeof(in), sizeof(in), 1, cudaMemcpyHostToDevice);
    cudaMalloc(&dev, sizeof(out[0]));
    int bad = 0;
    bad += rebind(array) != cudaSuccess;  // linear
    sample<<<1, n>>>(dev, n, image_desc.normalizedCoords ? 1.0f / n : 1.0f, image);
    cudaMemcpy(out[0], dev, sizeof(out[0]), cudaMemcpyDeviceToHost);
    bad += rebind(array) != cudaSuccess;  // points
    sample<<<1, n>>>(dev, n, image_desc.normalizedCoords ? 1.0f / n : 1.0f, image);
    cudaMemcpy(out[1], dev, sizeof(out[1]), cudaMemcpyDeviceToHost);
    unbindTexture(image);
    image_desc.normalizedCoords = !image_desc.normalizedCoords;
    updateTexture(image, image_desc);
    bad += rebind(array) != cudaSuccess;  // linear, normalised
    sample<<<1, n>>>(dev, n, image_desc.normalizedCoords ? 1.0f / n : 1.0f, image);
    cudaMemcpy(out[2], dev, sizeof(out[2]), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        float x = i - 0.25f, l = x < 0 ? 0 : x * 10;
        bad += !(fabsf(out[0][i] - l) < 0.1f);
        bad += out[1][i] != in[i];
    }
    // one row: in normalised coordinates 0.5 / n is not the middle of the row, which is clamped
    for (int i = 0; i < n; i++) bad += !(fabsf(out[2][i] - out[0][i]) < 0.1f);
    unbindTexture(image);
    cudaFreeArray(array);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 3 * n);
    return bad != 0;
}
