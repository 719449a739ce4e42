// Macros, functions and exceptions on the way.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#define OR_RETURN(call)                                                                                                \
    do {                                                                                                               \
        const cudaError_t result = call;                                                                               \
        if (result != cudaSuccess) {                                                                                   \
            printf("%s\n", cudaGetErrorString(result));                                                                \
            return EXIT_FAILURE;                                                                                       \
        }                                                                                                              \
    } while (0)

#define OR_EXIT(call)                                                                                                  \
    if ((call) != cudaSuccess) {                                                                                       \
        perror(#call);                                                                                                 \
        exit(1);                                                                                                       \
    }

#define OR_GOTO(call, label)                                                                                           \
    do {                                                                                                               \
        if ((call) != cudaSuccess)                                                                                     \
            goto label;                                                                                                \
    } while (0)

static void or_throw(cudaError_t e)
{
    if (e != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(e));
}

int returned(const float *host, float *back, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    OR_RETURN(cudaMallocArray(&array, &format, n)); // want "\barray\b.*leak.*\bline (39|40)\b"
    OR_RETURN(cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice));
    OR_RETURN(cudaMemcpy2DFromArray(back, n * 4, array, 0, 0, n * 4, 1, cudaMemcpyDeviceToHost));
    OR_RETURN(cudaFreeArray(array));
    return 0;
}

void thrown(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    or_throw(cudaMallocArray(&array, &format, n)); // want "\barray\b.*leak.*\bline 50\b"
    or_throw(cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice));
    or_throw(cudaFreeArray(array));
}

bool caught(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    try {
        or_throw(cudaMallocArray(&array, &format, n)); // want "\barray\b.*leak"
        or_throw(cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice));
        or_throw(cudaFreeArray(array));
    } catch (const std::runtime_error &e) {
        fputs(e.what(), stderr);
        return false;
    }
    return true;
}

// One label frees one of two.
int one_short(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t a = 0, b = 0;
    int status = 1;
    OR_GOTO(cudaMallocArray(&a, &format, n), out);
    OR_GOTO(cudaMallocArray(&b, &format, n), out); // want "\bb\b.*leak"
    OR_GOTO(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, n * 4, 1), out);
    status = 0;
out:
    if (a)
        cudaFreeArray(a);
    return status;
}

// Clean from here on.
int exits(const float *host, float *back, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    OR_EXIT(cudaMallocArray(&array, &format, n));
    OR_EXIT(cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice));
    OR_EXIT(cudaMemcpy2DFromArray(back, n * 4, array, 0, 0, n * 4, 1, cudaMemcpyDeviceToHost));
    OR_EXIT(cudaFreeArray(array));
    return 0;
}

int both(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t a = 0, b = 0;
    int status = 1;
    OR_GOTO(cudaMallocArray(&a, &format, n), out);
    OR_GOTO(cudaMallocArray(&b, &format, n), out);
    OR_GOTO(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, n * 4, 1), out);
    status = 0;
out:
    if (b)
        cudaFreeArray(b);
    if (a)
        cudaFreeArray(a);
    return status;
}

bool caught_and_freed(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    bool ok = true;
    try {
        or_throw(cudaMallocArray(&array, &format, n));
        or_throw(cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice));
    } catch (const std::runtime_error &) {
        ok = false;
    }
    if (array)
        cudaFreeArray(array);
    return ok;
}

void thrown_and_freed(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    or_throw(cudaMallocArray(&array, &format, n));
    cudaError_t e = cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice);
    cudaFreeArray(array);
    or_throw(e);
}

int one_return(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    OR_RETURN(cudaMallocArray(&array, &format, n));
    cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice);
    OR_RETURN(cudaFreeArray(array));
    OR_RETURN(cudaDeviceSynchronize());
    return 0;
}
