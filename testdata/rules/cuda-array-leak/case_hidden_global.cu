// Arrays at file scope, and a local of the same name.
#include <cuda_runtime.h>

cudaArray *lut_array, *image_array;
static cudaArray_t history[2] = {nullptr, nullptr};

// free_all frees the array at file scope, which nothing ever sets.
void setup_lut(const float4 *entries, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
    cudaArray *lut_array;
    cudaMallocArray(&lut_array, &format, n, 1); // want "\blut_array\b.*leak"
    cudaMemcpy2DToArray(lut_array, 0, 0, entries, n * 16, n * 16, 1, cudaMemcpyHostToDevice);
}

void free_all()
{
    cudaFreeArray(lut_array);
    cudaFreeArray(image_array);
    for (int i = 0; i < 2; i++)
        cudaFreeArray(history[i]);
}

// A new one is kept only if it is filled.
void set_image(const void *pixels, int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t fresh;
    if (cudaMallocArray(&fresh, &format, width, height) != cudaSuccess) // want "\bfresh\b.*leak"
        return;
    if (cudaMemcpy2DToArray(fresh, 0, 0, pixels, width * 4, width * 4, height, cudaMemcpyHostToDevice) == cudaSuccess)
        image_array = fresh;
}

// Clean from here on.
void setup_image(int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    if (image_array)
        cudaFreeArray(image_array);
    cudaMallocArray(&image_array, &format, width, height);
}

void setup_history(int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    for (int i = 0; i < 2; i++)
        cudaMallocArray(&history[i], &format, width, height);
}

void replace_lut(const float4 *entries, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
    cudaArray_t fresh;
    if (cudaMallocArray(&fresh, &format, n, 1) != cudaSuccess)
        return;
    cudaMemcpy2DToArray(fresh, 0, 0, entries, n * 16, n * 16, 1, cudaMemcpyHostToDevice);
    cudaFreeArray(lut_array);
    lut_array = fresh;
}

cudaArray_t scratch(int width)
{
    static cudaArray_t array = nullptr;
    static int size = 0;
    if (width > size) {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        if (array)
            cudaFreeArray(array);
        cudaMallocArray(&array, &format, width);
        size = width;
    }
    return array;
}
