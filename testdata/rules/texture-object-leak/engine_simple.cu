// A texture object that is not destroyed on one path.
#include <cuda_runtime.h>

#define CHECK(call)                       \
    do {                                  \
        cudaError_t status = (call);      \
        if (status != cudaSuccess) {      \
            return status;                \
        }                                 \
    } while (0)

__global__ void sample(cudaTextureObject_t tex, float* out, int n);

cudaError_t early(const cudaResourceDesc& resource, const cudaTextureDesc& format, float* out, int n) {
    cudaTextureObject_t tex = 0;
    CHECK(cudaCreateTextureObject(&tex, &resource, &format, nullptr));  // want "proven: texture object tex leaks when the return at line 18 is taken"
    if (n <= 0) {
        return cudaErrorInvalidValue;
    }
    sample<<<n / 256, 256>>>(tex, out, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroyTextureObject(tex));
    return cudaSuccess;
}

void twice(cudaTextureObject_t tex) {
    cudaDestroyTextureObject(tex);
    cudaDestroyTextureObject(tex);  // want "proven: texture object tex is destroyed twice: it has been destroyed at line 27"
}
