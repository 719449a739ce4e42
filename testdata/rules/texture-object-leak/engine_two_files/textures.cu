// The helpers: what they make and drop is for their callers.
#include "textures.h"

cudaTextureObject_t makeTexture(const float* data, int n) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<float*>(data);
    resource.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc format = {};
    cudaTextureObject_t tex = 0;
    if (cudaCreateTextureObject(&tex, &resource, &format, nullptr) != cudaSuccess) {
        return 0;
    }
    return tex;
}

void dropTexture(cudaTextureObject_t tex) {
    if (tex != 0) {
        cudaDestroyTextureObject(tex);
    }
}

void Volume::close() {
    cudaDestroyTextureObject(texture_);
    texture_ = 0;
}

__global__ void draw(cudaTextureObject_t image, float* out);

void Slice::show(float* out) const {
    draw<<<1, 32>>>(image_, out);
}
