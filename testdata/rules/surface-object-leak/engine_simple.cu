// A surface object that is not released on one path.
#include <cuda_runtime.h>

int early(const cudaResourceDesc& resource, const cudaChannelFormatDesc& format, int n) {
    cudaSurfaceObject_t h;
    if (cudaCreateSurfaceObject(&h, &resource) != cudaSuccess) {  // want "proven: surface object h leaks when the return at line 10 is taken"
        return 1;
    }
    if (n < 16) {
        return 2;
    }
    cudaDestroySurfaceObject(h);
    return 0;
}
