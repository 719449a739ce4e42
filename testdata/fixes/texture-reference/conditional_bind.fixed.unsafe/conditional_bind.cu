// What is bound depends on the arguments; early returns; a kernel through a pointer to function.
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

static cudaTextureObject_t keys = 0;

__global__ void ascending(int *out, int n, cudaTextureObject_t keys)
{
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<int>(keys, i);
}

__global__ void descending(int *out, int n, cudaTextureObject_t keys)
{
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<int>(keys, n - 1 - i);
}

static int *d_small, *d_large;

static int run(int *out, bool large, bool down, int n)
{
    if (large) {
        if (bindTexture(keys, d_large, cudaCreateChannelDesc<int>(), n * sizeof(int)) != cudaSuccess)
            return 1;
    } else
        bindTexture(keys, d_small, cudaCreateChannelDesc<int>(), n * sizeof(int));

    if (down)
        descending<<<1, 256>>>(out, n, keys);
    else
        ascending<<<1, 256>>>(out, n, keys);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        unbindTexture(keys);
        return 1;
    }
    unbindTexture(keys);
    return 0;
}

int main()
{
    const int n = 222;
    int a[n], b[n], out[n], *d_out, bad = 0;
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = 1000000 + i; }
    cudaMalloc(&d_small, sizeof(a));
    cudaMalloc(&d_large, sizeof(b));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_small, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(d_large, b, sizeof(b), cudaMemcpyHostToDevice);
    for (int c = 0; c < 4; c++) {
        bad += run(d_out, c & 1, c & 2, n);
        cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) bad += out[i] != (c & 1 ? b : a)[c & 2 ? n - 1 - i : i];
    }
    cudaFree(d_small);
    cudaFree(d_large);
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 4 * n);
    return bad != 0;
}
