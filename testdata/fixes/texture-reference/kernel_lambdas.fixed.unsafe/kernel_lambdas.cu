// Lambdas in a kernel that fetch: with and without a capture.
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

static cudaTextureObject_t a_tex = 0;
static cudaTextureObject_t b_tex = 0;

template <class F>
__device__ float twice(F f, int i) { return f(i) + f(i + 1); }

__global__ void apply(float *out, int n, cudaTextureObject_t a_tex, cudaTextureObject_t b_tex)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto a = [a_tex](int k) { return tex1Dfetch<float>(a_tex, k); };
    auto b = [&](int k) { return k < n ? tex1Dfetch<float>(b_tex, k) : 0.0f; };
    if (i < n) out[i] = twice(a, i) * b(i) + twice(b, i);
}

int main()
{
    const int n = 120;
    float a[n + 1], b[n], out[n], *da, *db, *dout;
    for (int i = 0; i <= n; i++) a[i] = i % 7;
    for (int i = 0; i < n; i++) b[i] = i % 5 - 2;
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    bindTexture(a_tex, da, cudaCreateChannelDesc<float>(), sizeof(a));
    bindTexture(b_tex, db, cudaCreateChannelDesc<float>(), sizeof(b));
    apply<<<(n + 31) / 32, 32>>>(dout, n, a_tex, b_tex);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(a_tex);
    unbindTexture(b_tex);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != (a[i] + a[i + 1]) * b[i] + b[i] + (i + 1 < n ? b[i + 1] : 0);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
