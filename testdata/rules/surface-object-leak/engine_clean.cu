// A surface object that is released on every path.
#include <cuda_runtime.h>

int every(const cudaResourceDesc& resource, const cudaChannelFormatDesc& format, int n) {
    cudaSurfaceObject_t h;
    if (cudaCreateSurfaceObject(&h, &resource) != cudaSuccess) {
        return 1;
    }
    if (n >= 16) {
        cudaDeviceSynchronize();
    }
    return cudaDestroySurfaceObject(h) == cudaSuccess ? 0 : 2;
}
