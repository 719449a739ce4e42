// Kernels and device functions that are templates; separable convolution unrolled by the compiler.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define KERNEL_RADIUS 3
#define KERNEL_W (2 * KERNEL_RADIUS + 1)
#define IMUL(a, b) __mul24(a, b)

__constant__ float c_Kernel[KERNEL_W];

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

static cudaTextureObject_t texSrc = 0;
static cudaTextureDesc texSrcDesc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

template<int i> __device__ float convolutionRow(float x, float y, cudaTextureObject_t texSrc){
    return
        tex2D<float>(texSrc, x + (float)(KERNEL_RADIUS - i), y) * c_Kernel[i]
        + convolutionRow<i - 1>(x, y, texSrc);
}

template<> __device__ float convolutionRow<-1>(float x, float y, cudaTextureObject_t texSrc){
    return 0;
}

template<typename T, bool Scale>
__global__ void convolutionRowsKernel(T *d_Dst, int imageW, int imageH, float factor,
                                      cudaTextureObject_t texSrc)
{
    const   int ix = IMUL(blockDim.x, blockIdx.x) + threadIdx.x;
    const   int iy = IMUL(blockDim.y, blockIdx.y) + threadIdx.y;
    const float  x = (float)ix + 0.5f;
    const float  y = (float)iy + 0.5f;
    if (ix >= imageW || iy >= imageH) return;
    float sum = convolutionRow<2 * KERNEL_RADIUS>(x, y, texSrc);
    d_Dst[IMUL(iy, imageW) + ix] = (T)(Scale ? sum * factor : sum);
}

static int W = 45, H = 18;

template<typename T, bool Scale>
static int run(const float *img, const float *k, float factor)
{
    T *dev, *out = new T[W * H];
    cudaMalloc((void **)&dev, W * H * sizeof(T));
    dim3 threads(16, 12), blocks((W + 15) / 16, (H + 11) / 12);
    convolutionRowsKernel<T, Scale><<<blocks, threads>>>(dev, W, H, factor, texSrc);
    cudaMemcpy(out, dev, W * H * sizeof(T), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double s = 0;
            for (int i = 0; i < KERNEL_W; i++) {
                int u = x + KERNEL_RADIUS - i;
                s += img[y * W + (u < 0 ? 0 : u >= W ? W - 1 : u)] * k[i];
            }
            if (Scale) s *= factor;
            if (!(fabs(s - (double)out[y * W + x]) < 1e-3)) bad++;
        }
    cudaFree(dev);
    delete[] out;
    return bad;
}

int main()
{
    float *img = new float[W * H], k[KERNEL_W];
    for (int i = 0; i < W * H; i++) img[i] = (float)((i * 29) % 53);
    for (int i = 0; i < KERNEL_W; i++) k[i] = 1.0f / (i + 2);
    cudaMemcpyToSymbol(c_Kernel, k, sizeof(k));
    cudaArray *a_Src;
    cudaChannelFormatDesc floatTex = cudaCreateChannelDesc<float>();
    cudaMallocArray(&a_Src, &floatTex, W, H);
    cudaMemcpyToArray(a_Src, 0, 0, img, W * H * sizeof(float), cudaMemcpyHostToDevice);
    bindTextureToArray(texSrc, texSrcDesc, a_Src);
    int bad = run<float, false>(img, k, 1) + run<double, true>(img, k, 0.25f) + run<float, true>(img, k, 2);
    unbindTexture(texSrc);
    cudaFreeArray(a_Src);
    if (bad) printf("FAIL %d of %d\n", bad, 3 * W * H);
    else printf("OK\n");
    delete[] img;
    return bad != 0;
}
