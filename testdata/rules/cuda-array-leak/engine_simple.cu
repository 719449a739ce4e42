// A CUDA array that is not released on one path.
#include <cuda_runtime.h>

int early(const cudaResourceDesc& resource, const cudaChannelFormatDesc& format, int n) {
    cudaArray_t h;
    if (cudaMallocArray(&h, &format, n) != cudaSuccess) {  // want "proven: CUDA array h leaks when the return at line 10 is taken"
        return 1;
    }
    if (n < 16) {
        return 2;
    }
    cudaFreeArray(h);
    return 0;
}
