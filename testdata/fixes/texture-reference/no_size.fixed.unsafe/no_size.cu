// Binds without a size: the whole of the memory behind the pointer.
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

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size = UINT_MAX)
{
    int current = 0;
    size_t most = 0, element = (channel.x + channel.y + channel.z + channel.w) / 8;
    cudaGetDevice(&current);
    cudaDeviceGetTexture1DLinearMaxWidth(&most, &channel, current);
    if (size > most * element)
        size = most * element;
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

__global__ void add(float *out, int n, cudaTextureObject_t a_tex, cudaTextureObject_t b_tex)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float>(a_tex, i) + tex1Dfetch<unsigned char>(b_tex, i);
}

int main()
{
    const int n = 3000;
    static float a[n], out[n];
    static unsigned char b[n];
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = i * 3; }
    float *da, *dout;
    unsigned char *db;
    cudaMalloc((void**)&da, sizeof(a));
    cudaMalloc((void**)&db, sizeof(b));
    cudaMalloc((void**)&dout, sizeof(out));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    bindTexture(a_tex, da, cudaCreateChannelDesc<float>());
    bindTexture(b_tex, db, cudaCreateChannelDesc<unsigned char>());
    add<<<n / 100, 100>>>(dout, n, a_tex, b_tex);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != a[i] + b[i];
    unbindTexture(a_tex);
    unbindTexture(b_tex);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
