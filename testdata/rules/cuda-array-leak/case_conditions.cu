// Arrays allocated and freed under conditions.
#include <cuda_runtime.h>

void flag_differs(bool textured, bool cached, int n, float *out)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    if (textured)
        cudaMallocArray(&array, &format, n); // want "\barray\b.*leak"
    if (cached)
        cudaFreeArray(array);
}

void only_small(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n); // want "\barray\b.*leak"
    if (n < 1024)
        cudaFreeArray(array);
}

int forgotten_case(int dimensions, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMalloc3DArray(&array, &format, make_cudaExtent(n, n, n)); // want "\barray\b.*leak"
    switch (dimensions) {
    case 1:
        cudaFreeArray(array);
        return n;
    case 2:
        cudaFreeArray(array);
        return n * n;
    default:
        return n * n * n;
    }
}

// The wrong one is freed.
void wrong_one(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t front = nullptr, back = nullptr;
    cudaMallocArray(&front, &format, n);
    if (n > 64) {
        cudaMallocArray(&back, &format, n); // want "\bback\b.*leak"
        cudaFreeArray(front);
    } else {
        cudaFreeArray(front);
    }
}

// Clean from here on.
void same_flag(const bool textured, int n, float *out)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *in_array;
    void *in_memory;
    if (textured) {
        cudaMallocArray(&in_array, &format, n);
    } else {
        cudaMalloc(&in_memory, n * 4);
    }
    cudaDeviceSynchronize();
    if (textured) {
        cudaMemcpy2DFromArray(out, n * 4, in_array, 0, 0, n * 4, 1, cudaMemcpyDeviceToHost);
    } else {
        cudaMemcpy(out, in_memory, n * 4, cudaMemcpyDeviceToHost);
    }
    if (textured) {
        cudaFreeArray(in_array);
    } else {
        cudaFree(in_memory);
    }
}

void flag_from_bits(int kind, int n)
{
    bool textured = !!(kind & 4);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *array;
    if (textured)
        cudaMallocArray(&array, &format, n);
    int passes = 0;
    do {
        if (cudaDeviceSynchronize() != cudaSuccess)
            break;
    } while (++passes < n);
    if (textured)
        cudaFreeArray(array);
}

void null_or_not(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    if (n > 64)
        cudaMallocArray(&array, &format, n);
    cudaDeviceSynchronize();
    cudaFreeArray(array);
}

void null_checked(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = NULL;
    cudaMallocArray(&array, &format, n);
    if (array == NULL)
        return;
    cudaFreeArray(array);
}

int every_case(int dimensions, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    switch (dimensions) {
    case 1:
        cudaMallocArray(&array, &format, n);
        break;
    case 2:
        cudaMallocArray(&array, &format, n, n);
        break;
    default:
        return -1;
    }
    cudaFreeArray(array);
    return dimensions;
}

#ifdef USE_LAYERS
#define LAYER_FLAGS cudaArrayLayered
#else
#define LAYER_FLAGS 0
#endif

void by_preprocessor(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
#ifdef USE_LAYERS
    cudaMalloc3DArray(&array, &format, make_cudaExtent(n, n, 4), LAYER_FLAGS);
#else
    cudaMallocArray(&array, &format, n, n, LAYER_FLAGS);
#endif
    cudaFreeArray(array);
}
