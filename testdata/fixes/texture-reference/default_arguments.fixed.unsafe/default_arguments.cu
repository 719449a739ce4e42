// Default arguments, in a declaration and in a definition; parameter packs.
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

static cudaTextureObject_t numbers = 0;

__device__ int window(cudaTextureObject_t numbers, int i, int radius = 1, int step = 1);

__device__ int scaled(cudaTextureObject_t numbers, int i, int factor = 3) { return factor * tex1Dfetch<int>(numbers, i); }

template <typename... Rest>
__device__ int total(cudaTextureObject_t numbers, int i, Rest... rest) { return tex1Dfetch<int>(numbers, i) + (0 + ... + rest); }

__global__ void compute(int *out, int n, cudaTextureObject_t numbers)
{
    int i = threadIdx.x;
    if (i < n) out[i] = window(numbers, i) + window(numbers, i, 2) + window(numbers, i, 1, 2) + scaled(numbers, i) + scaled(numbers, i, 5) + total(numbers, i) + total(numbers, i, 1, 2);
}

__device__ int window(cudaTextureObject_t numbers, int i, int radius, int step)
{
    int s = 0;
    for (int k = -radius; k <= radius; k++) s += tex1Dfetch<int>(numbers, i + k * step);
    return s;
}

int main()
{
    const int n = 70;
    int in[n], out[n], *din, *dout;
    for (int i = 0; i < n; i++) in[i] = i * 5 % 23;
    cudaMalloc(&din, sizeof(in));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
    bindTexture(numbers, din, cudaCreateChannelDesc<int>(), sizeof(in));
    compute<<<1, 128>>>(dout, n, numbers);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(numbers);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        int want = 0;
        // outside of the memory a fetch gives 0
#define AT(k) ((k) < 0 || (k) >= n ? 0 : in[k])
        for (int k = -1; k <= 1; k++) want += AT(i + k) + AT(i + 2 * k);
        for (int k = -2; k <= 2; k++) want += AT(i + k);
        want += 8 * in[i] + in[i] + in[i] + 3;
        bad += out[i] != want;
    }
    cudaFree(din);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
