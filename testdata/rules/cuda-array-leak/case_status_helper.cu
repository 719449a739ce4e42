// Functions that look at the status of the allocation.
#include <cuda_runtime.h>
#include <cstdio>

bool check(cudaError_t status, const char *what);
void error(const char *what, int width, int height);

struct Size {
    int width, height, depth;
};

#define FAIL(call)                                                                                                     \
    if (call != cudaSuccess)                                                                                           \
        return cudaGetErrorString(call)

// Says that there is none by a null pointer.
cudaArray *allocate_volume(const Size &size)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *array;
    cudaExtent extent = make_cudaExtent(size.width, size.height, size.depth);
    if (!check(cudaMalloc3DArray(&array, &format, extent, 0), "volume")) {
        error("no array", size.width, size.height);
        return 0;
    }
    return array;
}

static bool upload(cudaArray *array, const float *host, const Size &size)
{
    return check(cudaMemcpy2DToArray(array, 0, 0, host, size.width * 4, size.width * 4, size.height, cudaMemcpyHostToDevice), "upload");
}

bool returns_when_the_copy_fails(const float *host, const Size &size)
{
    cudaArray *array = allocate_volume(size); // want "\barray\b.*leak.*\bline 40\b"
    if (!array)
        return false;
    if (!upload(array, host, size))
        return false;
    check(cudaFreeArray(array), "free");
    return true;
}

const char *second_fails(const Size &size)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t a, b;
    FAIL(cudaMallocArray(&a, &format, size.width)); // want "\ba\b.*leak.*\bline 50\b"
    FAIL(cudaMallocArray(&b, &format, size.width));
    cudaFreeArray(b);
    cudaFreeArray(a);
    return nullptr;
}

// Clean from here on.
bool freed_on_both(const float *host, const Size &size)
{
    cudaArray *array = allocate_volume(size);
    if (!array)
        return false;
    if (!upload(array, host, size)) {
        check(cudaFreeArray(array), "free");
        return false;
    }
    bool done = true;
    for (int i = 0; i < size.depth; i += 64) {
        done = check(cudaDeviceSynchronize(), "sync");
        if (!done)
            break;
    }
    done &= check(cudaGetLastError(), "last");
    check(cudaFreeArray(array), "free");
    return done;
}

const char *one(const Size &size)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t a;
    FAIL(cudaMallocArray(&a, &format, size.width));
    FAIL(cudaFreeArray(a));
    return nullptr;
}

bool both_in_one(float *data, cudaArray *&array, int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    array = 0;
    if (!check(cudaMallocArray(&array, &format, width, height), "allocate"))
        return false;
    bool done = check(cudaMemcpy2DToArray(array, 0, 0, data, width * 4, width * 4, height, cudaMemcpyHostToDevice), "copy");
    done &= check(cudaDeviceSynchronize(), "sync");
    if (!done) {
        check(cudaFreeArray(array), "free");
        return false;
    }
    return true;
}

bool uses_both_in_one(float *data, float *out, int width, int height)
{
    cudaArray *array;
    if (!both_in_one(data, array, width, height))
        return false;
    bool done = check(cudaMemcpy2DFromArray(out, width * 4, array, 0, 0, width * 4, height, cudaMemcpyDeviceToHost), "back");
    check(cudaFreeArray(array), "free");
    return done;
}
