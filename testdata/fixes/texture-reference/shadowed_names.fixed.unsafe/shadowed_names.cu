// The names of the references are also names of parameters and locals elsewhere.
#include <cstdio>
#include <cuda_runtime.h>

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

static cudaTextureObject_t src = 0;
static __managed__ cudaTextureObject_t map = 0;

static __device__ float pick(int i, cudaTextureObject_t src) { return tex1Dfetch<float>(src, tex1Dfetch<int>(map, i)); }

__device__ float scale(float src, float map) { return src * map; }

__global__ void move(float *dst, int n, cudaTextureObject_t src)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int map = 0; map < 1; map++)
        if (i < n) dst[i] = scale(pick(i, src), 2.0f);
}

static void run(float *dst, const float *src, const int *map, int n)
{
    move<<<(n + 31) / 32, 32>>>(dst, n, ::src);
    (void)src;
    (void)map;
}

static void bindAll(float *src, int *map, size_t n)
{
    bindTexture(::src, src, cudaCreateChannelDesc<float>(), n * sizeof(float));
    bindTexture(::map, map, cudaCreateChannelDesc<int>(), n * sizeof(int));
}

int main()
{
    const int n = 90;
    float s[n], out[n], *ds, *dst;
    int m[n], *dm;
    for (int i = 0; i < n; i++) { s[i] = i + 0.5f; m[i] = (i * 11) % n; }
    cudaMalloc(&ds, sizeof(s));
    cudaMalloc(&dm, sizeof(m));
    cudaMalloc(&dst, sizeof(out));
    cudaMemcpy(ds, s, sizeof(s), cudaMemcpyHostToDevice);
    cudaMemcpy(dm, m, sizeof(m), cudaMemcpyHostToDevice);
    bindAll(ds, dm, n);
    run(dst, ds, dm, n);
    cudaMemcpy(out, dst, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(src);
    unbindTexture(map);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != 2 * s[m[i]];
    cudaFree(ds);
    cudaFree(dm);
    cudaFree(dst);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
