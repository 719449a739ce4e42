// One reference, bound twice with other settings between; a bind over a live bind without an unbind.
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

static cudaTextureObject_t t = 0;
static cudaTextureDesc t_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void read(float *out, float start, float step, int n, cudaTextureObject_t t)
{
    int i = threadIdx.x;
    if (i < n) out[i] = tex1D<float>(t, start + i * step);
}

static float line[8] = {1, 4, 9, 16, 25, 36, 49, 64}, other[8] = {-1, -2, -3, -4, -5, -6, -7, -8};

int main()
{
    const int n = 40;
    float out[3][n], *dev;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray *a, *b;
    cudaMallocArray(&a, &desc, 8, 1);
    cudaMallocArray(&b, &desc, 8, 1);
    cudaMemcpyToArray(a, 0, 0, line, sizeof(line), cudaMemcpyHostToDevice);
    cudaMemcpyToArray(b, 0, 0, other, sizeof(other), cudaMemcpyHostToDevice);
    cudaMalloc((void **)&dev, sizeof(out));

    t_desc.filterMode = cudaFilterModePoint;
    t_desc.addressMode[0] = cudaAddressModeClamp;
    bindTextureToArray(t, t_desc, a);
    read<<<1, 64>>>(dev, -3.5f, 0.5f, n, t);
    unbindTexture(t);

    t_desc.filterMode = cudaFilterModeLinear;
    bindTextureToArray(t, t_desc, a);
    read<<<1, 64>>>(dev + n, -3.5f, 0.5f, n, t);
    // no unbind: the next bind takes its place
    t_desc.normalizedCoords = true;
    t_desc.addressMode[0] = cudaAddressModeWrap;
    t_desc.filterMode = cudaFilterModePoint;
    bindTextureToArray(t, t_desc, b);
    read<<<1, 64>>>(dev + 2 * n, -3.5f / 8, 0.5f / 8, n, t);
    unbindTexture(t);

    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        float x = -3.5f + i * 0.5f;
        int k = (int)floorf(x), c = k < 0 ? 0 : k > 7 ? 7 : k;
        if (out[0][i] != line[c]) bad++;
        int j = (int)floorf(x - 0.5f), j0 = j < 0 ? 0 : j > 7 ? 7 : j, j1 = j + 1 < 0 ? 0 : j + 1 > 7 ? 7 : j + 1;
        float f = x - 0.5f - j;
        if (!(fabsf(out[1][i] - (line[j0] * (1 - f) + line[j1] * f)) < 0.1f)) bad++;
        if (out[2][i] != other[(k % 8 + 8) % 8]) bad++;
    }
    cudaFreeArray(a);
    cudaFreeArray(b);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 3 * n);
    return bad != 0;
}
