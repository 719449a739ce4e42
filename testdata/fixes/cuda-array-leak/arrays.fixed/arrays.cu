// Arrays, with the texture objects that are made of them. Its main shows that each
// allocation has its release afterwards.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void sample(cudaTextureObject_t tex, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1D<float>(tex, i + 0.5f);
}

static cudaTextureObject_t view(cudaArray_t array)
{
    cudaResourceDesc image = {};
    image.resType = cudaResourceTypeArray;
    image.res.array.array = array;
    cudaTextureDesc sampler = {};
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &image, &sampler, nullptr);
    return tex;
}

static bool early(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &format, n) != cudaSuccess)
        return false;
    if (n > 128) {
        cudaFreeArray(array);
        return false;
    }
    bool good = cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice) == cudaSuccess;
    cudaFreeArray(array);
    return good;
}

// The object is destroyed, the array is not.
static void under_an_object(const float *host, float *out, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n);
    cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice);
    cudaResourceDesc image = {};
    image.resType = cudaResourceTypeArray;
    image.res.array.array = array;
    cudaTextureDesc sampler = {};
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &image, &sampler, nullptr);
    sample<<<1, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
    cudaFreeArray(array);
}

// The kernel may still run; freeing the array waits for it, as far as is measured.
static void in_flight(float *out, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n);
    cudaResourceDesc image = {};
    image.resType = cudaResourceTypeArray;
    image.res.array.array = array;
    cudaTextureDesc sampler = {};
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &image, &sampler, nullptr);
    cudaDestroyTextureObject(tex);
    sample<<<1, 256>>>(0, out, 0);
}

static void in_a_loop(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = NULL;
    for (int i = 1; i <= n; i *= 2) {
        cudaFreeArray(array);
        cudaMallocArray(&array, &format, i);
    }
    cudaFreeArray(array);
}

static int labelled(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t a = nullptr, b = nullptr;
    int status = 1;
    if (cudaMallocArray(&a, &format, n))
        goto out;
    if (cudaMallocArray(&b, &format, n))
        goto out;
    status = 0;
out:
    cudaFreeArray(a);
    cudaFreeArray(b);
    return status;
}

static void mipmapped(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap;
    if (cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(n, n, 0), 2) != cudaSuccess)
        return;
    cudaArray_t level;
    cudaGetMipmappedArrayLevel(&level, mipmap, 1);
    cudaMemset2D(nullptr, 0, 0, 0, 0);
    cudaFreeMipmappedArray(mipmap);
}

// What reads the array lives on: left alone.
cudaTextureObject_t load(const float *pixels, int width)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, width);
    cudaMemcpy2DToArray(array, 0, 0, pixels, width * 4, width * 4, 1, cudaMemcpyHostToDevice);
    cudaResourceDesc image = {};
    image.resType = cudaResourceTypeArray;
    image.res.array.array = array;
    cudaTextureDesc sampler = {};
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &image, &sampler, nullptr);
    return tex;
}

void by_a_helper(const float *pixels, float *out, int width)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, width);
    cudaTextureObject_t tex = view(array);
    sample<<<1, 256>>>(tex, out, width);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

int main()
{
    float host[256] = {}, *out;
    cudaMalloc(&out, sizeof host);
    int sum = 0;
    for (int n : {16, 128, 256}) {
        sum += early(host, n);
        under_an_object(host, out, n);
        in_flight(out, n);
        in_a_loop(n);
        sum += labelled(n);
        mipmapped(n);
    }
    printf("%d %s\n", sum, cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
