// Memory of one type read as another: floats as unsigned, a double array as int2, bytes as uint4.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

typedef unsigned char byte;

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

static cudaTextureObject_t words = 0;
static cudaTextureObject_t quads = 0;
static cudaTextureObject_t bytes = 0;

extern "C" __global__ void checksum(unsigned int *out, int n,
                                    cudaTextureObject_t words, cudaTextureObject_t quads, cudaTextureObject_t bytes)
{
    unsigned int i = threadIdx.x;
    if (i >= n) return;
    uint4 q = tex1Dfetch<uint4>(quads, i / 4);
    unsigned int w = i % 4 == 0 ? q.x : i % 4 == 1 ? q.y : i % 4 == 2 ? q.z : q.w;
    out[i] = tex1Dfetch<unsigned int>(words, i) ^ w ^ (unsigned int)(int)tex1Dfetch<signed char>(bytes, 4 * i + 3);
}

int main()
{
    const int n = 64;
    float host[n];
    unsigned int out[n], *dout;
    for (int i = 0; i < n; i++) host[i] = -1.75f * i;
    float *dev;
    cudaMalloc((void **)&dev, sizeof(host));
    cudaMalloc((void **)&dout, sizeof(out));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    bindTexture(words, (unsigned int *)dev, cudaCreateChannelDesc<unsigned int>());
    bindTexture(quads, reinterpret_cast<uint4 *>(dev), cudaCreateChannelDesc<uint4>(), n * sizeof(float));
    cudaChannelFormatDesc desc = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned);
    bindTexture(bytes, dev, desc, n * sizeof(float));
    checksum<<<1, n>>>(dout, n, words, quads, bytes);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(words);
    unbindTexture(quads);
    unbindTexture(bytes);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        signed char b;
        memcpy(&b, (const char *)host + 4 * i + 3, 1);
        bad += out[i] != (unsigned int)(int)b;
    }
    cudaFree(dev);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
