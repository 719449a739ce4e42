// A CUDA array that is released on every path.
#include <cuda_runtime.h>

int every(const cudaResourceDesc& resource, const cudaChannelFormatDesc& format, int n) {
    cudaArray_t h;
    if (cudaMallocArray(&h, &format, n) != cudaSuccess) {
        return 1;
    }
    if (n >= 16) {
        cudaDeviceSynchronize();
    }
    return cudaFreeArray(h) == cudaSuccess ? 0 : 2;
}
