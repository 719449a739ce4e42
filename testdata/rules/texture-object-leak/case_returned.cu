// Handles that a function returns.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

static cudaTextureObject_t make_texture(const float *p, size_t n)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = const_cast<float *>(p);
    res.res.linear.desc = cudaCreateChannelDesc<float>();
    res.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return tex;
}

// Clean: nobody is seen who calls it.
cudaTextureObject_t for_others(const cudaResourceDesc *res, const cudaTextureDesc *desc)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, res, desc, nullptr) != cudaSuccess)
        return 0;
    return tex;
}

void caller_forgets(const float *p, float *out, int n)
{
    cudaTextureObject_t input = make_texture(p, n); // want "\binput\b.*leak"
    sample<<<n / 256, 256>>>(input, out, n);
    cudaDeviceSynchronize();
}

void caller_drops(const float *p, int n)
{
    make_texture(p, n); // want "leak"
}

bool caller_returns_early(const float *p, float *out, int n)
{
    const cudaTextureObject_t input = make_texture(p, n); // want "\binput\b.*leak.*\bline 45\b"
    sample<<<n / 256, 256>>>(input, out, n);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return false;
    cudaDestroyTextureObject(input);
    return true;
}

// Given straight to the launch, and nobody has it afterwards.
void caller_launches(const float *p, float *out, int n)
{
    sample<<<n / 256, 256>>>(make_texture(p, n), out, n); // want "leak"
}

// The one that returns it also has a path that does not.
cudaTextureObject_t sometimes(const cudaResourceDesc &res, const cudaTextureDesc &desc, int n)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess) // want "\btex\b.*leak.*\bline 63\b"
        return 0;
    if (n > 1 << 27)
        return 0;
    return tex;
}

// Clean from here on.
void caller_destroys(const float *p, float *out, int n)
{
    cudaTextureObject_t input = make_texture(p, n);
    sample<<<n / 256, 256>>>(input, out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(input);
}

cudaTextureObject_t passed_on(const float *p) { return make_texture(p, 1024); }

cudaTextureObject_t passed_on_later(const float *p, bool small)
{
    cudaTextureObject_t tex = small ? make_texture(p, 256) : make_texture(p, 1024);
    cudaDeviceSynchronize();
    return tex;
}

struct Image {
    cudaTextureObject_t tex;
    int width;
};

Image in_a_struct(const cudaResourceDesc &res, const cudaTextureDesc &desc, int width)
{
    Image image;
    cudaCreateTextureObject(&image.tex, &res, &desc, nullptr);
    image.width = width;
    return image;
}

Image in_a_braced_struct(const cudaResourceDesc &res, const cudaTextureDesc &desc, int width)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return {tex, width};
}

cudaTextureObject_t cached;
void caller_keeps(const float *p, int n) { cached = make_texture(p, n); }

cudaTextureObject_t *on_the_heap(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t *tex = new cudaTextureObject_t;
    cudaCreateTextureObject(tex, &res, &desc, nullptr);
    return tex;
}
