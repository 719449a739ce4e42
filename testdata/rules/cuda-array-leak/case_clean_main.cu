// The end of main frees what is left.
#include <cuda_runtime.h>
#include <cstdlib>

static void run(const float *host)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &format, 64, 64) != cudaSuccess)
        exit(EXIT_FAILURE);
    cudaMemcpy2DToArray(array, 0, 0, host, 256, 256, 64, cudaMemcpyHostToDevice);
    exit(EXIT_SUCCESS);
}

static int reset_at_the_end(const float *host)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 64, 64);
    cudaMemcpy2DToArray(array, 0, 0, host, 256, 256, 64, cudaMemcpyHostToDevice);
    cudaDeviceReset();
    return 0;
}

int main(int argc, char **argv)
{
    static float host[4096];
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMipmappedArray_t mipmap;
    cudaMallocArray(&array, &format, 64, 64);
    if (cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 3) != cudaSuccess)
        return 1;
    if (argc > 2)
        return reset_at_the_end(host);
    if (argc > 1)
        run(host);
    return 0;
}
