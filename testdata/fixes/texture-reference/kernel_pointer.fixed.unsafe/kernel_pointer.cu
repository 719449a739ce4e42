// Launches that do not name the kernel: through a pointer, and through cudaLaunchKernel.
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

static __managed__ cudaTextureObject_t in = 0;

__global__ void square(float *out, int n) { int i = threadIdx.x; if (i < n) out[i] = tex1Dfetch<float>(in, i) * tex1Dfetch<float>(in, i); }
__global__ void negate(float *out, int n) { int i = threadIdx.x; if (i < n) out[i] = -tex1Dfetch<float>(in, i); }

typedef void (*kernel_t)(float *, int);

int main()
{
    const int n = 60;
    float x[n], out[n], *dx, *dout;
    for (int i = 0; i < n; i++) x[i] = i - 5;
    cudaMalloc(&dx, sizeof(x));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    bindTexture(in, dx, cudaCreateChannelDesc<float>(), sizeof(x));
    int bad = 0;
    for (int c = 0; c < 2; c++) {
        kernel_t k = c ? square : negate;
        k<<<1, 64>>>(dout, n);
        cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) bad += out[i] != (c ? x[i] * x[i] : -x[i]);
    }
    int count = n;
    void *args[] = {&dout, &count};
    cudaLaunchKernel((const void *)square, dim3(1), dim3(64), args, 0, 0);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) bad += out[i] != x[i] * x[i];
    bad += cudaGetLastError() != cudaSuccess;
    unbindTexture(in);
    cudaFree(dx);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 3 * n);
    return bad != 0;
}
