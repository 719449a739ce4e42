// Arrays returned, passed, and given back through parameters.
#include <cuda_runtime.h>

static cudaArray_t allocate(int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    if (cudaMallocArray(&array, &format, width, height) != cudaSuccess)
        return nullptr;
    return array;
}

static void upload(cudaArray_t array, const float *host, int width, int height)
{
    cudaMemcpy2DToArray(array, 0, 0, host, width * 4, width * 4, height, cudaMemcpyHostToDevice);
}

static void release(cudaArray_t array)
{
    if (array != nullptr)
        cudaFreeArray(array);
}

static void release(cudaArray_t *array)
{
    release(*array);
    *array = nullptr;
}

void adopt(cudaArray_t array);

void allocated_only(const float *host)
{
    cudaArray_t image = allocate(64, 64); // want "\bimage\b.*leak"
    upload(image, host, 64, 64);
}

void dropped() { allocate(16, 16); } // want "leak"

int returned_before(const float *host, int width)
{
    cudaArray_t image = allocate(width, width); // want "\bimage\b.*leak.*\bline 46\b"
    if (image == nullptr)
        return -1;
    if (!host)
        return -2;
    upload(image, host, width, width);
    release(image);
    return 0;
}

// The first is lost when the second takes its place.
void replaced(const float *host)
{
    cudaArray_t image = allocate(64, 64); // want "\bimage\b.*leak"
    upload(image, host, 64, 64);
    image = allocate(128, 128);
    upload(image, host, 128, 128);
    release(image);
}

cudaError_t checked_out(int n, cudaArray_t *out)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaError_t e = cudaMallocArray(&array, &format, n); // want "\barray\b.*leak.*\bline 70\b"
    if (e != cudaSuccess)
        return e;
    if (!out)
        return cudaErrorInvalidValue;
    *out = array;
    return cudaSuccess;
}

// Clean from here on.
void allocated_and_released(const float *host)
{
    cudaArray_t image = allocate(64, 64);
    if (!image)
        return;
    upload(image, host, 64, 64);
    release(image);
}

void released_by_address(const float *host)
{
    cudaArray_t image = allocate(64, 64);
    upload(image, host, 64, 64);
    release(&image);
    image = allocate(128, 128);
    upload(image, host, 128, 128);
    release(&image);
}

void adopted(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, n);
    adopt(array);
}

bool handed_out(int n, cudaArray_t &out)
{
    out = allocate(n, n);
    return out != nullptr;
}

void handed_out_to_two(int n, cudaArray_t out[2])
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&out[0], &format, n);
    cudaMallocArray(out + 1, &format, n);
}

cudaResourceDesc in_a_descriptor(int n)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&res.res.array.array, &format, n);
    return res;
}

cudaArray_t chosen(bool large) { return large ? allocate(4096, 4096) : allocate(64, 64); }
