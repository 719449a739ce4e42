// Doubles read as pairs of integers through a device function that takes the reference.
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

static inline cudaError_t bindTexture(size_t *offset, cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    // The memory of an object starts at an aligned address: *offset is what the pointer
    // lies above it, for the kernel to add.
    size_t before = 0;
    if (offset != NULL) {
        int device = 0, alignment = 1;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&alignment, cudaDevAttrTextureAlignment, device);
        before = (size_t)pointer % alignment;
        *offset = before;
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (char *)pointer - before;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size + before;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t tex_x = 0;
static cudaTextureObject_t tex_y = 0;

__inline__ __device__ double fetch_double(cudaTextureObject_t t, int i)
{
    int2 v = tex1Dfetch<int2>(t, i);
    return __hiloint2double(v.y, v.x);
}

__global__ void axpy(double *out, double a, int n,
                     cudaTextureObject_t tex_x, cudaTextureObject_t tex_y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = a * fetch_double(tex_x, i) + fetch_double(tex_y, n - 1 - i);
}

int main()
{
    const int n = 500;
    double x[n], y[n], out[n], *dx, *dy, *dout;
    for (int i = 0; i < n; i++) { x[i] = i / 3.0; y[i] = 1e9 - i; }
    cudaMalloc((void**)&dx, sizeof(x)); cudaMalloc((void**)&dy, sizeof(y)); cudaMalloc((void**)&dout, sizeof(out));
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y, sizeof(y), cudaMemcpyHostToDevice);
    size_t offset = 0;
    bindTexture(&offset, tex_x, (int2*)dx, cudaCreateChannelDesc<int2>(), sizeof(x));
    bindTexture(&offset, tex_y, (int2*)dy, cudaCreateChannelDesc<int2>(), sizeof(y));
    axpy<<<(n + 127) / 128, 128>>>(dout, 0.5, n, tex_x, tex_y);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(tex_x);
    unbindTexture(tex_y);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        double want = 0.5 * x[i] + y[n - 1 - i];
        if (!(out[i] - want < 1e-6 && want - out[i] < 1e-6)) bad++;
    }
    cudaFree(dx); cudaFree(dy); cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad > 0;
}
