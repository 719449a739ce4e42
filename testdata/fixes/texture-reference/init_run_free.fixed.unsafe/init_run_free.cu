// Bound in one function, used in a second, unbound in a third; several kernels with different subsets.
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

static cudaTextureDesc texADesc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static cudaTextureObject_t texA = 0;   // the first image
static cudaTextureObject_t texB = 0;
static cudaTextureDesc texBDesc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static cudaArray *arrayA, *arrayB;
static float4 *buffer = NULL;
static int width, height;

__global__ void mixKernel(float4 *out, int w, float t,
                          cudaTextureObject_t texA, cudaTextureObject_t texB)
{
    int x = threadIdx.x, y = blockIdx.x;
    float4 a = tex2D<float4>(texA, x + 0.5f, y + 0.5f);
    float4 b = tex2D<float4>(texB, x + 0.5f, y + 0.5f);
    out[y * w + x] = make_float4(a.x * t + b.x * (1 - t), a.y * t + b.y * (1 - t), a.z, b.w);
}

__global__ void copyKernel(float4 *out, int w, cudaTextureObject_t texB)
{
    out[blockIdx.x * w + threadIdx.x] = tex2D<float4>(texB, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

__global__ void clearKernel(float4 *out, int w)
{
    out[blockIdx.x * w + threadIdx.x] = make_float4(0, 0, 0, 0);
}

static void setTexture(cudaTextureDesc *t)
{
    t->addressMode[0] = t->addressMode[1] = cudaAddressModeClamp;
    t->filterMode = cudaFilterModeLinear;
    t->normalizedCoords = false;
}

void init(const float4 *a, const float4 *b, int w, int h)
{
    width = w;
    height = h;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float4>();
    cudaMallocArray(&arrayA, &d, w, h);
    cudaMallocArray(&arrayB, &d, w, h);
    cudaMemcpy2DToArray(arrayA, 0, 0, a, w * 16, w * 16, h, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(arrayB, 0, 0, b, w * 16, w * 16, h, cudaMemcpyHostToDevice);
    setTexture(&texADesc);
    setTexture(&texBDesc);
    bindTextureToArray(texA, texADesc, arrayA);
    bindTextureToArray(texB, texBDesc, arrayB);
    cudaMalloc((void **)&buffer, w * h * sizeof(float4));
}

void mix(float4 *out, float t)
{
    clearKernel<<<height, width>>>(buffer, width);
    mixKernel<<<height, width>>>(buffer, width, t, texA, texB);
    cudaMemcpy(out, buffer, width * height * sizeof(float4), cudaMemcpyDeviceToHost);
}

void copy(float4 *out)
{
    copyKernel<<<height, width>>>(buffer, width, texB);
    cudaMemcpy(out, buffer, width * height * sizeof(float4), cudaMemcpyDeviceToHost);
}

void cleanup()
{
    unbindTexture(texA);
    unbindTexture(texB);
    cudaFreeArray(arrayA);
    cudaFreeArray(arrayB);
    cudaFree(buffer);
}

int main()
{
    const int w = 20, h = 10;
    static float4 a[w * h], b[w * h], out[w * h];
    for (int i = 0; i < w * h; i++) {
        a[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
        b[i] = make_float4(-i, 1, i % 3, 7);
    }
    init(a, b, w, h);
    int bad = 0;
    for (int k = 0; k < 3; k++) {
        float t = k * 0.5f;
        mix(out, t);
        for (int i = 0; i < w * h; i++)
            if (!(fabsf(out[i].x - (a[i].x * t + b[i].x * (1 - t))) < 0.01f && out[i].z == a[i].z && out[i].w == 7)) bad++;
    }
    copy(out);
    for (int i = 0; i < w * h; i++)
        if (out[i].x != b[i].x || out[i].z != b[i].z) bad++;
    cleanup();
    if (cudaDeviceSynchronize() != cudaSuccess) bad++;
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 4 * w * h);
    return bad != 0;
}
