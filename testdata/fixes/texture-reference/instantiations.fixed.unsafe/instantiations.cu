// Explicit instantiations and specialisations of kernels; a kernel as a template argument.
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

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return recreateTexture(texture, desc, resource);
}

namespace filters {

static __managed__ cudaTextureObject_t plane = 0;
static cudaTextureDesc plane_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

template <typename T>
__global__ void shift(T *out, int w, int dx)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * w + x] = (T)tex2D<float>(plane, x + dx, y);
}

template <>
__global__ void shift<int>(int *out, int w, int dx)
{
    out[blockIdx.x * w + threadIdx.x] = __float2int_rn(tex2D<float>(plane, (int)threadIdx.x - dx, blockIdx.x));
}

template __global__ void shift<double>(double *, int, int);
template __global__ void shift<float>(float *out, int w, int dx);

__global__ void flip(float *out, int w, int)
{
    out[blockIdx.x * w + threadIdx.x] = tex2D<float>(plane, w - 1 - (int)threadIdx.x, blockIdx.x);
}

}  // namespace filters

template <void (*Kernel)(float *, int, int)>
void run(float *out, int w, int h) { Kernel<<<h, w>>>(out, w, 0); }

using filters::shift;

int main()
{
    const int w = 31, h = 8, dx = 3;
    static float in[h][w];
    for (int i = 0; i < w * h; i++) in[i / w][i % w] = (float)(i * 3 % 100);
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &d, w, h);
    cudaMemcpy2DToArray(array, 0, 0, in, w * 4, w * 4, h, cudaMemcpyHostToDevice);
    bindTextureToArray(filters::plane, filters::plane_desc, array);
    void *dev;
    cudaMalloc(&dev, w * h * 8);
    static double ds[h][w];
    static float fs[h][w], flipped[h][w];
    static int is[h][w];
    shift<<<h, w>>>((double *)dev, w, dx);
    cudaMemcpy(ds, dev, sizeof(ds), cudaMemcpyDeviceToHost);
    filters::shift<float><<<h, w>>>((float *)dev, w, dx);
    cudaMemcpy(fs, dev, sizeof(fs), cudaMemcpyDeviceToHost);
    shift<int><<<h, w>>>((int *)dev, w, dx);
    cudaMemcpy(is, dev, sizeof(is), cudaMemcpyDeviceToHost);
    run<filters::flip>((float *)dev, w, h);
    cudaMemcpy(flipped, dev, sizeof(flipped), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float right = in[y][x + dx < w ? x + dx : w - 1], left = in[y][x - dx < 0 ? 0 : x - dx];
            bad += ds[y][x] != right;
            bad += fs[y][x] != right;
            bad += is[y][x] != left;
            bad += flipped[y][x] != in[y][w - 1 - x];
        }
    unbindTexture(filters::plane);
    cudaFreeArray(array);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 4 * w * h);
    return bad != 0;
}
