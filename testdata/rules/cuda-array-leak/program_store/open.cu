#include "store.h"

void Store::open(int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&colour, &format, width, height);
}

void Archive::open(int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&rows_, &format, width, height); // want "\brows_.*leak"
    height_ = height;
}

cudaArray_t new_array(int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, width, height);
    return array;
}
