// Kernels without parameters, and with (void); results in device variables; addresses of kernels elsewhere.
#include <cstdio>
#include <cuda_runtime.h>

#define N 96

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

static cudaTextureObject_t input = 0;
__device__ float first[N], second[N];

__device__ float current(cudaTextureObject_t input) { return tex1Dfetch<float>(input, threadIdx.x); }
static __device__ float next(cudaTextureObject_t input) { return tex1Dfetch<float>(input, (threadIdx.x + 1) % N); }

__global__ void differences(cudaTextureObject_t input)
{
    first[threadIdx.x] = next(input) - current(input);
}

__global__ void sums(cudaTextureObject_t input)
{
    second[threadIdx.x] = next(input) + current(input);
}

int main()
{
    float in[N], a[N], b[N], *dev;
    for (int i = 0; i < N; i++) in[i] = (float)(i * i % 37);
    cudaMalloc(&dev, sizeof(in));
    cudaMemcpy(dev, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaFuncSetCacheConfig(differences, cudaFuncCachePreferL1);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, (const void *)sums);
    bindTexture(input, dev, cudaCreateChannelDesc<float>(), sizeof(in));
    differences<<<1, N>>>(input);
    sums<<<dim3(1), dim3(N), 0, 0>>>(input);
    cudaMemcpyFromSymbol(a, first, sizeof(a));
    cudaMemcpyFromSymbol(b, second, sizeof(b));
    unbindTexture(input);
    int bad = cudaGetLastError() != cudaSuccess || attributes.maxThreadsPerBlock < N;
    for (int i = 0; i < N; i++) {
        bad += a[i] != in[(i + 1) % N] - in[i];
        bad += b[i] != in[(i + 1) % N] + in[i];
    }
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * N);
    return bad != 0;
}
