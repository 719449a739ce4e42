// Plain loads where the architecture caches them, textures on the old ones; the texture arm is taken here.
#include <cstdio>
#include <cuda_runtime.h>

#ifndef LDG_FROM
#define LDG_FROM 9999
#endif

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

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t tex_points = 0;

__device__ __forceinline__ float2 point(const float2 *points, int i, cudaTextureObject_t tex_points)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= LDG_FROM
    return __ldg(points + i);
#else
    return tex1Dfetch<float2>(tex_points, i);
#endif
}

__global__ void lengths(float *out, const float2 *points, int n, cudaTextureObject_t tex_points)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) {
        float2 a = point(points, i, tex_points), b = point(points, i + 1, tex_points);
        out[i] = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
    }
}

int main()
{
    const int n = 201;
    static float2 p[n];
    static float out[n];
    for (int i = 0; i < n; i++) p[i] = make_float2(i * i % 50, i % 7);
    float2 *dp;
    float *dout;
    cudaMalloc(&dp, sizeof(p));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dp, p, sizeof(p), cudaMemcpyHostToDevice);
    bindTexture(tex_points, dp, cudaCreateChannelDesc<float2>(), sizeof(p));
    lengths<<<2, 128>>>(dout, dp, n, tex_points);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(tex_points);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i + 1 < n; i++) {
        float dx = p[i + 1].x - p[i].x, dy = p[i + 1].y - p[i].y;
        bad += out[i] != dx * dx + dy * dy;
    }
    cudaFree(dp);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n - 1);
    return bad != 0;
}
