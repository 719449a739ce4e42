// A helper sets the fields, for two references.
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

static cudaTextureObject_t left_image = 0;
static cudaTextureDesc left_image_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static cudaTextureObject_t right_image = 0;
static cudaTextureDesc right_image_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

static void configure(cudaTextureDesc *t, bool wrap)
{
    t->normalizedCoords = 1;
    t->filterMode = cudaFilterModePoint;
    t->addressMode[0] = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
    t->addressMode[1] = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
}

__global__ void match(float *out, int n,
                      cudaTextureObject_t left_image, cudaTextureObject_t right_image)
{
    float u = ((int)threadIdx.x - 3 + 0.5f) / n, v = (blockIdx.x - 2.0f + 0.5f) / n;
    out[blockIdx.x * blockDim.x + threadIdx.x] = tex2D<float>(left_image, u, v) * 1000 + tex2D<float>(right_image, u, v);
}

int main()
{
    const int n = 16, m = n + 6;
    float a[n][n], b[n][n], out[m][m], *dev;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) { a[y][x] = x + y; b[y][x] = x * y; }
    cudaArray_t aa, ba;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaMallocArray(&aa, &d, n, n);
    cudaMallocArray(&ba, &d, n, n);
    cudaMemcpy2DToArray(aa, 0, 0, a, n * 4, n * 4, n, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(ba, 0, 0, b, n * 4, n * 4, n, cudaMemcpyHostToDevice);
    configure(&left_image_desc, true);
    configure(&right_image_desc, false);
    bindTextureToArray(left_image, left_image_desc, aa);
    bindTextureToArray(right_image, right_image_desc, ba);
    cudaMalloc(&dev, sizeof out);
    match<<<m, m>>>(dev, n, left_image, right_image);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < m; y++)
        for (int x = 0; x < m; x++) {
            int wx = (x - 3 + n) % n, wy = (y - 2 + n) % n;
            int cx = x - 3 < 0 ? 0 : x - 3 >= n ? n - 1 : x - 3, cy = y - 2 < 0 ? 0 : y - 2 >= n ? n - 1 : y - 2;
            bad += out[y][x] != a[wy][wx] * 1000 + b[cy][cx];
        }
    unbindTexture(left_image);
    unbindTexture(right_image);
    cudaFreeArray(aa);
    cudaFreeArray(ba);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, m * m);
    return bad != 0;
}
