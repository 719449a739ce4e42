// Kernels made by a macro, and launched by another.
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

static __managed__ cudaTextureObject_t operand = 0;

#define UNARY(NAME, EXPR)                                    \
    __global__ void NAME(float *out, int n)                  \
    {                                                        \
        int i = blockIdx.x * blockDim.x + threadIdx.x;       \
        if (i < n) {                                         \
            float x = tex1Dfetch<float>(operand, i);                \
            out[i] = EXPR;                                   \
        }                                                    \
    }

UNARY(squared, x * x)
UNARY(halved, x / 2)

__global__ void summed(float *out, int n, float c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += c * tex1Dfetch<float>(operand, i);
}

#define LAUNCH(kernel, n, ...)                               \
    do {                                                     \
        kernel<<<((n) + 63) / 64, 64>>>(__VA_ARGS__);        \
        if (cudaGetLastError() != cudaSuccess) bad++;        \
    } while (0)

int main()
{
    const int n = 130;
    int bad = 0;
    float x[n], out[2][n], *dx, *dout;
    for (int i = 0; i < n; i++) x[i] = i - 20;
    cudaMalloc(&dx, sizeof(x));
    cudaMalloc(&dout, sizeof(x));
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    bindTexture(operand, dx, cudaCreateChannelDesc<float>(), sizeof(x));
    LAUNCH(squared, n, dout, n);
    LAUNCH(summed, n, dout, n, 3.0f);
    cudaMemcpy(out[0], dout, sizeof(x), cudaMemcpyDeviceToHost);
    LAUNCH(halved, n, dout, n);
    cudaMemcpy(out[1], dout, sizeof(x), cudaMemcpyDeviceToHost);
    unbindTexture(operand);
    for (int i = 0; i < n; i++) {
        bad += out[0][i] != x[i] * x[i] + 3 * x[i];
        bad += out[1][i] != x[i] / 2;
    }
    cudaFree(dx);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * n);
    return bad != 0;
}
