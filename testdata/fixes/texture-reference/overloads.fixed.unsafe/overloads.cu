// Device functions with the same name, methods of structs that kernels get by value, default arguments.
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

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return recreateTexture(texture, desc, resource);
}

static __managed__ cudaTextureObject_t field = 0;
static cudaTextureDesc field_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static __managed__ cudaTextureObject_t line = 0;

__device__ float at(float x, float y) { return tex2D<float>(field, x + 0.5f, y + 0.5f); }
__device__ float at(int i) { return tex1Dfetch<float>(line, i); }
__device__ double at(double v) { return v; }

struct Probe {
    int x, y;
    __device__ float read() const { return at((float)x, (float)y) + at(x); }
    __device__ float around(int r = 1) const;
    __host__ __device__ int sum() const { return x + y; }
};

__device__ float Probe::around(int r) const
{
    return at((float)(x - r), (float)y) + at((float)(x + r), (float)y);
}

template <class P>
__global__ void __launch_bounds__(64) probe(float *out, P p)
{
    p.x = threadIdx.x;
    out[threadIdx.x] = p.read() + p.around() + (float)at(0.25) + p.sum();
}

int main()
{
    const int w = 48, h = 6;
    float f[h][w], l[w], out[w], *dl, *dout;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) f[y][x] = y * 100 + x;
    for (int x = 0; x < w; x++) l[x] = -3.0f * x;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, w, h);
    cudaMemcpy2DToArray(a, 0, 0, f, w * 4, w * 4, h, cudaMemcpyHostToDevice);
    cudaMalloc(&dl, sizeof(l));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dl, l, sizeof(l), cudaMemcpyHostToDevice);
    bindTextureToArray(field, field_desc, a);
    bindTexture(line, dl, cudaCreateChannelDesc<float>(), sizeof(l));
    Probe p = {0, 4};
    probe<Probe><<<1, w>>>(dout, p);
    probe<<<1, w>>>(dout, p);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int x = 0; x < w; x++) {
        float want = f[4][x] + l[x] + f[4][x ? x - 1 : 0] + f[4][x < w - 1 ? x + 1 : x] + 0.25f + x + 4;
        bad += out[x] != want;
    }
    unbindTexture(field);
    unbindTexture(line);
    cudaFreeArray(a);
    cudaFree(dl);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w);
    return bad != 0;
}
