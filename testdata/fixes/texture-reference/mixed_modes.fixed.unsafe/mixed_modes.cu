// Another mode for each axis; settings through a pointer; read mode normalised with a filter.
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

static cudaTextureObject_t terrain = 0;
static cudaTextureDesc terrain_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeNormalizedFloat};

__global__ void heights(float *out, int n, cudaTextureObject_t terrain)
{
    float u = -0.8f + 2.6f * (threadIdx.x + 0.5f) / n;
    float v = -0.7f + 2.4f * (blockIdx.x + 0.5f) / n;
    out[blockIdx.x * n + threadIdx.x] = tex2D<float>(terrain, u, v);
}

static short land[8][16];

static float texel(int x, int y)
{
    x = ((x % 16) + 16) % 16;                 // wrapped
    y = ((y % 16) + 16) % 16;                 // mirrored, 8 high
    if (y >= 8) y = 15 - y;
    return land[y][x] / 32767.0f;
}

int main()
{
    const int n = 40;
    static float out[n][n];
    for (int i = 0; i < 128; i++) land[i / 16][i % 16] = (short)(20000 * sinf(i * 0.2f));
    terrain_desc.normalizedCoords = 1;
    terrain_desc.addressMode[0] = cudaAddressModeWrap;
    terrain_desc.addressMode[1] = cudaAddressModeMirror;
    terrain_desc.filterMode = cudaFilterModeLinear;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<short>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, 16, 8);
    cudaMemcpy2DToArray(array, 0, 0, land, 32, 32, 8, cudaMemcpyHostToDevice);
    bindTextureToArray(terrain, terrain_desc, array);
    float *dev;
    cudaMalloc(&dev, sizeof(out));
    heights<<<n, n>>>(dev, n, terrain);
    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float px = (-0.8f + 2.6f * (x + 0.5f) / n) * 16 - 0.5f, py = (-0.7f + 2.4f * (y + 0.5f) / n) * 8 - 0.5f;
            int i = (int)floorf(px), j = (int)floorf(py);
            float a = px - i, b = py - j;
            float want = (1 - a) * (1 - b) * texel(i, j) + a * (1 - b) * texel(i + 1, j) + (1 - a) * b * texel(i, j + 1) + a * b * texel(i + 1, j + 1);
            if (!(fabsf(want - out[y][x]) < 0.01f)) bad++;
        }
    unbindTexture(terrain);
    cudaFreeArray(array);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n * n);
    return bad != 0;
}
