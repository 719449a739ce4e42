// Arrays allocated in loops.
#include <cuda_runtime.h>
#include <cstdio>

#define PRINT(call)                                                                                                    \
    {                                                                                                                  \
        cudaError_t e_ = (call);                                                                                       \
        if (e_ != cudaSuccess)                                                                                         \
            printf("%d\n", e_);                                                                                        \
    }

void sizes(const float *host)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    for (int n = 16; n <= 4096; n *= 2) {
        cudaArray *array;
        PRINT(cudaMallocArray(&array, &format, n, n)); // want "\barray\b.*leak"
        PRINT(cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, n, cudaMemcpyHostToDevice));
    }
}

void skipped(const int *widths, int count, float *out)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    for (int i = 0; i < count; i++) {
        cudaArray_t row;
        if (cudaMallocArray(&row, &format, widths[i]) != cudaSuccess) // want "\brow\b.*leak.*\bline (29|30)\b"
            continue;
        if (cudaMemcpy2DFromArray(out, 64, row, 0, 0, 64, 1, cudaMemcpyDeviceToDevice) != cudaSuccess)
            continue;
        cudaFreeArray(row);
    }
}

void freed_after_the_loop(int count)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    do {
        cudaMallocArray(&array, &format, count); // want "\barray\b.*leak"
    } while (--count);
    cudaFreeArray(array);
}

bool some_of_many(cudaArray_t *kept, int count)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t pool[8];
    for (int i = 0; i < 8; i++)
        cudaMallocArray(&pool[i], &format, 64 << i); // want "\bpool\b.*leak.*\bline 52\b"
    if (count & 1)
        return false;
    for (int i = 0; i < 8; i++)
        cudaFreeArray(pool[i]);
    return true;
}

// Clean from here on.
void freed_in_the_loop(const float *host)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    for (int n = 16; n <= 4096; n *= 2) {
        cudaArray *array;
        PRINT(cudaMallocArray(&array, &format, n, n));
        PRINT(cudaMemcpy2DToArray(array, 0, 0, host, n * 4, n * 4, n, cudaMemcpyHostToDevice));
        PRINT(cudaFreeArray(array));
    }
}

// The largest that can be had.
int largest()
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    int n = 1 << 16;
    while (n > 0 && cudaMallocArray(&array, &format, n, n) != cudaSuccess)
        n /= 2;
    if (n > 0)
        cudaFreeArray(array);
    return n;
}

void grown(const int *widths, int count)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    int width = 0;
    for (int i = 0; i < count; i++) {
        if (widths[i] <= width)
            continue;
        if (array)
            cudaFreeArray(array);
        width = widths[i];
        cudaMallocArray(&array, &format, width);
    }
    if (array)
        cudaFreeArray(array);
}

void ping_pong(int width, int passes)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t front, back;
    cudaMallocArray(&front, &format, width);
    cudaMallocArray(&back, &format, width);
    for (int i = 0; i < passes; i++) {
        cudaMemcpy2DArrayToArray(back, 0, 0, front, 0, 0, width * 4, 1);
        cudaArray_t swap = front;
        front = back;
        back = swap;
    }
    cudaFreeArray(front);
    cudaFreeArray(back);
}

void all_freed(int count)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t *all = new cudaArray_t[count];
    for (int i = 0; i < count; i++)
        cudaMalloc3DArray(all + i, &format, make_cudaExtent(64, 64, 64));
    for (int i = 0; i < count; i++)
        cudaFreeArray(all[i]);
    delete[] all;
}

bool all_or_none(cudaArray_t *all, int count)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    for (int i = 0; i < count; i++) {
        if (cudaMallocArray(&all[i], &format, 64) != cudaSuccess) {
            while (i-- > 0)
                cudaFreeArray(all[i]);
            return false;
        }
    }
    return true;
}
