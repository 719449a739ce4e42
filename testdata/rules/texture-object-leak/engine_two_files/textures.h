#pragma once
#include <cuda_runtime.h>

cudaTextureObject_t makeTexture(const float* data, int n);
void dropTexture(cudaTextureObject_t tex);

class Volume {
public:
    void load(const cudaResourceDesc& resource);
    void close();

private:
    cudaTextureObject_t texture_ = 0;
};

class Slice {
public:
    void load(const cudaResourceDesc& resource);
    void show(float* out) const;

private:
    cudaTextureObject_t image_ = 0;
};
