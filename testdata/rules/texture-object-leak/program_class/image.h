#pragma once
#include <cuda_runtime.h>

// Bound in one source, released in another.
class Image {
public:
    Image() : tex_(0) {}
    ~Image();
    void bind(const cudaResourceDesc &res);
    cudaTextureObject_t texture() const { return tex_; }

private:
    cudaTextureObject_t tex_;
};

// Never released in any.
class Palette {
public:
    Palette() : colours_(0), entries_(0) {}
    ~Palette();
    void bind(const cudaResourceDesc &res);
    void draw(float *out) const;

private:
    cudaTextureObject_t colours_;
    int entries_;
};
