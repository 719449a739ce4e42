// The callers of helpers in another file.
#include "textures.h"

__global__ void sample(cudaTextureObject_t tex, float* out);

void lost(const float* data, float* out) {
    cudaTextureObject_t tex = makeTexture(data, 256);  // want "texture object tex leaks at the end of lost"
    sample<<<1, 256>>>(tex, out);
}

void dropped(const float* data, float* out) {
    cudaTextureObject_t tex = makeTexture(data, 256);
    sample<<<1, 256>>>(tex, out);
    dropTexture(tex);
}

bool one_path(const float* data, float* out, int n) {
    cudaTextureObject_t tex = makeTexture(data, n);  // want "texture object tex leaks when the return at line 23 is taken"
    if (!tex) {
        return false;
    }
    if (n > 1024) {
        return false;
    }
    sample<<<1, 256>>>(tex, out);
    dropTexture(tex);
    return true;
}

void Volume::load(const cudaResourceDesc& resource) {
    cudaTextureDesc format = {};
    cudaCreateTextureObject(&texture_, &resource, &format, nullptr);
}

void Slice::load(const cudaResourceDesc& resource) {
    cudaTextureDesc format = {};
    cudaCreateTextureObject(&image_, &resource, &format, nullptr);  // want "texture object image_ leaks: no method of Slice destroys it"
}
