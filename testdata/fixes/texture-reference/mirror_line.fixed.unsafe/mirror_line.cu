// One-dimensional array, mirrored.
#include <cstdio>
#include <cuda_runtime.h>

const int N = 16, M = 80;

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

static cudaTextureObject_t line = 0;
static cudaTextureDesc line_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void unfold(int* out, int n, float step, cudaTextureObject_t line) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1D<int>(line, (i - n / 2 + 0.5f) * step);
}

int main() {
    int host[N], out[M];
    for (int i = 0; i < N; i++) host[i] = i * i - 7;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<int>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, N);
    cudaMemcpyToArray(a, 0, 0, host, sizeof host, cudaMemcpyHostToDevice);
    line_desc.normalizedCoords = 1;
    line_desc.addressMode[0] = cudaAddressModeMirror;
    bindTextureToArray(line, line_desc, a);
    int* dev;
    cudaMalloc(&dev, sizeof out);
    unfold<<<(M + 31) / 32, 32>>>(dev, M, 1.0f / N, line);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    int bad = cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < M; i++) {
        int k = i - M / 2;
        k = ((k % (2 * N)) + 2 * N) % (2 * N);
        if (k >= N) k = 2 * N - 1 - k;
        if (out[i] != host[k]) bad++;
    }
    unbindTexture(line);
    cudaFreeArray(a);
    cudaFree(dev);
    if (bad) { std::printf("FAIL %d of %d\n", bad, M); return 1; }
    std::printf("OK\n");
    return 0;
}
