// Arrays freed twice, or used after.
#include <cuda_runtime.h>

static void release(cudaArray_t a) { cudaFreeArray(a); }

void twice(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n);
    cudaFreeArray(array);
    cudaFreeArray(array); // want "\barray\b.*(freed|destroyed|released) (twice|again)"
}

void on_the_way_out(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &format, n) != cudaSuccess)
        return;
    if (cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice) != cudaSuccess)
        release(array);
    release(array); // want "\barray\b.*(freed|destroyed|released) (twice|again)"
}

void levels(cudaExtent extent)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap;
    cudaMallocMipmappedArray(&mipmap, &format, extent, 4);
    cudaFreeMipmappedArray(mipmap);
    cudaArray_t level;
    cudaGetMipmappedArrayLevel(&level, mipmap, 0); // want "\bmipmap\b.*used after"
}

void copied_after(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n);
    cudaFreeArray(array);
    cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice); // want "\barray\b.*used after"
}

// Clean from here on.
void again(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n);
    cudaFreeArray(array);
    cudaMallocArray(&array, &format, 2 * n);
    cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice);
    cudaFreeArray(array);
}

void nulled(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n);
    if (cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice) != cudaSuccess) {
        cudaFreeArray(array);
        array = nullptr;
    }
    cudaFreeArray(array);
}

void size_asked_before(int n, cudaExtent *extent)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n);
    cudaArrayGetInfo(&format, extent, nullptr, array);
    cudaFreeArray(array);
}
