// Texture objects that are destroyed on every path, or owned by others.
#include <cuda_runtime.h>
#include <vector>

__global__ void sample(cudaTextureObject_t tex, float* out, int n);

cudaError_t every(const cudaResourceDesc& resource, const cudaTextureDesc& format, float* out, int n, bool smooth) {
    cudaTextureObject_t tex = 0;
    cudaError_t status = cudaSuccess;
    if (smooth) {
        status = cudaCreateTextureObject(&tex, &resource, &format, nullptr);
        if (status != cudaSuccess) {
            goto cleanup;
        }
        sample<<<n / 256, 256>>>(tex, out, n);
    }
    status = cudaDeviceSynchronize();
cleanup:
    if (tex) {
        cudaDestroyTextureObject(tex);
    }
    return status;
}

void kept(std::vector<cudaTextureObject_t>& all, const cudaResourceDesc& resource, const cudaTextureDesc& format) {
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &resource, &format, nullptr) == cudaSuccess) {
        all.push_back(tex);
    }
}
